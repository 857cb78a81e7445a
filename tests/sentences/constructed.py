"""Positions for rare refusals, one or more for each combination of move, rule and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from tests.sentences.asking import one_of_each_kind
from tests.sentences.facts import BUILDINGS

import magnum_sal as ms
from magnum_sal.rules.standard import STANDARD
from magnum_sal.testing import position

Row: TypeAlias = tuple[ms.GameState, tuple[ms.Move, ...]]
"""A position and the moves to ask about. The impossible kinds of move are asked about too."""


def constructed() -> Iterator[Row]:
    """Yield all constructed positions with the moves to ask about."""
    for text, options, moves in POSITIONS:
        yield position(text, **options), moves
    for text, options, source in SOURCES:
        yield position(text, **options), tuple(sent(source) for sent in SENT.values())
    for state in waiting():
        yield state, tuple(one_of_each_kind(len(state.players)))


def waiting() -> Iterator[ms.GameState]:
    """Yield positions in which few or no kinds of move are possible, such as the end of the game or a pending piece."""
    yield position("turn: over")
    for mapped in (False, True):
        yield ms.open_table(["Ada", "Ben"], ruleset=ms.from_dict(ms.Ruleset, {**PLAIN, "mapped_mine": mapped}))
    table = ms.open_table(["Ada", "Ben"])
    while table.pending is not None and table.pending.pile == "order":
        table = ms.reveal(table, ms.outcomes(table)[0][0]).state
    yield table
    yield ms.apply(position("S1: A | S2: A").public(), ms.PlaceMiner("stock", "1L1")).state
    yield ms.apply(position("A: 9 groszy").public(), ms.VisitWorkshop(1)).state
    yield ms.apply(position("A: BB", arriving=1).public(), ms.CompleteOrder(0)).state
    yield position("S1: A", arriving=1, actions_left=2)
    yield position("A: rope, bucket, food | S1: A", actions_left=0)
    yield position("", round=1)
    for building in BUILDINGS:
        yield position("S1: A", visited=(building,), actions_left=1)


PLAIN: Final[Mapping[str, Any]] = ms.to_dict(STANDARD)

SENT: Final[Mapping[str, Callable[[str], ms.Move]]] = {
    "place_miner": lambda source: ms.PlaceMiner(source, "S2" if source != "S2" else "S1"),
    "use_rope": lambda source: ms.UseRope(source, "S2" if source != "S2" else "S1"),
    "place_assistant": lambda source: ms.PlaceAssistant(source, "market"),
    "visit_castle": lambda source: ms.VisitCastle(source, False),
}
"""A move of each kind by which a miner leaves a place."""

ROPE: Final[Mapping[str, Any]] = {"arrived": ("S1",), "actions_left": 1}

SOURCES: Final[tuple[tuple[str, Mapping[str, Any], str], ...]] = (
    ("A: stock 0, rope | S1: AAB | S2: B", ROPE, "stock"),
    ("A: stock 0, rope | S1: AAB | S2: B", ROPE, "S2"),
    ("A: stock 0, rope | S1: AAB | S2: B", ROPE, "workshop"),
    ("A: stock 0, rope | S1: AAB | S2: B", ROPE, "inn"),
    ("A: rope | S1: AB | S2: B | 1L1: a", ROPE, "1L1"),
    ("A: rope | S1: A | S2: B", ROPE, "S1"),
    ("A: rope | S1: A | S2: BB | S3: B | 1L1: B | 1L2: C", ROPE, "S1"),
    ("A: rope | S1: AB | S2: B | 1L1: A [B/0] | 1L2: B", ROPE, "1L1"),
    ("A: rope | S1: AB | S2: B | 1L1: A [-/0] | 1L2: B [G/0] | 1L3: C", ROPE, "1L1"),
    ("A: rope | S1: AB | S2: B | 1L1: A | 1L2: B", ROPE, "1L1"),
)
"""Positions in which every kind of leaving fails, and the place to leave."""


def _salt(letters: str) -> ms.SaltAmount:
    return ms.SaltAmount(letters.count("B"), letters.count("G"), letters.count("W"))


def _dig(chamber: str, salt: str, *payments: int, pickaxes: int = 0, carts: int = 0) -> ms.ExtractSalt:
    return ms.ExtractSalt(chamber, _salt(salt), pickaxes, carts, payments)


def _trade(*trades: str, privilege: bool = False) -> ms.VisitMarket:
    """Return a visit from words such as ``sell brown``."""
    return ms.VisitMarket(tuple(ms.Transaction(*trade.split()) for trade in trades), privilege)  # type: ignore[arg-type]


_NO_OPTIONS: Final[Mapping[str, Any]] = {}
_ARRIVAL: Final[Mapping[str, Any]] = {"arriving": 1}

POSITIONS: Final[tuple[tuple[str, Mapping[str, Any], tuple[ms.Move, ...]], ...]] = (
    # Placing
    ("A: stock 0", _NO_OPTIONS, ()),
    ("A: stock 0, right 1", _NO_OPTIONS, ()),
    ("A: stock 0 | S1: A | S2: B", _NO_OPTIONS, ()),
    ("A: stock 0 | S1: A | S2: BB | 1L1: A [B/0] | 1L2: B", _NO_OPTIONS, ()),
    ("A: stock 0 | S1: A", _NO_OPTIONS, (ms.PlaceMiner("S1", "S2"), ms.PlaceMiner("S1", "S1"))),
    ("A: rope", _NO_OPTIONS, (ms.UseRope("stock", "S1"),)),
    ("", _NO_OPTIONS, (ms.PlaceMiner("S5", "S5"), ms.PlaceMiner("stock", "S3"), ms.PlaceMiner("stock", "1L2"))),
    ("A: stock 1, rope | S1: A", ROPE, (ms.UseRope("S1", "S1"), ms.UseRope("S1", "S2"), ms.UseRope("S3", "S3"))),
    ("A: stock 1, rope | S1: AB", ROPE, (ms.UseRope("S1", "S2"), ms.UseRope("stock", "S3"))),
    ("A: stock 0, rope | S1: AB", ROPE, ()),
    ("A: rope used | S1: AB", ROPE, ()),
    ("S1: AB", ROPE, ()),
    # Assistants
    ("assistant market: B", _NO_OPTIONS, tuple(ms.PlaceAssistant("stock", place) for place in ("inn", "market"))),
    (
        "assistant workshop: B | assistant pump_house: B | assistant market: A | assistant castle: B",
        _NO_OPTIONS,
        (ms.PlaceAssistant("market", "market"),),
    ),
    # Extraction
    (
        "S1: B | S2: B | 1L1: AA [BBG/1] | 1R1: a [BB/0]",
        _NO_OPTIONS,
        (
            _dig("1R1", "B", 0, 2),
            _dig("1L2", "B", 0, 2),
            _dig("1L1", "", 0, 0),
            _dig("1L1", "W", 0, 2),
            _dig("1L1", "BB", 0, 4),
            _dig("1L1", "B", 0, 1),
            _dig("1L1", "B", 0, 2, 0),
            _dig("1L1", "B", 0),
            _dig("1L1", "B", 1, 2),
            _dig("1L1", "B", 0, 2, pickaxes=1),
            _dig("1L1", "B", 0, 0, carts=1),
        ),
    ),
    ("S1: B | S2: B | 1L1: A [-/1]", _NO_OPTIONS, (_dig("1L1", "B", 0, 2),)),
    ("S1: B | S2: B | 1L1: Aaaa [BBG/0]", _NO_OPTIONS, (_dig("1L1", "BB", 0, 4),)),
    ("S1: B | S2: B | 1L1: A [BBG/1] | A: pickaxe", _NO_OPTIONS, (_dig("1L1", "BB", 0, 4, pickaxes=1),)),
    ("S1: B | S2: B | 1L1: Aa [BBG/1]", _NO_OPTIONS, ()),
    ("S1: B | S2: B | 1L1: aa [BBG/1]", _NO_OPTIONS, ()),
    ("S1: B | S2: B | 1L1: A [BBG/1] | 1R1: A [BGG/2] | A: pickaxe used", _NO_OPTIONS, ()),
    (
        "S1: B | S2: B | 1L1: AAAA [BBG/1] | A: 3 pickaxe, 3 cart",
        _NO_OPTIONS,
        (
            _dig("1L1", "B", 0, 0, pickaxes=4),
            _dig("1L1", "B", 0, 0, pickaxes=2),
            _dig("1L1", "BB", 0, 0, pickaxes=3),
            _dig("1L1", "B", 0, 0, carts=3),
            _dig("1L1", "B", 0, 0, carts=4),
            _dig("1L1", "B", 0, 3, carts=1),
        ),
    ),
    (
        "S1: B | S2: B | 1L1: AA [BBB/0] | A: 2 pickaxe",
        _NO_OPTIONS,
        (_dig("1L1", "B", 0, 2, pickaxes=1), _dig("1L1", "BB", 0, 4, pickaxes=2)),
    ),
    (
        "S1: B | S2: B | 1L1: AA [BBG/0] | A: pickaxe, cart, pickaxe used, cart used",
        _NO_OPTIONS,
        (_dig("1L1", "BB", 0, 4, pickaxes=2), _dig("1L1", "B", 0, 0, carts=2)),
    ),
    (
        "S1: B | S2: B | 1L1: AA [BBG/0] | A: 2 pickaxe used, cart used, 3 groszy",
        _NO_OPTIONS,
        (
            _dig("1L1", "BB", 0, 4, pickaxes=1),
            _dig("1L1", "B", 0, 0, carts=1),
            _dig("1L1", "BB", 0, 4),
        ),
    ),
    ("S1: B | S2: B | 1L1: AA [BBG/0] | A: 1 groszy", _NO_OPTIONS, ()),
    ("S1: B | S2: B | 1L1: AA [BBG/0] | A: 0 groszy, cart used", _NO_OPTIONS, ()),
    (
        "S1: B | S2: A | S3: B | S4: B | 2L1: AA [GGW/0] | A: 1 groszy, cart",
        _NO_OPTIONS,
        (_dig("2L1", "G", 0, 2, carts=1), _dig("2L1", "G", 0, 3, carts=1), _dig("2L1", "G", 0, 3)),
    ),
    ("S1: BC | S2: B | 1L1: A [BB/0]", _NO_OPTIONS, (_dig("1L1", "B", 0, 0, 2), _dig("1L1", "B", 0, 3, 0))),
    ("S1: BC | S2: BC | S3: D | 1L1: AA [BB/0]", _NO_OPTIONS, (_dig("1L1", "BB", 0, 2, 1, 1),)),
    # Inn and workshop
    ("inn: 3", _NO_OPTIONS, ()),
    ("A: stock 10, 20 groszy", _NO_OPTIONS, ()),
    ("A: 5 groszy", _NO_OPTIONS, ()),
    ("A: 1 grosz", _NO_OPTIONS, ()),
    ("A: 3 groszy | workshop: cart - rope", _NO_OPTIONS, tuple(map(ms.VisitWorkshop, (1, 2, 3)))),
    ("A: 2 groszy | workshop: cart - rope", _NO_OPTIONS, ()),
    ("workshop: - - -", _NO_OPTIONS, ()),
    # Pump house and bucket
    (
        "A: bucket, 1 grosz | S1: A | S2: A | 1L1: A [-/3] | 1L2: A [-/0] | 1L4: [?/1]",
        _NO_OPTIONS,
        (
            *(ms.VisitPumpHouse("1L1", water) for water in (0, 2, 4)),
            ms.VisitPumpHouse("1L2", 1),
            ms.VisitPumpHouse("1L4", 1),
            ms.UseBucket("1L1", "1L3"),
            ms.UseBucket("1L1", "1R1"),
            ms.UseBucket("1L2", "1L1"),
            ms.UseBucket("1L4", "1L3"),
        ),
    ),
    ("A: bucket, 0 groszy | S1: A | S2: A | 1L1: A | 1L2: a [-/1]", _NO_OPTIONS, (ms.UseBucket("1L2", "1L4"),)),
    ("A: bucket", _NO_OPTIONS, ()),
    ("A: bucket used", _NO_OPTIONS, ()),
    # Food, rest
    ("A: food | S1: B | S2: B | 1L1: aA", _NO_OPTIONS, (ms.UseFood(("1L1", "1L1")), ms.UseFood(("1L2",)))),
    ("A: food", _NO_OPTIONS, ()),
    ("A: food used", _NO_OPTIONS, ()),
    ("S1: A | S2: A | 1L1: aa [BG/1]", {"passes": 1, "actions_left": 1}, ()),
    ("S1: A | S2: A | 1L1: aa [BG/1]", {"actions_left": 1}, ()),
    ("S1: A | S2: A", {"passes": 1, "actions_left": 1}, ()),
    ("S1: A | S2: A | 1L1: aa [BG/1]", {"round": 1}, ()),
    # Market
    (
        "A: B, 2 groszy | market: BBBGG",
        _NO_OPTIONS,
        (
            _trade("sell brown", "sell brown"),
            _trade("sell white"),
            _trade("sell green"),
            _trade("buy green"),
            _trade("buy white"),
            _trade("sell brown", "buy brown"),
            _trade("sell brown", "buy green"),
            _trade("sell brown", "buy green", privilege=True),
        ),
    ),
    (
        "A: 20 groszy, commercial_privilege | market: BW",
        _NO_OPTIONS,
        (
            _trade("buy white", "buy white"),
            _trade("buy white", "buy white", privilege=True),
            _trade("buy brown", "buy brown"),
            _trade("buy brown", "sell brown"),
            _trade("buy brown", "buy green"),
            _trade("sell brown", "sell green", privilege=True),
        ),
    ),
    ("A: 8 groszy | market: BW", _NO_OPTIONS, (_trade("buy brown", "buy white"), _trade("buy white", "buy brown"))),
    (
        "A: BBBG, commercial_privilege used | market: BBB",
        _NO_OPTIONS,
        (
            _trade("sell brown", "sell brown"),
            _trade("sell green", "sell green"),
            _trade("sell brown", privilege=True),
        ),
    ),
    ("A: BBG | market: BBBBGGGWW", _NO_OPTIONS, (_trade("sell brown", "sell green"), _trade("sell green"))),
    ("A: BG | market: BBBBGG", _NO_OPTIONS, (_trade("sell green", "sell brown"), _trade("sell green", "sell green"))),
    ("A: 0 groszy", _NO_OPTIONS, ()),
    ("market: -", _NO_OPTIONS, ()),
    ("A: 0 groszy | market: -", _NO_OPTIONS, ()),
    ("A: B, 1 grosz | market: BBBB", _NO_OPTIONS, ()),
    # Castle
    ("A: royal_privilege used", _NO_OPTIONS, (ms.VisitCastle("stock", True),)),
    ("", _NO_OPTIONS, (ms.VisitCastle("stock", True),)),
    ("A: BBW | castle: GG=13 - BBB=15", _ARRIVAL, tuple(map(ms.CompleteOrder, range(4)))),
    ("A: 4 groszy | castle: GG=13 - BBB=15", _ARRIVAL, (ms.CompleteOrder(0), ms.PayPenalty(2, None))),
    ("A: BBG | castle: - - -", _ARRIVAL, tuple(map(ms.CompleteOrder, range(4)))),
    ("A: BB | castle: GG=13 BB=9 -", _ARRIVAL, (ms.PayPenalty(3, None),)),
    (
        "A: W, 4 groszy | castle: GG=13 - -",
        _ARRIVAL,
        (ms.PayPenalty(2, None), ms.PayPenalty(1, None), ms.PayPenalty(1, "white"), ms.PayPenalty(0, "brown")),
    ),
    ("A: W, 2 groszy | castle: GG=13 - -", _ARRIVAL, (ms.PayPenalty(2, None), ms.PayPenalty(0, "green"))),
    ("A: 1 grosz | castle: GG=13 - -", _ARRIVAL, (ms.PayPenalty(3, None), ms.PayPenalty(0, None))),
    ("A: 5 groszy | castle: GG=13 - -", _ARRIVAL, (ms.PayPenalty(1, None), ms.PayPenalty(0, "green"))),
)
