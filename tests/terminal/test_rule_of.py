"""Which rule a line of the list is about."""

from __future__ import annotations

import pytest
from smithy import SMITHY_GAME

import magnum_sal as ms
from magnum_sal.terminal._rows import Row, rows, whole_moves
from magnum_sal.terminal._rule_of import rule_asked, rule_marked, rule_of
from magnum_sal.testing import position


def named(choice: ms.Choice, words: str) -> Row:
    """Return the line of an answer."""
    return next(row for row in rows(choice, "en") if row.words == words)


@pytest.mark.parametrize("ruleset", [ms.STANDARD, SMITHY_GAME], ids=lambda ruleset: ruleset.name)
def test_each_kind_of_move_has_a_rule_with_a_text(ruleset: ms.Ruleset) -> None:
    """Those of an extension, too."""
    texts = ms.rule_texts(ruleset)
    for kind in ruleset.by_tag:
        assert rule_of(ruleset, kind) in texts, kind


def test_questions_have_rules_of_their_own() -> None:
    """Before any kind is chosen there is none."""
    choice = ms.choices(position("players: Ada, Ben, Cleo | S1: BC | S2: BC | 1L1: AAA [BBG/1] | A: cart, 9 groszy"))
    assert rule_asked(choice) is None
    extraction = choice.take("extract_salt")
    assert rule_asked(extraction) == "MINE-1"
    carts = extraction.take(ms.SaltAmount(1, 1))
    assert (carts.question, rule_asked(carts)) == ("carts", "CART-1")
    payments = carts.take(0)
    assert rule_asked(payments) == "HAUL-1"
    assert rule_asked(payments.take_usual()) == "MINE-1"
    assert rule_marked(choice, named(choice, "Extract salt")) == "MINE-1"
    assert rule_marked(choice, named(choice, "Place or move a miner")) == "MOVE-1"
    assert rule_marked(payments, rows(payments, "en")[0]) == "HAUL-1"
    inn = next(row for row in whole_moves(choice, "en") if row.notation == "inn")
    assert rule_marked(payments, inn) == "INN-1"
    assert all(rule in ms.rule_texts() for rule in map(rule_asked, (extraction, carts, payments)))
