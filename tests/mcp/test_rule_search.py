"""Looking up rules."""

import pytest
from tests.mcp.callers import ask, quick_desk, refuse

from magnum_sal.mcp._rule_search import search_rules
from magnum_sal.rules.standard import STANDARD


@pytest.mark.parametrize(
    ("words", "language", "rule"),
    [
        ("pumping water costs", "en", "PUMP-1"),
        ("What does the rope do?", "en", "ROPE-1"),
        ("penalty castle", "en", "CASTLE-4"),
        ("CHAIN-2", "en", "CHAIN-2"),
        ("Strafe", "de", "CASTLE-4"),
        ("Markt", "de", "MARKET-1"),
        ("karczma", "pl", "INN-1"),
    ],
)
def test_words_find_their_rule_first(words: str, language: str, rule: str) -> None:
    """Rare words and words of the title count most."""
    assert search_rules(STANDARD, words, language)[0].id == rule


def test_accents_and_case_do_not_matter() -> None:
    """People and models type Polish with and without its letters."""
    with_letters = search_rules(STANDARD, "złoża górnik", "pl")
    assert with_letters
    assert search_rules(STANDARD, "ZLOZA GORNIK", "pl") == with_letters


def test_a_rule_by_id() -> None:
    """The answer has the summary, the text and the rulings; case does not matter."""
    told = ask(quick_desk(), "look_up_rules", rules=["castle-4", "inn-1"])
    assert told.startswith("CASTLE-4: ")
    assert "\n\nINN-1: " in told


def test_rules_that_do_not_exist() -> None:
    """The refusal suggests similar ids, or other words."""
    assert refuse(quick_desk(), "look_up_rules", rules=["CASTLE-44"]).endswith(
        "did you mean CASTLE-4, CASTLE-6, CASTLE-5?"
    )
    assert refuse(quick_desk(), "look_up_rules", words="zzzz") == (
        "no rule contains 'zzzz'; try other words, or list all rules"
    )
    assert "'zzzz'" in refuse(quick_desk(language="de"), "look_up_rules", words="zzzz")
