"""How miners move, tire and rest."""

from __future__ import annotations

from ...errors import MalformedError, MisuseError
from ...model import events
from ...model.mine.geometry import INDEX
from ...model.mine.spaces import replaced
from ...model.pieces import ARRIVING, BANK, LINE_LEFT, LINE_RIGHT, STOCK
from ...model.state import Draft
from .course import turn_of


def miners_moved(draft: Draft, event: events.MinersMoved) -> None:
    seat, source, target, miners = event.seat, event.source, event.target, event.miners
    if target not in INDEX:
        _add_miners(draft, seat, source, -miners)
        _add_miners(draft, seat, target, miners)
        return
    if source in INDEX:
        draft.mine = draft.mine.with_moved(seat, source, target, miners)
    else:
        _add_miners(draft, seat, source, -miners)
        draft.mine = draft.mine.with_rested(seat, target, miners)
    if draft.turn is not None:
        draft.turn = draft.turn.with_arrived(target, miners)


def miners_tired(draft: Draft, event: events.MinersTired) -> None:
    draft.mine = draft.mine.with_tired(event.seat, event.chamber, event.miners)


def miners_rested(draft: Draft, event: events.MinersRested) -> None:
    draft.mine = draft.mine.with_tired(event.seat, event.chamber, -event.miners)


def _add_miners(draft: Draft, seat: int, place: str, change: int) -> None:
    if place in INDEX:
        draft.mine = draft.mine.with_rested(seat, place, change)
    elif place == STOCK:
        draft.players = replaced(draft.players, seat, draft.players[seat].with_stock(change))
    elif place == LINE_RIGHT:
        draft.players = replaced(draft.players, seat, draft.players[seat].with_line_right(change))
    elif place == LINE_LEFT:
        draft.players = replaced(draft.players, seat, draft.players[seat].with_line_left(change))
    elif place == ARRIVING:
        draft.turn = turn_of(draft).with_arriving(change)
    elif place == BANK:
        draft.bank = draft.bank.with_miners(seat, change)
    elif place in draft.ruleset.assistant_places:
        _move_assistant(draft, seat, place, change)
    else:
        raise MalformedError(f"miners cannot be in {place!r}")


def _move_assistant(draft: Draft, seat: int, building: str, change: int) -> None:
    index = draft.ruleset.assistant_places.index(building)
    before, after = (None, seat) if change > 0 else (seat, None)
    if abs(change) != 1 or draft.assistant_seats[index] != before:
        raise MisuseError(
            f"{building}: its assistant's place holds one miner, who comes to a free one and leaves his own"
        )
    draft.assistant_seats = replaced(draft.assistant_seats, index, after)
