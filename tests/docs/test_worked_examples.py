"""The drawn examples on the rules page match the library."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.testing import position

pytest.importorskip("docutils", reason="needs the extra docs")
pytest.importorskip("sphinx", reason="needs the extra docs")

DOCS = Path(__file__).parents[2] / "docs"
RULES = (DOCS / "rules.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```\{worked-example\} (.*)\n:shows: (.*)\n\n((?:.*\n)*?)^```", RULES, re.MULTILINE)


@pytest.fixture(scope="module")
def extension() -> dict[str, Any]:
    """Return the names that the Sphinx extension defines."""
    return runpy.run_path(str(DOCS / "_extensions" / "worked_examples.py"))


def test_each_chapter_on_playing_has_an_example() -> None:
    """Each chapter from setting up to the variants has a worked example, and the booklet's seven are among them."""
    chapters = dict(re.findall(r"^## (\d+)\. .*\n((?:(?!^## ).*\n)*)", RULES, re.MULTILINE))
    assert [number for number in map(str, range(2, 12)) if "{worked-example}" not in chapters[number]] == []
    booklets = re.split(r"\*\*Example (\d) of the booklet\.\*\*", RULES)[1:]
    drawn = [
        number for number, text in zip(booklets[::2], booklets[1::2], strict=True) if "{worked-example}" in text[:999]
    ]
    assert sorted(drawn) == list("1234567")


@pytest.mark.parametrize(("text", "shows", "lines"), EXAMPLES)
def test_an_example_is_correct(text: str, shows: str, lines: str, extension: dict[str, Any]) -> None:
    """The moves of an example are legal or refused by the named rule, and its places are in the picture."""
    state = position(text)
    played = list(extension["play"](state, lines.splitlines()))
    assert [one.text for one in played] == [line.rpartition(": ")[2] for line in lines.splitlines()]
    assert any(one.step for one in played)
    ET.fromstring(extension["cropped"](render.svg(state), shows.split()))


@pytest.mark.parametrize("line", ["refused CHAIN-1: >S3", ">S4", "refused CHAIN-2: >S4"])
def test_an_incorrect_example_is_found(line: str, extension: dict[str, Any]) -> None:
    """A legal move marked as refused, an illegal move, and a refusal with another rule raise an error."""
    with pytest.raises(ValueError, match=re.escape(line)):
        list(extension["play"](position("S1: A | S2: B"), [line]))


def test_an_unreadable_move_is_found(extension: dict[str, Any]) -> None:
    """A move that is not valid notation raises ``MalformedError``."""
    with pytest.raises(ms.MalformedError):
        list(extension["play"](position("S1: A"), ["hop"]))


def test_a_cropped_picture_contains_its_places(extension: dict[str, Any]) -> None:
    """The cropped picture is large enough for the given places, and an unknown place raises an error that names it."""
    picture = render.svg(position("S1: A"))
    width, height = map(float, ET.fromstring(extension["cropped"](picture, ["S1"])).attrib["viewBox"].split()[2:])
    wider = map(float, ET.fromstring(extension["cropped"](picture, ["S1", "1L1"])).attrib["viewBox"].split()[2:])
    assert (width, height) < tuple(wider)
    with pytest.raises(ValueError, match="S9"):
        extension["cropped"](picture, ["S1", "S9"])
