"""What a ruleset promises of its words: refusals, moves, questions and events are told, and moves can be written."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from ..engine.transitions import objection
from ..errors import Objection
from ..errors.messages import brief
from ..model.moves import Move
from ..model.ruleset import Ruleset, is_registered
from ..model.state import GameState
from ..queries.choices import Choice, choices
from ..queries.unavailable import unavailable
from ..record.notation import format_move, parse_move
from ..record.serialization import from_json, to_json
from ..words import (
    LANGUAGES,
    answer_in_words,
    event_in_words,
    has_label,
    label,
    move_in_words,
    objection_in_words,
    question_in_words,
)
from ..words.languages import REASON
from ..words.objections import bare
from ..words.rule_texts import LANGUAGES as WRITTEN
from ..words.rule_texts import rule_texts
from ._asked import MOST_MOVES, Asked, Complaints, named, some, some_of_each_kind

_UNFILLED: Final = re.compile(r"[{}_]|\bNone\b|\bTrue\b|\bFalse\b")


def refusals(asked: Asked) -> Complaints:
    """What speaks against a move is told by words, in every language, with nothing left to fill, by a known rule."""
    state, texts = asked.state, rule_texts(asked.state.ruleset)
    found = [objection(state, move) for move in asked.tried]
    known = {(against.rule, against.reason): against for against in (*found, *unavailable(state).values()) if against}
    for (rule, reason), against in known.items():
        if rule not in texts:
            yield f"the objection {reason!r} names {rule}, of which no text says anything"
        yield from _untold(against)
        if is_registered(state.ruleset) or not against.values:
            again = from_json(Objection, to_json(against), ruleset=state.ruleset)
            if again != against:
                yield f"the objection {against!r} comes back from JSON as {again!r}"


def _untold(against: Objection) -> Complaints:
    key, ruleset = f"{against.rule}.{against.reason}", against.ruleset
    assert isinstance(ruleset, Ruleset)
    ids = [known for known in (key, f"{REASON}{against.reason}") if has_label(known, "en", ruleset)]
    if not ids and not against.is_told:
        yield f"the objection {key!r} has no words in English"
        return
    for language in LANGUAGES:
        sentence = objection_in_words(against, language)
        is_bare = not against.is_told and sentence == bare(against) != label(ids[0], language, ruleset)
        if is_bare:
            facts = ", ".join(against.values) or "it has none"
            yield f"the words for the objection {key!r} in {language!r} do not fit its facts: {facts}"
            return
        if not sentence or _UNFILLED.search(sentence):
            yield f"the objection {key!r} is told as {sentence!r} in {language!r}: something is left to fill"
            return


def notation(asked: Asked) -> Complaints:
    """The text of each legal move comes back as the move."""
    for move in some_of_each_kind(asked.listed, 12):
        written = format_move(asked.state, move)
        read = parse_move(asked.state, written)
        if read != move:
            yield f"{named(move)} is written {written!r}, which is read as {named(read)}"


def words(asked: Asked) -> Complaints:
    """No two legal moves are told alike in a language."""
    listed = some(asked.listed, MOST_MOVES)
    for language in LANGUAGES:
        told: dict[str, Move] = {}
        for move in listed:
            sentence = move_in_words(asked.state, move, language)
            other = told.setdefault(sentence, move)
            if other != move:
                yield f"{named(other)} and {named(move)} are both told as {sentence!r} in {language!r}"
                return
            if re.search("[{}]", sentence):
                yield f"{named(move)} is told as {sentence!r} in {language!r}"
                return


def questions(asked: Asked) -> Complaints:
    """On a way to a move each question is told, and no two answers to it alike."""
    yield from _questions(choices(asked.state), asked.rng)


def _questions(choice: Choice, rng: random.Random) -> Complaints:
    while choice.question is not None:
        for language in LANGUAGES:
            question_in_words(choice, language)
            told = Counter(answer_in_words(choice, answer, language) for answer in choice.answers)
            for sentence, number in told.items():
                if number > 1:
                    yield f"{number} answers to {choice.question!r} are told as {sentence!r} in {language!r}"
        choice = choice.take(rng.choice(choice.answers))


def event_words(state: GameState, events: Iterable[Any]) -> Complaints:
    """Each event is told in every language, with nothing left to fill."""
    names = [player.name for player in state.players]
    for event in events:
        for language in LANGUAGES:
            sentence = event_in_words(event, names, language, state.ruleset)
            if not sentence or re.search("[{}]", sentence):
                yield f"the event {brief(event, 120)} is told as {sentence!r} in {language!r}"


def texts_of_rules(ruleset: Ruleset) -> Complaints:
    """There is a text for each deck's rule, in every language or in English."""
    for language in WRITTEN:
        written = rule_texts(ruleset, language)
        for deck in ruleset.decks.values():
            if deck.rule not in written:
                yield f"the deck {deck.id!r} names {deck.rule}, of which no text says anything"
        if language == "en" and not all(written[rule].title and written[rule].summary for rule in written):
            yield "a rule's text has no title, or no summary"
