"""Determinization: a full state drawn from what is known, for search under hidden information (RULES section 12)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

import attrs

from .deal import shuffled
from .errors import MisuseError
from .mine import CHAMBERS, level_of
from .pieces import ChamberTile, RoyalOrder
from .state import GameState, Hidden

_T = TypeVar("_T", bound=object)


def determinize(state: GameState, rng: random.Random) -> GameState:
    """
    Return a full state with *state*'s public form, drawn uniformly from all that agree with what is known.

    Tiles are drawn by level, royal orders by phase. Tools can be any that nobody has seen; those that left the game
    unseen with an earlier phase may be among them. What extensions keep in ``extras`` stays as it is.

    Args:
        state: A public state; of a full one only the public part is used.
        rng: Where chance comes from; only ``rng.random()`` is called, so a seed means the same on every Python.

    Raises:
        MisuseError: the pieces in sight are not those of the ruleset, so nothing agrees with them.
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
    face_up = {chamber: here.tile for chamber, here in state.mine.chambers()}
    drawn: dict[str, ChamberTile] = {}
    for level, tiles in enumerate(state.ruleset.tiles, start=1):
        chambers = [chamber for chamber in CHAMBERS if level_of(chamber) == level]
        known = [tile for chamber in chambers if (tile := face_up[chamber]) is not None]
        unknown = [chamber for chamber in chambers if face_up[chamber] is None]
        rest = _unseen(tiles, known, len(unknown), f"the tiles of level {level}")
        drawn |= zip(unknown, shuffled(rest, rng), strict=True)
    return tuple(drawn.get(chamber) for chamber in CHAMBERS)


def _orders(state: GameState, before: tuple[int, ...], rng: random.Random) -> tuple[tuple[RoyalOrder, ...], ...]:
    """Draw the stacks; *before* is how many orders each seat had completed before this phase."""
    completed = [order for player, count in zip(state.players, before, strict=True) for order in player.orders[count:]]
    opened = [order for order in state.castle.open if order is not None]
    stacks: list[tuple[RoyalOrder, ...]] = []
    for phase, orders in enumerate(state.ruleset.orders, start=1):
        if phase < state.phase:
            stacks.append(())
        elif phase > state.phase:
            stacks.append(tuple(shuffled(orders, rng)))
        else:
            rest = _unseen(orders, completed + opened, state.castle.stack, f"the royal orders of phase {phase}")
            stacks.append(tuple(shuffled(rest, rng)))
    return tuple(stacks)


def _tools(state: GameState, left: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    """Draw the tools to come; *left* are those that left the game face up."""
    ruleset = state.ruleset
    owned = [card.tool for player in state.players for card in player.tools]
    offered = [tool for tool in state.workshop.offer if tool is not None]
    to_come = len(ruleset.tools) - state.phase * ruleset.tools_per_phase + state.workshop.stack
    rest = _unseen(ruleset.tools, [*owned, *offered, *left], None, "the tools")
    if len(rest) < to_come:
        raise MisuseError(f"{len(rest)} of the tools are not in sight, and {to_come} are to come")
    return tuple(shuffled(rest, rng)[:to_come])


def _unseen(pieces: Sequence[_T], in_sight: Iterable[_T], hidden: int | None, name: str) -> list[_T]:
    """Return the *pieces* that are not in sight, in the ruleset's order; there must be *hidden* of them."""
    seen = Counter(in_sight)
    rest = []
    for piece in pieces:
        if seen[piece]:
            seen[piece] -= 1
        else:
            rest.append(piece)
    if strange := [piece for piece, count in seen.items() if count]:
        raise MisuseError(f"{name}: {strange[0]} is in sight more often than there are such pieces")
    if hidden is not None and len(rest) != hidden:
        raise MisuseError(f"{name}: {len(rest)} are not in sight, and {hidden} lie face down")
    return rest
