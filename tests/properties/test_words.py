"""Words in whole games: legal moves have different descriptions, and each payment is described once with its reason."""

from __future__ import annotations

import random
import re

import pytest
from tests.amounts import select
from tests.walking import RULESETS, check_all_differ, check_questions, check_sentence, walk

import magnum_sal as ms
from magnum_sal.model.events import MoneyMoved
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind, finisher
from magnum_sal.words import LANGUAGES, event_in_words, step_in_words

MIXED = random.Random(3).sample(range(0, len(RULESETS), 2), (len(RULESETS) + 1) // 2)
"""Numbers of rulesets, ordered so that every fourth has each kind of game: of an extension, and of any moves."""
HEAVY = (
    "S1: BCD | S2: BCD | S3: BCD | S4: BD | S5: B | S6: C | 3L1: BCD [/0 of GGGWW/3] |"
    " 3L2: AAAAA [GW/0 of GGWWW/3] | 1L1: aa | 1R1: a |"
    " A: stock 1, pickaxe, 2 cart, rope, food, commercial_privilege, royal_privilege, 60 groszy, BBGGWW"
)


@pytest.mark.long
@pytest.mark.parametrize("number", select(MIXED))
def test_words_of_a_whole_game(number: int) -> None:
    """Legal moves have different descriptions in each position, and each payment is described once with its reason."""
    languages = list(LANGUAGES)
    chooser, most = (any_kind, 400) if number % 8 == 6 else (finisher, 5000)
    for made, step in enumerate(walk(RULESETS[number], 2 + number % 3, number, chooser, most)):
        language = languages[made % 3]
        if made % 19 == 0:
            check_all_differ(step.before, language)
        if made % 7 == 0:
            check_questions(step.before, language, random.Random(made))
        told = step_in_words(step, language)
        paid = [event for event in step.events if isinstance(event, MoneyMoved)]
        bare = {event_in_words(step.before, event, language) for event in paid}
        assert not bare & set(told), "a payment without a reason"
        if made % 5 == 0 or paid:
            for sentence in told:
                check_sentence(sentence, language)
        amounts = [int(amount) for sentence in told for amount in re.findall(r"\b(\d+) [gG]ros", sentence)]
        assert sorted(amounts) == sorted(event.groszy for event in paid), told


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_a_position_with_thousands_of_moves(language: str) -> None:
    """Moves differ in words even if they differ only in payments, meals, orders of trades, or privileges."""
    state = position(HEAVY)
    assert len(ms.legal_moves(state)) > 1000
    check_all_differ(state, language)
    check_all_differ(state.public(), language)
    for number in range(40):
        check_questions(state, language, random.Random(number))
