"""The lines of the list of answers, as there is room for them."""

from __future__ import annotations

import pytest
from tests.terminal.test_answers import TABLE

import magnum_sal as ms
from magnum_sal.terminal._answers import filter_rows, lines, list_rows, whole_moves
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES

CHOICE = ms.choices(position(TABLE))


def text(room: int, beginning: str, choice: ms.Choice = CHOICE) -> str:
    """Return the line that begins so."""
    (line,) = [str(line) for line in lines(list_rows(choice, "en"), room) if str(line).startswith(beginning)]
    return line


def test_what_a_move_brings_stands_at_the_end() -> None:
    """After its notation and its words; of an answer that leads on, nothing is known yet."""
    found = list_rows(CHOICE, "en")
    line = text(78, "Visit the inn")
    assert line.split("  ")[0] == "Visit the inn"
    assert " inn " in line
    assert line.endswith("  -5 groszy")
    columns = {str(line).index(row.brings) for line, row in zip(lines(found, 78), found, strict=True) if row.brings}
    assert len(columns) == 1
    assert max(len(str(line)) for line in lines(found, 78)) == 78
    assert text(78, "Extract salt") == "Extract salt ..."


def test_what_goes_first_where_there_is_little_room() -> None:
    """The words of the move, then its notation; the price last."""
    assert "hires" in text(78, "Visit the inn")
    assert "hires" not in text(50, "Visit the inn")
    assert "  inn" in text(50, "Visit the inn")
    assert text(36, "Visit the inn").split("  ", 1)[0] == "Visit the inn"
    assert "  inn" not in text(36, "Visit the inn")
    assert text(36, "Visit the inn").endswith("-5 groszy")


def test_what_brings_nothing_has_room_for_its_words() -> None:
    """They may stand where others have what they bring."""
    listed = [str(line) for line in lines(list_rows(ms.choices(ms.new_game(["Ada", "Ben"], seed=7)), "en"), 78)]
    (castle,) = [line for line in listed if line.startswith("Visit the castle")]
    assert castle.endswith("sends a miner from stock to the castle line")


def test_a_whole_move_is_named_by_its_words() -> None:
    """Its kind alone would be the same for several."""
    found = filter_rows(list_rows(CHOICE, "en"), whole_moves(CHOICE, "en"), "brown")
    listed = [str(line) for line in lines(found, 100)]
    assert any(line.startswith("Sells brown salt for 3 groszy ") for line in listed)
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("room", [20, 40, 52, 78, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_too_long(room: int, language: str) -> None:
    """Whatever there is to list."""
    choice = CHOICE
    while choice.question is not None:
        assert all(line.cell_len <= room for line in lines(list_rows(choice, language), room))
        choice = choice.take(choice.answers[min(1, len(choice.answers) - 1)])
    assert list(lines((), room)) == []
