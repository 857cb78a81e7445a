"""Telling moves and events in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import events
from .. import moves as m
from .._meaning import CARDS, CUBES, GROSZY, MINERS, PHASE, WATER, Meaning, fields_of
from .._wording import brief, printable
from ..errors import MisuseError
from ..events import Event
from ..fields import CHAMBER, PLACE, PLACE_ID, SEAT, SOURCE, SPACE
from ..moves import Move
from ..pieces import BANK, ORDER_STACK, TOOL_STACK, ChamberTile, RoyalOrder, SaltAmount
from ..ruleset import Ruleset
from ..state import GameState, Pending, check_state
from ._lookup import counted, has_label, label, place_label, roman


def move_in_words(state: GameState, move: Move, language: str = "en") -> str:
    """
    Return what the player to move does with a legal *move*, told of them without their name.

    >>> from magnum_sal import PlaceMiner, new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> move_in_words(state, PlaceMiner("stock", "S1"))
    'sends a miner from stock to S1'
    >>> move_in_words(state, PlaceMiner("stock", "S1"), "de")
    'schickt einen Bergmann: Vorrat → S1'
    """
    check_state(state)
    ruleset = state.ruleset
    if type(move) not in ruleset.by_move:
        raise MisuseError(f"{brief(move)} is no move that the ruleset {ruleset.name!r} knows")
    names = [player.name for player in state.players]
    fields = {**_fields_in_words(move, names, language, ruleset), **_parts(state, move, language)}
    key = f"{move.type}.told"
    if has_label(key, language, ruleset):
        return label(key, language, ruleset).format(**fields)
    return _with_fields(label(move.type, language, ruleset), _fields_in_words(move, names, language, ruleset))


def event_in_words(event: Event, names: Sequence[str], language: str = "en", ruleset: Ruleset | None = None) -> str:
    """
    Return what happened.

    >>> from magnum_sal import MoneyMoved
    >>> event_in_words(MoneyMoved(0, "bank", 5), ["Ada", "Ben"])
    '5 groszy: Ada → bank'

    Args:
        event: What happened.
        names: The players' names by seat.
        language: One of ``LANGUAGES``.
        ruleset: The rules of the game, for the words of extensions.

    Raises:
        MisuseError: *event* is none, or the language is not known.
    """
    if not isinstance(event, Event):
        raise MisuseError(f"{brief(event)} is no event")
    fields = _fields_in_words(event, names, language, ruleset)
    if has_label(event.type, language, ruleset):
        return label(event.type, language, ruleset).format(**fields)
    return _with_fields(label(event.type, language, ruleset), fields)


def transition_in_words(
    before: GameState, move: Move, happened: Iterable[Event], language: str = "en"
) -> tuple[str, ...]:
    """
    Return what a move was and what came of it, as one would tell it: income, discoveries, new turns and phases.

    What the move itself says, or what a reader works out, is left out; events of extensions are always told.

    >>> from magnum_sal import PlaceMiner, apply, new_game
    >>> state, move = new_game(["Ada", "Ben"], seed=7), PlaceMiner("stock", "S1")
    >>> transition_in_words(state, move, apply(state, move).events)
    ('Ada: sends a miner from stock to S1', 'Round 1: Ben, actions: 1')

    Args:
        before: The position in which the move was made.
        move: The move.
        happened: Its events.
        language: One of ``LANGUAGES``.
    """
    check_state(before)
    return (
        f"{before.player.name}: {move_in_words(before, move, language)}",
        *reveal_in_words(before, happened, language),
    )


def pending_in_words(pending: Pending, language: str = "en") -> str:
    """
    Return which piece must be turned up; slots are counted from 1 here, as the spaces at a table are.

    >>> from magnum_sal import open_table
    >>> pending_in_words(open_table(["Ada", "Ben"]).pending)
    'to be turned up: the royal order in space 1'
    """
    place = pending.place if isinstance(pending.place, str) else pending.place + 1
    return label(f"pending.{pending.pile}", language).format(place=place)


def piece_in_words(piece: ChamberTile | RoyalOrder | str, language: str = "en", ruleset: Ruleset | None = None) -> str:
    """
    Return how a piece that was turned up is called: tiles and orders as they are written, tools by name.

    >>> from magnum_sal import ChamberTile
    >>> piece_in_words(ChamberTile.parse("BGG/2")), piece_in_words("royal_privilege")
    ('BGG/2', 'royal privilege')
    """
    return label(piece, language, ruleset) if isinstance(piece, str) else str(piece)


def reveal_in_words(before: GameState, happened: Iterable[Event], language: str = "en") -> tuple[str, ...]:
    """
    Return what came of a piece that was turned up, as ``transition_in_words`` tells it of a move.

    >>> from magnum_sal import RoyalOrder, open_table, reveal
    >>> table = open_table(["Ada", "Ben"])
    >>> reveal_in_words(table, reveal(table, RoyalOrder.parse("BB=9")).events)
    ('order BB=9: order stack → castle 1',)
    """
    check_state(before)
    names = [player.name for player in before.players]
    return tuple(
        event_in_words(event, names, language, before.ruleset) for event in happened if _is_worth_telling(event)
    )


def _is_worth_telling(event: Event) -> bool:
    match event:
        case events.MoneyMoved():
            return event.target != BANK
        case events.OrderMoved():
            return event.source == ORDER_STACK
        case events.ToolMoved():
            return event.source == TOOL_STACK
        case _:
            return not isinstance(event, _UNTOLD)


_UNTOLD = (
    events.ActionClosed,
    events.ActionPassed,
    events.ActionTaken,
    events.GameStarted,
    events.InnMarkerMoved,
    events.MinersMoved,
    events.MinersTired,
    events.OrderTrackMoved,
    events.PileMoved,
    events.SaltMoved,
    events.ToolReadied,
    events.ToolUsed,
    events.TurnEnded,
    events.WaterMoved,
)


def _with_fields(heading: str, fields: dict[str, str]) -> str:
    """Tell of what an extension gave a name, but no sentence."""
    return f"{heading}: {', '.join(fields.values())}" if fields else heading


def _fields_in_words(
    value: Move | Event, names: Sequence[str], language: str, ruleset: Ruleset | None
) -> dict[str, str]:
    return {
        field.name: _in_words(field.meaning, getattr(value, field.name), names, language, ruleset)
        for field in fields_of(type(value))
    }


_PLACES = (SEAT, PLACE, PLACE_ID, SOURCE, SPACE, CHAMBER)
_COUNTED = {GROSZY: "grosz", MINERS: "miner", WATER: "water", CUBES: "cube", CARDS: "card"}


def _in_words(meaning: Meaning | None, value: Any, names: Sequence[str], language: str, ruleset: Ruleset | None) -> str:
    """Return one field of a move or an event in words."""
    if value is None:
        return label("none", language)
    if isinstance(value, SaltAmount | RoyalOrder | ChamberTile):
        return str(value)
    if isinstance(value, tuple):
        return ", ".join(_in_words(meaning, part, names, language, ruleset) for part in value)
    if meaning in _COUNTED and isinstance(value, int):
        return counted(value, _COUNTED[meaning], language)
    if meaning is PHASE:
        return roman(value)
    if meaning in _PLACES and isinstance(value, (int, str)):
        return place_label(value, names, language, ruleset)
    return label(value, language, ruleset) if isinstance(value, str) else printable(str(value))


def _parts(state: GameState, move: Move, language: str) -> dict[str, str]:
    """Return what a move's own fields do not tell: the tool bought, the order, tools used along with an action."""
    ruleset = state.ruleset
    parts: dict[str, str] = {"tools": _tools_used(move, language)}
    match move:
        case m.ExtractSalt():
            parts["groszy"] = counted(sum(move.payments), "grosz", language)
        case m.VisitWorkshop():
            tool = state.workshop.offer[move.slot] if move.slot < len(state.workshop.offer) else None
            parts["tool"] = label(tool or "none", language, ruleset)
        case m.VisitMarket():
            parts["trades"] = ", ".join(
                label(trade.type, language).format(salt=label(trade.salt, language)) for trade in move.transactions
            )
        case m.CompleteOrder():
            order = state.castle.open[move.slot] if move.slot < len(state.castle.open) else None
            parts["order"] = str(order) if order else label("none", language)
        case m.PayPenalty():
            fine = counted(move.money, "grosz", language)
            parts["fine"] = label(move.salt, language) if move.salt else fine
    return parts


def _tools_used(move: Move, language: str) -> str:
    tools = list(_tool_counts(move, language))
    return label("with_tools", language).format(tools=", ".join(tools)) if tools else ""


def _tool_counts(move: Move, language: str) -> Iterator[str]:
    match move:
        case m.ExtractSalt():
            for count, tool in ((move.pickaxes, "pickaxe"), (move.carts, "cart")):
                if count:
                    yield f"{count} {label(tool, language)}"
        case m.VisitMarket(commercial_privilege=True):
            yield label("commercial_privilege", language)
        case m.VisitCastle(royal_privilege=True):
            yield label("royal_privilege", language)
