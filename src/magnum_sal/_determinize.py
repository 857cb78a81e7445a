"""Determinization: a full state drawn from what is known, for search under hidden information (RULES section 12)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

import attrs

from ._deal import shuffled
from ._wording import brief
from .errors import MisuseError
from .mine import CHAMBERS, level_of
from .pieces import ChamberTile, RoyalOrder
from .state import GameState, Hidden, check_state

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
    check_state(state)
    if not isinstance(rng, random.Random):
        raise MisuseError(f"rng: {brief(rng)} is not a random.Random")
    public = state.public()
    return attrs.evolve(
        public, hidden=Hidden(tiles=_tiles(public, rng), orders=_orders(public, rng), tools=_tools(public, rng))
    )


def unseen_tiles(state: GameState, level: int) -> list[ChamberTile]:
    """
    Return the tiles of *level* that lie face down, in the ruleset's order.

    Raises:
        MisuseError: tiles lie face up that are none of the level's.
    """
    face_up = [here.tile for chamber, here in state.mine.chambers() if level_of(chamber) == level]
    return _unseen(state.ruleset.tiles[level - 1], face_up, f"the tiles of level {level}")


def unseen_orders(state: GameState) -> list[RoyalOrder]:
    """
    Return the royal orders of the phase that nobody has seen, in the ruleset's order.

    Raises:
        MisuseError: orders are open that are none of the phase's, or more of one are in sight than there are so far.
    """
    pieces = state.ruleset.orders
    rest = _unseen(pieces[state.phase - 1], state.castle.open, f"the royal orders of phase {state.phase}")
    owned = [order for player in state.players for order in player.orders]
    so_far = [order for orders in pieces[: state.phase] for order in orders]
    _unseen(so_far, (*owned, *state.castle.open), f"the royal orders up to phase {state.phase}")
    seen = state.extras.get("seen")
    for seat, player in enumerate(state.players):
        for order in player.orders[seen.orders[seat] if seen else 0 :]:
            if order in rest:
                rest.remove(order)
    return rest


def unseen_tools(state: GameState) -> list[str]:
    """
    Return the tool cards that nobody has seen, in the ruleset's order; some may have left the game unseen.

    Raises:
        MisuseError: more cards of a tool are in sight than there are.
    """
    seen = state.extras.get("seen")
    owned = [card.tool for player in state.players for card in player.tools]
    return _unseen(state.ruleset.tools, [*owned, *state.workshop.offer, *(seen.tools if seen else ())], "the tools")


def _tiles(state: GameState, rng: random.Random) -> tuple[ChamberTile | None, ...]:
    drawn: dict[str, ChamberTile] = {}
    for level in range(1, len(state.ruleset.tiles) + 1):
        covered = [
            chamber for chamber, here in state.mine.chambers() if here.tile is None and level_of(chamber) == level
        ]
        drawn |= zip(covered, shuffled(unseen_tiles(state, level), rng), strict=True)
    return tuple(drawn.get(chamber) for chamber in CHAMBERS)


def _orders(state: GameState, rng: random.Random) -> tuple[tuple[RoyalOrder, ...], ...]:
    stacks: list[tuple[RoyalOrder, ...]] = []
    for phase, orders in enumerate(state.ruleset.orders, start=1):
        if phase < state.phase:
            stacks.append(())
        elif phase > state.phase:
            stacks.append(tuple(shuffled(orders, rng)))
        else:
            rest, stack = unseen_orders(state), state.castle.stack
            if len(rest) < stack:
                raise MisuseError(
                    f"the royal orders of phase {phase}: {len(rest)} are not in sight, and {stack} lie face down"
                )
            stacks.append(tuple(shuffled(rest, rng)[:stack]))
    return tuple(stacks)


def _tools(state: GameState, rng: random.Random) -> tuple[str, ...]:
    ruleset = state.ruleset
    to_come = len(ruleset.tools) - state.phase * ruleset.tools_per_phase + state.workshop.stack
    rest = unseen_tools(state)
    if len(rest) < state.workshop.stack:
        raise MisuseError(f"the tools: {len(rest)} are not in sight, and {state.workshop.stack} lie face down")
    return tuple(shuffled(rest, rng)[:to_come])


def _unseen(pieces: Sequence[_T], in_sight: Iterable[_T | None], name: str) -> list[_T]:
    """Return the *pieces* that are not *in_sight*, where None stands for no piece, in the ruleset's order."""
    seen = Counter(piece for piece in in_sight if piece is not None)
    rest = []
    for piece in pieces:
        if seen[piece]:
            seen[piece] -= 1
        else:
            rest.append(piece)
    if strange := [piece for piece, count in seen.items() if count]:
        raise MisuseError(f"{name}: {strange[0]} is in sight more often than there are such pieces")
    return rest
