"""The lines of the list of answers, fitted to the width of the list."""

from __future__ import annotations

import pytest
from tests.cli.terminal.test_answers import TABLE

import magnum_sal as ms
from magnum_sal.cli.terminal._answers import filter_rows, lines, list_rows, whole_moves
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES

CHOICE = ms.choices(position(TABLE))


def text(room: int, beginning: str, choice: ms.Choice = CHOICE) -> str:
    """Return the line with the given beginning."""
    (line,) = [str(line) for line in lines(list_rows(choice, "en"), room) if str(line).startswith(beginning)]
    return line


def test_the_effect_of_a_move_is_at_the_end() -> None:
    """A move's effect follows its words and notation. An answer that leads to another question shows no effect."""
    found = list_rows(CHOICE, "en")
    line = text(78, "Visit the inn")
    assert line.split("  ")[0] == "Visit the inn"
    assert " inn " in line
    assert line.endswith("  -5 groszy")
    columns = {str(line).index(row.brings) for line, row in zip(lines(found, 78), found, strict=True) if row.brings}
    assert len(columns) == 1
    assert max(len(str(line)) for line in lines(found, 78)) == 78
    assert text(78, "Extract salt") == "Extract salt ..."


def test_what_is_omitted_in_a_narrow_list() -> None:
    """A narrow list omits the description of a move first and then its notation, but keeps the price."""
    assert "hires" in text(78, "Visit the inn")
    assert "hires" not in text(50, "Visit the inn")
    assert "  inn" in text(50, "Visit the inn")
    assert text(36, "Visit the inn").split("  ", 1)[0] == "Visit the inn"
    assert "  inn" not in text(36, "Visit the inn")
    assert text(36, "Visit the inn").endswith("-5 groszy")


def test_a_move_without_an_effect_has_room_for_its_words() -> None:
    """The description of a move without an effect may use the column of the effects."""
    listed = [str(line) for line in lines(list_rows(ms.choices(ms.new_game(["Ada", "Ben"], seed=7)), "en"), 78)]
    (castle,) = [line for line in listed if line.startswith("Visit the castle")]
    assert castle.endswith("sends a miner from stock to the castle line")


def test_a_whole_move_is_named_by_its_words() -> None:
    """A whole move is named by its description, because several moves can be of the same kind."""
    found = filter_rows(list_rows(CHOICE, "en"), whole_moves(CHOICE, "en"), "brown")
    listed = [str(line) for line in lines(found, 100)]
    assert any(line.startswith("Sells brown salt for 3 groszy ") for line in listed)
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("room", [20, 40, 52, 78, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_too_long(room: int, language: str) -> None:
    """No line is longer than the list is wide, whatever the list contains."""
    choice = CHOICE
    while choice.question is not None:
        assert all(line.cell_len <= room for line in lines(list_rows(choice, language), room))
        choice = choice.take(choice.answers[min(1, len(choice.answers) - 1)])
    assert list(lines((), room)) == []
