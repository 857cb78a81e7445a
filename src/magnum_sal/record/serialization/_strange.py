"""Values from outside whose fields do not hold what they mean: ids that the ruleset does not know."""

from __future__ import annotations

from typing import Any

import attrs

from ...errors import MalformedError
from ...model.meaning import Field, check_fields, fields_of, unknown_id
from ...model.ruleset import Ruleset
from .json_text import shown


def strange_in(value: Any, ruleset: Ruleset) -> str | None:
    """Return what in a part, or in a value within it, is not what its field means, such as a chamber there is not."""
    if isinstance(value, tuple):
        return next(filter(None, (strange_in(entry, ruleset) for entry in value)), None)
    if not attrs.has(type(value)):
        return None
    try:
        check_fields(value)
    except MalformedError as error:
        return str(error)
    if (found := unknown_id(value, ruleset)) is not None:
        return f"{type(value).__name__}.{unknown_in_words(*found, ruleset)}"
    return strange_in(tuple(getattr(value, field.name) for field in fields_of(type(value))), ruleset)


def unknown_in_words(field: Field, given: object, ruleset: Ruleset) -> str:
    """Return that the ruleset does not know the id *given* in a field."""
    assert field.meaning is not None
    return f"{field.name}: {shown(given)} {field.meaning.unknown or f'is no {field.meaning.name} of {ruleset.name!r}'}"
