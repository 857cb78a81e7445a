"""The market: selling and buying salt (RULES MARKET-1, MARKET-2, MARKET-4)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from itertools import accumulate, product
from typing import Any, Final, Literal, TypeAlias

import attrs

from .._internal.caches import cached
from ..errors import Objection
from ..model.display import DisplayItem, SaltColumn
from ..model.events import Event, MoneyMoved, SaltMoved
from ..model.moves import Move, Transaction, VisitMarket
from ..model.pieces import (
    BANK,
    MARKET,
    ONE_CUBE,
    SALT_KINDS,
    SALT_LETTERS,
    SaltAmount,
    SaltKind,
    amount,
    at_most,
)
from ..model.rule import Building, Notation, Phrase, Rule, When
from ..model.ruleset import Ruleset
from ..model.state import GameState
from .tools.privileges import COMMERCIAL, NO_GAIN, Gain, gain
from .tools.used_cards import card_objection, use_card

__all__ = ["RULE"]

_Prices: TypeAlias = tuple[tuple[int, ...], ...]


@attrs.frozen
class _Trade:
    """The result of one transaction: its price in groszy and the other side of the trade."""

    transaction: Transaction
    price: int
    partner: str
    """The market, or the bank if the cube is sold into a full column."""


@attrs.frozen
class _Purse:
    """The salt and money of a visitor, and the salt at the market, between two trades."""

    market: SaltAmount
    salt: SaltAmount
    money: int
    before: Transaction | None = None
    """The trade just made; None before the visit's first trade."""


def next_price(
    state: GameState, trade: Literal["sell", "buy"], kind: SaltKind, commercial_privilege: bool
) -> int | None:
    """Return the price in groszy of the next *kind* cube, or None if its column does not allow the trade (MARKET-1)."""
    # The price comes from a trial trade by a visitor who owns a cube of each kind and can afford everything. So it
    # cannot differ from the price of a real visit.
    state.ruleset.market_column(kind)  # This raises MisuseError for an unknown kind.
    purse = _Purse(state.market, amount(1, 1, 1), sys.maxsize)
    prices, gained = state.ruleset.rulings.market_prices(state), _compute_gain(state, commercial_privilege)
    trades = _trades(purse, (Transaction(trade, kind),), prices, gained)
    return None if isinstance(trades, Objection) else trades[0].price


def _compute_gain(state: GameState, commercial_privilege: bool) -> Gain:
    return gain(state.ruleset) if commercial_privilege else NO_GAIN


def moves(state: GameState) -> tuple[VisitMarket, ...]:
    """Return the legal visits without the commercial privilege, then those with it; single trades come before pairs."""
    player, ruleset = state.players[state.turn_seat], state.ruleset
    # Must agree with objection(): a visit is listed exactly when objection() returns None.
    # Reduce the arguments to the values that matter, so that the cache is hit more often. Money for more than two
    # purchases and salt for more than two sales change nothing.
    prices = ruleset.rulings.market_prices(state)
    dearest = ruleset._dearest_salt if prices is ruleset.market_prices else max(map(max, prices))
    money = min(player.money, 2 * dearest)
    salt = at_most(2, player.salt)
    visits = _visits(state.market, salt, money, prices, NO_GAIN)
    # A commercial privilege applies to both trades of the visit. A second card would add nothing, so a visit uses at
    # most one card.
    if COMMERCIAL in player.ready_tools:
        visits += _visits(state.market, salt, money, prices, gain(ruleset))
    return visits


# Market, salt and prices decide which visits are possible. Money only decides which of them the visitor can afford.
# So the expensive part is cached without the money, which has the largest number of values.
@cached(most=8192)
def _visits(market: SaltAmount, salt: SaltAmount, money: int, prices: _Prices, gained: Gain) -> tuple[VisitMarket, ...]:
    """Return the legal visits, given the salt at the market, the visitor's salt and the visitor's *money* in groszy."""
    return tuple([visit for visit, needed in _price_visits(market, salt, prices, gained) if needed <= money])


@cached(most=1 << 16, by_length=True)
def _price_visits(
    market: SaltAmount, salt: SaltAmount, prices: _Prices, gained: Gain
) -> tuple[tuple[VisitMarket, int], ...]:
    """Return the visits that are legal with enough money, each with the amount of groszy needed at its start."""
    singles, pairs = [], []
    # This money is enough for two purchases at any price.
    purse = _Purse(market, salt, 2 * max(map(max, prices)))
    for single, beginning_with_it in _all_visits(gained is not NO_GAIN):
        needed = _compute_money_needed(purse, single, prices, gained)
        if needed is not None:
            singles.append((single, needed))
            # A pair is possible only if its first trade is possible, so an impossible trade rules out all its pairs.
            for pair in beginning_with_it:
                needed = _compute_money_needed(purse, pair, prices, gained)
                if needed is not None:
                    pairs.append((pair, needed))
    return (*singles, *pairs)


