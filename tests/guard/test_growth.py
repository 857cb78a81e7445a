"""A server that receives positions day and night keeps none of them in memory."""

from __future__ import annotations

import gc
import json
import random
from typing import Any

import pytest
from hypothesis import settings

import magnum_sal as ms
from magnum_sal.testing.players import any_kind

POSTED = min(10 * settings().max_examples, 10_000)
"""Fewer in the default run, to keep it short; `nox -s storm` posts all of them."""
HEAVY = 20
"""Positions with tens of thousands of moves."""

MOST_MOVES = 100_000
MOST_RULESETS = 200
"""The bounds of what the library caches; the page on performance lists the caches."""


def bases() -> list[str]:
    """Return positions from anywhere in games, as JSON."""
    found = []
    rng = random.Random(1)
    for seed in range(6):
        state = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][: 2 + seed % 3], seed=seed)
        for number in range(150):
            if number % 30 == 0:
                found.append(ms.to_json(state))
            state, _ = ms.apply(state, any_kind(state, ms.legal_moves(state), rng))
    return found


def varied(text: str, rng: random.Random) -> dict[str, Any]:
    """Return a position that nobody has posted before, with other money, cubes and miners."""
    data: dict[str, Any] = json.loads(text)
    # A new ruleset takes longest to read. A thousand of them are enough to see whether they stay.
    data["ruleset"]["cart_capacity"] = rng.randrange(1, 10**6) if rng.random() < 0.1 else rng.randrange(1, 4)
    for player in data["players"]:
        player["money"] = rng.randrange(200)
        player["salt"] = {"brown": rng.randrange(4), "green": rng.randrange(4), "white": rng.randrange(3)}
    seat = data["to_move"]
    revealed = [here for here in data["mine"].values() if here.get("revealed")]
    here = rng.choice(revealed or [data["mine"]["S1"]])
    sent = min(data["players"][seat]["stock"], rng.randrange(6))
    data["players"][seat]["stock"] -= sent
    here["rested"][seat] += sent
    if revealed:
        here["salt"] = {kind: rng.randint(0, cubes) for kind, cubes in here["tile"]["salt"].items()}
        here["water"] = rng.randrange(3)
    return data


def heavy(number: int) -> dict[str, Any]:
    """Return a position with as many extractions as a table can have; no two of these positions are alike."""
    data: dict[str, Any] = ms.to_dict(ms.new_game(["Ada", "Ben", "Cleo", "Dan"], seed=1).public())
    nobody = {"rested": [0, 1, 1, 1], "tired": [0] * 4}
    for space in ("S1", "S2", "S3", "S4", "S5", "S6"):
        data["mine"][space] = nobody
    tile = {"salt": {"brown": 0, "green": 2, "white": 3}, "water": 3}
    small = {"salt": {"brown": 0, "green": 3, "white": 2}, "water": 3}
    empty = {"brown": 0, "green": 0, "white": 0}
    data["mine"]["3L1"] = nobody | {"revealed": True, "salt": empty, "water": 0, "tile": small}
    own = {"rested": [5 + number % 5, 0, 0, 0], "tired": [0] * 4}
    data["mine"]["3L2"] = own | {"revealed": True, "salt": tile["salt"], "water": 0, "tile": tile}
    tools = [{"tool": tool, "used": False} for tool in ("pickaxe", "cart") * 3]
    data["players"][0] |= {"stock": 0, "money": 100 + number, "tools": tools}
    for player in data["players"][1:]:
        player |= {"stock": 0, "money": number}
    data["bank"]["miners"] = [1, 3, 3, 3]
    data["workshop"] = {"offer": ["rope", "food", None], "stack": 0}
    data |= {"to_move": 0, "start_seat": 0}
    data["ruleset"]["cart_capacity"] = 1 + number
    return data


def alive(kind: type) -> int:
    """Return the number of living values of a class."""
    gc.collect()
    return sum(isinstance(value, kind) for value in gc.get_objects())


def post(data: dict[str, Any], rng: random.Random) -> int:
    """Read a position, list its moves, make one, and write it; return the number of moves."""
    state = ms.from_dict(ms.GameState, data)
    moves = ms.legal_moves(state)
    if state.hidden is not None:
        ms.apply(state, moves[int(rng.random() * len(moves))])
    ms.to_dict(state)
    return len(moves)


@pytest.mark.long
def test_positions_leave_nothing_behind() -> None:
    """After a server reads, lists, plays and writes thousands of positions, only bounded caches stay."""
    rng, texts = random.Random(2), bases()
    before, rulesets_before = alive(ms.GameState), alive(ms.Ruleset)
    for _ in range(POSTED):
        post(varied(rng.choice(texts), rng), rng)
    listed = [post(heavy(number), rng) for number in range(HEAVY)]
    assert min(listed) > 30_000
    assert alive(ms.GameState) <= before
    assert alive(ms.Move) <= MOST_MOVES < sum(listed)
    assert alive(ms.Ruleset) - rulesets_before <= MOST_RULESETS
