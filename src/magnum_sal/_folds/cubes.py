"""How coins and cubes move, and how a tile is turned up."""

from __future__ import annotations

from .. import events as e
from .._making import maker
from ..errors import MalformedError
from ..mine import CHAMBERS, Chamber, replaced
from ..pieces import BANK, MARKET, Place, SaltAmount
from ..state import Bank, Draft, Hidden
from .players import opened, overdrawn, set_player

_bank, _chamber = maker(Bank), maker(Chamber)


def money_moved(draft: Draft, event: e.MoneyMoved) -> None:
    _add_money(draft, event.source, -event.groszy)
    _add_money(draft, event.target, event.groszy)


def _add_money(draft: Draft, place: Place, change: int) -> None:
    if place == BANK:
        bank = draft.bank
        draft.bank = _bank(bank.money + change, bank.salt, bank.water, bank.miners)
    elif isinstance(place, int):
        player = opened(draft.players[place])
        player.money += change
        if player.money < 0:
            raise overdrawn(player.name, "groszy")
        set_player(draft, place, player)
    else:
        raise MalformedError(f"money cannot be in {place!r}")


def salt_moved(draft: Draft, event: e.SaltMoved) -> None:
    _put_salt(draft, event.source, _salt_in(draft, event.source) - event.salt)
    _put_salt(draft, event.target, _salt_in(draft, event.target) + event.salt)


def _salt_in(draft: Draft, place: Place) -> SaltAmount:
    if isinstance(place, int):
        return draft.players[place].salt
    if place == BANK:
        return draft.bank.salt
    if place == MARKET:
        return draft.market
    if place in CHAMBERS:
        return draft.mine.chamber(place).salt
    raise MalformedError(f"salt cannot be in {place!r}")


def _put_salt(draft: Draft, place: Place, salt: SaltAmount) -> None:
    if place == BANK:
        draft.bank = _bank(draft.bank.money, salt, draft.bank.water, draft.bank.miners)
        return
    if salt.brown < 0 or salt.green < 0 or salt.white < 0:
        raise overdrawn(str(place), "cubes of salt")
    if isinstance(place, int):
        player = opened(draft.players[place])
        player.salt = salt
        set_player(draft, place, player)
    elif place == MARKET:
        draft.market = salt
    else:
        here = draft.mine.chamber(place)
        draft.mine = draft.mine.with_chamber(
            place, _chamber(here.rested, here.tired, here.revealed, salt, here.water, here.tile)
        )


def water_moved(draft: Draft, event: e.WaterMoved) -> None:
    _add_water(draft, event.source, -event.cubes)
    _add_water(draft, event.target, event.cubes)


def _add_water(draft: Draft, place: Place, change: int) -> None:
    if place == BANK:
        bank = draft.bank
        draft.bank = _bank(bank.money, bank.salt, bank.water + change, bank.miners)
    elif place in CHAMBERS:
        here = draft.mine.chamber(place)
        water = here.water + change
        if water < 0:
            raise overdrawn(place, "cubes of water")
        draft.mine = draft.mine.with_chamber(
            place, _chamber(here.rested, here.tired, here.revealed, here.salt, water, here.tile)
        )
    else:
        raise MalformedError(f"water cannot be in {place!r}")


def chamber_revealed(draft: Draft, event: e.ChamberRevealed) -> None:
    here = draft.mine.chamber(event.chamber)
    draft.mine = draft.mine.with_chamber(
        event.chamber, _chamber(here.rested, here.tired, True, here.salt, here.water, event.tile)
    )
    if draft.hidden is not None:
        index = CHAMBERS.index(event.chamber)
        hidden = draft.hidden
        tiles = replaced(hidden.tiles, index, None)
        draft.hidden = Hidden(tiles, hidden.orders, hidden.tools)
