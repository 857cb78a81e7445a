"""Playing the games to record: a plan says how, and the same plan always gives the same game."""

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
"""The rulesets of recorded games: the standard one, and those of the examples, which are registered by the import."""

NAMES: Final = (("Ada", "Ben", "Cleo", "Dan"), ("Zofia", "Łukasz", "Jadwiga", "Stanisław"))
"""The names of players; the seed decides which of the two tables sits down."""

UNDONE: Final = 7
"""How many steps players who change their minds take back."""

REDONE: Final = 4
"""How many of these they make again."""


@attrs.frozen
class Plan:
    """How to play a game."""

    name: str
    """The name of the file, without its ending."""
    seed: int
    """Decides the setup and all choices."""
    players: int
    ruleset: str = "standard"
    switches: Mapping[str, Setting] = attrs.field(factory=dict)
    """The switches that are on."""
    chooser: str = "finisher"
    """A key of ``CHOOSERS``."""
    at_table: bool = False
    """Whether the pieces lie on a real table, so that reveals turn them up."""
    steps: int = 1500
    """The most moves and reveals that are made."""
    undo_every: int = 0
    """After how many moves and reveals the players take some back; 0 if they never do."""
    end: str = ""
    """The reason for an agreed end after these steps; empty if the players just stop."""

    @property
    def rules(self) -> ms.Ruleset:
        """The ruleset with its switches set."""
        return find_ruleset(self.ruleset).with_switches(**self.switches)

    @property
    def comment(self) -> str:
        """The plan as a comment in the log's header, which is JSON without the name."""
        given = {field.name: getattr(self, field.name) for field in attrs.fields(Plan) if field.name != "name"}
        defaults = {field.name: field.default for field in attrs.fields(Plan)}
        return json.dumps({name: value for name, value in given.items() if value and value != defaults[name]})


def play(plan: Plan) -> ms.Game:
    """Return the game that *plan* describes; it is in memory."""
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
    """Make a move, or reveal a piece: each as likely as it is, given all that everybody knows."""
    state = game.state
    if state.pending is None:
        game.play(chooser(state, ms.legal_moves(state), rng))
    else:
        pieces, chances = zip(*ms.outcomes(state), strict=True)
        game.reveal(rng.choices(pieces, weights=[float(chance) for chance in chances])[0])


def _change_minds(game: ms.Game) -> None:
    """Take some steps back and make the first of them again."""
    game.undo(to=max(game.step_count - UNDONE, 0))
    for _ in range(REDONE):
        game.redo()


def walk_out(state: ms.GameState, moves: Sequence[ms.Move]) -> ms.Move:
    """Choose the first move, as a bot of the arena; fail in the second round."""
    if state.round > 1:
        raise RuntimeError("I have had enough")
    return moves[0]


@attrs.frozen
class ArenaGame:
    """The first game of a match in the arena, where a bot that fails loses."""

    bots: tuple[str, ...]
    most_moves: int
    """The cap on its moves."""
    seed: int = 5


def record_arena_game(game: ArenaGame) -> bytes:
    """Return the log that the arena writes."""
    with tempfile.TemporaryDirectory() as folder:
        play_match(game.bots, 1, game.seed, most_moves=game.most_moves, policy="lose", logs=folder)
        (log,) = Path(folder).iterdir()
        return log.read_bytes()
