"""An extension's words that look like markup: its tool, its building and the pieces there, in pictures and text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar, get_args

import attrs
import pytest
from tests.amounts import select_pairs
from tests.guard.hostile import NAMES, check_picture, harmless, texts

import magnum_sal as ms
from magnum_sal import render
from magnum_sal import words as labels
from magnum_sal.model.display import DisplayItem, FaceUp, PieceAt, Price, Tally
from magnum_sal.model.rule import Building, Rule, When
from magnum_sal.testing import given

LAYOUTS = get_args(render.LayoutName)


@attrs.frozen
class UseLamp(ms.Move):
    """Do nothing with a lamp."""

    type: ClassVar[str] = "use_lamp"


def _moves(_: ms.GameState) -> Iterator[UseLamp]:
    return iter(())


def _objection(_: ms.GameState, __: UseLamp) -> ms.Objection:
    return ms.Objection("LAMP-1", "dark")


def _decide(_: ms.GameState, __: UseLamp) -> tuple[ms.Event, ...]:
    return ()


def _shown(_: ms.GameState) -> tuple[DisplayItem, ...]:
    return Tally("oil", 1), Price("wick", 2), FaceUp("shelf", ("lamp",)), PieceAt("keeper", "S1")


def lamp(words: str) -> Rule:
    """Return the rule of a lamp whose words are all *words*."""
    keys = ("oil_lamp_game", "lamp", "lamp_house", "oil", "wick", "shelf", "keeper", "use_lamp", "used_tool.lamp")
    return Rule(
        UseLamp,
        When.FREE,
        _moves,
        _objection,
        _decide,
        tool="lamp",
        labels={language: {**dict.fromkeys(keys, words), "LAMP-1.dark": "dark"} for language in labels.LANGUAGES},
        texts={"en": (ms.RuleText("LAMP-1", "lamp", "A lamp.", "It does nothing."),)},
    )


@cache
def lamps(words: str) -> ms.GameState:
    """Return a position with two lamps, a lamp house and the pieces there, which are all called *words*."""
    ruleset = attrs.evolve(
        ms.STANDARD,
        name="oil_lamp_game",
        rules=(*ms.STANDARD.rules, lamp(words)),
        buildings=(*ms.STANDARD.buildings, Building("lamp_house", display=_shown)),
        tools=(*ms.STANDARD.tools, "lamp", "lamp", "lamp"),
        tools_per_phase=8,
    )
    return given("S1: A | A: lamp, lamp used", ruleset=ruleset).state


@pytest.mark.long
@pytest.mark.parametrize(("words", "layout"), select_pairs(NAMES, LAYOUTS), ids=ascii)
def test_pictures_with_an_extensions_words(words: str, layout: render.LayoutName) -> None:
    """A picture has the same elements as with harmless words; the title of a tool's card is among the texts."""
    picture, usual = (render.svg(lamps(told), layout=layout) for told in (words, harmless(words)))
    check_picture(picture, usual, words, is_told=layout != "mine")
    if layout in ("wide", "tall", "players"):
        assert texts(picture).count(words) >= 2


@pytest.mark.parametrize("form", get_args(render.Form))
@pytest.mark.parametrize("words", NAMES, ids=ascii)
def test_text_with_an_extensions_words(words: str, form: render.Form) -> None:
    """All lines are fit for a terminal, and contain the exact words."""
    told = render.text(lamps(words), form=form)
    assert all(line.isprintable() for line in told.split("\n"))
    assert "".join(words.split())[:3] in "".join(told.split())


@pytest.mark.parametrize(
    "words", ["\x1b[2Jlamp", "la\nmp", "\u202epmal", "la\x00mp", "lamp\ud800", "la\u2028mp"], ids=ascii
)
def test_words_that_no_extension_may_use(words: str) -> None:
    """A rule with words that control a terminal, or that end or reverse a line, is refused."""
    with pytest.raises(ms.MisuseError) as caught:
        lamp(words)
    assert "printable" in str(caught.value)
    assert str(caught.value).isprintable()
