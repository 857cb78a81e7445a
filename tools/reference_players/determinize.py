"""Determinization: draw a full state from public information. The draws are those of 0.1.0, not the library's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

import attrs

from magnum_sal import ChamberTile, GameState, RoyalOrder
from magnum_sal.model.mine import CHAMBERS, level_of
from magnum_sal.model.state import Hidden

_T = TypeVar("_T", bound=object)


def determinized(state: GameState, rng: random.Random) -> GameState:
    """
    Return a full state with *state*'s public form, drawn uniformly from all states that agree with the public facts.

    Tiles are drawn by level, royal orders by phase. Tools can be any that nobody has seen. Tools that left the game
    unseen with an earlier phase may be among them.
    """
    public = state.public()
    seen = public.extras.get("seen")
    return attrs.evolve(
        public,
        hidden=Hidden(
            tiles=_tiles(public, rng),
            orders=_orders(public, seen.orders if seen else (0,) * len(public.players), rng),
            tools=_tools(public, seen.tools if seen else (), rng),
        ),
    )


def _tiles(state: GameState, rng: random.Random) -> tuple[ChamberTile | None, ...]:
    face_up = dict(zip(CHAMBERS, state.mine.tiles, strict=True))
    drawn: dict[str, ChamberTile] = {}
    for level, tiles in enumerate(state.ruleset.tiles, start=1):
        chambers = [chamber for chamber in CHAMBERS if level_of(chamber) == level]
        unknown = [chamber for chamber in chambers if face_up[chamber] is None]
        rest = _unseen(tiles, [face_up[chamber] for chamber in chambers])
        drawn |= zip(unknown, _shuffled(rest, rng), strict=True)
    return tuple(drawn.get(chamber) for chamber in CHAMBERS)


def _orders(state: GameState, before: tuple[int, ...], rng: random.Random) -> tuple[tuple[RoyalOrder, ...], ...]:
    """Draw the stacks; *before* is how many orders each seat had completed before this phase."""
    completed = [order for player, count in zip(state.players, before, strict=True) for order in player.orders[count:]]
    stacks: list[tuple[RoyalOrder, ...]] = []
    for phase, orders in enumerate(state.ruleset.orders, start=1):
        if phase < state.phase:
            stacks.append(())
        elif phase > state.phase:
            stacks.append(tuple(_shuffled(orders, rng)))
        else:
            stacks.append(tuple(_shuffled(_unseen(orders, [*completed, *state.castle.open]), rng)))
    return tuple(stacks)


def _tools(state: GameState, left: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    """Draw the tools to come; *left* are those that left the game face up."""
    ruleset = state.ruleset
    owned = [card.tool for player in state.players for card in player.tools]
    to_come = len(ruleset.tools) - state.phase * ruleset.tools_per_phase + state.workshop.stack
    rest = _unseen(ruleset.tools, [*owned, *state.workshop.offer, *left])
    return tuple(_shuffled(rest, rng)[:to_come])


def _unseen(pieces: Sequence[_T], in_sight: Iterable[_T | None]) -> list[_T]:
    """Return the *pieces* that are not in sight, in the ruleset's order. A None in *in_sight* means no piece."""
    seen = Counter(in_sight)
    rest = []
    for piece in pieces:
        if seen[piece]:
            seen[piece] -= 1
        else:
            rest.append(piece)
    return rest


def _shuffled(pieces: Iterable[_T], rng: random.Random) -> list[_T]:
    rest = list(pieces)
    for last in range(len(rest) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        rest[last], rest[other] = rest[other], rest[last]
    return rest
