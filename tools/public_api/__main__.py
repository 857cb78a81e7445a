"""
Compare the public API with that of the last version: ``python -m tools.public_api``.

The JSON file beside this module records the API of that version, and its name is the version. ``changed_names.toml``
lists what happened to each name that no longer exists under the same path. A change that breaks a program and is not
listed is an error, and so is a line that is no longer true. ``--write FILE`` writes the API of the checked-out source.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tools.public_api.comparing import compare
from tools.public_api.names import CHANGED_NAMES, read_changes
from tools.public_api.reading import as_json, parse_api, read_source

(RECORDED,) = Path(__file__).parent.glob("*.json")
"""The API of the last version. Each release replaces this file, see the page "Release and maintain"."""


def main() -> int:
    """Run the command; return 1 if the API broke in a way that the table does not list."""
    parser = argparse.ArgumentParser(prog="python -m tools.public_api", description=__doc__)
    parser.add_argument("--source", type=Path, default=Path("src"), help="the folder that contains the package")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the API to FILE instead of comparing it")
    arguments = parser.parse_args()
    entries = as_json(read_source(arguments.source))
    if arguments.write is not None:
        lines = (f"{json.dumps(path)}: {json.dumps(entry, sort_keys=True)}" for path, entry in sorted(entries.items()))
        arguments.write.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        return 0
    recorded = parse_api(json.loads(RECORDED.read_text(encoding="utf-8")))
    faults = list(compare(recorded, parse_api(entries), read_changes(CHANGED_NAMES)))
    for fault in faults:
        print(fault)
    print(f"{len(faults)} differences from {RECORDED.stem} that {CHANGED_NAMES.name} does not list, or lists wrongly")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
