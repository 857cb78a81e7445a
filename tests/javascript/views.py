"""Games of every shipped extension as their spectators and their players see them, for the fold of the client."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lamp import LAMP_GAME
from smithy import SMITHY_GAME
from tests.extensions.night_shift import NIGHT_SHIFT
from tests.extensions.omens import OMENS_GAME
from weather import WEATHER_GAME

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.bots import make_bot
from magnum_sal.engine.evolve import evolve

GAMES = (
    (SMITHY_GAME, 2),
    (CRYSTAL_CHAPEL, 3),
    (OMENS_GAME, 2),
    (WEATHER_GAME, 2),
    (LAMP_GAME, 3),
    (NIGHT_SHIFT, 4),
)
"""Rulesets with another building, crystals, decks, dice, looks, and all of these; with their numbers of players."""
_RANDOM_SHARE = 0.25
_SINGLE_EVENTS = 40
"""The number of steps of which the states after each single event are written."""


def write_views(folder: Path) -> None:
    """Write a file for each game and viewer: the first state, then lines with events and the state after them."""
    for number, (ruleset, players) in enumerate(GAMES):
        game = play_game(ruleset, players, seed=number + 1)
        # Without looks, the views of all seats are the public one.
        for viewer in (None, *(range(players) if ruleset.has_looks else ())):
            name = f"{ruleset.name}-{'public' if viewer is None else viewer}.jsonl"
            lines = (json.dumps(line) + "\n" for line in describe_view(game, viewer))
            (folder / name).write_text("".join(lines), "utf-8")


def play_game(ruleset: ms.Ruleset, players: int, seed: int) -> ms.Game:
    """Return a whole game of a bot that makes a quarter of its moves at random. Such games are short and varied."""
    game = ms.Game.new(["Ada", "Ben", "Cleo", "Dora"][:players], seed=seed, ruleset=ruleset)
    rng = random.Random(seed)
    while not game.is_over:
        view = game.seen_by(game.state.turn_seat)
        moves = view.legal_moves()
        bot = make_bot("novice", seed=game.step_count)
        game.play(rng.choice(moves) if rng.random() < _RANDOM_SHARE else bot(view, moves))
    return game


def format_state(state: ms.GameState) -> dict[str, Any]:
    """Return a view as JSON, without the pieces still to come in a series of reveals, which no client sees."""
    data: dict[str, Any] = ms.to_dict(state)
    data["extras"].pop("course", None)
    return data


def describe_view(game: ms.Game, viewer: int | None) -> Iterator[dict[str, Any]]:
    """Yield the first state as a viewer sees it, then the events that this viewer gets, with the state after them."""
    secrets: dict[int, list[ms.Event]] = {}
    if viewer is not None:
        for number, event in game.secrets(viewer):
            secrets.setdefault(number, []).append(event)
    yield {"state": format_state(game.at(0).seen_by(viewer))}
    for number, step in enumerate(game.history(), start=1):
        state, events = step[1]
        told = [*events, *secrets.get(number, ())]
        if number > _SINGLE_EVENTS:
            yield {"events": [ms.to_dict(event) for event in told], "state": format_state(state.seen_by(viewer))}
            continue
        view = game.at(number - 1).seen_by(viewer)
        for event in told:
            view = evolve(view, event)
            yield {"events": [ms.to_dict(event)], "state": format_state(view)}
        assert view == state.seen_by(viewer)
