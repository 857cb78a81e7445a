"""JSON text: written on one line, and read strictly (no duplicate keys, no NaN, limited nesting)."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from ...errors import MalformedError
from ...errors.messages import cut

write_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
"""Format plain data as compact JSON on one line. Raises ``TypeError`` or ``ValueError`` for other data."""


def read_json(text: str | bytes) -> Any:
    """
    Parse JSON *text* strictly and return plain data.

    Raises:
        MalformedError: the text is not JSON, has a duplicate key, or contains NaN or Infinity.
    """
    if not isinstance(text, str):
        if not isinstance(text, (bytes, bytearray)):
            raise MalformedError(f"JSON text: expected str or bytes, got {type(text).__name__}")
        try:
            # ``json.loads`` would guess the encoding of bytes, and also accept UTF-16 and UTF-32.
            text = bytes(text).decode("utf-8")
        except UnicodeDecodeError as error:
            raise MalformedError(f"JSON text: not UTF-8 at byte {error.start}") from None
    if text.startswith("\ufeff"):
        raise MalformedError("JSON text: begins with a byte order mark; remove it")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError:
        raise MalformedError("JSON text: nested too deeply") from None
    # ``MalformedError`` is a ``ValueError``, so this clause must come first.
    except MalformedError:
        raise
    except json.JSONDecodeError as error:
        raise MalformedError(f"JSON text: {error}") from None
    except ValueError:
        # Python limits the digits of a number, because converting them takes quadratic time.
        raise MalformedError("JSON text: a number has too many digits") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    # ``json`` silently keeps the last of two equal keys. Another parser may keep the first, and would see a different
    # move in the same bytes.
    if len(data) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise MalformedError(f"JSON text: key {format_value(key)} appears twice in one object")
            seen.add(key)
    return data


def _constant(name: str) -> NoReturn:
    raise MalformedError(f"JSON text: {name} is not a JSON value")


def format_value(value: object) -> str:
    """Format *value* for an error message, as short JSON."""
    if isinstance(value, (dict, list)):
        return f"a{'n object' if isinstance(value, dict) else ' list'}"
    try:
        shown = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        shown = f"a {type(value).__name__}"
    return cut(shown)
