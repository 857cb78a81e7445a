"""The texts of rules: how a search finds them, and how ``magnum-sal table`` shows them."""

from __future__ import annotations

import pytest
from tests.cli.test_table import run
from tests.cli.test_table_corrections import TYPED

import magnum_sal as ms
from magnum_sal.cli._rule_texts import describe_rules, search_rules
from magnum_sal.words import LANGUAGES, capitalize

SEATS = ("--seat", "Ada", "--seat", "Ben")


def test_searching_rules() -> None:
    """
    A search matches ids, titles and texts, and needs all its words.

    Rules that are named in the search come first.
    """
    texts = ms.rule_texts(ms.STANDARD, "en")
    assert search_rules(texts, "") == tuple(texts.values())
    assert search_rules(texts, "inn-1")[0].id == "INN-1"
    assert [rule.id for rule in search_rules(texts, "TOLL haul-2")] == ["HAUL-2"]
    pay = [rule.id for rule in search_rules(texts, "penalty")]
    assert pay[0] == "CASTLE-4"
    assert len(pay) > 1
    assert search_rules(texts, "aardvark") == ()


def test_searching_rules_without_accents() -> None:
    """People without a Polish keyboard find Polish rules."""
    texts = ms.rule_texts(ms.STANDARD, "pl")
    assert search_rules(texts, "gornik") == search_rules(texts, "Górnik") != ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_shown_at_a_real_table(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The id of a refusal is enough, as it is printed or in lower case, also while a piece must be turned up."""
    typed = ["rule CHAIN-1", *TYPED[:6], "[CHAIN-1]", "chain-1", "rule  chain-1 ", "q"]
    _, shown = run(monkeypatch, capsys, typed, *SEATS, "--lang", language)
    rule = ms.rule_texts(ms.STANDARD, language)["CHAIN-1"]
    assert shown.count(f"{capitalize(rule.title)} [CHAIN-1]\n") == 4
    assert " ".join(rule.text.split()) in " ".join(shown.split())


def test_rules_are_searched_at_a_real_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``rule`` with words lists the rules that contain them, and shows the only one. Alone, it lists all rules."""
    _, shown = run(monkeypatch, capsys, ["rule penalty", "rule toll haul-2", "rule aardvark", "q"], *SEATS)
    assert f"CASTLE-4     {capitalize(ms.rule_texts()['CASTLE-4'].title)}\n" in shown
    assert "[HAUL-2]\n" in shown
    assert "no rule contains 'aardvark'\n" in shown
    assert len(list(describe_rules(ms.STANDARD, "", "en", 80))) == len(ms.rule_texts())
    assert max(map(len, "\n".join(describe_rules(ms.STANDARD, "CASTLE-6", "pl", 80)).splitlines())) <= 80


def test_a_text_with_a_hyphen_that_is_no_rule(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is refused like any other text."""
    _, shown = run(monkeypatch, capsys, [*TYPED[:6], "MINE-99", "q"], *SEATS)
    assert "'MINE-99' is not a move in notation" in shown