def _compute_money_needed(purse: _Purse, visit: VisitMarket, prices: _Prices, gained: Gain) -> int | None:
    """Return the number of groszy needed at the start of *visit*, or None if *purse* does not allow the visit."""
    trades = _trades(purse, visit.transactions, prices, gained)
    if isinstance(trades, Objection):
        return None
    gains = [trade.price if trade.transaction.type == "sell" else -trade.price for trade in trades]
    # The visitor must never be in debt, so the visitor needs enough money to keep the running balance at 0 or above.
    return max(0, *(-balance for balance in accumulate(gains)))


def list_trades() -> list[Transaction]:
    """Return all six trades: the sales, then the purchases."""
    return [Transaction(kind, salt) for kind in ("sell", "buy") for salt in SALT_KINDS]


@cached(most=2)
def _all_visits(privilege: bool) -> tuple[tuple[VisitMarket, tuple[VisitMarket, ...]], ...]:
    """Return each single trade with the pairs of trades that begin with it, in canonical order (MARKET-4)."""
    singles = list_trades()
    # A visit puts trades of different kinds in canonical order. Both orders of such a pair are the same visit, so 24 of
    # the 36 pairs remain.
    pairs = list(dict.fromkeys(VisitMarket(pair, privilege) for pair in product(singles, repeat=2)))
    return tuple(
        (VisitMarket((trade,), privilege), tuple(pair for pair in pairs if pair.transactions[0] == trade))
        for trade in singles
    )


def list_answers(_ruleset: Ruleset, _players: int) -> Mapping[str, Iterable[Any]]:
    """Return the trades that a visit can have. None ends a visit after its first trade."""
    return {"transactions": (*list_trades(), None)}


def objection(state: GameState, move: VisitMarket) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    # To use a commercial privilege, you need such a card that you have not used in this phase.
    if move.commercial_privilege and (found := card_objection(state, COMMERCIAL)):
        return found
    # The trades happen one after the other. The second must be possible with the salt, the money and the market that
    # the first one leaves.
    trades = _state_trades(state, move)
    return trades if isinstance(trades, Objection) else None


def why_not(state: GameState) -> Objection:
    """Return the reason why no salt can be sold or bought."""
    facts = {"salt": state.player.salt, "money": state.player.money, "market": state.market}
    return Objection("MARKET-1", "no_trade_possible", facts)


def decide(state: GameState, move: VisitMarket) -> tuple[Event, ...]:
    """Return the events of a legal *move*."""
    seat = state.turn_seat
    trades = _state_trades(state, move)
    assert not isinstance(trades, Objection)
    events: list[Event] = [*use_card(seat, COMMERCIAL, move.commercial_privilege)]
    for trade in trades:
        is_sale = trade.transaction.type == "sell"
        source, target = (seat, trade.partner) if is_sale else (trade.partner, seat)
        payer, payee = (BANK, seat) if is_sale else (seat, BANK)
        events.append(SaltMoved(source, target, ONE_CUBE[trade.transaction.salt]))
        events.append(MoneyMoved(payer, payee, trade.price))
    return tuple(events)


def _state_trades(state: GameState, move: VisitMarket) -> tuple[_Trade, ...] | Objection:
    purse = _Purse(state.market, state.player.salt, state.player.money)
    gained = _compute_gain(state, move.commercial_privilege)
    return _trades(purse, move.transactions, state.ruleset.rulings.market_prices(state), gained)


def _trades(
    purse: _Purse, transactions: tuple[Transaction, ...], prices: _Prices, gained: Gain
) -> tuple[_Trade, ...] | Objection:
    """Return the results of the trades in order, or the first objection to one of them."""
    trades: list[_Trade] = []
    for transaction in transactions:
        # No cube may be part of both trades of a visit.
        if trades and (found := _same_cube_objection(purse, trades[0], transaction)):
            return found
        column = prices[SALT_KINDS.index(transaction.salt)]
        trade = (_sale if transaction.type == "sell" else _purchase)(purse, transaction, column, gained)
        if isinstance(trade, Objection):
            return trade
        trades.append(trade)
        purse = _after(purse, trade)
    return tuple(trades)


def _same_cube_objection(purse: _Purse, first: _Trade, second: Transaction) -> Objection | None:
    """Return the objection that *second* trades *first*'s cube (MARKET-2). *purse* is the purse after *first*."""
    kind = second.salt
    # Cubes of different kinds are different cubes. So are two sold cubes, and two bought cubes.
    if first.transaction.salt != kind or first.transaction.type == second.type:
        return None
    # You cannot buy back the cube that you just sold, which has the lowest price. If the bank took it, you buy a
    # different cube.
    if second.type == "buy" and first.partner == MARKET:
        return _of_kind("MARKET-2", "cube_just_sold", kind)
    # You cannot sell the cube that you just bought, so you must have owned a cube of this kind before. *purse* already
    # contains the new cube.
    if second.type == "sell" and purse.salt.count(kind) == 1:
        return _of_kind("MARKET-2", "cube_just_bought", kind)
    return None


