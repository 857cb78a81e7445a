"""The moves: immutable values with exactly the fields of their JSON forms."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

import attrs

from .._internal.checks import refuse
from .._internal.immutable import Immutable
from .fields import (
    BuildingId,
    ChamberId,
    Count,
    Flag,
    From,
    Groszy,
    KindOfSalt,
    MinerSource,
    Salt,
    Slot,
    SpaceId,
    To,
    Water,
)
from .meaning import Meaning, Validator, Within, check_fields
from .mine.geometry import CHAMBER
from .pieces import KIND, SALT_KINDS

__all__ = [
    "CompleteOrder",
    "EndTurn",
    "ExtractSalt",
    "Move",
    "Pass",
    "PayPenalty",
    "PlaceAssistant",
    "PlaceMiner",
    "Rest",
    "StandardMove",
    "Transaction",
    "UseBucket",
    "UseFood",
    "UseRope",
    "VisitCastle",
    "VisitInn",
    "VisitMarket",
    "VisitPumpHouse",
    "VisitTownSquare",
    "VisitWorkshop",
]

_SELL: Final = "sell"
_TRADES: Final = (_SELL, "buy")
_TRADE: Final = Meaning(
    "trade", '"sell" or "buy"', lambda value: type(value) is str and value in _TRADES, lambda _: _TRADES
)


# Type checkers take the types of these three fields' arguments from the converters below. JSON has lists, but a move
# must be hashable, so the converters change lists to tuples. They return everything else as it is, and the move refuses
# it.
def _groszy_by_seat(value: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, list) else value


@attrs.frozen
class Move(Immutable):
    """
    The base of all moves, including the moves of extensions.

    A move is a plain value: you can compare, hash, pickle and serialize it. In JSON, ``"type"`` names its class. The
    constructor checks the types of the fields. Ask a state whether the rules allow the move.
    """

    type: ClassVar[str]
    """The value of ``"type"`` in JSON."""

    def __attrs_post_init__(self) -> None:
        check_fields(self)


# Programs store the children of a position by move, so all moves cache their hashes.
@attrs.frozen(cache_hash=True)
class PlaceMiner(Move):
    """Place or move a rested miner in the mine; an action (MOVE-1)."""

    type: ClassVar[str] = "place_miner"
    source: From[MinerSource]
    """``"stock"``, a mine space, or the building that an assistant leaves."""
    target: To[SpaceId]
    """The mine space that the miner enters."""


@attrs.frozen(cache_hash=True)
class ExtractSalt(Move):
    """Extract salt from a chamber and carry it to the surface; an action (MINE-1, HAUL-1)."""

    type: ClassVar[str] = "extract_salt"
    chamber: From[ChamberId]
    """The chamber where the miners work."""
    salt: Salt
    """The number of cubes of each kind to carry to the surface."""
    pickaxes: Count
    """The number of pickaxes used (PICK-1)."""
    carts: Count
    """The number of carts used (CART-1)."""
    payments: tuple[Groszy, ...] = attrs.field(converter=_groszy_by_seat)
    """The total amount of groszy paid to each seat, in seat order; the player's own entry is 0 (HAUL-3)."""


@attrs.frozen(cache_hash=True)
class PlaceAssistant(Move):
    """Send a rested miner to a building as its assistant, if it has none; an action (ASST-1)."""

    type: ClassVar[str] = "place_assistant"
    source: From[MinerSource]
    """``"stock"``, a mine space, or the building that an assistant leaves."""
    building: To[BuildingId]
    """The id of the building, such as ``"market"``."""


@attrs.frozen(cache_hash=True)
class VisitInn(Move):
    """Hire a miner; an action (INN-1)."""

    type: ClassVar[str] = "visit_inn"


@attrs.frozen(cache_hash=True)
class VisitWorkshop(Move):
    """Buy the tool in a slot of the workshop; an action (SHOP-1)."""

    type: ClassVar[str] = "visit_workshop"
    slot: Slot
    """The slot of the tool, 0 for the cheapest."""


@attrs.frozen(cache_hash=True)
class VisitPumpHouse(Move):
    """Pay to remove water from one chamber; an action (PUMP-1)."""

    type: ClassVar[str] = "visit_pump_house"
    chamber: From[ChamberId]
    """The chamber with the water."""
    water: Water
    """The number of cubes of water to remove."""


@attrs.frozen(cache_hash=True)
class Transaction(Immutable):
    """One trade at the market: ``Transaction("sell", "green")`` or ``Transaction("buy", "brown")``."""

    type: Literal["sell", "buy"] = attrs.field(validator=Validator(_TRADE))
    """``"sell"`` or ``"buy"``."""
    salt: KindOfSalt = attrs.field(validator=Validator(KIND))
    """The kind of cube: ``"brown"``, ``"green"`` or ``"white"``."""


def _canonical_trades(value: list[Transaction] | tuple[Transaction, ...]) -> tuple[Transaction, ...]:
    """Sort trades of different kinds into the order of MARKET-4; keep the order of two trades of the same kind."""
    trades = tuple(value) if isinstance(value, list) else value
    given: object = trades
    if not (isinstance(given, tuple) and all(isinstance(trade, Transaction) for trade in given)):
        return trades
    # With different kinds, the order matters only for having enough money. A sale earns money, so a sale before a
    # purchase allows everything that the other order allows. With one kind the order matters, because the two trades
    # may concern the same cube.
    if len(trades) == 2 and trades[0].salt != trades[1].salt:
        return tuple(sorted(trades, key=lambda trade: (trade.type != _SELL, SALT_KINDS.index(trade.salt))))
    return trades


