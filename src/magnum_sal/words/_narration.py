"""Describe moves, events, and the steps of a game: the move, then its effects line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from ..engine.steps import Step
from ..errors import MisuseError
from ..errors.messages import brief, printable
from ..model import events
from ..model.events import CardTurnedUp, DieRolled, Event, MinersMoved, MoneyMoved, OrderMoved, PartChanged, ToolMoved
from ..model.meaning import Meaning, Role, fields_of, places_of
from ..model.moves import Move
from ..model.pieces import ARRIVING, BANK, LOOK, ORDER_STACK, PENDING_PILES, TOOL_STACK, ChamberTile, RoyalOrder
from ..model.ruleset import Ruleset
from ..model.state import GameState, check_state
from ..queries.payments import AFTER_MOVE, find_assistant_payments
from ._lookup import check_state_first, has_label, label, names_of, split_place
from ._told_events import with_telling
from .filling import TemplateFiller, sentence
from .languages import words_of

LONGEST_TOLD: Final = 2000
"""The maximum number of characters in the words for a move or an event."""


def move_in_words(state: GameState, move: Move, language: str = "en") -> str:
    """
    Describe a legal *move* of the player to move, without the player's name.

    Different legal moves in a position have different descriptions, which include costs, gains, and payments to other
    players.

    >>> from magnum_sal import PlaceMiner, VisitInn, new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> move_in_words(state, PlaceMiner("stock", "S1")), move_in_words(state, VisitInn())
    ('sends a miner from stock to S1', 'hires a miner for 6 groszy')
    >>> move_in_words(state, PlaceMiner("stock", "S1"), "de")
    'schickt einen Bergmann aus dem Vorrat nach S1'

    The words come from ``"place_miner.told"``, filled with the fields of the move and the additional facts of its rule
    (``Rule.told``). A move without such words is described by its heading and all its fields.

    Raises:
        MisuseError: the ruleset does not contain the move, *language* is not in ``LANGUAGES``, or an extension's
            ``Rule.told`` does not return a mapping.
    """
    return tell_move(state, move, language)[0]


def tell_move(state: GameState, move: Move, language: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """
    Return a legal *move* in words, and the amounts of groszy in its sentence.

    Each amount is paired with the name of the payee, which is empty if the sentence names no payee.
    """
    check_state(state)
    ruleset = state.ruleset
    if type(move) not in ruleset.by_move:
        raise MisuseError(f"{brief(move)} is not a move in the ruleset {ruleset.name!r}")
    amounts: list[tuple[str, int]] = []
    filling = TemplateFiller(language, ruleset, names_of(state), _meanings(move), amounts)
    told = filling.fill_first(facts_of(state, move), f"{move.type}.told")
    if told is None:
        # A list of fields does not say what is paid, so it must not suppress the description of any payment.
        return printable(_with_fields(move, attrs.evolve(filling, amounts=None)), LONGEST_TOLD), ()
    return printable(told, LONGEST_TOLD), tuple(amounts)


def facts_of(state: GameState, move: Move) -> dict[str, Any]:
    """Return the fields of a legal *move* and the facts of its rule, which override fields of the same name."""
    facts, rule = _facts(move), state.ruleset.by_move[type(move)]
    if rule.told is None:
        return facts
    try:
        told = rule.told(state, move)
    except LookupError:
        return facts  # the move is not legal
    if not isinstance(told, Mapping):
        raise MisuseError(f"the rule of {move.type!r}: told returned {brief(told)} instead of facts by name")
    return {**facts, **told}


def event_in_words(state: GameState, event: Event, language: str = "en") -> str:
    """
    Describe an event.

    >>> from magnum_sal import new_game
    >>> from magnum_sal.model.events import MoneyMoved
    >>> event_in_words(new_game(["Ada", "Ben"], seed=7), MoneyMoved(0, "bank", 5))
    'Ada pays the bank 5 groszy'

    Args:
        state: Any position of the game, for the names of the players and the words of its ruleset. The words for
            ``"part_changed.omens"`` describe an extension's part and are filled with the fields of its new value. The
            words for ``"card_turned_up.omens"`` and ``"die_rolled.weather"`` describe the extension's deck and its
            die.
        event: The event.
        language: One of ``LANGUAGES``.

    Raises:
        MisuseError: *state* is not a ``GameState``, *event* is not an ``Event``, or *language* is not in ``LANGUAGES``.
    """
    check_state_first(state, "event_in_words(state, event, language)")
    if not isinstance(event, Event):
        raise MisuseError(f"expected an event, got {brief(event)}")
    ruleset = state.ruleset
    part = event.value if isinstance(event, PartChanged) and attrs.has(type(event.value)) else None
    meanings, facts = _meanings(event), _facts(event)
    if (slot := _slot(event)) is not None:
        facts["slot"] = slot
    if part is not None:
        meanings, facts = {**_meanings(part), **meanings}, {**_facts(part), **facts}
    filling = TemplateFiller(language, ruleset, names_of(state), meanings)
    told = filling.fill_first(facts, _key(event, language, ruleset))
    return printable(_with_fields(event, filling) if told is None else told, LONGEST_TOLD)


def _key(event: Event, language: str, ruleset: Ruleset | None) -> str:
    """Return the id of an event's words, which for some events depends on the event's fields."""
    match event:
        case MoneyMoved():
            return f"{event.type}.{direction}" if (direction := direction_of(event)) else event.type
        case MinersMoved(target=target) if target == ARRIVING:
            return f"{event.type}.arrived"
        case OrderMoved() | ToolMoved() if _slot(event) is not None:
            return f"{event.type}.offered"
        case PartChanged(part=part) if has_label(f"{event.type}.{part}", language, ruleset):
            return f"{event.type}.{part}"
        case CardTurnedUp(deck=drawn) | DieRolled(die=drawn) if has_label(f"{event.type}.{drawn}", language, ruleset):
            return f"{event.type}.{drawn}"
    return event.type


def _slot(event: Event) -> int | None:
    """Return the slot where a card from a stack is laid out; None for any other event."""
    if not isinstance(event, OrderMoved | ToolMoved) or event.source not in (ORDER_STACK, TOOL_STACK):
        return None
    return split_place(event.target)[1] if isinstance(event.target, str) else None


def direction_of(paid: MoneyMoved) -> str:
    """Return ``"pays"`` (the bank), ``"earns"`` (from the bank) or ``"pays_player"``; empty for any other payment."""
    if paid.target == BANK:
        return "pays"
    if paid.source == BANK:
        return "earns"
    return "pays_player" if isinstance(paid.source, int) and isinstance(paid.target, int) else ""


def _facts(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields_of(type(value))}


def _meanings(value: Any) -> dict[str, Meaning | None]:
    return {field.name: field.meaning for field in fields_of(type(value))}


def _with_fields(value: Move | Event, filling: TemplateFiller) -> str:
    """Describe a move or event of an extension that has a name but no sentence."""
    heading, told = label(value.type, filling.language, filling.ruleset), filling.in_parts(value)
    return f"{heading}: {told}" if told else heading


def step_in_words(step: Step, language: str = "en") -> tuple[str, ...]:
    """
    Describe a move and its effects, one sentence each: payments with their reason, discoveries, and new turns.

    A payment is omitted if the move's own sentence states the amount and, for a payment to a player, the payee. Miners
    that a meal feeds are omitted for the same reason. Effects that readers can work out, such as a move on a track, are
    omitted too. Salt, water and tools that a reaction moves appear, and so do events from extensions.

    >>> from magnum_sal import Game, VisitInn
    >>> game = Game.new(["Ada", "Ben"], seed=7)
    >>> for sentence in step_in_words(game.play(VisitInn()).step):
    ...     print(sentence)
    Ada: hires a miner for 6 groszy
    Round 1: Ben has 1 action

    ``apply(state, move).step``, ``game.play(move).step`` and ``game.last_step`` are steps, and ``game.steps()`` yields
    all steps of a game.

    Raises:
        MisuseError: *step* is not a ``Step``, or *language* is not in ``LANGUAGES``.
    """
    if not isinstance(step, Step):
        raise MisuseError(f"expected a Step (see Game.last_step), got {brief(step)}")
    player = step.before.players[step.seat].name
    told, stated = tell_move(step.before, step.move, language)
    return f"{player}: {told}", *_consequences(step.before, step.events, step.move, language, stated)


def reveal_in_words(state: GameState, events: Iterable[Event], language: str = "en") -> tuple[str, ...]:
    """
    Describe the effects of a revealed piece, as ``step_in_words`` does for a move.

    >>> from magnum_sal import RoyalOrder, open_table, reveal
    >>> table = open_table(["Ada", "Ben"])
    >>> reveal_in_words(table, reveal(table, RoyalOrder.parse("BB=9")).events)
    ('New order in space 1 of the castle: BB=9',)

    The piece was pending in *state*, and *events* are the events of the transition that ``reveal`` returned.

    Raises:
        MisuseError: *state* is not a ``GameState``, *events* contains anything but events, or *language* is not in
            ``LANGUAGES``.
    """
    check_state_first(state, "reveal_in_words(state, events, language)")
    given: Any = events
    happened = tuple(given) if isinstance(given, Iterable) else (given,)
    for event in happened:
        # Callers may pass the transition itself by mistake. Its first entry is a state.
        if not isinstance(event, Event):
            raise MisuseError(f"events: expected the events of a transition, got {brief(event)}")
    words_of(language)  # raises an error for an unknown language
    return tuple(_consequences(state, happened, None, language))


def pending_in_words(state: GameState, language: str = "en") -> str:
    """
    Describe the ``pending`` piece of *state*, which must be revealed; empty if there is none. Slots start at 1.

    >>> from magnum_sal import open_table
    >>> pending_in_words(open_table(["Ada", "Ben"]))
    'to be turned up: the royal order in space 1'

    Raises:
        MisuseError: *state* is not a ``GameState``, or *language* is not in ``LANGUAGES``.
    """
    check_state_first(state, "pending_in_words(state, language)")
    words_of(language)  # raises an error for an unknown language
    pending = state.pending
    if pending is None:
        return ""
    place = pending.place if isinstance(pending.place, str) else pending.place + 1
    if pending.pile in state.ruleset.dice:
        return sentence("pending.die", language, state.ruleset, die=pending.pile)
    if pending.pile not in (*PENDING_PILES, LOOK):
        return sentence("pending.card", language, state.ruleset, place=place, deck=pending.pile)
    return sentence(f"pending.{pending.pile}", language, place=place)


def piece_in_words(state: GameState, piece: ChamberTile | RoyalOrder | str, language: str = "en") -> str:
    """
    Return a revealed piece in words: a tile or an order in notation, a tool by its name.

    >>> from magnum_sal import ChamberTile, open_table
    >>> table = open_table(["Ada", "Ben"])
    >>> piece_in_words(table, ChamberTile.parse("BGG/2")), piece_in_words(table, "royal_privilege")
    ('BGG/2', 'royal privilege')

    Raises:
        MisuseError: *state* is not a ``GameState``, *piece* is not a piece, or *language* is not in ``LANGUAGES``.
    """
    check_state_first(state, "piece_in_words(state, piece, language)")
    if not isinstance(piece, ChamberTile | RoyalOrder | str):
        raise MisuseError(f"piece: expected a ChamberTile, a RoyalOrder or an id, got {brief(piece)}")
    words_of(language)  # raises an error for an unknown language
    return label(piece, language, state.ruleset) if isinstance(piece, str) else str(piece)


def _consequences(
    before: GameState,
    happened: Sequence[Event],
    move: Move | None,
    language: str,
    stated: Sequence[tuple[str, int]] = (),
) -> Iterator[str]:
    """
    Yield the effects of a move, or of a revealed piece if *move* is None.

    A payment among the *stated* amounts of the move is omitted. Each stated amount covers one payment.
    """
    # Amounts and payments are matched as multisets of (payee, groszy): a payment that equals an amount removes that
    # amount. So if a sentence states one amount, it hides only one of two equal payments. The earnings of an assistant
    # come from the bank, so an equal price of the move could hide them. The earnings are therefore found first, and
    # never matched.
    names = names_of(before)
    left = list(stated)
    assistants = find_assistant_payments(before, happened, move)
    cause = move
    for number, (event, is_told) in enumerate(with_telling(before, happened, language)):
        if isinstance(event, AFTER_MOVE):
            cause = None
        if isinstance(event, MoneyMoved):
            # Payments to or from the bank have no payee.
            payee = names[event.target] if isinstance(event.source, int) and isinstance(event.target, int) else ""
            payment = (payee, event.groszy)
            if cause is not None and number not in assistants and payment in left:
                left.remove(payment)
                continue
            yield _describe_payment(before, cause, event, assistants.get(number), language)
        elif cause is not None and _is_stated(event, cause):
            continue
        elif is_told:
            yield event_in_words(before, event, language)


def _is_stated(event: Event, move: Move) -> bool:
    """Check whether the sentence of *move* already states *event*, because its fields contain everything in it."""
    match event:
        case events.TileLookedAt(chamber=chamber):
            return chamber in (*places_of(move, Role.FROM), *places_of(move, Role.TO))
        case events.MinersRested(chamber=chamber, miners=miners):
            # A meal names the chamber once for each miner. A move that names it once does not state a larger number.
            return any(
                field.is_tuple and getattr(move, field.name).count(chamber) == miners for field in fields_of(type(move))
            )
        case _:
            return False


def _describe_payment(
    before: GameState, move: Move | None, paid: MoneyMoved, building: str | None, language: str
) -> str:
    """Describe a payment and its reason, using words for this kind of move or its heading."""
    ruleset = before.ruleset
    filling = TemplateFiller(language, ruleset, names_of(before))
    source, target = filling.format_place(paid.source), filling.format_place(paid.target)
    facts = {"source": source, "target": target, "groszy": paid.groszy, "building": building}
    told = None
    if building is not None:
        told = filling.fill_first(facts, "assistant.earns")
    elif move is not None:
        told = filling.fill_first(facts, f"{move.type}.{direction_of(paid)}")
    if told is None:
        told = event_in_words(before, paid, language)
        if move is not None:
            because = {"payment": told, "reason": label(move.type, language, ruleset)}
            told = filling.fill_first(because, "money_moved.because") or told
    return printable(told, LONGEST_TOLD)
