"""How miners move, tire and rest."""

from __future__ import annotations

from .. import events as e
from .._making import maker
from ..errors import MalformedError, MisuseError
from ..mine import INDEX, replaced
from ..pieces import ARRIVING, BANK, LINE_LEFT, LINE_RIGHT, STOCK
from ..state import Bank, Draft
from .course import new_turn, turn_of
from .players import opened, overdrawn, set_player

_bank = maker(Bank)


def miners_moved(draft: Draft, event: e.MinersMoved) -> None:
    seat, source, target, miners = event.seat, event.source, event.target, event.miners
    if target not in INDEX:
        _add_miners(draft, seat, source, -miners)
        _add_miners(draft, seat, target, miners)
        return
    if source in INDEX:
        draft.mine = draft.mine.with_miners(seat, ((source, -miners, 0), (target, miners, 0)))
    else:
        _add_miners(draft, seat, source, -miners)
        draft.mine = draft.mine.with_miners(seat, ((target, miners, 0),))
    turn = draft.turn
    if turn is not None:
        arrived = turn.arrived + (target,) * miners
        draft.turn = new_turn(turn.actions_left, turn.visited, turn.passes, turn.arriving, arrived)


def _add_miners(draft: Draft, seat: int, place: str, change: int) -> None:
    if place in INDEX:
        draft.mine = draft.mine.with_miners(seat, ((place, change, 0),))
    elif place == STOCK:
        player = opened(draft.players[seat])
        player.stock += change
        if player.stock < 0:
            raise overdrawn(f"stock of {player.name}", "miners")
        set_player(draft, seat, player)
    elif place == LINE_RIGHT:
        player = opened(draft.players[seat])
        player.line_right += change
        if player.line_right < 0:
            raise overdrawn(f"right circle of {player.name}", "miners")
        set_player(draft, seat, player)
    elif place == LINE_LEFT:
        player = opened(draft.players[seat])
        player.line_left += change
        if player.line_left < 0:
            raise overdrawn(f"left circle of {player.name}", "miners")
        set_player(draft, seat, player)
    elif place == ARRIVING:
        turn = turn_of(draft)
        arriving = turn.arriving + change
        if arriving < 0:
            raise overdrawn("castle", "miners")
        draft.turn = new_turn(turn.actions_left, turn.visited, turn.passes, arriving, turn.arrived)
    elif place == BANK:
        bank = draft.bank
        miners = bank.miners[seat] + change
        if miners < 0:
            raise overdrawn("bank", f"miners of seat {seat}")
        draft.bank = _bank(bank.money, bank.salt, bank.water, replaced(bank.miners, seat, miners))
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


def miners_tired(draft: Draft, event: e.MinersTired) -> None:
    _tire(draft, event.chamber, event.seat, event.miners)


def miners_rested(draft: Draft, event: e.MinersRested) -> None:
    _tire(draft, event.chamber, event.seat, -event.miners)


def _tire(draft: Draft, space: str, seat: int, miners: int) -> None:
    draft.mine = draft.mine.with_miners(seat, ((space, -miners, miners),))
