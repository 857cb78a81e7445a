"""Secrets, dice and reshuffles over whole random games with all of them (RULES 2, PUBLIC-1)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lamp import LAMP_GAME
from tests.amounts import shorten
from tests.extensions.night_shift import NAMES, NIGHT_SHIFT, night_player, play_night, replay_at_table
from weather import WEATHER_GAME

import magnum_sal as ms
from magnum_sal.model.events import TileSeen
from magnum_sal.model.mine import CHAMBERS, level_of
from magnum_sal.record.log.entries import SecretLine
from magnum_sal.testing import check_invariants
from magnum_sal.testing.players import any_kind

PLAYERS = st.integers(2, 4)
SEEDS = st.integers(0, 10**6)
WHOLE_GAMES = settings(max_examples=min(settings().max_examples, 500))
"""Each example plays hundreds of moves and reads up to five logs of them, which takes a second."""


def text_of(log: ms.GameLog) -> bytes:
    """Return the bytes of a log."""
    return "".join(log.lines()).encode()


@pytest.mark.long
@WHOLE_GAMES
@given(players=PLAYERS, seed=SEEDS, at_random=st.booleans())
def test_a_seats_log_folds_to_its_view(players: int, seed: int, at_random: bool) -> None:
    """PUBLIC-1: at the end of a game, the view folded from the log of each seat is ``seen_by`` of the full state."""
    game = play_night(players, seed, shorten(600, 60), chooser=any_kind if at_random else night_player)
    check_invariants(game.state)
    again = ms.Game.from_log(text_of(game.log))
    assert again.state == game.state
    assert again.log.entries == game.log.entries
    for seat in range(players):
        own = ms.Game.from_log(text_of(game.log.seen_by(seat)))
        assert own.seen_by(seat) == game.state.seen_by(seat) == game.seen_by(seat)
        assert own.state == game.state.public()


@pytest.mark.long
@WHOLE_GAMES
@given(players=PLAYERS, seed=SEEDS)
def test_a_real_table_reaches_the_same_views(players: int, seed: int) -> None:
    """PUBLIC-1: on a real table, moves, reveals and noted looks lead to the views of the dealt game."""
    dealt = play_night(players, seed, shorten(400, 80))
    table = replay_at_table(dealt, noted=1)
    assert table.state == dealt.state.public()
    for game in (table, ms.Game.from_log(text_of(table.log))):
        for seat in range(players):
            assert game.seen_by(seat) == dealt.state.seen_by(seat)


@pytest.mark.long
@given(players=PLAYERS, seed=SEEDS, data=st.data())
def test_undo_and_redo_of_secrets_and_rolls(players: int, seed: int, data: st.DataObject) -> None:
    """RULES 2: after undo and redo, the position, the rolls and every view are the same as before."""
    game = play_night(players, seed, 40)
    views = [[game.at(number).seen_by(seat) for seat in range(players)] for number in range(41)]
    for _ in range(3):
        game.undo(to=data.draw(st.integers(0, game.step_count - 1)))
        assert [game.seen_by(seat) for seat in range(players)] == views[game.step_count]
        while game.step_count < 40:
            game.redo()
    assert [game.seen_by(seat) for seat in range(players)] == views[40]
    again = ms.Game.from_log(text_of(game.log))
    assert again.log.entries == game.log.entries
    for seat in range(players):
        assert ms.Game.from_log(text_of(game.log.seen_by(seat))).seen_by(seat) == views[40][seat]


def never_turned_up(game: ms.Game) -> Iterator[tuple[int, int]]:
    """Yield pairs of chambers of a level, by index, whose different tiles lie face down at the end."""
    tiles, down = game.log.started.setup.tiles, [tile is None for tile in game.state.mine.tiles]
    for one, first in enumerate(CHAMBERS):
        for two in range(one + 1, len(CHAMBERS)):
            if down[one] and down[two] and level_of(first) == level_of(CHAMBERS[two]) and tiles[one] != tiles[two]:
                yield one, two


@pytest.mark.long
@given(players=PLAYERS, seed=SEEDS, data=st.data())
def test_nobody_else_can_tell_two_secrets_apart(players: int, seed: int, data: st.DataObject) -> None:
    """
    PUBLIC-1: if two face-down tiles are exchanged in the setup, the same moves lead to the same public game.

    The public log, the public states and events, and the views and logs of all seats that looked at neither tile are
    the same, byte for byte. The views of the others differ.
    """
    game = play_night(players, seed, 150)
    pairs = list(never_turned_up(game))
    one, two = data.draw(st.sampled_from(pairs))
    setup = game.log.started.setup
    tiles = list(setup.tiles)
    tiles[one], tiles[two] = tiles[two], tiles[one]
    twin = ms.Game.new(NAMES[:players], setup=attrs.evolve(setup, tiles=tuple(tiles)), ruleset=NIGHT_SHIFT)
    for move, (state, events) in game.history():
        assert isinstance(move, ms.Move)
        after, told = twin.play(move)
        assert told == events
        assert after.public() == state.public()
    assert text_of(twin.log.public()) == text_of(game.log.public())
    assert ms.to_json(twin.state.public()) == ms.to_json(game.state.public())
    for seat in range(players):
        made = {look.chamber for look in game.state.extras["looks"].made if look.seat == seat}
        is_blind = not made & {CHAMBERS[one], CHAMBERS[two]}
        assert (ms.to_json(twin.state.seen_by(seat)) == ms.to_json(game.state.seen_by(seat))) is is_blind
        assert (text_of(twin.log.seen_by(seat)) == text_of(game.log.seen_by(seat))) is is_blind


def faces_in(data: Any, chamber: str | None = None) -> Iterator[str | None]:
    """Yield the chamber of each tile in JSON data, as far as the data name it."""
    if isinstance(data, dict):
        if "water" in data and "salt" in data and "rested" not in data:
            yield chamber
        named = data.get("chamber")
        for key, value in data.items():
            yield from faces_in(value, named if isinstance(named, str) else key if key in CHAMBERS else chamber)
    elif isinstance(data, list):
        for value in data:
            yield from faces_in(value, chamber)


@pytest.mark.long
@given(players=PLAYERS, seed=SEEDS)
def test_the_json_of_others_names_no_hidden_tile(players: int, seed: int) -> None:
    """PUBLIC-1: public states, events and logs, and other seats' views and logs, contain no face of a hidden tile."""
    game = play_night(players, seed, 120)
    down = {chamber for chamber, here in game.state.mine.chambers() if here.tile is None}
    public: list[Any] = [json.loads(line) for line in game.log.public().lines()]
    public += [ms.to_dict(game.at(number).public()) for number in range(0, 121, 20)]
    public += [ms.to_dict(event) for _, (_, events) in game.history() for event in events]
    assert not {chamber for data in public for chamber in faces_in(data)} & down
    assert "tile_seen" not in json.dumps(public)
    for seat in range(players):
        seen = set(game.state.seen_by(seat).extras["looks"].tiles)
        own: list[Any] = [json.loads(line) for line in game.log.seen_by(seat).lines()]
        own.append(ms.to_dict(game.state.seen_by(seat)))
        assert {chamber for data in own for chamber in faces_in(data)} & down == seen
    streams = {stream for _, stream in game.log.started.setup.streams}
    assert not any(str(stream) in json.dumps(public) for stream in streams)
    assert all(str(stream) in text_of(game.log).decode() for stream in streams)


