"""Words in whole games: no two legal moves are told alike, and each payment is told with its reason."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from smithy import SMITHY_GAME
from tests.vocabulary import ENGLISH_ALONE, WORD

import magnum_sal as ms
from magnum_sal.labels import (
    LANGUAGES,
    answer_in_words,
    event_in_words,
    move_in_words,
    question_in_words,
    step_in_words,
    taken_in_words,
)
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind, finisher, play
from magnum_sal.testing.strategies import NAMES, VARIANTS

UNFILLED = re.compile(r"[{}\[\]_→]|None|True|False|count")
HEAVY = (
    "S1: BCD | S2: BCD | S3: BCD | S4: BD | S5: B | S6: C | 3L1: BCD [/0 of GGGWW/3] |"
    " 3L2: AAAAA [GW/0 of GGWWW/3] | 1L1: aa | 1R1: a |"
    " A: stock 1, pickaxe, 2 cart, rope, food, commercial_privilege, royal_privilege, 60 groszy, BBGGWW"
)


def check_told(sentence: str, language: str) -> None:
    """Check that nothing is left to fill, and no word of another language."""
    assert sentence.isprintable()
    assert not UNFILLED.search(sentence), sentence
    assert not re.search(r"\b0 (gros|Gros)", sentence), sentence
    words = {word.casefold() for word in WORD.findall(sentence)} - {name.casefold() for name in NAMES}
    assert not words & ENGLISH_ALONE[language], sentence


def check_all_differ(state: ms.GameState, language: str) -> None:
    """Check that the legal moves of *state* all have words of their own."""
    told: dict[str, ms.Move] = {}
    for move in ms.legal_moves(state):
        sentence = move_in_words(state, move, language)
        assert sentence not in told, (sentence, move, told[sentence])
        told[sentence] = move
    for sentence in list(told)[:: max(1, len(told) // 30)]:
        check_told(sentence, language)


def check_questions(state: ms.GameState, language: str, rng: random.Random) -> None:
    """Check that on a way to a move each question is told, and its answers all have words of their own."""
    choice = ms.choices(state)
    while choice.question is not None:
        check_told(question_in_words(choice, language), language)
        told = [answer_in_words(choice, answer, language) for answer in choice.answers]
        assert len(set(told)) == len(told), (choice.question, told)
        for words in told:
            check_told(words, language)
        choice = choice.take(rng.choice(choice.answers))
        taken = taken_in_words(choice, language)
        assert len(taken) == len(choice.taken)
        for words in taken:
            check_told(words, language)


def steps(number: int) -> Iterator[ms.Step]:
    """Yield the steps of a whole game: each variant's and an extension's, and 2, 3 and 4 players in turn."""
    ruleset = (*VARIANTS, SMITHY_GAME)[number]
    state = ms.new_game(NAMES[: 2 + number % 3], seed=number, ruleset=ruleset)
    chooser, most = (any_kind, 400) if number % 8 == 6 else (finisher, 5000)
    for before, move, transition in play(state, chooser, random.Random(number), most):
        yield ms.Step(before, move, *transition)


@pytest.mark.parametrize("number", range(0, len(VARIANTS) + 1, 2))
def test_words_of_a_whole_game(number: int) -> None:
    """Moves that are told alike cannot be chosen between; and nobody pays without being told what for."""
    languages = list(LANGUAGES)
    for made, step in enumerate(steps(number)):
        language = languages[made % 3]
        if made % 19 == 0:
            check_all_differ(step.before, language)
        if made % 7 == 0:
            check_questions(step.before, language, random.Random(made))
        told = step_in_words(step, language)
        names = [player.name for player in step.before.players]
        paid = [event for event in step.events if isinstance(event, ms.MoneyMoved)]
        bare = {event_in_words(event, names, language, step.before.ruleset) for event in paid}
        assert not bare & set(told), "a payment without a reason"
        if made % 5 == 0 or paid:
            for sentence in told:
                check_told(sentence, language)
        lines = iter(told[1:])
        for event in paid:
            assert any(re.search(rf"\b{event.groszy} [gG]ros", line) for line in lines), (event, told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_a_position_with_thousands_of_moves(language: str) -> None:
    """Extractions that differ in payments alone, meals for two of a chamber, trades in another order, privileges."""
    state = position(HEAVY)
    assert len(ms.legal_moves(state)) > 1000
    check_all_differ(state, language)
    check_all_differ(state.public(), language)
    for number in range(40):
        check_questions(state, language, random.Random(number))
