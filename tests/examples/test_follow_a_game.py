"""The example that follows a game without the library computes the library's state."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from tests.recorded import GAMES, recorded_game

import magnum_sal as ms
from magnum_sal.model.mine import SPACES
from magnum_sal.testing import position

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_full_and_public_logs(name: str) -> None:
    """Money, salt and miners equal those of the state, and undone moves do not count."""
    follow: Any = runpy.run_path(str(ROOT / "examples" / "follow_a_game.py"))["follow"]
    game = recorded_game(name)
    text = "".join(game.log.lines())
    for table in (follow(text + '{"type":"mo'), follow("".join(game.log.public().lines()))):
        for seat, player in enumerate(game.state.players):
            assert table.money[seat] == player.money
            assert [table.salt[seat, kind] for kind in ("brown", "green", "white")] == [
                player.salt.brown,
                player.salt.green,
                player.salt.white,
            ]
            assert table.miners[seat, "stock"] == player.stock
            for space in SPACES:
                assert table.miners[seat, space] == game.state.mine[space].miners_of(seat)
        assert game.state.players[0].name in str(table)


@pytest.mark.parametrize(
    ("text", "moves", "lines"),
    [
        (
            "S1: AB | S2: A | 1L1: Aa | A: stock 1, left 1, right 1 | assistant market: A | assistant castle: B",
            ["S1>S2"],
            [
                "1 in line_left, 1 in line_right, 1 in market, 1 in stock, 2 in 1L1, 2 in S2",
                "1 in S1, 1 in castle, 3 in stock",
            ],
        ),
        ("A: BB, stock 3 | castle: BB=9 BG=11 GG=13", [], ["1 in arriving, 3 in stock", "5 in stock"]),
    ],
)
def test_a_game_from_a_position(text: str, moves: list[str], lines: list[str]) -> None:
    """The miners of the opening position count wherever they are."""
    follow: Any = runpy.run_path(str(ROOT / "examples" / "follow_a_game.py"))["follow"]
    game = ms.Game.from_position(position(text, arriving=int(not moves)))
    for move in moves:
        game.play(move)
    shown = str(follow("".join(game.log.lines()))).splitlines()
    assert [line.partition("miners: ")[2] for line in shown] == lines
