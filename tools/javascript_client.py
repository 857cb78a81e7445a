"""
Write the generated parts of the package for npm: ``python -m tools.javascript_client``.

These parts are the types of all messages in ``src/messages.ts``, and the version in ``package.json``. Both are
committed, and a test compares them with what this tool writes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from packaging.version import Version

import magnum_sal
from magnum_sal import __version__
from magnum_sal.protocol.schemas import typescript

PACKAGE: Final = Path(__file__).parent.parent / "clients" / "javascript"
MESSAGES: Final = PACKAGE / "src" / "messages.ts"
MANIFEST: Final = PACKAGE / "package.json"
_STAGES: Final = {"a": "alpha", "b": "beta", "rc": "rc"}


def npm_version(version: str) -> str:
    """
    Convert a version of the library to the form that npm requires.

    >>> npm_version("0.2.0.dev0"), npm_version("1.0.0rc2"), npm_version("1.0.0")
    ('0.2.0-dev.0', '1.0.0-rc.2', '1.0.0')
    """
    parsed = Version(version)
    stage = "" if parsed.pre is None else f"-{_STAGES[parsed.pre[0]]}.{parsed.pre[1]}"
    if parsed.dev is not None:
        stage += f"{'.' if stage else '-'}dev.{parsed.dev}"
    return parsed.base_version + stage


def format_manifest(text: str) -> str:
    """Format the text of ``package.json`` with the version of the library."""
    manifest = json.loads(text) | {"version": npm_version(__version__)}
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def format_messages() -> str:
    """Format the types of the client: those that the library publishes, with ``is_over`` for ``over`` of a state."""
    # The table protocol says ``is_over``, as Python does. The client uses one name for one fact and converts states.
    # Exactly one type must have the field, or else there are not two parts.
    before, after = typescript().split("  over: boolean;\n")
    return f"{before}  is_over: boolean;\n{after}"


def main() -> int:
    """Write both files. Refuse to copy from a library that is installed elsewhere, such as an earlier version."""
    source = Path(magnum_sal.__file__).parent
    if source != PACKAGE.parents[1] / "src" / "magnum_sal":
        sys.exit(f"this would copy from {source}; install this copy of the project with: pip install -e .")
    MESSAGES.write_text(format_messages(), encoding="utf-8", newline="\n")
    MANIFEST.write_text(format_manifest(MANIFEST.read_text("utf-8")), encoding="utf-8", newline="\n")
    print(f"{MANIFEST.name} has version {npm_version(__version__)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