@pytest.mark.long
@given(players=PLAYERS, seed=SEEDS, moves=st.integers(0, 100))
def test_draws_and_json_of_views(players: int, seed: int, moves: int) -> None:
    """PUBLIC-1: a state drawn from a view has the same view, and views come back from JSON."""
    state = play_night(players, seed, moves).state
    for seat in range(players):
        view = state.seen_by(seat)
        drawn = ms.determinize(view, random.Random(seed))
        assert drawn.seen_by(seat) == view
        assert drawn.public() == state.public()
        assert ms.legal_moves(drawn) == ms.legal_moves(view) == ms.legal_moves(state)
        assert ms.from_json(ms.GameState, ms.to_json(view)) == view
        check_invariants(drawn)


@pytest.mark.long
@given(players=PLAYERS, seed=SEEDS)
def test_each_secret_is_true(players: int, seed: int) -> None:
    """PUBLIC-1: each secret line follows the step with its look and names the tile of the setup."""
    game = play_night(players, seed, 200)
    setup, number, found = game.log.started.setup, 0, 0
    for entry in game.log.entries:
        if isinstance(entry, SecretLine):
            assert entry.number == number
            assert entry.event == TileSeen(entry.event.seat, entry.event.chamber, setup.tile_of(entry.event.chamber))  # type: ignore[arg-type]  # a dealt game
            found += 1
        else:
            number += 1
    assert found >= players


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [LAMP_GAME, WEATHER_GAME], ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_examples_end(ruleset: ms.Ruleset, players: int) -> None:
    """Whole games with lamps alone, and with the weather alone, end and are read back from every log."""
    game = play_night(players, players, 3000, ruleset=ruleset)
    assert game.is_over
    assert ms.Game.from_log(text_of(game.log)).log.entries == game.log.entries
    for seat in range(players):
        own = ms.Game.from_log(text_of(game.log.seen_by(seat)))
        assert own.seen_by(seat) == game.state.seen_by(seat)
    assert ms.Game.from_log(text_of(game.log.public())).state == game.state.public()
