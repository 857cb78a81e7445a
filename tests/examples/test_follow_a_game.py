"""The example that follows a game without the library computes the library's state."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from tests.recorded import GAMES, recorded_game

from magnum_sal.model.mine import SPACES

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
