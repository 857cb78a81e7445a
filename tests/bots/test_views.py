"""Bots and analyses on the view of a seat: they use what this seat has seen (RULES PUBLIC-1)."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from lamp import LAMP_GAME, UseLamp, has_seen
from tests.extensions.night_shift import NIGHT_SHIFT, play_night, replay_at_table
from weather import WEATHER_GAME

import magnum_sal as ms
from magnum_sal.bots import analyse, make_bot, review
from magnum_sal.bots._process import ProcessBot
from magnum_sal.bots.game_review import list_decisions
from magnum_sal.cli._demo import play_steps
from magnum_sal.model.events import TileSeen
from magnum_sal.testing import position

MINE = "S1: A | S2: A | A: lamp, 2 bucket | B: rope"


def looked(chamber: str = "1L1") -> ms.GameState:
    """Return a full state in which seat 0 has looked at a tile next to its miners."""
    return ms.apply(position(MINE, ruleset=LAMP_GAME), UseLamp(chamber)).state


@pytest.mark.long
@pytest.mark.parametrize("name", ["random", "novice", "greedy", "search:iterations=4"])
def test_bots_move_in_views(name: str) -> None:
    """A bot chooses a legal move in the view of its seat, and in the public form."""
    for state in (looked(), play_night(2, 4, 30).state):
        for known in (state.seen_by(state.turn_seat), state.public()):
            bot = make_bot(name, seed=1)
            assert bot(known, ms.legal_moves(known)) in ms.legal_moves(state)


@pytest.mark.long
def test_an_analysis_starts_from_the_view() -> None:
    """A full state is analysed in the view of the player to move. A public state and a view stay as they are."""
    full = looked()
    assert analyse(full, iterations=4, lines=1).state == full.seen_by(0)
    for known in (full.seen_by(0), full.public(), full.seen_by(1)):
        assert analyse(known, iterations=4, lines=1).state == known


@pytest.mark.long
def test_a_full_state_gives_no_more_away_than_the_view() -> None:
    """PUBLIC-1: the analysis of a full state equals that of the view, so hidden pieces do not matter."""
    full = looked()
    one, other = (analyse(state, iterations=16, seed=3) for state in (full, full.seen_by(0)))
    assert [line.move for line in one.lines] == [line.move for line in other.lines]
    assert one.chances == other.chances
    drawn = ms.determinize(full.seen_by(0), random.Random(8))
    again = analyse(drawn, iterations=16, seed=3)
    assert [line.move for line in again.lines] == [line.move for line in one.lines]


@pytest.mark.slow
def test_an_analysis_needs_the_tile_of_a_look() -> None:
    """A view that waits for a tile cannot be analysed. The public form can."""
    waiting = looked().public().seen_by(0)
    with pytest.raises(ms.MisuseError, match=r"has looked at the tile of \w+, which must be named before a move"):
        analyse(waiting, iterations=4)
    assert analyse(waiting.public(), iterations=4, lines=1).lines


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [LAMP_GAME, WEATHER_GAME, NIGHT_SHIFT], ids=lambda ruleset: ruleset.name)
def test_public_states_of_games_with_chance_are_analysed(ruleset: ms.Ruleset) -> None:
    """Neither dice nor decks nor looks stop the analysis of a public state."""
    state = play_night(2, 3, 25, ruleset=ruleset).state
    found = analyse(state.public(), iterations=6, lines=2, seed=1)
    assert found.lines
    assert all(line.move in ms.legal_moves(state) for line in found.lines)


@pytest.mark.slow
def test_a_tile_that_was_seen_is_no_surprise() -> None:
    """PUBLIC-1: a search in the view always finds the seen tile, and in the public form all possible ones."""
    full = looked()
    enter, rng = ms.PlaceMiner("stock", "1L1"), random.Random(2)
    seen, guessed = set(), set()
    for _ in range(40):
        seen.add(ms.apply(ms.determinize(full.seen_by(0), rng), enter).state.mine.tile_in("1L1"))
        guessed.add(ms.apply(ms.determinize(full.public(), rng), enter).state.mine.tile_in("1L1"))
    assert len(seen) == 1
    assert len(guessed) > 3


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["sound", "events"])
def test_programs_receive_the_view(answer: str) -> None:
    """PUBLIC-1: a process bot receives the view as JSON, and its own secrets among the events."""
    program = Path(__file__).parent / "faulty_program.py"
    full = position(MINE, ruleset=LAMP_GAME)
    bot = ProcessBot([sys.executable, str(program), answer], random.Random(1), move_seconds=20.0)
    try:
        view = full.seen_by(0)
        bot.game_started(view, 0)
        after, events = ms.apply(full, UseLamp("1L1"))
        tile = after.seen_by(0).find_tile("1L1")
        assert tile is not None
        bot.observed(UseLamp("1L1"), (*events, TileSeen(0, "1L1", tile)))
        known = after.seen_by(0)
        assert bot(known, ms.legal_moves(known)) == ms.legal_moves(known)[0]
    finally:
        bot.close()


@pytest.mark.long
def test_a_game_with_secrets_is_reviewed() -> None:
    """Each decision of a dealt game is judged in the view of its player, and of a real table as far as it is known."""
    dealt = play_night(2, 3, 12)
    at_table = replay_at_table(dealt, noted=0)
    known = [decision.state for decision in list_decisions(dealt.steps(), iterations=4)]
    assert [state.viewer for state in known] == [state.turn_seat for state in known]
    for decision in list_decisions(at_table.steps(), iterations=4):
        assert decision.state.pending is None
        assert decision.state == decision.state.public() or decision.state.viewer is not None
    assert len(review(dealt, iterations=2).decisions) == len(known)


def test_a_bot_in_the_demo_knows_the_tiles_that_it_has_looked_at() -> None:
    """PUBLIC-1: a bot receives the view of its seat, which shows the tile that its lamp has shown it."""
    found = []

    def look(state: ms.GameState, _: Sequence[ms.Move]) -> ms.Move:
        if state.turn_seat == 0 and not has_seen(state, "1L1"):
            return UseLamp("1L1")
        found.append((state.turn_seat, state.find_tile("1L1")))
        return ms.Pass()

    game = ms.Game.from_position(position("A: lamp", ruleset=LAMP_GAME))
    steps = play_steps(game, [look, look], ["look", "look"])
    while len(found) < 3:
        next(steps)
    tile = game.seen_by(0).find_tile("1L1")
    assert tile is not None
    assert found == [(0, tile), (0, tile), (1, None)]
