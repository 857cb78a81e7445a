"""Taking moves back to the last decision of a person."""

from __future__ import annotations

import magnum_sal as ms
from magnum_sal.terminal._taking_back import make_again, take_back


def test_back_to_the_last_decision_of_a_person_and_forth() -> None:
    """What bots did after it goes with it, and comes again; at the beginning there is nothing to do."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    first, second = game.state.turn_seat, 1 - game.state.turn_seat
    bots = {second}
    assert not take_back(game, bots)
    assert not make_again(game, bots)
    positions: list[ms.GameState] = []
    while len(positions) < 3:
        if game.state.turn_seat == first:
            positions.append(game.state)
        game.play(ms.legal_moves(game.state)[0])
    while game.state.turn_seat != first:
        game.play(ms.legal_moves(game.state)[0])
    now = game.state
    for position in reversed(positions):
        assert take_back(game, bots)
        assert game.state == position
    assert not take_back(game, bots)
    for position in (*positions[1:], now):
        assert make_again(game, bots)
        assert game.state == position
    assert not make_again(game, bots)


def test_among_bots_alone_nothing_is_taken_back() -> None:
    """There is no decision of a person."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    game.play(ms.VisitInn())
    assert not take_back(game, {0, 1})
    assert len(game.moves) == 1
