"""Playing the games to record. The same plan always leads to the same game."""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs
from lamp import LAMP_GAME
from own_ruleset import SHORT_AND_RICH
from smithy import SMITHY_GAME
from stranded_miners_block import STRANDED_BLOCK
from tests.extensions.night_shift import NIGHT_SHIFT
from tests.games.players import CHOOSERS
from weather import WEATHER_GAME

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.arena import play_match
from magnum_sal.engine.unseen import unseen_tiles
from magnum_sal.model.looks import LOOKS
from magnum_sal.model.mine import level_of
from magnum_sal.model.ruleset_registry import find_ruleset
from magnum_sal.model.switches import Setting
from magnum_sal.record.log.entries import SecretLine
from magnum_sal.testing import position
from magnum_sal.testing.players import Chooser

RULESETS: Final = (
    *(ms.STANDARD, SMITHY_GAME, CRYSTAL_CHAPEL, STRANDED_BLOCK, SHORT_AND_RICH),
    *(LAMP_GAME, WEATHER_GAME, NIGHT_SHIFT),
)
"""
The rulesets of recorded games: the standard one, those of the examples, and one with a deck that reshuffles.

The imports above register them.
"""

NAMES: Final = (("Ada", "Ben", "Cleo", "Dan"), ("Zofia", "Łukasz", "Jadwiga", "Stanisław"))
"""The names of players. The seed selects one of the two tables."""

UNDONE: Final = 7
"""The number of steps that players undo when they change their minds."""

REDONE: Final = 4
"""The number of undone steps that they redo."""


NOTED: Final = 0.7
"""The part of the looks that players on a real table note after each step."""


@attrs.frozen
class Plan:
    """How to play a game."""

    name: str
    """The name of the file, without its suffix."""
    seed: int
    """The seed of the setup and of all choices."""
    players: int
    ruleset: str = "standard"
    switches: Mapping[str, Setting] = attrs.field(factory=dict)
    """The switches that are on."""
    chooser: str = "finisher"
    """A key of ``CHOOSERS``."""
    position: str = ""
    """The text of the position from which the game starts, or an empty text if it begins with its setup."""
    at_table: bool = False
    """Whether the pieces lie on a real table, so that reveals turn them up."""
    steps: int = 1500
    """The largest number of moves and reveals."""
    undo_every: int = 0
    """The number of moves and reveals after which the players undo some, or 0 if they never do."""
    end: str = ""
    """The reason of the agreed end after these steps, or an empty text if the players just stop."""

    @property
    def rules(self) -> ms.Ruleset:
        """The ruleset with its switches set."""
        return find_ruleset(self.ruleset).with_switches(**self.switches)

    @property
    def comment(self) -> str:
        """The plan as a comment for the log's header: JSON without the name."""
        given = {field.name: getattr(self, field.name) for field in attrs.fields(Plan) if field.name != "name"}
        defaults = {field.name: field.default for field in attrs.fields(Plan)}
        return json.dumps({name: value for name, value in given.items() if value and value != defaults[name]})


def play(plan: Plan) -> ms.Game:
    """Return the game that *plan* describes. It has no log file."""
    rng = random.Random(plan.seed)
    names = NAMES[plan.seed % 2][: plan.players]
    metadata = {"comments": [f"Recorded by tests/games: {plan.comment}"]}
    if plan.position:
        game = ms.Game.from_position(position(plan.position), metadata=metadata)
    elif plan.at_table:
        start_seat = plan.seed % plan.players
        game = ms.Game.open_table(names, start_seat=start_seat, ruleset=plan.rules, metadata=metadata)
    else:
        game = ms.Game.new(names, seed=plan.seed, ruleset=plan.rules, metadata=metadata)
    for made in range(1, plan.steps + 1):
        _advance(game, CHOOSERS[plan.chooser], rng)
        if plan.undo_every and made % plan.undo_every == 0:
            _change_minds(game)
        if game.is_over:
            return game
    if plan.end:
        game.end(plan.end)
    return game


def _advance(game: ms.Game, chooser: Chooser, rng: random.Random) -> None:
    """Play a move or reveal a piece. The chances of a piece follow from what all players know."""
    state = game.state
    if state.pending is None:
        game.play(chooser(state, ms.legal_moves(state), rng))
    elif state.ruleset.has_looks and state.pending.pile == "tile":
        game.reveal(_find_tile(game, str(state.pending.place), rng))
    else:
        pieces, chances = zip(*ms.outcomes(state), strict=True)
        game.reveal(rng.choices(pieces, weights=[float(chance) for chance in chances])[0])
    if state.ruleset.has_looks and game.log.header.is_real_table:
        _note_looks(game, rng)


def _find_tile(game: ms.Game, chamber: str, rng: random.Random) -> ms.ChamberTile:
    """Return the tile of a chamber on a real table: the one that somebody has noted, or another one that is unseen."""
    noted = {entry.event.chamber: entry.event.tile for entry in game.log.entries if isinstance(entry, SecretLine)}
    if chamber in noted:
        return noted[chamber]
    level = level_of(chamber)
    elsewhere = [
        tile for place, tile in noted.items() if level_of(place) == level and game.state.mine.tile_in(place) is None
    ]
    return rng.choice(list((Counter(unseen_tiles(game.state, level)) - Counter(elsewhere)).elements()))


def _note_looks(game: ms.Game, rng: random.Random) -> None:
    """Note most of the tiles that players have looked at."""
    for look in game.state.extras[LOOKS].made:
        if game.seen_by(look.seat).find_tile(look.chamber) is None and rng.random() < NOTED:
            game.note_look(look.seat, look.chamber, _find_tile(game, look.chamber, rng))


def _change_minds(game: ms.Game) -> None:
    """Undo some steps and redo the first of them."""
    game.undo(to=max(game.step_count - UNDONE, 0))
    for _ in range(REDONE):
        game.redo()


def walk_out(state: ms.GameState, moves: Sequence[ms.Move]) -> ms.Move:
    """Choose the first move, as a bot of the arena, and fail in the second round."""
    if state.round > 1:
        raise RuntimeError("I have had enough")
    return moves[0]


@attrs.frozen
class ArenaGame:
    """The first game of a match in the arena, where a failing bot loses."""

    bots: tuple[str, ...]
    most_moves: int
    """The cap on the game's moves."""
    seed: int = 5


def record_arena_game(game: ArenaGame) -> bytes:
    """Return the log that the arena writes."""
    with tempfile.TemporaryDirectory() as folder:
        play_match(game.bots, 1, game.seed, most_moves=game.most_moves, policy="lose", logs=folder)
        (log,) = Path(folder).iterdir()
        return log.read_bytes()
