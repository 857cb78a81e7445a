"""The frozen players in `tools/`, against which others are measured: they play like 0.1.0 and depend on little."""

from __future__ import annotations

import ast
from itertools import product
from pathlib import Path

import pytest
from tests.amounts import select_pairs
from tools import reference_players
from tools.reference_players.__main__ import GAMES, digest

import magnum_sal as ms

PLAYED_BY_0_1_0 = {
    ("random", 2): "9edd5c7e43855a3a9ee07a043aa455b63f7a7127a431d65979628e7b4d4b5307",
    ("random", 3): "64b459baab002c4e195d666d9ffa84f17cd0b53ff805d65667da246794665044",
    ("random", 4): "28f6f0e3e94edf9be9c74e4f7dfd29b18f44b13a99602210ba67f6b181002bd0",
    ("greedy", 2): "bdb56eba697b8f6ccf08172c7092e45f3a27dae8564b6c91bcf8e704e2801be9",
    ("greedy", 3): "c53cb53368437a9f79a31b1e274c675ec8c3b95454909989c85a536f5f555a5e",
    ("greedy", 4): "70e446122cc8ddb13e267d0492c99f8cef6223c4f48f84985acd82d6224d26e7",
    ("search:iterations=8", 2): "2da6da1e7be6371b7f974b5279c2cc95a11ec91f89034d72a198fde42cdddbec",
    ("search:iterations=8", 3): "5afdaba85a7e8c1f04eb9f2e764c3b7e981e5c3a9e2632690bef05c73a820a90",
    ("search:iterations=8", 4): "0663c1bbdca96eb0206bdada08e5ab52523a4fe2cf5e29d16029cec0cde54834",
    ("search:iterations=4,sample=0", 2): "c6e2172d443ba00bbff873e89e853eb6d6f909f427665b2d5d0526de18f9c32e",
    ("search:iterations=4,sample=0", 3): "93865016d8b36a3ec018ff06159eafeb7d1c5732a71f1b50570d9c2a8b255583",
    ("search:iterations=4,sample=0", 4): "a4645d7ceed7b4abd47f48277e2b7bf66692e7ee2f925c0e10e24010262f2330",
}
"""The moves of each game in version 0.1.0. `tools/reference_players/__main__.py` explains how they were recorded."""

PLAYERS = list(dict.fromkeys(player for player, _ in GAMES))
SEATS = list(dict.fromkeys(seats for _, seats in GAMES))
ASKED = {
    "magnum_sal": set(ms.__all__),
    "magnum_sal.bots": {"BotHooks"},
    "magnum_sal.model.mine": {"BIT", "CHAMBERS", "FURTHER", "SECTIONS", "level_of", "spaces_in"},
    "magnum_sal.model.mine.geometry": {"PATH_BITS"},
    "magnum_sal.model.pieces": {"ONE_CUBE", "SALT_KINDS"},
    "magnum_sal.model.state": {"Hidden", "Player"},
}
"""The names that the players may import from the library, by module."""


@pytest.mark.long
@pytest.mark.parametrize(("player", "seats"), select_pairs(PLAYERS, SEATS))
def test_the_moves_are_those_of_0_1_0(player: str, seats: int) -> None:
    """Neither improvements of the players nor changes of the library may change their moves."""
    assert digest(player, seats) == PLAYED_BY_0_1_0[player, seats]


def test_all_games_are_recorded() -> None:
    """A game of each player with each number of seats is recorded."""
    assert set(PLAYED_BY_0_1_0) == {*GAMES} == {*product(PLAYERS, SEATS)}


def test_the_players_import_little() -> None:
    """From the library's bots they import only the base class, so that the bots can be rewritten."""
    folder = Path(reference_players.__file__).parent
    players = [path for path in folder.glob("*.py") if path.name != "__main__.py"]
    assert len(players) > 5
    for path in players:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert all(not alias.name.startswith("magnum_sal") for alias in node.names), path
            if isinstance(node, ast.ImportFrom) and not node.level and str(node.module).startswith("magnum_sal"):
                assert {alias.name for alias in node.names} <= ASKED[str(node.module)], path
