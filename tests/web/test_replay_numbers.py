"""The numbers of the moves and the rules in the viewer of a replay, and the address of its page. They run in Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.record.log.test_several_corrections import table_of_a_purchase

import magnum_sal as ms
from magnum_sal.render.replay_views import replay_data

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    """Return the data of a game on a real table, without pictures. Its moves have the numbers 7, 9 and 10."""
    return data_of(table_of_a_purchase())


def data_of(game: ms.Game) -> dict[str, Any]:
    """Return the data of a replay without pictures."""
    return {**replay_data(game, views=()), "views": {"wide": []}}


def show(modules: Path, data: dict[str, Any], link: str) -> dict[str, Any]:
    """Return what the viewer shows first."""
    script = Path(__file__).with_name("replay_numbers.mjs")
    run = subprocess.run(
        ["node", script, modules, json.dumps(data), link], capture_output=True, text=True, encoding="utf-8", check=True
    )
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize(
    ("link", "at", "number"),
    [("", 0, 0), ("#0", 0, 0), ("#6", 0, 0), ("#7", 1, 7), ("#8", 1, 7), ("#9", 2, 9), ("#99", 3, 10), ("#x", 0, 0)],
)
def test_a_link_counts_as_the_game_does(modules: Path, data: dict[str, Any], link: str, at: int, number: int) -> None:
    """The list, the place and the address show the numbers of the game. A piece belongs to the move before it."""
    shown = show(modules, data, link)
    del shown["caption"]
    assert shown == {"numbers": ["", "7", "9", "10"], "at": at, "place": f"{number} / 10", "address": f"#{number}"}


def test_the_start_names_other_rules(modules: Path, data: dict[str, Any]) -> None:
    """VAR-MAP: the caption of the first position names the rules, unless they are the standard ones."""
    game = ms.Game.new(["Ada", "Ben"], seed=7, ruleset=ms.STANDARD.with_switches(mapped_mine=True))
    game.play(ms.legal_moves(game.state)[0])
    mapped = data_of(game)
    assert show(modules, mapped, "")["caption"] == [mapped["words"]["replay_start"], "standard game, mapped mine"]
    assert mapped["rules"] not in show(modules, mapped, "#1")["caption"]
    assert show(modules, data, "")["caption"] == [data["words"]["replay_start"]]
