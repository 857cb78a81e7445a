"""
Post a storm of damaged states and log lines, and use those that are accepted as a server would.

Each input must be refused by an error of the family in at most 500 printable characters, or accepted. An accepted one
must answer ``legal_moves``, ``apply``, both pictures, ``scores``, ``public``, ``determinize`` and the quick bots. The
program prints the numbers of inputs, the longest message, and the slowest input in seconds of processor time.

``python -m tests.fuzz.storm --inputs 1000000 --jobs 2 --seed 1``
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any, get_args

import attrs
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal import bots, render
from magnum_sal.testing.players import any_kind, finisher
from magnum_sal.testing.strategies import VARIANTS

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
NUMBERS = (0, 1, 2, 3, 5, 7, 10, 11, 20, 26, 34, 100, 101, 30_000, 10**9, 2**53 - 1, 2**53, -1, 10**30)
TEXTS = ("S1", "1L1", "3R2", "stock", "castle", "castle:1", "bank", "market", "box", "brown", "rope", "inn", "\x1b", "")
ODD: tuple[Any, ...] = (None, True, 1.0, 1e400, [], {}, "x" * 1000, [[]] * 30, {"a": {}})


@attrs.define
class Weather:
    """The results of a storm."""

    counts: Counter[str] = attrs.Factory(Counter)
    longest: int = 0
    slowest: float = 0.0
    worst: str = ""
    foreign: list[str] = attrs.Factory(list)

    def add(self, other: Weather) -> None:
        """Add the results of another storm."""
        self.counts += other.counts
        self.longest = max(self.longest, other.longest)
        if other.slowest > self.slowest:
            self.slowest, self.worst = other.slowest, other.worst
        self.foreign += other.foreign


@cache
def games() -> tuple[ms.Game, ...]:
    """Return games of all variants and numbers of players, some of them finished."""
    found = []
    for seed in range(12):
        ruleset = VARIANTS[7 * seed % len(VARIANTS)]
        game = ms.Game.new(NAMES[: 2 + seed % 3], seed=seed, ruleset=ruleset, metadata={"comments": ["x"]})
        rng, choose = random.Random(seed), finisher if seed % 2 else any_kind
        while not game.is_over and len(game.moves) < 260:
            game.play(choose(game.state, ms.legal_moves(game.state), rng))
        found.append(game)
    return tuple(found)


@cache
def states() -> tuple[str, ...]:
    """Return positions from everywhere in the games as JSON, full and public."""
    found = []
    for game in games():
        for number in range(0, len(game.moves) + 1, 11):
            state = game.at(number)
            found.append(ms.to_json(state if number % 2 else state.public()))
    return tuple(found)


@cache
def logs() -> tuple[tuple[dict[str, Any], ...], ...]:
    """Return the lines of short logs as data, with undos and agreed ends."""
    found = []
    for game in games():
        short = ms.Game.new(game.log.started.players, setup=game.log.started.setup, ruleset=game.state.ruleset)
        for move in game.moves[:6]:
            short.play(move)
        short.undo(to=4)
        short.end("late")
        found.append(tuple(json.loads(line) for line in short.log.lines()))
    return tuple(found)


def somewhere(data: Any, rng: random.Random) -> tuple[Any, Any]:
    """Return a container somewhere in JSON data, and the key or index of one of its values."""
    here = data
    while True:
        keys = list(here) if isinstance(here, dict) else range(len(here))
        # Most of a state is its mine, and most of a log line its events.
        key = next(
            (key for key in ("mine", "events", "started") if key in keys and rng.random() < 0.5), rng.choice(keys)
        )
        value = here[key]
        if not (isinstance(value, (dict, list)) and value) or rng.random() < 0.08:
            return here, key
        here = value


def damage(data: Any, rng: random.Random) -> None:
    """Change one value somewhere in JSON data: a little, to another of its kind, or to nonsense."""
    here, key = somewhere(data, rng)
    value, how = here[key], rng.random()
    if how < 0.03:
        here[key] = rng.choice(ODD)
    elif isinstance(value, bool):
        here[key] = not value
    elif isinstance(value, int):
        here[key] = value + rng.choice((-1, 1)) if how < 0.6 else rng.choice(NUMBERS)
    elif isinstance(value, str):
        here[key] = rng.choice(TEXTS)
    elif isinstance(value, list) and value:
        rng.choice((list.reverse, list.pop, lambda some: some.append(copy.deepcopy(some[0])), _lengthen))(value)
    elif isinstance(value, dict) and value and how < 0.5:
        value.pop(rng.choice(list(value)))
    else:
        here[key] = copy.deepcopy(rng.choice(ODD))


def _lengthen(some: list[Any]) -> None:
    some += some[-1:] * 3000


def shift(data: Any, rng: random.Random) -> None:
    """Move a piece from one place of a state to another of its kind, so that the result is often possible."""
    seat = rng.randrange(len(data["players"]))
    spaces, player = list(data["mine"].values()), data["players"][seat]
    chambers = [here for here in spaces if here.get("revealed")]
    kind = rng.choice(("miner", "salt", "water", "tool", "turn", "purse"))
    if kind == "miner":
        sources = [here for here in spaces if here["rested"][seat]]
        place = rng.choice(spaces)
        if sources and rng.random() < 0.5:
            rng.choice(sources)["rested"][seat] -= 1
        elif player["stock"]:
            player["stock"] -= 1
        else:
            return
        place["rested" if rng.random() < 0.7 or "salt" not in place else "tired"][seat] += 1
    elif kind == "salt" and chambers:
        here, colour = rng.choice(chambers), rng.choice(("brown", "green", "white"))
        here["salt"][colour] = rng.randint(0, here["tile"]["salt"][colour])
        player["salt"][colour] = rng.randrange(6)
    elif kind == "water" and chambers:
        rng.choice(chambers)["water"] = rng.randrange(8)
    elif kind == "tool":
        player["tools"] = [{"tool": tool, "used": rng.random() < 0.3} for tool in rng.sample(ms.STANDARD.tools, 4)]
        data["workshop"], data["hidden"] = {"offer": [None] * 3, "stack": 0}, None
    elif kind == "turn" and data["turn"]:
        data["turn"]["actions_left"] = rng.choice((0, 1, 2, 2, 100))
        data["turn"]["visited"] = rng.sample(("inn", "market", "castle", "workshop"), rng.randrange(3))
        data["to_move"] = seat
    else:
        player["money"] = rng.choice(NUMBERS[:16])
        data["round"] = rng.choice((1, 2, 9, 2**53 - 1))


def post_state(rng: random.Random, weather: Weather) -> None:
    """Damage a state, read it, and use it if it is accepted."""
    data = json.loads(rng.choice(states()))
    for _ in range(rng.randrange(4)):
        shift(data, rng)
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2))):
        damage(data, rng)
    state = ms.from_dict(ms.GameState, data)
    weather.counts["states accepted"] += 1
    assert ms.from_dict(ms.GameState, ms.to_dict(state)) == state
    use(state, rng, weather)


def use(state: ms.GameState, rng: random.Random, weather: Weather) -> None:
    """Query an accepted state as a server, a front end and a quick bot would."""
    moves = ms.legal_moves(state)
    assert moves or state.is_over
    full = ms.determinize(state, rng)
    assert full.public() == state.public()
    assert ms.legal_moves(full.public()) == moves
    assert len(state.scores) == len(state.players)
    for move in rng.sample(moves, min(3, len(moves))):
        assert ms.objection(state, move) is None
        ms.format_move(state, move)
        ms.apply(full, move)
    if rng.random() < 0.1:
        weather.counts["pictures"] += 1
        layout: render.LayoutName = rng.choice(get_args(render.LayoutName))
        assert len(render.svg(state, layout=layout, theme=rng.choice(tuple(render.THEMES.values())))) < 300_000
        assert len(render.text(state)) < 30_000
    if moves and rng.random() < 0.05:
        weather.counts["decisions of bots"] += 1
        for name in ("random", "greedy"):
            assert bots.make_bot(name, rng=rng)(state.public(), moves) in moves


def post_log(rng: random.Random, weather: Weather) -> None:
    """Damage the bytes of a log, or a value with matching checksums, and read the log in one of the three ways."""
    lines = list(rng.choice(logs()))
    if rng.random() < 0.3:
        content = bytearray(resealed(lines))
        at = rng.randrange(len(content))
        content[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(4))
        log = bytes(content)
    else:
        index = rng.randrange(len(lines))
        lines[index] = copy.deepcopy(lines[index])
        damage(lines[index], rng)
        log = resealed(lines)
    game = ms.Game.from_log(log, verify=rng.choice((True, "report", False)))
    weather.counts["logs accepted"] += 1
    use(game.state, rng, weather)


def storm(inputs: int, seed: int) -> Weather:
    """Post this many inputs, half of them states and half logs, and return the results."""
    weather = Weather()
    states(), logs()
    for number in range(inputs):
        rng = random.Random(f"{seed}:{number}")
        kind: Callable[[random.Random, Weather], None] = post_state if number % 2 else post_log
        start = time.process_time()
        try:
            kind(rng, weather)
        except ms.MagnumSalError as error:
            message = str(error)
            weather.counts[f"{type(error).__name__}s"] += 1
            weather.longest = max(weather.longest, len(message))
            if not message.isprintable():
                weather.foreign.append(f"{seed}:{number}: {ascii(message)[:300]}")
        except Exception as error:
            weather.foreign.append(f"{seed}:{number} {kind.__name__}: {error!r}"[:300])
        weather.counts["inputs"] += 1
        if (took := time.process_time() - start) > weather.slowest:
            weather.slowest, weather.worst = took, f"{seed}:{number} {kind.__name__}"
    return weather


def main() -> int:
    """Run a storm in several processes and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    part = 5000
    seeds = [options.seed * 1_000_000 + number for number in range(-(-options.inputs // part))]
    weather = Weather()
    with ProcessPoolExecutor(options.jobs) as pool:
        for done in pool.map(storm, [part] * len(seeds), seeds):
            weather.add(done)
    for what, count in sorted(weather.counts.items()):
        print(f"{count:9,} {what}")
    print(f"longest message: {weather.longest} characters")
    print(f"slowest input: {weather.slowest:.3f} s ({weather.worst})")
    print(f"foreign errors: {len(weather.foreign)}")
    print("\n".join(weather.foreign[:20]))
    return 1 if weather.foreign or weather.longest > 500 or weather.slowest > 1.0 else 0


if __name__ == "__main__":
    sys.exit(main())
