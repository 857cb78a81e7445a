"""The rule for a line of the list, and the texts of rules."""

from __future__ import annotations

import pytest
from smithy import SMITHY_GAME

import magnum_sal as ms
from magnum_sal.cli.terminal._answers import Row, list_rows, whole_moves
from magnum_sal.cli.terminal._rules_screen import (
    find_question_rule,
    find_row_rule,
    format_rule,
    rule_of,
)
from magnum_sal.testing import position
from magnum_sal.words import add_language
from magnum_sal.words.rule_texts import LANGUAGES


def named(choice: ms.Choice, words: str) -> Row:
    """Return the row of an answer."""
    return next(row for row in list_rows(choice, "en") if row.words == words)


@pytest.mark.parametrize("ruleset", [ms.STANDARD, SMITHY_GAME], ids=lambda ruleset: ruleset.name)
def test_each_kind_of_move_has_a_rule_with_a_text(ruleset: ms.Ruleset) -> None:
    """Each kind of move has a rule with a text, in an extension too."""
    texts = ms.rule_texts(ruleset)
    for kind in ruleset.by_type:
        assert rule_of(ruleset, kind) in texts, kind


def test_questions_have_rules_of_their_own() -> None:
    """A question has its own rule, and the first question, for the kind of move, has none."""
    choice = ms.choices(position("players: Ada, Ben, Cleo | S1: BC | S2: BC | 1L1: AAA [BBG/1] | A: cart, 9 groszy"))
    assert find_question_rule(choice) is None
    extraction = choice.take("extract_salt")
    assert find_question_rule(extraction) == "MINE-1"
    carts = extraction.take(ms.SaltAmount(1, 1))
    assert (carts.question, find_question_rule(carts)) == ("carts", "CART-1")
    payments = carts.take(0)
    assert find_question_rule(payments) == "HAUL-1"
    assert find_question_rule(payments.take_default()) == "MINE-1"
    assert find_row_rule(choice, named(choice, "Extract salt")) == "MINE-1"
    assert find_row_rule(choice, named(choice, "Place or move a miner")) == "MOVE-1"
    assert find_row_rule(payments, list_rows(payments, "en")[0]) == "HAUL-1"
    inn = next(row for row in whole_moves(choice, "en") if row.notation == "inn")
    assert find_row_rule(payments, inn) == "INN-1"
    assert all(rule in ms.rule_texts() for rule in map(find_question_rule, (extraction, carts, payments)))


def test_the_text_of_a_rule() -> None:
    """The text has the rule's title, id and words, and the question, decision and reason of each ruling."""
    rule = ms.rule_texts(ms.STANDARD, "de")["CHAIN-2"]
    text = format_rule(rule).plain
    assert text.startswith("Weggehen [CHAIN-2]\n\nDer letzte Bergmann")
    for ruling in rule.rulings:
        assert all(part in text for part in (ruling.question, ruling.decision, ruling.reason))


def test_languages_without_rule_texts_use_english() -> None:
    """A language that was added without rule texts shows the English ones."""
    add_language("fr", {}, plural=lambda number: "one" if number < 2 else "other")
    texts = {language: ms.rule_texts(ms.STANDARD, language) for language in (*LANGUAGES, "fr")}
    assert texts["fr"] == texts["en"]
    assert len({texts[language]["INN-1"].summary for language in LANGUAGES}) == len(LANGUAGES)
