"""Whether the parts of a state fit each other: seats, slots, ids and piles."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import MalformedError
from ..mine import INDEX
from ..pieces import SALT_KINDS
from ..ruleset import by_players
from ..state import GameState, Hidden


def check_parts(state: GameState) -> None:
    """Check that the parts of a state fit each other: seats, slots, ids and piles."""
    ruleset, seats = state.ruleset, len(state.players)

    def expect(holds: bool, place: str, complaint: str) -> None:
        if not holds:
            raise MalformedError(f"{place}: {complaint}")

    expect(1 <= state.phase <= ruleset.phases, "phase", f"{state.phase} is not 1 to {ruleset.phases}")
    expect(state.round >= 1, "round", f"{state.round} is not 1 or more")
    expect((state.turn is None) == state.is_over, "turn", "is null exactly when the game is over")
    for place, seat in (("start_seat", state.start_seat), ("to_move", state.turn_seat)):
        expect(seat < seats, place, f"{seat} is not a seat of {seats} players")
    expect(len(state.bank.miners) == seats, "bank.miners", f"not one entry for each of {seats} seats")
    for building, owner in state.assistants.items():
        expect(owner is None or owner < seats, f"assistants.{building}", f"{owner} is not a seat")
    for seat, player in enumerate(state.players):
        for card in player.tools:
            expect(card.tool in ruleset.tools, f"players[{seat}].tools", f"{card.tool!r} is no tool")
    slots = len(ruleset.workshop_prices)
    expect(len(state.workshop.offer) == slots, "workshop.offer", f"not one entry for each of {slots} slots")
    for tool in state.workshop.offer:
        expect(tool is None or tool in ruleset.tools, "workshop.offer", f"{tool!r} is no tool")
    slots = by_players(ruleset.open_orders, seats)
    expect(len(state.castle.open) == slots, "castle.open", f"not one entry for each of {slots} slots")
    for kind in SALT_KINDS:
        expect(
            state.market.of(kind) <= len(ruleset.market_column(kind)),
            f"market.{kind}",
            f"{state.market.of(kind)} cubes in a column of {len(ruleset.market_column(kind))}",
        )
    if state.turn is not None:
        for building in state.turn.visited:
            expect(building in ruleset.building_ids, "turn.visited", f"{building!r} is no building")
        for space in state.turn.arrived:
            expect(space in INDEX, "turn.arrived", f"{space!r} is no mine space")
    if state.hidden is not None:
        _check_piles(state, state.hidden, expect)


def _check_piles(state: GameState, hidden: Hidden, expect: Callable[[bool, str, str], None]) -> None:
    ruleset = state.ruleset
    expect(
        len(hidden.orders) == ruleset.phases,
        "hidden.orders",
        f"not one pile for each of {ruleset.phases} phases",
    )
    pile = len(hidden.orders[state.phase - 1])
    expect(
        pile == state.castle.stack or state.is_over,
        "castle.stack",
        f"{state.castle.stack} while {pile} orders are hidden",
    )
    expect(
        len(hidden.tools) >= state.workshop.stack,
        "workshop.stack",
        f"{state.workshop.stack} while {len(hidden.tools)} tools are hidden",
    )
    for tool in hidden.tools:
        expect(tool in ruleset.tools, "hidden.tools", f"{tool!r} is no tool")
    for (chamber, here), tile in zip(state.mine.chambers(), hidden.tiles, strict=True):
        known = here.tile is not None
        expect(
            known != (tile is not None),
            f"hidden.tiles.{chamber}",
            "the tile lies there face up" if known else "the face-down tile is missing",
        )
