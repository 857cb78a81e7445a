"""
The published JSON Schemas: those of all that the library reads and writes as JSON, and the same as types of TypeScript.

``python -m magnum_sal.protocol.schemas FOLDER`` writes those of the standard game, which the documentation has.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ..errors import Objection
from ..model.events import Event
from ..model.moves import Move
from ..model.ruleset import Ruleset
from ..model.setup import Setup
from ..model.state import GameState
from ..record.log.entries import LogLine
from ..record.schema import json_schema
from ..rules.standard import STANDARD
from ._typescript import declarations
from .answers import Answer
from .requests import Request
from .table_answers import TableAnswer
from .table_requests import TableRequest

__all__ = ["typescript"]

PUBLISHED: Final[Mapping[str, Any]] = {
    "move": Move,
    "event": Event,
    "setup": Setup,
    "ruleset": Ruleset,
    "state": GameState,
    "log-line": LogLine,
    "objection": Objection,
    "request": Request,
    "answer": Answer,
    "table-request": TableRequest,
    "table-answer": TableAnswer,
}
"""What has a schema in the documentation, by file name."""


def typescript(*, ruleset: Ruleset = STANDARD) -> str:
    """
    Return the text of a ``.d.ts`` file: the types of TypeScript for all that has a published schema.

    Types are wider than schemas, for TypeScript knows no bounds of numbers and no lengths of lists.

    Args:
        ruleset: Whose moves, events, buildings and tools there are.

    Raises:
        MisuseError: *ruleset* is none.
    """
    schemas = [json_schema(kind, ruleset=ruleset) for kind in PUBLISHED.values()]
    return _TYPES_HEAD + declarations({schema["title"]: schema for schema in schemas})


TYPES: Final = "magnum_sal.d.ts"
"""The file of the types of TypeScript."""

_TYPES_HEAD: Final = "// Made by python -m magnum_sal.protocol.schemas: what the library reads and writes as JSON.\n\n"


def published_text(name: str) -> str:
    """Return the text of a published schema, one of ``PUBLISHED``."""
    return json.dumps(json_schema(PUBLISHED[name]), indent=2) + "\n"


def write_published(folder: Path) -> None:
    """Write all published schemas to *folder*, and the types of TypeScript."""
    texts = {f"{name}.json": published_text(name) for name in PUBLISHED} | {TYPES: typescript()}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_published(Path(sys.argv[1]))
