"""Additional moves to test: slightly changed legal moves, and random well-formed moves."""

from __future__ import annotations

import contextlib
import random
import types
import typing
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import attrs

from ..errors import MalformedError
from ..model.fields import CHAMBER, SALT
from ..model.meaning import Field, Meaning, fields_of
from ..model.mine import CHAMBERS, SPACES
from ..model.mine.spaces import replace_entry
from ..model.moves import Move
from ..model.pieces import SALT_KINDS, SaltAmount
from ..model.ruleset import Ruleset

_MOST_IDS: Final = 8


def list_near_misses(move: Move) -> list[Move]:
    """Return all near misses of *move*. A move without fields has no near misses."""
    changed: list[Move] = []
    for field in fields_of(type(move)):
        # The neighbour of a chamber can be a section, which some fields do not accept.
        changed += _vary_field(move, field.name, _neighbours(field.meaning, getattr(move, field.name)))
    return changed


def _vary_field(move: Move, name: str, others: Iterable[object]) -> Iterator[Move]:
    """Yield *move* with each value of *others* that the field *name* accepts."""
    for other in others:
        with contextlib.suppress(MalformedError):
            yield attrs.evolve(move, **{name: other})


def _neighbours(meaning: Meaning | None, value: object) -> Sequence[object]:
    """Return values of the same type near *value*."""
    # In Python, a boolean is also an integer, so booleans are tested first.
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value + 1, value - 1) if value > 0 else (value + 1,)
    if isinstance(value, SaltAmount):
        steps = [SaltAmount(**{kind: 1}) for kind in SALT_KINDS]
        return [value + step for step in steps] + [value - step for step in steps if value.covers(step)]
    if isinstance(value, str) and value in SPACES:
        index = SPACES.index(value)
        pool = CHAMBERS if meaning is CHAMBER else SPACES
        near = [SPACES[index - 1], SPACES[(index + 1) % len(SPACES)]]
        return [space for space in near if space in pool]
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        return [
            replace_entry(value, seat, other) for seat, count in enumerate(value) for other in _neighbours(None, count)
        ]
    return ()


def of_other_ids(move: Move, ruleset: Ruleset) -> list[Move]:
    """Return copies of *move* with a different id of *ruleset*, such as a different tool, in one field."""
    changed: list[Move] = []
    for field in fields_of(type(move)):
        if field.meaning is not None and field.meaning.ids is not None and not field.is_tuple:
            others = [known for known in field.meaning.ids(ruleset) if known != getattr(move, field.name)]
            changed += _vary_field(move, field.name, others[:: max(1, len(others) // _MOST_IDS)])
    return changed


def generate_moves(kind: type[Move], ruleset: Ruleset, rng: random.Random) -> list[Move]:
    """Return a list with a random well-formed move of *kind*, or an empty list if no move could be generated."""
    values = {field.name: _generate_value(field, ruleset, rng) for field in fields_of(kind)}
    # The mark for "no value" is an ellipsis, because None is a valid value of some fields.
    if any(value is ... for value in values.values()):
        return []
    try:
        return [kind(**values)]
    except MalformedError:
        return []


def _generate_value(field: Field, ruleset: Ruleset, rng: random.Random) -> Any:
    """Return a random value for a field, or an ellipsis if its type is not supported."""
    if field.may_be_none and rng.random() < 0.3:
        return None
    meaning, kind = field.meaning, type_besides_none(field)
    if meaning is not None and meaning.ids is not None:
        ids = tuple(meaning.ids(ruleset))
        if field.is_tuple:
            return tuple(rng.choice(ids) for _ in range(rng.randrange(4)))
        return rng.choice(ids)
    if meaning is SALT:
        return SaltAmount(*(rng.randrange(3) for _ in SALT_KINDS))
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        return rng.randrange(5)
    return tuple(rng.randrange(5) for _ in range(rng.randrange(5))) if kind == tuple[int, ...] else ...


def type_besides_none(field: Field) -> Any:
    """Return the type of a field without None, such as ``int`` for an optional count."""
    if not field.may_be_none:
        return field.type
    options = tuple(option for option in typing.get_args(field.type) if option is not types.NoneType)
    return typing.Union[options]  # noqa: UP007  # made of parts
