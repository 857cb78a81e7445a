"""The consent that undo needs, depending on what was turned up, who has moved, and who has the seats."""

from __future__ import annotations

import random

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.bots import HUMAN
from magnum_sal.model.events import CardTurnedUp
from magnum_sal.testing.players import finisher, play
from magnum_sal.web._permissions import ASK, FREE, REFUSED, consent_to_undo
from magnum_sal.web._table import Arrangement, Chair


def arranged(*chairs: Chair) -> Arrangement:
    """Return an arrangement with the given chairs."""
    return Arrangement(id="x" * 20, host="a", watch_link="y" * 20, chairs=chairs)


HERE, THERE = Chair(HUMAN, holder="a"), Chair(HUMAN, holder="b")
AWAY, UNCLAIMED, BOT = Chair(HUMAN, holder="b", stand_in="greedy"), Chair(HUMAN, link="z" * 20), Chair("greedy")


@pytest.fixture(scope="module")
def game() -> ms.Game:
    """Play a whole game."""
    found = ms.Game.new(["Ada", "Ben"], seed=3)
    for _, move, _ in play(found.state, finisher, random.Random(3), 2000):
        found.play(move)
    assert found.is_over
    return found


@pytest.mark.slow
@pytest.mark.parametrize("pile", ["tile", "order", "tool"])
def test_pieces_that_count_as_turned_up(game: ms.Game, pile: str) -> None:
    """A tile, an order and a tool that was turned up prevents undo, whichever move of a game revealed it."""
    steps = [step for step in game.steps() if pile in ms.effects(step.before, step.move).turns_up]
    assert steps
    for step in steps:
        shown = ms.Step(step.before.public(), step.move, step.after.public(), step.events)
        assert consent_to_undo([shown], [step.before.turn_seat], arranged(HERE, AWAY)) == REFUSED


@pytest.mark.parametrize(
    ("chairs", "seen", "own", "anothers"),
    [
        pytest.param((HERE, THERE), ASK, FREE, ASK, id="both play"),
        pytest.param((HERE, BOT), FREE, FREE, FREE, id="alone with a bot"),
        pytest.param((HERE, HERE), FREE, FREE, FREE, id="two at one screen"),
        pytest.param((HERE, AWAY), REFUSED, FREE, FREE, id="away"),
        pytest.param((HERE, UNCLAIMED), REFUSED, FREE, FREE, id="unclaimed"),
        pytest.param((HERE, AWAY, BOT), REFUSED, FREE, FREE, id="away, and a bot"),
        pytest.param((HERE, AWAY, THERE), REFUSED, FREE, ASK, id="one away, one there"),
        pytest.param((HERE, BOT, THERE), ASK, FREE, FREE, id="a bot has moved"),
        pytest.param((HERE, UNCLAIMED, AWAY), REFUSED, FREE, FREE, id="nobody there"),
    ],
)
def test_the_consent_that_undo_needs(chairs: tuple[Chair, ...], seen: str, own: str, anothers: str) -> None:
    """
    Consent depends on the seats, on whether a piece was turned up, and on whether seat 1 has moved since.

    *seen* is for a move of one's own that turned up a piece, and *own* for one that did not. *anothers* is for a move
    that turned up nothing, followed by a move of seat 1.
    """
    names = ["Ada", "Ben", "Cleo"][: len(chairs)]
    start = ms.new_game(names, seed=1)
    theirs = attrs.evolve(start, turn_seat=1)
    played = [ms.Step(start, ms.Pass(), start, ()), ms.Step(theirs, ms.Pass(), start, ())]
    turned = ms.Step(start, ms.Pass(), start, (CardTurnedUp("omens", "gift"),))
    seats = [seat for seat in range(len(chairs)) if chairs[seat] == HERE]
    table = arranged(*chairs)
    assert consent_to_undo([turned], seats, table) == seen
    assert consent_to_undo(played[:1], seats, table) == own
    assert consent_to_undo(played, seats, table) == anothers
