"""Playing the games to record. The same plan always leads to the same game."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs
from own_ruleset import SHORT_AND_RICH
from smithy import SMITHY_GAME
from stranded_miners_block import STRANDED_BLOCK
from tests.games.players import CHOOSERS

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.arena import play_match
from magnum_sal.model.ruleset import find_ruleset
from magnum_sal.model.switches import Setting
from magnum_sal.testing.players import Chooser

RULESETS: Final = (ms.STANDARD, SMITHY_GAME, CRYSTAL_CHAPEL, STRANDED_BLOCK, SHORT_AND_RICH)
"""The rulesets of recorded games: the standard one, and those of the examples, which the imports above register."""

NAMES: Final = (("Ada", "Ben", "Cleo", "Dan"), ("Zofia", "Łukasz", "Jadwiga", "Stanisław"))
"""The names of players. The seed selects one of the two tables."""

UNDONE: Final = 7
"""The number of steps that players undo when they change their minds."""

REDONE: Final = 4
"""The number of undone steps that they redo."""


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
    if plan.at_table:
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
    else:
        pieces, chances = zip(*ms.outcomes(state), strict=True)
        game.reveal(rng.choices(pieces, weights=[float(chance) for chance in chances])[0])


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
