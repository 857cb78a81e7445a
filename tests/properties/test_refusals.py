"""Refusals in whole games: each is told in three languages, and has a JSON form."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from smithy import SMITHY_GAME
from tests.vocabulary import ENGLISH_ALONE, WORD

import magnum_sal as ms
from magnum_sal.labels import LANGUAGES, objection_in_words
from magnum_sal.testing.strategies import NAMES, VARIANTS, moves, near_misses, states


def check_told(against: ms.Objection) -> None:
    """Check that *against* is told in each language, without another's words, and comes back from JSON."""
    for language in LANGUAGES:
        sentence = objection_in_words(against, language)
        assert 0 < len(sentence) <= 460
        assert sentence.isprintable()
        assert not re.search(r"[{}_]|None|True|False", sentence)
        words = {word.casefold() for word in WORD.findall(sentence)} - {name.casefold() for name in NAMES}
        assert not words & ENGLISH_ALONE[language], sentence
    assert against.sentence == objection_in_words(against, "en")
    assert ms.from_json(ms.Objection, ms.to_json(against)) == against


def test_the_check_finds_what_is_left_in_english() -> None:
    """A sentence of the wrong language has words that are none of its own."""
    with pytest.raises(AssertionError, match="you have no lamp"):
        check_told(ms.Objection("HOUSE-1", "you have no lamp"))
    for language in ("pl", "de"):
        assert len(ENGLISH_ALONE[language]) > 200
    assert ENGLISH_ALONE["en"] == set()


@settings(max_examples=max(1, settings().max_examples // 2))
@given(st.data(), st.sampled_from((*VARIANTS, SMITHY_GAME)))
def test_every_refusal_is_told(data: st.DataObject, ruleset: ms.Ruleset) -> None:
    """Of near misses, of moves of every kind, and of each kind that cannot be made now, which are those not listed."""
    state = data.draw(states(rulesets=st.just(ruleset)))
    listed = ms.legal_moves(state)
    tried = data.draw(st.lists(moves(len(state.players), ruleset), min_size=1, max_size=20))
    tried += [data.draw(near_misses(move)) for move in listed[:: max(1, len(listed) // 12)]]
    for move in tried:
        against = ms.objection(state, move)
        if against is not None:
            check_told(against)
    unavailable = ms.unavailable(state)
    assert {move.type for move in listed}.isdisjoint(unavailable)
    assert {move.type for move in listed} | set(unavailable) == set(ruleset.by_tag)
    for against in unavailable.values():
        check_told(against)
        assert against.reason != "none_possible"
