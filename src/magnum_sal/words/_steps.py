"""Telling a step of a game: the move, and what came of it line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..errors import MisuseError
from ..errors.messages import brief, printable
from ..model import events
from ..model.events import Event, MoneyMoved
from ..model.moves import Move
from ..model.pieces import ARRIVING, ORDER_STACK, PENDING_PILES, TOOL_STACK, ChamberTile, RoyalOrder
from ..model.ruleset import Ruleset
from ..model.state import GameState, Pending, check_state
from ..queries.steps import Step
from ._lookup import has_label, label
from ._narration import LONGEST_TOLD, direction_of, event_in_words, tell_move
from .filling import Filling, sentence


def step_in_words(step: Step, language: str = "en") -> tuple[str, ...]:
    """
    Return what a move was and what came of it, a sentence each: payments with their reason, discoveries, new turns.

    A payment is left out if the move's own sentence states its amount and, where a player is paid, names the payee. So
    is what a reader works out, such as a track that moves. Events of extensions are always told.

    >>> from magnum_sal import Game, VisitInn
    >>> game = Game.new(["Ada", "Ben"], seed=7)
    >>> _ = game.play(VisitInn())
    >>> for sentence in step_in_words(next(game.steps())):
    ...     print(sentence)
    Ada: hires a miner for 6 groszy
    Round 1: Ben has 1 action

    A step is what ``Game.steps`` yields, or of what ``apply`` returned, ``Step(before, move, after, events)``.

    Raises:
        MisuseError: *step* is none, or *language* is none of ``LANGUAGES``.
    """
    if not isinstance(step, Step):
        raise MisuseError(f"{brief(step)} is no Step, as Game.steps yields them")
    player = step.before.players[step.seat].name
    told, stated = tell_move(step.before, step.move, language)
    return f"{player}: {told}", *_consequences(step.before, step.events, step.move, language, stated)


def reveal_in_words(before: GameState, happened: Iterable[Event], language: str = "en") -> tuple[str, ...]:
    """
    Return what came of a piece that was turned up, as ``step_in_words`` tells it of a move.

    >>> from magnum_sal import RoyalOrder, open_table, reveal
    >>> table = open_table(["Ada", "Ben"])
    >>> reveal_in_words(table, reveal(table, RoyalOrder.parse("BB=9")).events)
    ('New in space 1 of the castle: the order BB=9',)

    The piece was pending in the position *before*, and what *happened* are the events of ``reveal``.
    """
    check_state(before)
    return tuple(_consequences(before, tuple(happened), None, language))


def pending_in_words(pending: Pending, language: str = "en", ruleset: Ruleset | None = None) -> str:
    """
    Return which piece must be turned up; slots are counted from 1 here, as the spaces at a table are.

    >>> from magnum_sal import open_table
    >>> pending_in_words(open_table(["Ada", "Ben"]).pending)
    'to be turned up: the royal order in space 1'
    """
    place = pending.place if isinstance(pending.place, str) else pending.place + 1
    if pending.pile not in PENDING_PILES:
        return sentence("pending.card", language, ruleset, place=place, deck=pending.pile)
    return sentence(f"pending.{pending.pile}", language, place=place)


def piece_in_words(piece: ChamberTile | RoyalOrder | str, language: str = "en", ruleset: Ruleset | None = None) -> str:
    """
    Return how a piece that was turned up is called: tiles and orders as they are written, tools by name.

    >>> from magnum_sal import ChamberTile
    >>> piece_in_words(ChamberTile.parse("BGG/2")), piece_in_words("royal_privilege")
    ('BGG/2', 'royal privilege')
    """
    return label(piece, language, ruleset) if isinstance(piece, str) else str(piece)


def _consequences(
    before: GameState,
    happened: Sequence[Event],
    move: Move | None,
    language: str,
    stated: Sequence[tuple[str, int]] = (),
) -> Iterator[str]:
    """
    Yield what came of a move, or of a piece that was turned up where there is none.

    A payment that is among the amounts *stated* with the move is left out. Each of them stands for one payment.
    """
    names = [player.name for player in before.players]
    left = list(stated)
    assistants = _assistants_paid(before, happened, move)
    cause = move
    for number, event in enumerate(happened):
        if isinstance(event, MoneyMoved):
            payment = (_payee(before, event), event.groszy)
            if cause is not None and number not in assistants and payment in left:
                left.remove(payment)
                continue
            yield _payment(before, cause, event, assistants.get(number), language)
        elif isinstance(event, events.MomentsPassed):
            cause = None  # what comes now is brought by extensions, and not paid for the move
        elif _is_worth_telling(event, before.ruleset, language):
            yield event_in_words(event, names, language, before.ruleset)


def _assistants_paid(before: GameState, happened: Sequence[Event], move: Move | None) -> dict[int, str]:
    """Return the buildings whose assistants earned something, by the number of the event."""
    found: dict[int, str] = {}
    for building in _buildings_paying(before, happened, move):
        for paid in before.ruleset.rulings.assistant_paid(before, building):
            # The assistant is paid last.
            numbers = [number for number, event in enumerate(happened) if event == paid and number not in found]
            if numbers:
                found[numbers[-1]] = building
    return found


def _buildings_paying(before: GameState, happened: Sequence[Event], move: Move | None) -> tuple[str, ...]:
    """Return the building visited, or for a royal order those that do not pay for visits (ASST-2)."""
    ruleset = before.ruleset
    building = None if move is None else ruleset.by_move[type(move)].building_id
    if building is not None:
        return (building,) if building in ruleset.paying_buildings else ()
    if move is not None and not any(isinstance(event, events.OrderTrackMoved) for event in happened):
        return ()
    return tuple(place for place in ruleset.assistant_places if place not in ruleset.paying_buildings)


def _payee(before: GameState, paid: MoneyMoved) -> str:
    """Return the name of a player whom another one pays; empty for what the bank gets or gives."""
    if isinstance(paid.source, int) and isinstance(paid.target, int):
        return before.players[paid.target].name
    return ""


def _payment(before: GameState, move: Move | None, paid: MoneyMoved, building: str | None, language: str) -> str:
    """Return who paid whom, and for what: in the words for the kind of move, else with its heading."""
    ruleset = before.ruleset
    names = tuple(player.name for player in before.players)
    filling = Filling(language, ruleset, names)
    source, target = filling.placed(paid.source), filling.placed(paid.target)
    facts = {"source": source, "target": target, "groszy": paid.groszy, "building": building}
    told = None
    if building is not None:
        told = filling.told("assistant.earns", facts)
    elif move is not None:
        told = filling.told(f"{move.type}.{direction_of(paid)}", facts)
    if told is None:
        told = event_in_words(paid, names, language, ruleset)
        if move is not None:
            because = {"payment": told, "reason": label(move.type, language, ruleset)}
            told = filling.told("money_moved.because", because) or told
    return printable(told, LONGEST_TOLD)


def _is_worth_telling(event: Event, ruleset: Ruleset, language: str) -> bool:
    match event:
        case events.PartChanged():
            return has_label(f"{event.type}.{event.part}", language, ruleset)
        case events.OrderMoved():
            return event.source == ORDER_STACK
        case events.ToolMoved():
            return event.source == TOOL_STACK
        case events.MinersMoved():
            return event.target == ARRIVING
        case _:
            return not isinstance(event, _UNTOLD)


_UNTOLD: Final = (
    events.ActionClosed,
    events.ActionPassed,
    events.ActionTaken,
    events.CardAwaited,
    events.GameStarted,
    events.InnMarkerMoved,
    events.OrderTrackMoved,
    events.PileMoved,
    events.SaltMoved,
    events.ToolReadied,
    events.ToolUsed,
    events.TurnEnded,
    events.WaterMoved,
)
