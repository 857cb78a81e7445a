"""``Game.correct`` with several steps at once."""

from __future__ import annotations

import pytest
from tests.record.log.test_corrections import GAME, copy_of_game, table_of_two
from tests.record.log.test_real_tables import text_of

import magnum_sal as ms
from magnum_sal.record.game import Correction


def test_two_pieces_in_each_others_place() -> None:
    """Two pieces change places in one correction. One of them alone would make the other impossible."""
    game, right = table_of_two(), ms.Game.open_table(["Ada", "Ben"])
    first, second, third, *later = (step for step, _ in game.history())
    for step in (first, third, second, *later):
        if isinstance(step, ms.Reveal):
            right.reveal(step.piece)
        else:
            right.play(step)
    assert game.correct({3: "BG=11", 2: "GG=13"}) == Correction(kept=10)
    assert list(game.history()) == list(right.history())
    lines = text_of(game)
    assert list(ms.Game.from_log(lines).history()) == list(right.history())
    assert game.correct({2: "GG=13", 3: "BG=11"}) == Correction(kept=10)
    assert text_of(game) == lines
    assert table_of_two().correct(2, "GG=13").kept == 0


def test_a_move_and_its_piece() -> None:
    """A piece that is named with its move may lie elsewhere. The later steps that no longer fit are dropped."""
    game = table_of_two()
    correction = game.correct({9: ">1R1", 10: "BGG/2"})
    assert str(game.at(10).find_tile("1R1")) == "BGG/2"
    assert (correction.kept, correction.dropped) == (1, (ms.VisitPumpHouse("1L1", 1), ms.VisitInn()))
    assert ms.Game.from_log(text_of(game)).state == game.state


def test_listeners_hear_of_all_corrected_steps() -> None:
    """The corrected moves are new moves. The steps between them are repeated."""
    game = table_of_two()
    heard: list[ms.Notice] = []
    game.subscribe(heard.append)
    game.correct({10: "BGG/2", 12: "square"})
    assert [type(notice) for notice in heard] == [ms.Undone, ms.Revealed, ms.Redone, ms.Played]
    assert heard[0] == ms.Undone(9)


@pytest.mark.parametrize(
    ("replacements", "error"),
    [
        ({}, "expected a replacement for at least one step"),
        ({2: "GG=13", 13: "inn"}, "number: expected a step from 1 to 12, got 13"),
        ({2: "GG=13", "3": "BG=11"}, "number: expected a step from 1 to 12, got '3'"),
        ({2: "GG=13", 3: "WW=21"}, "the order in space 3 (slot 2) cannot be WW=21"),
        ({2: "GG=13", 3: "GG=13"}, "the order in space 3 (slot 2) cannot be GG=13"),
        ({9: ">S3", 10: "BGG/2"}, "there is no piece to turn up"),
        ({2: "GG=13", 12: "inn"}, "step 12 cannot be corrected with step 2: step 3 would be dropped: the order in"),
    ],
)
def test_what_cannot_be_corrected_together(replacements: dict[int, str], error: str) -> None:
    """If one of the steps cannot be corrected, nothing changes."""
    game = table_of_two()
    lines = text_of(game)
    heard: list[object] = []
    game.subscribe(heard.append)
    with pytest.raises(ms.MisuseError) as caught:
        game.correct(replacements)
    assert str(caught.value).startswith(error)
    assert (text_of(game), list(game.history()), heard) == (lines, list(table_of_two().history()), [])


def test_a_later_replacement_is_not_made_by_another_player() -> None:
    """If another player is to move after the first correction, a later replacement is refused."""
    game = copy_of_game()
    with pytest.raises(ms.MisuseError, match="Ben is to move, not Cleo"):
        game.correct({70: ">S1", 71: "inn"})
    assert game.log.entries == GAME.log.entries
