"""Telling moves and events in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from ..errors import MisuseError
from ..errors.messages import brief, printable
from ..model.events import CardTurnedUp, Event, MinersMoved, MoneyMoved, OrderMoved, PartChanged, ToolMoved
from ..model.meaning import Meaning, fields_of
from ..model.moves import Move
from ..model.pieces import ARRIVING, BANK, ORDER_STACK, TOOL_STACK
from ..model.ruleset import Ruleset
from ..model.state import GameState, check_state
from ._lookup import has_label, label, numbered
from .filling import Filling

LONGEST_TOLD: Final = 2000
"""Characters of a move or an event in words, at most."""


def move_in_words(state: GameState, move: Move, language: str = "en") -> str:
    """
    Return what the player to move does with a legal *move*, told of them without their name.

    No two legal moves of a position are told alike: the sentence has what the move costs or brings, and who is paid how
    much.

    >>> from magnum_sal import PlaceMiner, VisitInn, new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> move_in_words(state, PlaceMiner("stock", "S1")), move_in_words(state, VisitInn())
    ('sends a miner from stock to S1', 'hires a miner for 6 groszy')
    >>> move_in_words(state, PlaceMiner("stock", "S1"), "de")
    'schickt einen Bergmann aus dem Vorrat nach S1'

    The words are those for ``"place_miner.told"``, filled with the fields of the move and what its rule tells beside
    them (``Rule.told``). A move without such words is told by its heading and all its fields.

    Raises:
        MisuseError: the ruleset does not know the move, *language* is none of ``LANGUAGES``, or the rule of an
            extension tells no facts.
    """
    return tell_move(state, move, language)[0]


def tell_move(state: GameState, move: Move, language: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """
    Return a legal *move* in words, and the amounts of groszy that its sentence states.

    Each amount comes with the name of the player who is paid, which is empty where the sentence names none.
    """
    check_state(state)
    ruleset = state.ruleset
    if type(move) not in ruleset.by_move:
        raise MisuseError(f"{brief(move)} is no move that the ruleset {ruleset.name!r} knows")
    names = tuple(player.name for player in state.players)
    amounts: list[tuple[str, int]] = []
    filling = Filling(language, ruleset, names, _meanings(move), amounts)
    told = filling.told(f"{move.type}.told", facts_of(state, move))
    if told is None:
        return printable(_with_fields(move, attrs.evolve(filling, amounts=None)), LONGEST_TOLD), ()
    return printable(told, LONGEST_TOLD), tuple(amounts)


def facts_of(state: GameState, move: Move) -> dict[str, Any]:
    """Return the fields of a legal *move*, and what its rule tells beside them, in the place of those of the name."""
    facts, rule = _facts(move), state.ruleset.by_move[type(move)]
    if rule.told is None:
        return facts
    try:
        told = rule.told(state, move)
    except LookupError:
        return facts  # of a move that is not legal
    if not isinstance(told, Mapping):
        raise MisuseError(f"the rule of {move.type!r}: told returned {brief(told)} where facts by name belong")
    return {**facts, **told}


def event_in_words(event: Event, names: Sequence[str], language: str = "en", ruleset: Ruleset | None = None) -> str:
    """
    Return what happened.

    >>> from magnum_sal.model.events import MoneyMoved
    >>> event_in_words(MoneyMoved(0, "bank", 5), ["Ada", "Ben"])
    'Ada pays the bank 5 groszy'

    Args:
        event: What happened.
        names: The players' names by seat.
        language: One of ``LANGUAGES``.
        ruleset: The rules of the game, for the words of extensions: ``"part_changed.omens"`` for an extension's part,
            filled with the fields of its new value, ``"card_turned_up.omens"`` for its deck.

    Raises:
        MisuseError: *event* is none, *names* are no list of texts, or the language is not known.
    """
    if not isinstance(event, Event):
        raise MisuseError(f"{brief(event)} is no event")
    given: Any = names
    if not isinstance(given, Sequence) or not all(isinstance(name, str) for name in given):
        raise MisuseError(f"names: {brief(names)} is no list of the players' names by seat")
    part = event.value if isinstance(event, PartChanged) and attrs.has(type(event.value)) else None
    meanings, facts = _meanings(event), _facts(event)
    if (slot := _slot(event)) is not None:
        facts["slot"] = slot
    if part is not None:
        meanings, facts = {**_meanings(part), **meanings}, {**_facts(part), **facts}
    filling = Filling(language, ruleset, tuple(names), meanings)
    told = filling.told(_key(event, language, ruleset), facts)
    return printable(_with_fields(event, filling) if told is None else told, LONGEST_TOLD)


def _key(event: Event, language: str, ruleset: Ruleset | None) -> str:
    """Return the id of an event's words, which for some depends on who or what takes part."""
    match event:
        case MoneyMoved():
            return f"{event.type}.{direction}" if (direction := direction_of(event)) else event.type
        case MinersMoved(target=target) if target == ARRIVING:
            return f"{event.type}.arrived"
        case OrderMoved() | ToolMoved() if _slot(event) is not None:
            return f"{event.type}.offered"
        case PartChanged(part=part) if has_label(f"{event.type}.{part}", language, ruleset):
            return f"{event.type}.{part}"
        case CardTurnedUp(deck=deck) if has_label(f"{event.type}.{deck}", language, ruleset):
            return f"{event.type}.{deck}"
    return event.type


def _slot(event: Event) -> int | None:
    """Return the slot on which a card from a stack is laid out, None for any other event."""
    if not isinstance(event, OrderMoved | ToolMoved) or event.source not in (ORDER_STACK, TOOL_STACK):
        return None
    return numbered(event.target)[1] if isinstance(event.target, str) else None


def direction_of(paid: MoneyMoved) -> str:
    """Return whether a player pays the bank or another player, or earns from the bank; empty for anything else."""
    if paid.target == BANK:
        return "pays"
    if paid.source == BANK:
        return "earns"
    return "pays_player" if isinstance(paid.source, int) and isinstance(paid.target, int) else ""


def _facts(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields_of(type(value))}


def _meanings(value: Any) -> dict[str, Meaning | None]:
    return {field.name: field.meaning for field in fields_of(type(value))}


def _with_fields(value: Move | Event, filling: Filling) -> str:
    """Tell of what an extension gave a name, but no sentence."""
    heading, told = label(value.type, filling.language, filling.ruleset), filling.in_parts(value)
    return f"{heading}: {told}" if told else heading
