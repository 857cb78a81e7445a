"""What speaks for a move: ``_reasons.py``."""

from collections import Counter

import pytest

import magnum_sal as ms
from magnum_sal.bots import Reason, analyse
from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._learned import learned_judge
from magnum_sal.bots._reasons import _GROUPS, Course, reasons
from magnum_sal.labels import LANGUAGES, has_label
from magnum_sal.testing import position


def course_of(state: ms.GameState, *moves: ms.Move) -> Course:
    """Return what moves of one turn lead to."""
    steps = []
    opening = state.public()
    for move in moves:
        steps.append((state, move))
        state = ms.apply(state, move).state
    return Course(opening, tuple(steps), state)


def test_every_feature_is_in_one_group() -> None:
    """Nothing that the judge sees is left out, or told twice."""
    counts = Counter(name for names in _GROUPS.values() for name in names)
    assert counts == Counter(FEATURES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    """In each language."""
    kinds = [*_GROUPS, "hinders", "later", *(f"completes.{when}" for when in ("now", "next", "later"))]
    for kind in kinds:
        assert has_label(f"why.{kind}", language)
        facts = {"order": "BBG=17", "count": 2, "player": "Ben"}
        assert "{" not in Reason(kind, 1.0, facts).in_words(language)


def test_an_order_that_is_completed() -> None:
    """It is named with its payment, which is what it is worth."""
    state = position("turn: A, arriving 1 | castle: BBG=17 BB=9 BB=9 | A: 5 groszy, BBG | B: 5 groszy")
    dear, cheap = (course_of(state, ms.CompleteOrder(slot)) for slot in (0, 1))
    found = reasons(dear, cheap, learned_judge())
    assert found[0] == Reason("completes.now", 17.0, {"order": "BBG=17", "count": 0})
    assert found[0].in_words() == "completes BBG=17 this turn"
    assert found[0].in_words("de") == "erfüllt BBG=17 in diesem Zug"


def test_what_both_do_is_no_reason() -> None:
    """Of two ways to do the same nothing speaks for either."""
    state = position("turn: A, arriving 1 | castle: BBG=17 BB=9 BB=9 | A: 5 groszy, BBG | B: 5 groszy")
    once = course_of(state, ms.CompleteOrder(0))
    assert reasons(once, once, learned_judge()) == ()


def test_beside_how_things_stand() -> None:
    """Without another move what changes is told."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    hired = reasons(course_of(state, ms.VisitInn()), None, learned_judge())
    assert "miners" in [reason.kind for reason in hired]


def test_a_walk_to_the_castle_pays_later() -> None:
    """Who sends a miner there with the salt in hand is told which order it is for."""
    state = position("turn: A, round 3 | castle: BBG=17 GG=13 BB=9 | A: 5 groszy, BBG, stock 3 | B: 5 groszy")
    analysis = analyse(state, iterations=40, root_moves=[ms.VisitCastle("stock"), ms.VisitTownSquare()])
    (line,) = [line for line in analysis.lines if line.move == ms.VisitCastle("stock")]
    assert any(reason.kind.startswith("completes.") for reason in line.reasons)
