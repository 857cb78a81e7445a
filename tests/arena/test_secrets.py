"""What bots receive in games with secrets: the view of their seat and their own secrets (RULES PUBLIC-1)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from lamp import LAMP_GAME, UseLamp
from tests.extensions.night_shift import NIGHT_SHIFT, night_player

import magnum_sal as ms
from magnum_sal.arena import play_match
from magnum_sal.bots import BotHooks
from magnum_sal.engine.evolve import evolve_all
from magnum_sal.model.events import TileLookedAt, TileSeen
from magnum_sal.record.log.entries import SecretLine


class Watcher(BotHooks):
    """A bot that folds the events that it receives, and compares the result with each state."""

    games = 0
    secrets = 0
    looks = 0

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.seat = -1
        self.state: ms.GameState

    def game_started(self, state: ms.GameState, seat: int) -> None:
        """Receive the first view."""
        assert state.viewer == seat
        assert state.hidden is None
        self.state, self.seat = state, seat
        type(self).games += 1

    def observed(self, move: ms.Move, events: Sequence[ms.Event]) -> None:
        """Fold the events. They include no secret of another seat."""
        assert all(event.seat == self.seat for event in events if isinstance(event, TileSeen))
        self.state = evolve_all(self.state, events)
        type(self).secrets += sum(isinstance(event, TileSeen) for event in events)
        type(self).looks += sum(isinstance(event, TileLookedAt) for event in events)

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        """Choose a move after comparing the states."""
        assert state == self.state
        assert state.viewer == self.seat == state.turn_seat
        assert ms.legal_moves(state) == moves
        return night_player(state, moves, self.rng)

    def game_ended(self, state: ms.GameState) -> None:
        """Compare the last view."""
        assert state == self.state


class PlainWatcher(BotHooks):
    """A bot that checks that the standard game has no views and no secrets."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def game_started(self, state: ms.GameState, seat: int) -> None:
        """Receive the public state."""
        assert state.viewer is None
        assert state == state.public()

    def observed(self, move: ms.Move, events: Sequence[ms.Event]) -> None:
        """Check the events."""
        assert not any(isinstance(event, (TileLookedAt, TileSeen)) for event in events)

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        """Choose any move."""
        return self.rng.choice(moves)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_bots_receive_the_view_of_their_seat(players: int, tmp_path: Path) -> None:
    """PUBLIC-1: folding what a bot receives leads to each view that it is asked about, in both rulesets with lamps."""
    for ruleset in (LAMP_GAME, NIGHT_SHIFT):
        Watcher.games = Watcher.secrets = Watcher.looks = 0
        found = play_match(
            ["tests.arena.test_secrets:Watcher"] * players,
            players,
            3,
            ruleset=ruleset,
            most_moves=150,
            logs=tmp_path / ruleset.name,
        )
        assert Watcher.games == players * players
        # Everybody hears of a look, and only the player who looks hears of the tile.
        assert Watcher.looks == players * Watcher.secrets > 0
        assert not any(sum(counts.values()) for result in found.games for counts in result.failures)
        assert not any(any(result.hook_failures or ()) for result in found.games)


@pytest.mark.long
def test_logs_of_the_arena_have_secret_lines(tmp_path: Path) -> None:
    """PUBLIC-1: the log for a seat, made from a log of the arena, leads to the view of the seat."""
    play_match(["tests.arena.test_secrets:Watcher"] * 2, 2, 3, ruleset=NIGHT_SHIFT, most_moves=120, logs=tmp_path)
    for path in sorted(tmp_path.iterdir()):
        game = ms.Game.from_log(path)
        secrets = [line for line in game.log.entries if isinstance(line, SecretLine)]
        assert [line.number for line in secrets][:2] == [0, 0]
        assert len(secrets) >= 2
        for seat in (0, 1):
            own = ms.Game.from_log("".join(game.log.seen_by(seat).lines()).encode())
            assert own.seen_by(seat) == game.state.seen_by(seat)


def test_the_standard_game_has_no_views() -> None:
    """In games without looks, all bots receive the public state, as before."""
    found = play_match(["tests.arena.test_secrets:PlainWatcher"] * 2, 2, 1, most_moves=60)
    assert not any(any(result.hook_failures or ()) for result in found.games)
    assert not any(sum(counts.values()) for result in found.games for counts in result.failures)


@pytest.mark.long
@pytest.mark.parametrize("bot", ["random", "novice", "greedy", "search:iterations=8"])
def test_each_level_plays_games_with_secrets(bot: str) -> None:
    """The library's bots play with lamps, dice, a deck and looks at the start, without a failure."""
    found = play_match([bot, "tests.arena.test_secrets:Watcher"], 2, 5, ruleset=NIGHT_SHIFT, most_moves=60)
    assert not any(sum(counts.values()) for result in found.games for counts in result.failures)
    assert not any(any(result.hook_failures or ()) for result in found.games)


def test_an_illegal_look_counts_as_a_failure() -> None:
    """LAMP-1: a bot that looks at a tile again has moved illegally."""
    view = ms.apply(ms.testing.position("A: 2 lamp", ruleset=LAMP_GAME), UseLamp("1L1")).state.seen_by(0)
    assert UseLamp("1L1") not in ms.legal_moves(view)
    assert ms.objection(view, UseLamp("1L1")) is not None
