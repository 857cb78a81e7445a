"""Determinization: drawing a full state that agrees with a public one (RULES section 12)."""

from __future__ import annotations

import random
from typing import Any

import attrs

from ..errors import MisuseError
from ..errors.messages import brief
from ..model.draws import draw_stream, shuffle_pieces
from ..model.looks import LOOKS
from ..model.mine import CHAMBERS, level_of
from ..model.pieces import LOOK, ORDER, TILE, ChamberTile, RoyalOrder
from ..model.state import GameState, Hidden, Pending, check_state
from .chance import reveal
from .evolve import evolve_all
from .unseen import unseen_cards, unseen_orders, unseen_tiles, unseen_tools

__all__ = ["determinize"]


def determinize(state: GameState, rng: random.Random) -> GameState:
    """
    Return a full state that agrees with public knowledge, drawn uniformly. Its public form is *state*'s.

    Tiles are drawn per level, royal orders per phase. Tools are drawn from all unseen tools, which may include tools
    that left the game face down in an earlier phase. The decks and the coming rolls of extensions are drawn, too. Other
    ``extras`` do not change. In the view of a seat, the tiles that this seat has looked at stay where they are.

    If a piece is pending, pieces are turned up until a player must decide or the game is over. In this case, the public
    form of the returned state is later than *state*'s.

    Args:
        state: A public state or the view of a seat. For a full state, the function uses the public form.
        rng: The source of randomness. Only ``rng.random()`` is called, so a seed works the same on every Python.

    Raises:
        MisuseError: the pieces in sight do not match the ruleset.
    """
    # A uniform draw is correct because no player knows the face-down pieces, so moves reveal nothing about them. The
    # piles are drawn one by one, because they are independent.
    check_state(state)
    if not isinstance(rng, random.Random):
        raise MisuseError(f"rng: expected a random.Random, got {brief(rng)}")
    known = state if state.is_public else state.public()
    hidden = Hidden(tiles=_tiles(known, rng), orders=_orders(known, rng), tools=_tools(known, rng))
    extras = tuple((key, _draw_part(known, key, part, rng)) for key, part in known.extras_items)
    drawn = attrs.evolve(known, hidden=hidden, extras_items=extras)
    # A full state has no pending piece. So the drawn pieces are turned up one by one: the public state decides the
    # events, and both states apply them.
    while (pending := known.pending) is not None:
        known, events = reveal(known, lying(drawn, pending))
        drawn = evolve_all(drawn, events)
    return drawn


def lying(drawn: GameState, pending: Pending) -> ChamberTile | RoyalOrder | str:
    """Return the piece that lies at the place of *pending* in a full state."""
    hidden = drawn.hidden
    assert hidden is not None
    if pending.pile in drawn.ruleset.decks:
        card: str = drawn.extras[pending.pile].order[0]
        return card
    if pending.pile in drawn.ruleset.dice:
        face: str = drawn.extras[pending.pile].next_face(drawn.ruleset.dice[pending.pile].faces)
        return face
    if pending.pile in (TILE, LOOK):
        tile = hidden.tile_of(str(pending.place))
        assert tile is not None
        return tile
    return hidden.orders[drawn.phase - 1][0] if pending.pile == ORDER else hidden.tools[0]


def _tiles(state: GameState, rng: random.Random) -> tuple[ChamberTile | None, ...]:
    tiles = tuple((chamber, state.find_tile(chamber)) for chamber in CHAMBERS)
    looks = state.extras.get(LOOKS)
    drawn: dict[str, ChamberTile] = {} if looks is None else looks.tiles
    for level in range(1, len(state.ruleset.tiles) + 1):
        covered = [chamber for chamber, tile in tiles if tile is None and level_of(chamber) == level]
        drawn |= zip(covered, shuffle_pieces(unseen_tiles(state, level), rng), strict=True)
    return tuple(drawn.get(chamber) for chamber in CHAMBERS)


def _orders(state: GameState, rng: random.Random) -> tuple[tuple[RoyalOrder, ...], ...]:
    stacks: list[tuple[RoyalOrder, ...]] = []
    for phase, orders in enumerate(state.ruleset.orders, start=1):
        # The stacks of earlier phases have left the game. The stacks of later phases are still complete.
        if phase < state.phase:
            stacks.append(())
        elif phase > state.phase:
            stacks.append(tuple(shuffle_pieces(orders, rng)))
        else:
            rest, stack = unseen_orders(state), state.castle.stack
            if len(rest) < stack:
                raise MisuseError(
                    f"the royal orders of phase {phase}: {len(rest)} have not been seen, but {stack} are face down"
                )
            stacks.append(tuple(shuffle_pieces(rest, rng)[:stack]))
    return tuple(stacks)


def _draw_part(state: GameState, key: str, part: Any, rng: random.Random) -> Any:
    """Draw a deck or a die of an extension; any other extra stays as everybody knows it."""
    if key in state.ruleset.decks:
        order = tuple(shuffle_pieces(unseen_cards(state, key), rng))
        stream = draw_stream(rng) if state.ruleset.decks[key].reshuffles else None
        return attrs.evolve(part, order=order, stream=stream)
    if key in state.ruleset.dice:
        return attrs.evolve(part, stream=draw_stream(rng))
    return part.public() if key == LOOKS else part


def _tools(state: GameState, rng: random.Random) -> tuple[str, ...]:
    ruleset = state.ruleset
    # The deck and the stack hold this many tools. If more are unseen, the others left the game face down in an earlier
    # phase.
    to_come = len(ruleset.tools) - state.phase * ruleset.tools_per_phase + state.workshop.stack
    if state.turn is None and state.pending is not None and state.pending.pile == ORDER and not state.workshop.stack:
        to_come += ruleset.tools_per_phase  # The orders of a phase are laid out before its tools (SETUP-2).
    rest = unseen_tools(state)
    if len(rest) < state.workshop.stack:
        raise MisuseError(f"the tools: {len(rest)} have not been seen, but {state.workshop.stack} are face down")
    return tuple(shuffle_pieces(rest, rng)[:to_come])
