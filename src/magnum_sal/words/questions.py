"""Describe the questions of ``choices``, their answers, and the effects of a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from ..errors import MagnumSalError, MisuseError
from ..errors.messages import brief, printable
from ..model.meaning import Meaning, fields_of
from ..model.moves import Move, Transaction
from ..model.pieces import SaltBalance
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..queries import effects as _effects
from ..queries.choices import Choice, split_question
from ..queries.effects import Effects
from ._lookup import capitalize, check_state_first, count_in_words, find, find_first, label, names_of, with_noun
from ._narration import LONGEST_TOLD, facts_of, move_in_words
from .filling import TemplateFiller, is_empty, sentence
from .languages import words_of
from .template_faults import RECORDER


def question_in_words(choice: Choice, language: str = "en") -> str:
    """
    Return the next question for the player to move, or an empty string if there is none.

    >>> from magnum_sal import choices, new_game
    >>> choice = choices(new_game(["Ada", "Ben"], seed=7))
    >>> question_in_words(choice), question_in_words(choice.take("visit_workshop"), "de")
    ('What do you want to do?', 'Welches Werkzeug?')

    The words come from ``"visit_workshop.asks.slot"`` (kind of move and field), otherwise from ``"asks.slot"``. After
    the first entry of a field, words for ``"asks.chambers.next"`` come first. If there are no words, the question
    is the field's name.

    Raises:
        MisuseError: *choice* is not a ``Choice``, or *language* is not in ``LANGUAGES``.
    """
    _check_choice(choice)
    if choice.question is None:
        return ""
    return printable(
        _QuestionText.of(choice.state, dict(choice.taken), choice.question).describe_question(language), LONGEST_TOLD
    )


def answer_in_words(choice: Choice, answer: Any, language: str = "en") -> str:
    """
    Describe an answer to the open question. Different answers have different descriptions.

    >>> from magnum_sal import choices, new_game
    >>> choice = choices(new_game(["Ada", "Ben"], seed=7)).take("visit_workshop")
    >>> answer_in_words(choice, 0), answer_in_words(choice, 0, "pl")
    ('commercial privilege for 3 groszy (space 1)', 'glejt handlowy za 3 grosze (pole 1)')

    The words come from ``"visit_workshop.answers.slot"``, otherwise from ``"answers.slot"``. If the answer is False or
    an amount of 0, words with the suffix ``.none`` come first, as in ``"answers.carts.none"``; None has only such
    words. The words are filled with the ``answer``. If there is one entry for each seat, the ``player`` in the seat is
    also a fact. If the answer leaves a single move, the facts of the move are available, too. An answer without words
    is formatted by the meaning of its field. "No more" ends a list of entries.

    Raises:
        MisuseError: *choice* is not a ``Choice`` or has no open question, *answer* is not one of its answers, or
            *language* is not in ``LANGUAGES``.
    """
    _check_choice(choice)
    asked = _QuestionText.of(choice.state, dict(choice.taken), choice.check_answer(answer))
    move = choice.take(answer).move if asked.has_words(answer, language) else None
    return printable(asked.describe_answer(answer, language, move), LONGEST_TOLD)


def path_in_words(choice: Choice, language: str = "en") -> tuple[str, ...]:
    """
    Return the answers so far, one string for each entry of ``choice.taken``. A front end can show them as a heading.

    Players never pay themselves, so there is no question about the payment to the player to move, and the string for
    this entry is empty.

    >>> from magnum_sal import choices
    >>> from magnum_sal.testing import position
    >>> state = position("S1: B | S2: BC | 1L1: AA [BBG/1] | A: cart, 9 groszy")
    >>> path_in_words(choices(state).take("extract_salt"))
    ('extract salt', '1L1')

    Raises:
        MisuseError: *choice* is not a ``Choice``, or *language* is not in ``LANGUAGES``.
    """
    _check_choice(choice)
    words_of(language)  # raises an error for an unknown language
    told: list[str] = []
    for number, (question, answer) in enumerate(choice.taken):
        asked = _QuestionText.of(choice.state, dict(choice.taken[:number]), question)
        is_own = asked.entry == choice.state.turn_seat and asked.field == "payments"
        told.append("" if is_own else printable(asked.describe_answer(answer, language), LONGEST_TOLD))
    return tuple(told)


def preview_in_words(choice: Choice, language: str = "en") -> tuple[str, str]:
    """
    Describe the shortest move that an open question leads to, and the effects of the move, as two strings.

    The move comes from ``Choice.take_shortest``. Both strings are empty if the player must still make a choice. The
    second string is also empty if ``effects_in_words`` has nothing to describe.

    >>> from magnum_sal import choices, new_game
    >>> choice = choices(new_game(["Ada", "Ben"], seed=7))
    >>> preview_in_words(choice.take("visit_inn")), preview_in_words(choice.take("visit_workshop"))
    (('hires a miner for 6 groszy', '-6 groszy'), ('', ''))

    Raises:
        MisuseError: *choice* is not a ``Choice``, or *language* is not in ``LANGUAGES``.
    """
    _check_choice(choice)
    words_of(language)  # raises an error for an unknown language
    move = choice.take_shortest().move
    return ("", "") if move is None else describe_outcome(choice.state, move, language)


def describe_outcome(state: GameState, move: Move, language: str) -> tuple[str, str]:
    """Describe a legal move and its effects, as ``preview_in_words`` does."""
    # Use only the public state, so that the effects reveal nothing that is face down.
    known = state if state.is_public else state.public()
    try:
        brought = effects_in_words(known, _effects.effects(known, move), language)
    except MagnumSalError:
        brought = ""  # an extension has pieces that nobody can guess
    return move_in_words(known, move, language), brought


def _check_choice(choice: object) -> None:
    if not isinstance(choice, Choice):
        raise MisuseError(f"expected a Choice (see choices), got {brief(choice)}")


@attrs.frozen
class _QuestionText:
    """A question about a field of a move, or about the kind of move."""

    state: GameState
    kind: str | None
    """The ``"type"`` of the move; None if the question asks for it."""
    field: str
    entry: int | None
    """The index of the requested entry in the field; None for the whole field."""
    meaning: Meaning | None

    @classmethod
    def of(cls, state: GameState, before: Mapping[str, Any], question: str) -> _QuestionText:
        """Create the *question* that follows the answers *before*."""
        # A question has the name of a field, with the number of an entry in brackets: ``payments[2]``.
        kind = before.get("type")
        field, entry = split_question(question)
        fields = () if kind is None else fields_of(state.ruleset.by_type[kind].move)
        meaning = next((known.meaning for known in fields if known.name == field), None)
        return cls(state, kind, field, entry, meaning)

    def describe_question(self, language: str) -> str:
        keys = self._keys("asks")
        if self.entry:
            keys = tuple(f"{key}.next" for key in keys) + keys
        told = self._filling(language).fill_first(self._facts(), *keys)
        if told is not None:
            return told
        if (heard := RECORDER.get()) is not None:
            heard.unasked[self.kind or "", self.field, language] = None
        name = capitalize(label(self.field, language, self.state.ruleset))
        return f"{name} {self.entry + 1}?" if self.entry else f"{name}?"

    def describe_answer(self, answer: Any, language: str, move: Move | None = None) -> str:
        """
        Describe an answer, with the facts of *move* if it is the only move left.

        If there are no words for the answer, format its value.
        """
        ruleset = self.state.ruleset
        if self.kind is None:
            return label(answer, language, ruleset)
        if answer is None and self.entry is not None:
            return label("answers.end", language, ruleset)
        if isinstance(answer, Transaction):
            keys: tuple[str, ...] = (f"answers.{answer.type}",)
            facts: dict[str, Any] = {"salt": answer.salt}
        else:
            told = {} if move is None else facts_of(self.state, move)
            keys, facts = self._answer_keys(answer), {**self._facts(), **told, "answer": answer}
        filling = self._filling(language)
        found = filling.fill_first(facts, *keys)
        return filling.format_value(self.meaning, answer) if found is None else found

    def has_words(self, answer: Any, language: str) -> bool:
        """Return whether there are words for an answer. The words may need the facts of a move."""
        return find_first(self._answer_keys(answer), language, self.state.ruleset) is not None

    def _answer_keys(self, answer: Any) -> tuple[str, ...]:
        keys = self._keys("answers")
        if answer is None:
            return tuple(f"{key}.none" for key in keys)
        is_none = type(answer) in (int, bool) and is_empty(answer, self.meaning)
        return (*(f"{key}.none" for key in keys), *keys) if is_none else keys

    def _keys(self, what: str) -> tuple[str, ...]:
        general = f"{what}.{self.field}"
        return (general,) if self.kind is None else (f"{self.kind}.{general}", general)

    def _facts(self) -> dict[str, Any]:
        if self.entry is None:
            return {}
        players = self.state.players
        named = {"player": players[self.entry].name} if self.entry < len(players) else {}
        return {"number": self.entry + 1, **named}

    def _filling(self, language: str) -> TemplateFiller:
        return TemplateFiller(language, self.state.ruleset, names_of(self.state), {"answer": self.meaning})


def effects_in_words(state: GameState, effects: Effects, language: str = "en") -> str:
    """
    Describe the effects of a move; empty if there are none. Effects on the player to move come first, without a name.

    >>> from magnum_sal import VisitInn, effects, new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> effects_in_words(state, effects(state, VisitInn()))
    '-6 groszy'

    *state* is the position before the move, and *effects* contains what the function ``effects`` returned for the move.

    Raises:
        MisuseError: *state* is not a ``GameState``, *effects* is not an ``Effects`` for this number of players, or
            *language* is not in ``LANGUAGES``.
    """
    check_state_first(state, "effects_in_words(state, effects, language)")
    given: object = effects
    if not isinstance(given, Effects) or len(given.money) != len(state.players):
        raise MisuseError(f"expected the effects of a move with {len(state.players)} players, got {brief(given)}")
    words_of(language)  # raises an error for an unknown language
    return printable("; ".join(_tell_effects(state, effects, language)), LONGEST_TOLD)


def _tell_effects(state: GameState, brought: Effects, language: str) -> Iterator[str]:
    own = state.turn_seat
    for seat in sorted(range(len(state.players)), key=lambda seat: seat != own):
        if changes := ", ".join(_changes(brought.money[seat], brought.salt[seat], language)):
            yield changes if seat == own else f"{state.players[seat].name} {changes}"
    if brought.tired:
        yield count_in_words(brought.tired, "miner_tires", language)
    if brought.rested:
        yield count_in_words(brought.rested, "miner_rests", language)
    if brought.tools:
        tools = [count_cards(cards, tool, language, state.ruleset) for tool, cards in Counter(brought.tools).items()]
        yield sentence("effects.tools", language, tools=", ".join(tools))
    for pile in brought.turns_up:
        if pile in state.ruleset.decks:
            yield sentence("effects.card", language, state.ruleset, deck=pile)
        elif pile in state.ruleset.dice:
            yield sentence("effects.die", language, state.ruleset, die=pile)
        else:
            yield label(f"effects.{pile}", language, state.ruleset)


def _changes(money: int, salt: SaltBalance, language: str) -> Iterator[str]:
    if money:
        yield f"{'+' if money > 0 else '-'}{count_in_words(abs(money), 'grosz', language)}"
    if salt.surplus:
        yield f"+{salt.surplus}"
    if salt.debt:
        yield f"-{salt.debt}"


def count_cards(number: int, tool: str, language: str, ruleset: Ruleset) -> str:
    """Format a number of cards, with the tool's name if there are no words for its count."""
    found = find(f"{tool}.count", language, ruleset)
    return with_noun(number, *found) if found is not None else f"{number} {label(tool, language, ruleset)}"
