"""A position that is asked about, and how what is wrong with it is told."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, TypeVar

import attrs

from ..engine.transitions import legal_moves
from ..errors.messages import brief
from ..model.moves import Move
from ..model.state import GameState

_Thing = TypeVar("_Thing")

Complaints: TypeAlias = Iterator[str]
"""A sentence for everything that is not as promised."""

MOST_MOVES: Final = 300
"""Of how many listed moves everything is asked; of more some are picked, evenly."""


@attrs.frozen
class BotCall:
    """A position that is asked about."""

    state: GameState
    """The position, full."""
    tried: tuple[Move, ...]
    """Moves to try beside the listed ones, legal or not."""
    rng: random.Random
    """Where chance comes from."""

    @property
    def listed(self) -> tuple[Move, ...]:
        """The legal moves."""
        return legal_moves(self.state)


def some(things: Iterable[_Thing], most: int) -> list[_Thing]:
    """Return *most* of these things, from all parts of them; all where there are no more."""
    held = list(things)
    return held[:: max(1, -(-len(held) // most))]


def some_of_each_kind(moves: Iterable[Move], most: int) -> list[Move]:
    """Return some of each kind of these moves."""
    kinds: dict[type[Move], list[Move]] = {}
    for move in moves:
        kinds.setdefault(type(move), []).append(move)
    return [move for held in kinds.values() for move in some(held, most)]


def named(move: object) -> str:
    """Return a move as a complaint shows it."""
    return brief(move, 120)


def differing(one: GameState, other: GameState) -> list[str]:
    """Return the fields in which two states differ, and of what extensions keep the parts."""
    fields = [field.name for field in attrs.fields(GameState) if field.eq and field.name != "extras_items"]
    differ = [name for name in fields if getattr(one, name) != getattr(other, name)]
    return [*differ, *(f"extras[{key!r}]" for key in sorted(changed_parts(one, other)))] or ["hashes"]


def changed_parts(one: GameState, other: GameState) -> set[str]:
    """Return the keys of the parts in ``extras`` in which two states differ."""
    before, after = dict(one.extras_items), dict(other.extras_items)
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
