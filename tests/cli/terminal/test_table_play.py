"""Undo back to the last decision of a person, and redo."""

from __future__ import annotations

import magnum_sal as ms
from magnum_sal.cli.terminal._table_screen import redo_to_person, undo_to_person


def test_undo_and_redo_between_decisions_of_a_person() -> None:
    """Undo returns to a person's last decision and includes later moves of bots. Redo repeats all of these moves."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    first, second = game.state.turn_seat, 1 - game.state.turn_seat
    bots = {second}
    assert not undo_to_person(game, bots)
    assert not redo_to_person(game, bots)
    positions: list[ms.GameState] = []
    while len(positions) < 3:
        if game.state.turn_seat == first:
            positions.append(game.state)
        game.play(ms.legal_moves(game.state)[0])
    while game.state.turn_seat != first:
        game.play(ms.legal_moves(game.state)[0])
    now = game.state
    for position in reversed(positions):
        assert undo_to_person(game, bots)
        assert game.state == position
    assert not undo_to_person(game, bots)
    for position in (*positions[1:], now):
        assert redo_to_person(game, bots)
        assert game.state == position
    assert not redo_to_person(game, bots)


def test_among_bots_nothing_is_undone() -> None:
    """If only bots play, there is no decision of a person to return to."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    game.play(ms.VisitInn())
    assert not undo_to_person(game, {0, 1})
    assert len(game.moves) == 1