def _sale(purse: _Purse, transaction: Transaction, column: tuple[int, ...], gained: Gain) -> _Trade | Objection:
    kind = transaction.salt
    # You can only sell salt that you own.
    if not purse.salt.count(kind):
        return _of_kind("MARKET-1", "no_salt_to_sell", kind, purse.before == transaction)
    # The cube goes to the empty space with the highest price in its column and earns the price there.
    filled = purse.market.count(kind)
    if filled < len(column):
        return _Trade(transaction, column[filled] + gained.a_trade, MARKET)
    # Nothing is sold into a full column, except with a commercial privilege. The bank then takes the cube at the lowest
    # price printed there, without the bonus unless VAR-SALE adds it.
    if gained.full_column is not None:
        return _Trade(transaction, min(column) + gained.full_column, BANK)
    return _of_kind("MARKET-1", "column_full", kind, purse.before == transaction)


def _purchase(purse: _Purse, transaction: Transaction, column: tuple[int, ...], gained: Gain) -> _Trade | Objection:
    kind = transaction.salt
    # The cube comes from the space filled last, which has the lowest price of its column.
    filled = purse.market.count(kind)
    if not filled:
        return _of_kind("MARKET-1", "no_salt_at_market", kind, purse.before == transaction)
    # A commercial privilege makes the cube cheaper, but the price is never negative.
    price = max(0, column[filled - 1] - gained.a_trade)
    # You must be able to pay. Money from the first trade can pay for the second.
    if price > purse.money:
        reason = "salt_too_dear" if purse.before is None else "salt_too_dear_then"
        return Objection("MARKET-1", reason, {"kind": kind, "price": price, "money": purse.money})
    return _Trade(transaction, price, MARKET)


# Listing visits produces the same few objections again and again, so each is created only once.
@cached(most=64)
def _of_kind(rule: str, reason: str, kind: str, then: bool = False) -> Objection:
    """Return an objection about salt of *kind*. *then* is True if an equal trade came first."""
    return Objection(rule, reason, {"kind": kind, "then": True} if then else {"kind": kind})


def _after(purse: _Purse, trade: _Trade) -> _Purse:
    cube = ONE_CUBE[trade.transaction.salt]
    # A cube that is sold into a full column goes to the bank, and the market does not change.
    if trade.transaction.type == "sell":
        market = purse.market + cube if trade.partner == MARKET else purse.market
        return _Purse(market, purse.salt - cube, purse.money + trade.price, trade.transaction)
    return _Purse(purse.market - cube, purse.salt + cube, purse.money - trade.price, trade.transaction)


def collect_facts(state: GameState, move: VisitMarket) -> Mapping[str, Any]:
    """Return the extra facts about a visit: each trade with its price."""
    trades = _state_trades(state, move)
    # An illegal visit has no prices, but it can still be described.
    prices = [0, 0] if isinstance(trades, Objection) else [trade.price for trade in trades]
    priced = zip(move.transactions, prices, strict=False)
    return {
        "trades": tuple(Phrase(f"phrase.{trade.type}", {"salt": trade.salt, "price": price}) for trade, price in priced)
    }


def _format_move(_: GameState, move: VisitMarket) -> str:
    trades = " ".join(f"{'-' if trade.type == 'sell' else '+'}{ONE_CUBE[trade.salt]}" for trade in move.transactions)
    return f"market{'!' * move.commercial_privilege} {trades}"


def _read(_: GameState, text: str) -> Move | None:
    match = re.fullmatch(r"market(!?) ?([+-][BGW])(?: ?([+-][BGW]))?", text, re.IGNORECASE)
    if match is None:
        return None
    trades = (trade.upper() for trade in match.groups()[1:] if trade)
    return VisitMarket(
        tuple(Transaction("sell" if trade[0] == "-" else "buy", SALT_LETTERS[trade[1]]) for trade in trades),
        bool(match[1]),
    )


def list_display_items(state: GameState) -> tuple[DisplayItem, ...]:
    """Return the display items of the market: a column of cubes for each kind."""
    prices = state.ruleset.rulings.market_prices(state)
    return tuple(SaltColumn(kind, prices[column], state.market.count(kind)) for column, kind in enumerate(SALT_KINDS))


RULE: Final[Rule] = Rule(
    VisitMarket,
    When.ACTION,
    moves,
    objection,
    decide,
    building=Building("market", has_assistant_place=True, display=list_display_items),
    notation=Notation(_format_move, _read, "market -G +B"),
    why_not=why_not,
    told=collect_facts,
    answers=list_answers,
)
