"""Compare two versions of the public API, apart from what the table of changed names lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import griffe
from tools.public_api.names import Changes
from tools.public_api.reading import Api


def compare(old: Api, new: Api, changes: Changes) -> Iterator[str]:
    """Yield a sentence for each break that the table does not list, and for each of its lines that is not true."""
    used: set[str] = set()
    for path, value in old.items():
        if path in changes.gone:
            used.add(path)
            if path in new:
                yield f"{path} is listed as gone, but it exists"
            continue
        target = changes.new_path(path)
        used |= {path, path.rpartition(".")[0]}
        if target not in new:
            yield f"{path} is gone: {target} does not exist"
        else:
            yield from _compare_one(path, value, new[target], changes, used)
    for key in sorted({*changes.modules, *changes.names, *changes.gone, *changes.calls} - used):
        yield f"{key} is listed, but nothing that it names has changed"
    for before, now in changes.unreleased.items():
        if not _exists(new, now):
            yield f"{before} is listed as {now}, which does not exist"
        if _exists(new, before):
            yield f"{before} is listed as renamed, but it exists"


def _exists(api: Api, path: str) -> bool:
    """Return whether *path* is a public name, or a member of a public class."""
    owner, _, member = path.rpartition(".")
    return path in api or (owner in api and member in api[owner].all_members)


def _compare_one(path: str, old: griffe.Object, new: griffe.Object, changes: Changes, used: set[str]) -> Iterator[str]:
    """Yield the breaks of one name and of the members of a class."""
    if old.kind is not new.kind and not {old.kind, new.kind} <= {griffe.Kind.ATTRIBUTE, griffe.Kind.TYPE_ALIAS}:
        yield f"{path}: {old.kind.value} -> {new.kind.value}"
        return
    found = griffe.find_breaking_changes(_wrap_in_module(old), _wrap_in_module(new))
    for name, breaks in groupby(found, key=lambda one: _member_path(path, old, one)):
        is_gone = all(one.kind is griffe.BreakageKind.OBJECT_REMOVED for one in breaks)
        used.add(name)
        if name in changes.names:
            member = changes.names[name].rpartition(".")[2]
            if member not in new.all_members:
                yield f"{name} is gone: {changes.names[name]} does not exist"
        elif name not in (changes.gone if is_gone else changes.calls):
            yield f"{name} is {'gone' if is_gone else 'called differently'}"


def _wrap_in_module(value: griffe.Object) -> griffe.Module:
    """Return a module with *value* as its only member, since Griffe compares the members of what it gets."""
    module = griffe.Module("alone")
    module.set_member("value", value)
    return module


def _member_path(path: str, old: griffe.Object, breakage: griffe.Breakage) -> str:
    """Return the earlier path of the subject of a breakage: the name itself or a member of a class."""
    return path if breakage.obj.name == old.name else f"{path}.{breakage.obj.name}"
