"""Moves, events and notices, matched by class: the type checker reports a missing class."""

from typing import assert_never, assert_type

import magnum_sal as ms
from magnum_sal.model.events import (
    ActionClosed,
    ActionPassed,
    ActionTaken,
    CardAwaited,
    CardTurnedUp,
    ChamberRevealed,
    DeckReshuffled,
    DieAwaited,
    DieRolled,
    GameEnded,
    GameStarted,
    InnMarkerMoved,
    MinersMoved,
    MinersRested,
    MinersTired,
    MomentsPassed,
    MoneyMoved,
    OrderMoved,
    OrderTrackMoved,
    PartChanged,
    PhaseEnded,
    PhaseStarted,
    PileMoved,
    SaltMoved,
    StandardEvent,
    TileLaid,
    TileLookedAt,
    TileSeen,
    ToolMoved,
    ToolReadied,
    ToolUsed,
    TurnEnded,
    TurnStarted,
    WaterMoved,
)


def every_move(move: ms.StandardMove) -> str:
    """A move of the standard game is one of these classes."""
    match move:
        case ms.PlaceMiner() | ms.UseRope():
            assert_type(move.target, str)
            return f"{move.source} to {move.target}"
        case ms.ExtractSalt(chamber, salt):
            assert_type(salt, ms.SaltAmount)
            return f"{salt} out of {chamber}"
        case ms.PlaceAssistant(building=building):
            return building
        case ms.VisitWorkshop(slot) | ms.CompleteOrder(slot):
            assert_type(slot, int)
            return f"slot {slot}"
        case ms.VisitPumpHouse(water=water):
            return f"{water} cubes"
        case ms.VisitMarket(transactions):
            return " ".join(f"{trade.type} {trade.salt}" for trade in transactions)
        case ms.VisitCastle(royal_privilege=is_privileged):
            assert_type(is_privileged, bool)
            return "in line"
        case ms.UseBucket(source, target):
            return f"water from {source} to {target}"
        case ms.UseFood(chambers):
            return ", ".join(chambers)
        case ms.PayPenalty(money, salt):
            return f"{money} groszy" if salt is None else salt
        case ms.VisitInn() | ms.VisitTownSquare() | ms.Pass() | ms.Rest() | ms.EndTurn():
            return move.type
        case _:
            assert_never(move)


def a_move_left_out(move: ms.StandardMove) -> int:
    """The last line is an error, since there are other moves."""
    match move:
        case ms.Pass() | ms.Rest():
            return 0
        case _:
            assert_never(move)  # type: ignore[arg-type]


def moves_of_a_position(state: ms.GameState) -> list[str]:
    """A listed move may be an extension's, so ``isinstance`` must narrow it to the standard game's."""
    said = [every_move(move) for move in ms.legal_moves(state) if isinstance(move, ms.StandardMove)]
    every_move(ms.legal_moves(state)[0])  # type: ignore[arg-type]
    return said


def every_event(event: StandardEvent) -> int:
    """An event of the library is one of these classes, with the fields of its JSON form."""
    match event:
        case GameStarted() | PhaseStarted() | PhaseEnded() | GameEnded():
            return 0
        case TurnStarted() | TurnEnded() | ActionTaken() | ActionPassed() | ActionClosed():
            return event.seat
        case MinersMoved() | MinersTired() | MinersRested():
            return event.miners
        case ChamberRevealed(tile=tile) | TileLaid(tile=tile):
            return tile.water
        case MoneyMoved(source, target, groszy):
            assert_type(source, int | str)
            assert_type(target, int | str)
            return groszy
        case SaltMoved(salt=salt):
            return salt.total
        case WaterMoved(cubes=cubes):
            return cubes
        case InnMarkerMoved(source, target) | OrderTrackMoved(source, target):
            assert_type(source, int)
            return target - source
        case OrderMoved(order):
            return order.payment
        case ToolMoved(tool=tool) | ToolUsed(tool=tool) | ToolReadied(tool=tool):
            return len(tool)
        case PileMoved(cards=cards):
            return cards
        case CardAwaited() | CardTurnedUp() | PartChanged() | DieAwaited() | DieRolled() | TileLookedAt() | TileSeen():
            return 0
        case DeckReshuffled(cards=cards):
            return cards
        case MomentsPassed(moments):
            return moments
        case _:
            assert_never(event)


def an_event_left_out(event: StandardEvent) -> int:
    """The last line is an error, since there are other events."""
    match event:
        case MoneyMoved(groszy=groszy):
            return groszy
        case _:
            assert_never(event)  # type: ignore[arg-type]


def events_of_a_move(state: ms.GameState, move: ms.Move) -> int:
    """An extension may have its own events."""
    return sum(every_event(event) for event in ms.apply(state, move).events if isinstance(event, StandardEvent))


def every_notice(notice: ms.Notice) -> str | None:
    """A notice to a listener is one of these classes."""
    match notice:
        case ms.Played(transition) | ms.Redone(transition) | ms.Revealed(transition):
            assert_type(transition, ms.Transition)
            return None
        case ms.Undone(to):
            return f"back to {to}"
        case ms.Ended(reason):
            return reason
        case ms.LookNoted(event):
            return f"{event.chamber}: {event.tile}"
        case _:
            assert_never(notice)


def every_piece(piece: ms.Piece) -> str:
    """A piece that is turned up is a tile, an order, or the id of a tool or a card."""
    match piece:
        case ms.ChamberTile() | ms.RoyalOrder():
            return str(piece.salt)
        case str():
            return piece
        case _:
            assert_never(piece)


def pieces_of_a_position(state: ms.GameState) -> list[ms.Piece]:
    """The outcomes are all pieces that can be turned up next."""
    return [piece for piece, _ in ms.outcomes(state)]


def few_values_are_checked(kind: str) -> None:
    """The type checker knows fields with few values, and editors suggest them."""
    ms.Transaction("sell", "green")
    ms.Transaction("swap", "green")  # type: ignore[arg-type]
    ms.Transaction("buy", kind)  # type: ignore[arg-type]
    ms.PayPenalty(0, "blue")  # type: ignore[arg-type]
    ms.SaltAmount(brown=1).count("blue")  # type: ignore[arg-type]
