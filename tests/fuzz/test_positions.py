"""Any text as a position, and damaged texts of positions, cause an error of the family or a sound position."""

from __future__ import annotations

import contextlib
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from smithy import SMITHY_GAME
from tests.amounts import scale
from tests.encodable import ENCODABLE

import magnum_sal as ms
from magnum_sal.model.mine import CHAMBERS
from magnum_sal.testing import check_invariants, position, sketch
from magnum_sal.testing.players import any_kind, play


@cache
def sketches() -> list[str]:
    """Return texts of full and public positions from two games."""
    found = []
    for ruleset in (ms.STANDARD, SMITHY_GAME):
        state = ms.new_game(["Ada", "Ben", "O'Neil, C."], seed=4, ruleset=ruleset)
        for number, (_, _, transition) in enumerate(play(state, any_kind, random.Random(2), 300)):
            if number % 60 == 50:
                found += [sketch(transition.state), sketch(transition.state.public())]
    return found


@st.deferred
def scraps() -> st.SearchStrategy[str]:
    """Return a strategy of words that occur in texts of positions, and of others that do not."""
    words = sorted({word for text in sketches() for word in text.replace("\n", " ").split(" ")})
    others = ["|", "\n", ":", ",", '"', "\\", "-", "9" * 5000, "999999999", "-1", "٣", "[", "]", "of", "null", "A" * 30]
    return st.sampled_from([*words, *others])


def read(text: str) -> None:
    """Read *text*; an error must be one of the library's and short, and a position must be sound."""
    try:
        state = position(text)
    except ms.MagnumSalError as error:
        message = str(error)
    else:
        message = ""
        check_read(text, state)
    assert len(message) <= 500
    assert message.isprintable()


def check_read(text: str, state: ms.GameState) -> None:
    """Check that a position from a text is possible and can be written."""
    if "bank" not in text:
        check_invariants(state)
    assert position(sketch(state)) == state


@pytest.mark.long
@given(st.text(ENCODABLE, max_size=200))
def test_any_text(text: str) -> None:
    """Arbitrary text is refused with an error of the family, or read."""
    read(text)


@pytest.mark.long
@settings(max_examples=scale(300))
@given(st.lists(scraps, max_size=12).map(" ".join) | st.lists(scraps, max_size=12).map("".join))
def test_words_of_the_grammar_in_any_order(text: str) -> None:
    """Known words in a wrong order are refused with an error of the family, or read as a sound position."""
    read(text)


@pytest.mark.long
@settings(max_examples=scale(300))
@given(st.deferred(lambda: st.sampled_from(sketches())), st.data())
def test_damaged_sketches(text: str, data: st.DataObject) -> None:
    """A good text with pieces left out, doubled or replaced is refused or read as a sound position."""
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        text = text[:start] + data.draw(scraps | st.just(text[start:end] * 2) | st.just("")) + text[end:]
    read(text)


@pytest.mark.parametrize(
    "text",
    [
        "A: " + "rope, " * 1600,
        "A: 999999999 rope",
        "S1: " + "A" * 9000,
        "market: " + "B" * 9000,
        'A: "' + "\\" * 9000,
        'extra smithy: {"a":' * 400,
        "extra smithy: " + "[" * 9000,
        "inn: " + "9" * 9000,
        "A: order BB=" + "9" * 9000,
        "1L1: [BB/" + "9" * 9000 + "]",
        "|".join(f"assistant {number}: A" for number in range(500)),
        " | ".join(f"{chamber}: [B/0]" for chamber in CHAMBERS),
    ],
    ids=range(12),
)
def test_texts_that_would_take_long(text: str) -> None:
    """Long texts and large numbers are refused with an error of the family, or read."""
    with contextlib.suppress(ms.MagnumSalError):
        position(text, ruleset=SMITHY_GAME)


def test_a_text_that_is_too_long() -> None:
    """A text of more than 10,000 characters is refused with a message that names the bound."""
    with pytest.raises(ms.MalformedError, match="the text of a position has 10001 characters; the limit is 10000"):
        position("|" * 10_001)
