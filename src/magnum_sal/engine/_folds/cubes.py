"""How coins and cubes move, and how a tile is turned up."""

from __future__ import annotations

from ...errors import MalformedError, MisuseError
from ...model import events
from ...model.mine import CHAMBERS
from ...model.mine.spaces import replaced
from ...model.parts import count_left, salt_left
from ...model.pieces import BANK, MARKET, Place, SaltAmount
from ...model.state import Draft


def money_moved(draft: Draft, event: events.MoneyMoved) -> None:
    _add_money(draft, event.source, -event.groszy)
    _add_money(draft, event.target, event.groszy)


def salt_moved(draft: Draft, event: events.SaltMoved) -> None:
    _put_salt(draft, event.source, _salt_in(draft, event.source) - event.salt)
    _put_salt(draft, event.target, _salt_in(draft, event.target) + event.salt)


def water_moved(draft: Draft, event: events.WaterMoved) -> None:
    _add_water(draft, event.source, -event.cubes)
    _add_water(draft, event.target, event.cubes)


def chamber_revealed(draft: Draft, event: events.ChamberRevealed) -> None:
    draft.mine = draft.mine.with_tile(event.chamber, event.tile, revealed=True)
    if draft.hidden is not None:
        draft.hidden = draft.hidden.without_tile(event.chamber)


def tile_laid(draft: Draft, event: events.TileLaid) -> None:
    if draft.mine.tile_in(event.chamber) is not None:
        raise MisuseError(f"{event.chamber}: a tile lies there face up already")
    draft.mine = draft.mine.with_tile(event.chamber, event.tile, revealed=False)
    if draft.hidden is not None:
        draft.hidden = draft.hidden.without_tile(event.chamber)


def _add_money(draft: Draft, place: Place, change: int) -> None:
    if place == BANK:
        draft.bank = draft.bank.with_money(change)
    elif isinstance(place, int):
        draft.players = replaced(draft.players, place, draft.players[place].with_money(change))
    else:
        raise MalformedError(f"money cannot be in {place!r}")


def _salt_in(draft: Draft, place: Place) -> SaltAmount:
    if isinstance(place, int):
        return draft.players[place].salt
    if place == BANK:
        return draft.bank.salt
    if place == MARKET:
        return draft.market
    if place in CHAMBERS:
        return draft.mine.salt_in(place)
    raise MalformedError(f"salt cannot be in {place!r}")


def _put_salt(draft: Draft, place: Place, salt: SaltAmount) -> None:
    if place == BANK:
        draft.bank = draft.bank.with_salt(salt)
    elif isinstance(place, int):
        draft.players = replaced(draft.players, place, draft.players[place].with_salt(salt))
    elif place == MARKET:
        draft.market = salt_left(salt, MARKET)
    else:
        draft.mine = draft.mine.with_salt(place, salt_left(salt, place))


def _add_water(draft: Draft, place: Place, change: int) -> None:
    if place == BANK:
        draft.bank = draft.bank.with_water(change)
    elif place in CHAMBERS:
        water = count_left(draft.mine.water_in(place) + change, place, "cubes of water")
        draft.mine = draft.mine.with_water(place, water)
    else:
        raise MalformedError(f"water cannot be in {place!r}")
