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


def table_of_a_purchase() -> ms.Game:
    """Return a game of two players in which step 7 buys the rope from slot 0, and a bucket is turned up."""
    game = ms.Game.open_table(["Ada", "Ben"])
    for piece in ("BB=9", "BG=11", "GG=13", "rope", "cart", "food"):
        game.reveal(piece)
    game.play("workshop rope")
    game.reveal("bucket")
    for move in ("inn", "square"):
        game.play(move)
    return game


def test_a_kept_purchase_of_another_tool() -> None:
    """A repeated purchase names a slot. If another tool lies there now, the result lists the move as it was entered."""
    game = table_of_a_purchase()
    correction = game.correct({4: "cart", 5: "rope"})
    assert (correction.kept, correction.dropped, correction.changed) == (6, (), ((7, "workshop rope"),))
    assert [card.tool for card in game.state.players[0].tools] == ["cart"]
    # The purchase from the other slot still lets the bucket be turned up in the last slot.
    assert game.correct(dict(correction.changed)).changed == ()
    assert [card.tool for card in game.state.players[0].tools] == ["rope"]
    assert game.step_count == 10


def test_a_purchase_that_is_corrected_with_the_pieces() -> None:
    """A move that is corrected in the same call is not listed, and neither is a move that takes the same tool."""
    game = table_of_a_purchase()
    assert game.correct({4: "cart", 5: "rope", 7: "workshop rope"}) == Correction(kept=6)
    # Two ropes on offer need a number in the notation, but the move still buys a rope.
    assert table_of_a_purchase().correct(5, "rope") == Correction(kept=5)


def test_a_changed_purchase_before_a_dropped_step() -> None:
    """The changed moves are listed even if a later step is dropped."""
    game = table_of_a_purchase()
    for move in (">S1", "rope >S1"):
        game.play(move)
    correction = game.correct({4: "cart", 5: "rope"})
    assert (correction.kept, correction.changed) == (7, ((7, "workshop rope"),))
    assert correction.dropped == (ms.UseRope("stock", "S1"),)


def test_a_kept_delivery_of_another_order() -> None:
    """A repeated delivery names a slot, too. The orders that are discarded at the end of a phase do not count."""
    game = ms.Game.open_table(["Ada", "Ben"])
    for piece in ("BB=9", "BG=11", "GG=13", "rope", "cart", "food"):
        game.reveal(piece)
    for move in (">S1", "square", "inn", ">S2", "market +B +G", "castle", *("square", "pass") * 3, "deliver BG=11"):
        game.play(move)
    game.reveal("BBG=17")
    correction = game.correct({1: "BG=11", 2: "BB=9"})
    assert (correction.kept, correction.dropped, correction.changed) == (19, (), ((19, "deliver BG=11"),))
    assert [str(order) for order in game.state.players[1].orders] == ["BB=9"]
    # The next order is turned up in the slot of the delivered one, so it must be named again.
    assert game.correct({**dict(correction.changed), 20: "BBG=17"}) == Correction(kept=1)
    assert [str(order) for order in game.state.players[1].orders] == ["BG=11"]


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
        ({2: "GG=13", 3: "WW=21"}, "step 3: the order in space 3 (slot 2) cannot be WW=21"),
        ({2: "GG=13", 3: "GG=13"}, "step 3: the order in space 3 (slot 2) cannot be GG=13"),
        ({9: ">S3", 10: "BGG/2"}, "step 10: there is no piece to turn up"),
        ({11: "castle S3", 12: "square"}, "step 11: you have no miner in S3 [CASTLE-1]"),
        ({11: "nonsense", 12: "square"}, "step 11: 'nonsense' is not a move in notation"),
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
    with pytest.raises(ms.MisuseError, match=r"^step 71: Ben is to move, not Cleo"):
        game.correct({70: ">S1", 71: "inn"})
    assert game.log.entries == GAME.log.entries
