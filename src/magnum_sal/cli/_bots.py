"""``magnum-sal bots``: the available bots, and the packages that provide them."""

from __future__ import annotations

import argparse
from math import isfinite
from typing import Any

from ..bots.installed import InstalledBot, bots
from ..errors.messages import brief
from ._output import print_entries


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print a list of JSON objects")


def run(options: argparse.Namespace) -> int:
    entries = [_entry(known) for known in bots()]
    print_entries(entries, map(_lines, entries), as_json=options.json)
    return 0


def _entry(known: InstalledBot) -> dict[str, Any]:
    name, version = known.package or (None, None)
    return {
        "name": known.name,
        "package": name,
        "version": version,
        "built_in": known.is_built_in,
        "description": known.description,
        "options": {option: _plain(default) for option, default in known.options},
        "error": known.error,
    }


def _plain(default: Any) -> Any:
    # A default can be any object that a package defines, and JSON has neither NaN nor infinity.
    is_plain = default is None or type(default) in (bool, int, str) or (type(default) is float and isfinite(default))
    return default if is_plain else brief(default)


def _lines(entry: dict[str, Any]) -> list[str]:
    if entry["error"]:
        return [entry["error"]]
    options = [name if default is None else f"{name}={default}" for name, default in entry["options"].items()]
    return [*filter(None, [entry["description"]]), *([f"options: {', '.join(options)}"] if options else [])]
