"""What is checked on walks through games: it passes where all is well, and finds what is not."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from tests.walking import Seen, ask, check_all_differ, check_tree, nearly_legal, refusals, spread, straying, walk

import magnum_sal as ms
from magnum_sal.testing import position


def with_rule(state: ms.GameState, kind: type[ms.Move], **changes: Any) -> ms.GameState:
    """Return *state* by rules of which the one of *kind* is changed."""
    rules = tuple(attrs.evolve(rule, **changes) if rule.move is kind else rule for rule in ms.STANDARD.rules)
    return attrs.evolve(state, ruleset=attrs.evolve(ms.STANDARD, name="changed", rules=rules))


def test_what_is_seen_is_counted() -> None:
    """Each part of a game has a position in which everything is asked."""
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


def test_a_tree_that_is_not_the_list_is_found() -> None:
    """Moves that are listed, and no answers lead to them."""
    state = position("A: 20 groszy")
    short = with_rule(state, ms.VisitWorkshop, questions=lambda *_: ms.VisitWorkshop(0))
    assert len([move for move in ms.legal_moves(state) if isinstance(move, ms.VisitWorkshop)]) > 1
    with pytest.raises(AssertionError, match="the tree is not the list"):
        check_tree(short)
    check_tree(state)


def test_moves_told_alike_are_found() -> None:
    """Here words that leave the slot out."""
    state = position("A: 20 groszy | workshop: rope rope rope")
    alike = with_rule(state, ms.VisitWorkshop, labels={"en": {"visit_workshop.told": "buys a tool"}})
    with pytest.raises(AssertionError, match="buys a tool"):
        check_all_differ(alike, "en")


def test_a_refusal_that_says_nothing_is_found() -> None:
    """A kind of move with no better reason than that none is possible."""
    state = position("A: 0 groszy")
    silent = with_rule(state, ms.VisitWorkshop, why_not=None)
    with pytest.raises(AssertionError, match="without a reason"):
        list(refusals(silent, ()))
    assert list(refusals(state, ()))
