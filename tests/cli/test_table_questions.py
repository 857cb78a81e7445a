"""The questions of ``magnum-sal table``: their language and their length."""

from __future__ import annotations

import pytest
from tests.cli.test_table import SETUP, run

from magnum_sal.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_are_in_the_chosen_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The questions and the names of tools are in the chosen language. A game without a log is not saved."""
    words = {"en": "to be turned up", "pl": "do odkrycia", "de": "aufzudecken"}[language]
    tool = {"en": "rope", "pl": "lina", "de": "Seil"}[language]
    status, shown = run(monkeypatch, capsys, ["1", "1", "1", tool], "--seat", "A", "--seat", "B", "--lang", language)
    assert status == 0
    assert shown.lower().count(words) > 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_fit_into_a_line(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A terminal with 100 columns breaks no question, so no word is cut in two."""
    typed = [*SETUP, ">S1", "square", ">S2", "square", "square", ">1L1", "q"]
    names = ("--seat", "Ambroise", "--seat", "Benedikta")
    _, shown = run(monkeypatch, capsys, typed, *names, "--lang", language)
    # The answer to a typed line follows its question, because a test does not echo the line.
    questions = [line.partition(" q) ")[0] for line in shown.splitlines() if "(? " in line]
    assert len(questions) > 10
    assert max(map(len, questions)) < 100 - len(" q) ")
    assert any("hint" in question for question in questions)
