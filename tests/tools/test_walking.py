"""The checks on walks through games pass for the standard game and find faults."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from tests.walking import Seen, ask, check_all_differ, check_tree, nearly_legal, refusals, spread, straying, walk

import magnum_sal as ms
from magnum_sal.testing import position


def with_rule(state: ms.GameState, kind: type[ms.Move], **changes: Any) -> ms.GameState:
    """Return *state* with a ruleset in which the rule of *kind* is changed."""
    rules = tuple(attrs.evolve(rule, **changes) if rule.move is kind else rule for rule in ms.STANDARD.rules)
    return attrs.evolve(state, ruleset=attrs.evolve(ms.STANDARD, name="changed", rules=rules))


def test_checked_positions_are_counted() -> None:
    """Each part of a game provides one position, and everything checked there is counted."""
    steps = list(walk(ms.STANDARD, 2, 1, straying, 40))
    asked = list(spread(steps, 3, random.Random(1)))
    assert [number for number, step in enumerate(steps) for state in asked if step.before is state][1] in range(13, 26)
    seen = Seen()
    for state in asked:
        ask(state, seen)
    assert seen.positions == 3
    assert seen.moves == sum(len(ms.legal_moves(state)) for state in asked)
    assert seen.tried == sum(len(nearly_legal(state)) for state in asked)
    assert seen.refusals.total() >= seen.tried / 2
    assert seen.widest == max(map(check_tree, asked))


def test_a_tree_that_differs_from_the_list_is_found() -> None:
    """A listed move to which no answers lead is found."""
    state = position("A: 20 groszy")
    short = with_rule(state, ms.VisitWorkshop, questions=lambda *_: ms.VisitWorkshop(0))
    assert len([move for move in ms.legal_moves(state) if isinstance(move, ms.VisitWorkshop)]) > 1
    with pytest.raises(AssertionError, match="the tree is not the list"):
        check_tree(short)
    check_tree(state)


def test_moves_with_the_same_words_are_found() -> None:
    """Moves are found whose words are equal because they omit the slot."""
    state = position("A: 20 groszy | workshop: rope rope rope")
    alike = with_rule(state, ms.VisitWorkshop, labels={"en": {"visit_workshop.told": "buys a tool"}})
    with pytest.raises(AssertionError, match="buys a tool"):
        check_all_differ(alike, "en")


def test_a_refusal_without_a_reason_is_found() -> None:
    """A kind of move is found that has no reason other than that no move is possible."""
    state = position("A: 0 groszy")
    silent = with_rule(state, ms.VisitWorkshop, why_not=None)
    with pytest.raises(AssertionError, match="without a reason"):
        list(refusals(silent, ()))
    assert list(refusals(state, ()))
