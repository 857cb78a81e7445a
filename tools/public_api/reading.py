"""Read the public API with griffe, without importing anything: from the source, or from a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import griffe

PACKAGE = "magnum_sal"
Api = Mapping[str, griffe.Object]
"""Public names by their dotted paths."""


def read_source(folder: Path) -> Api:
    """Return the public names of the package in *folder*: those in the ``__all__`` of each public module."""
    package = griffe.load(PACKAGE, search_paths=[str(folder)], resolve_aliases=False)
    assert isinstance(package, griffe.Module)
    return {
        f"{module.path}.{name}": _member(module, name)
        for module in _public_modules(package)
        for name in map(str, module.exports or ())
    }


def parse_api(entries: Mapping[str, Any]) -> Api:
    """Return the public names from the JSON values that `as_json` returned."""
    return {path: _parse(entry) for path, entry in entries.items()}


def _parse(entry: Mapping[str, Any]) -> griffe.Object:
    value = griffe.Object.from_json(json.dumps(entry))
    assert isinstance(value, griffe.Object)
    return value


def as_json(api: Api) -> dict[str, Any]:
    """Return JSON values for an API: names, kinds and defaults. mypy and pyright check the types."""
    return {path: _describe(value) for path, value in api.items()}


def _public_modules(module: griffe.Module) -> Iterator[griffe.Module]:
    yield module
    for name, member in module.members.items():
        if isinstance(member, griffe.Module) and not name.startswith("_"):
            yield from _public_modules(member)


def _member(module: griffe.Module, name: str) -> griffe.Object:
    member = module.members[name]
    # In 0.1.0 some functions had the names of their modules, which hide the functions from griffe.
    if isinstance(member, griffe.Module) and name in member.members:
        member = member.members[name]
    return member.final_target if isinstance(member, griffe.Alias) else member


def _describe(value: griffe.Object) -> dict[str, Any]:
    entry: dict[str, Any] = {"kind": value.kind.value, "name": value.name, "labels": sorted(value.labels)}
    # Griffe needs these keys to read a value again, but nothing compares them.
    entry |= {"lineno": None, "annotation": None, "returns": None, "bases": []}
    if isinstance(value, griffe.Function):
        entry["parameters"] = [
            {"name": one.name, "kind": one.kind.value, "default": one.default and str(one.default), "annotation": None}
            for one in value.parameters
        ]
    if isinstance(value, griffe.Class):
        entry["members"] = {
            name: _describe(member.final_target if isinstance(member, griffe.Alias) else member)
            for name, member in value.all_members.items()
            if name == "__init__" or not name.startswith("_")
        }
    return entry
