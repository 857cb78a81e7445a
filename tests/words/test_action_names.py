"""The names of actions: what a program answers, in three languages."""

from __future__ import annotations

from typing import Any

import pytest
from smithy import SMITHY_GAME

import magnum_sal as ms
from magnum_sal.words import LANGUAGES, action_in_words

NAMES = {
    ("type", "visit_inn"): ("visit the inn", "wizyta w karczmie", "Wirtshaus besuchen"),
    ("source", "stock"): ("from stock", "z zasobu", "aus dem Vorrat"),
    ("target", "S3"): ("to S3", "do S3", "nach S3"),
    ("chamber", "1L2"): ("chamber 1L2", "komnata 1L2", "Kammer 1L2"),
    ("salt", ms.SaltAmount(2, 1, 0)): ("take BBG", "weź BBG", "BBG nehmen"),
    ("salt", "white"): ("a cube of white salt", "kostka soli: biała sól", "ein Würfel weißes Salz"),
    ("salt", None): ("no cube of salt", "bez soli", "kein Salz"),
    ("pickaxes", 0): ("no pickaxes", "bez kilofów", "keine Spitzhacken"),
    ("carts", 2): ("2 carts", "2 wózki", "2 Karren"),
    ("payments", 0): ("pay nothing", "nic nie płać", "nichts zahlen"),
    ("payments", 3): ("pay 3 groszy", "zapłać 3 grosze", "3 Groschen zahlen"),
    ("building", "inn"): ("assistant to the inn", "pomocnik do karczmy", "Gehilfe ins Wirtshaus"),
    ("slot", 0): ("space 1", "pole 1", "Feld 1"),
    ("water", 2): ("pump 2 cubes of water", "wypompuj 2 kostki wody", "2 Wasserwürfel abpumpen"),
    ("commercial_privilege", True): ("with a commercial privilege", "z glejtem handlowym", "mit Handelsbrief"),
    ("transactions", None): ("no more trades", "koniec handlu", "kein Handel mehr"),
    ("chambers", "2R1"): ("food in 2R1", "prowiant w 2R1", "Proviant in 2R1"),
    ("money", 1): ("a penalty of 1 grosz", "kara: 1 grosz", "Strafe: 1 Groschen"),
}
"""Answers, each with its name in English, Polish and German."""


@pytest.mark.parametrize(("answer", "names"), NAMES.items(), ids=map(str, NAMES))
def test_names(answer: tuple[str, Any], names: tuple[str, ...]) -> None:
    """A name says what the answer means, without its question."""
    assert ms.Answer(*answer) in ms.answers_of(ms.STANDARD, 2)
    assert tuple(action_in_words(ms.Answer(*answer), ms.STANDARD, language) for language in LANGUAGES) == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_transactions_have_names(language: str) -> None:
    """MARKET-4: buying and selling the three kinds of salt have six different names."""
    answers = [answer for answer in ms.answers_of(ms.STANDARD, 2) if answer.group == "transactions"]
    assert len({action_in_words(answer, ms.STANDARD, language) for answer in answers}) == 7


def test_words_of_an_extension() -> None:
    """An extension's own words come first. A field without words is named with its value."""
    assert action_in_words(ms.Answer("type", "visit_smithy"), SMITHY_GAME, "de") == "Schmiede besuchen"
    assert action_in_words(ms.Answer("tool", "rope"), SMITHY_GAME, "pl") == "lina"
    assert action_in_words(ms.Answer("crystals_kept", 2), SMITHY_GAME) == "Crystals kept: 2"
    assert action_in_words(ms.Answer("crystals_kept", None), SMITHY_GAME) == "Crystals kept: no more"


@pytest.mark.parametrize(
    ("answer", "ruleset", "language", "complaint"),
    [
        (("type", "pass"), ms.STANDARD, "en", r"answer: expected an Answer of answers_of, got \('type', 'pass'\)"),
        (ms.Answer(3, 3), ms.STANDARD, "en", "answer: expected an Answer"),  # type: ignore[arg-type]
        (ms.Answer("type", "pass"), "standard", "en", "ruleset: expected a Ruleset, got 'standard'"),
        (ms.Answer("type", "pass"), ms.STANDARD, "xx", "language: expected one of en, pl, de"),
    ],
)
def test_wrong_arguments_are_refused(answer: Any, ruleset: Any, language: str, complaint: str) -> None:
    """The message names the argument."""
    with pytest.raises(ms.MisuseError, match=complaint):
        action_in_words(answer, ruleset, language)