@attrs.frozen(cache_hash=True)
class VisitMarket(Move):
    """Make one or two trades at the market; an action (MARKET-1 to MARKET-4)."""

    type: ClassVar[str] = "visit_market"
    transactions: Annotated[tuple[Transaction, ...], Within(1, 2)] = attrs.field(converter=_canonical_trades)
    """One or two trades; trades of different kinds are in the order of MARKET-4."""
    commercial_privilege: Flag = False
    """Whether a commercial privilege is used, which improves the price of each trade (MARKET-3)."""

    @transactions.validator
    def _some(self, _: attrs.Attribute[Any], value: object) -> None:
        if (
            not isinstance(value, tuple)
            or len(value) not in (1, 2)
            or not all(type(trade) is Transaction for trade in value)
        ):
            refuse(self, "transactions", value, "a list of one or two transactions")


@attrs.frozen(cache_hash=True)
class VisitTownSquare(Move):
    """Take 1 grosz from the bank; an action (SQUARE-1)."""

    type: ClassVar[str] = "visit_town_square"


@attrs.frozen(cache_hash=True)
class VisitCastle(Move):
    """Send a rested miner to the castle line; an action (CASTLE-1)."""

    type: ClassVar[str] = "visit_castle"
    source: From[MinerSource]
    """The place the miner leaves: ``"stock"``, a mine space, or the building that an assistant leaves."""
    royal_privilege: Flag = False
    """Whether a royal privilege is used, which sends the miner straight to the left circle (CASTLE-1)."""


@attrs.frozen(cache_hash=True)
class Pass(Move):
    """Pass an action. If you pass every action of a turn that has at least two, your miners rest (TURN-4)."""

    type: ClassVar[str] = "pass"


@attrs.frozen(cache_hash=True)
class Rest(Move):
    """Give up all actions so that the miners rest; this ends the turn (TURN-4)."""

    type: ClassVar[str] = "rest"


@attrs.frozen(cache_hash=True)
class UseRope(Move):
    """Place or move one more miner in the same action (ROPE-1)."""

    type: ClassVar[str] = "use_rope"
    source: From[MinerSource]
    """``"stock"``, a mine space, or the building that an assistant leaves."""
    target: To[SpaceId]
    """The mine space that the miner enters."""


@attrs.frozen(cache_hash=True)
class UseBucket(Move):
    """Move one cube of water to an adjacent chamber (BUCKET-1)."""

    type: ClassVar[str] = "use_bucket"
    source: From[ChamberId]
    """The chamber the cube leaves."""
    target: To[ChamberId]
    """The adjacent chamber the cube goes to."""


def _sort_chambers(value: list[ChamberId] | tuple[ChamberId, ...]) -> tuple[ChamberId, ...]:
    # The order of the chambers does not change which miners eat, so there is only one move for all orders.
    given: object = value
    if not isinstance(given, (list, tuple)):
        return value  # type: ignore[return-value]  # the validator refuses it
    return tuple(sorted(given)) if all(isinstance(chamber, str) for chamber in given) else tuple(given)


@attrs.frozen(cache_hash=True)
class UseFood(Move):
    """Feed one or two tired miners, who stand up (FOOD-1)."""

    type: ClassVar[str] = "use_food"
    chambers: Annotated[tuple[ChamberId, ...], Within(1, 2)] = attrs.field(converter=_sort_chambers)
    """The chambers of the miners, one id per miner."""

    @chambers.validator
    def _one_or_two(self, field: attrs.Attribute[Any], value: object) -> None:
        if not isinstance(value, tuple) or len(value) not in (1, 2):
            refuse(self, "chambers", value, "a list of one or two chambers")
        for chamber in value:
            Validator(CHAMBER)(self, field, chamber)


@attrs.frozen(cache_hash=True)
class EndTurn(Move):
    """End a turn when no actions are left, although a tool could still be used (TURN-2)."""

    type: ClassVar[str] = "end_turn"


@attrs.frozen(cache_hash=True)
class CompleteOrder(Move):
    """Deliver an open royal order for a miner who reached the castle (CASTLE-3)."""

    type: ClassVar[str] = "complete_order"
    slot: Slot
    """The slot of the order among the castle's open orders, 0 for the first."""


@attrs.frozen(cache_hash=True)
class PayPenalty(Move):
    """Pay for a miner who reached the castle and cannot complete an order (CASTLE-4)."""

    type: ClassVar[str] = "pay_penalty"
    money: Groszy
    """The amount paid in groszy; 0 if a cube is given."""
    salt: KindOfSalt | None = None
    """The kind of cube given instead of money, or None."""


StandardMove: TypeAlias = (
    PlaceMiner
    | ExtractSalt
    | PlaceAssistant
    | VisitInn
    | VisitWorkshop
    | VisitPumpHouse
    | VisitMarket
    | VisitTownSquare
    | VisitCastle
    | Pass
    | Rest
    | UseRope
    | UseBucket
    | UseFood
    | EndTurn
    | CompleteOrder
    | PayPenalty
)
"""
Any move of the standard ruleset and its variants, in the order in which ``legal_moves`` lists them.

Other rulesets have their own moves, so functions return ``Move``. With ``isinstance(move, StandardMove)``, a type
checker can tell whether a ``match`` covers all these moves.
"""
