"""Whether a piece can be the one to be turned up next: in a turn, or while the cards of a phase are laid out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ...model.open_tiles import tiles_lie_open
from ...model.pieces import ORDER, PENDING_PILES, TILE, TOOL
from ...model.state import GameState, Pending

Misfit: TypeAlias = tuple[str, str]
"""A place in a state, such as ``"players[0].tools"``, and what is wrong there."""


def waiting(state: GameState, pending: Pending) -> Iterator[Misfit]:
    """Yield what does not fit the *pending* piece of a public state; about a card ``_extended`` asks."""
    if pending.pile not in PENDING_PILES:
        return
    yield from _in_setup(state, pending) if state.turn is None else _in_turn(state, pending)


def _in_turn(state: GameState, pending: Pending) -> Iterator[Misfit]:
    """Yield what does not fit a piece that somebody's move turns up: one at a time (REVEAL-1, CASTLE-3, SHOP-1)."""
    if pending.pile == TILE:
        here = state.mine[str(pending.place)]
        if here.miners != here.rested[state.turn_seat]:
            yield f"mine.{pending.place}", "not revealed, but not only rested miners of the player are there (REVEAL-1)"
    if pending.pile == ORDER and not (state.castle.completed and state.player.orders):
        yield "pending", "an order is turned up once another one is completed, and the player has none (CASTLE-3)"
    if pending.pile == TOOL and not state.player.tools:
        yield "pending", "a tool is turned up once another one is bought, and the player has none (SHOP-1)"


def _in_setup(state: GameState, pending: Pending) -> Iterator[Misfit]:
    """Yield what does not fit a piece that is laid out when a game or a phase begins: one after another (SETUP-2)."""
    castle, workshop, ruleset = state.castle, state.workshop, state.ruleset
    if pending.pile == TILE and (not tiles_lie_open(ruleset) or state.phase > 1):
        yield "pending", "a tile is laid face up only in a mapped mine, when the game begins (VAR-MAP)"
    if state.round != 1 or castle.completed or state.inn.hired or state.mine.occupied:
        yield "pending", "cards are laid out before the phase's first turn, when no miner is at work (SETUP-2)"
    tiles = [here.tile for _, here in state.mine.chambers()]
    rows: tuple[tuple[str, Sequence[object]], ...] = (("castle.open", castle.open), ("workshop.offer", workshop.offer))
    if tiles_lie_open(ruleset):
        rows = (("mine", tiles), *rows)
    for place, row in rows:
        if any(piece is not None for piece in row[_filled(row) :]):
            yield place, "a piece lies behind one that is still to be turned up (SETUP-2)"
    if pending.pile == TILE and any(castle.open):
        yield "castle.open", "laid out before the tiles (SETUP-1)"
    if pending.pile != TOOL and any(workshop.offer):
        yield "workshop.offer", "laid out before the orders (SETUP-2)"
    orders, tools = len(ruleset.orders[state.phase - 1]), ruleset.tools_per_phase
    if castle.stack != orders - _filled(castle.open):
        yield "castle.stack", f"{castle.stack} while {_filled(castle.open)} of {orders} orders are laid out (SETUP-2)"
    stack = tools - _filled(workshop.offer) if state.phase == 1 or pending.pile == TOOL else 0
    if workshop.stack != stack:
        yield "workshop.stack", f"{workshop.stack} where {stack} belong before the phase's first turn (SETUP-2)"


def _filled(row: Sequence[object]) -> int:
    """Return how many pieces lie in a row before the first gap."""
    return row.index(None) if None in row else len(row)
