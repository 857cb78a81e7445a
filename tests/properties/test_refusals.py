"""Refusals in whole games: each is described in three languages and has a JSON form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.vocabulary import ENGLISH_ALONE
from tests.walking import RULESETS, check_refusal, refusals

import magnum_sal as ms
from magnum_sal.testing.strategies import moves, near_misses, states


def test_the_check_finds_untranslated_words() -> None:
    """The check finds a sentence whose words belong to another language (a control)."""
    with pytest.raises(AssertionError, match="you have no lamp"):
        check_refusal(ms.Objection("HOUSE-1", "you have no lamp"))
    for language in ("pl", "de"):
        assert len(ENGLISH_ALONE[language]) > 200
    assert ENGLISH_ALONE["en"] == set()


@pytest.mark.long
@settings(max_examples=max(1, settings().max_examples // 2))
@given(st.data(), st.sampled_from(RULESETS))
def test_every_refusal_is_described(data: st.DataObject, ruleset: ms.Ruleset) -> None:
    """Refusals of near misses, of moves of every kind, and of unavailable kinds are described and have a JSON form."""
    state = data.draw(states(rulesets=st.just(ruleset)))
    listed = ms.legal_moves(state)
    tried = data.draw(st.lists(moves(len(state.players), ruleset), min_size=1, max_size=20))
    tried += [data.draw(near_misses(move)) for move in listed[:: max(1, len(listed) // 12)]]
    for against in refusals(state, tried):
        check_refusal(against)
