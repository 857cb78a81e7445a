"""
Golden values: approved results of the judge, the quick player and the search in sixty positions.

``golden_values.json`` holds the texts of the positions and their numbers. ``test_golden_values.py`` compares them with
the numbers that the code computes now. Run ``python -m tests.bots.golden_values`` after a change that is meant to
affect the numbers, such as new weights in ``judge.json``. The command computes the numbers of the same positions again,
and the diff of the file shows the effect of the change. ``--positions`` also chooses new positions.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeAlias

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.bots._candidates import worth_considering
from magnum_sal.bots._correction import Correction
from magnum_sal.bots._features import FEATURES, compute_features
from magnum_sal.bots._judge import Judge, load_judge
from magnum_sal.bots._move_choice import choose_hasty_move, likely_successor
from magnum_sal.bots._plans import Sites
from magnum_sal.bots._tree import Node, Search
from magnum_sal.model.mine import spaces_in
from magnum_sal.testing import position, sketch
from magnum_sal.testing.players import finisher

Values: TypeAlias = dict[str, Any]
"""The values of a position, by name. Numbers have ten digits."""

PATH: Final = Path(__file__).with_suffix(".json")

VARIANTS: Final = (
    ms.STANDARD,
    ms.STANDARD.with_switches(mapped_mine=True),
    ms.STANDARD.with_switches(cart_capacity=2, lowest_price_bonus=True),
    ms.STANDARD.with_switches(mapped_mine=True, all_miners_tire=True, castle_line_stays=True),
)
CONSTRUCTED: Final = {
    "a rival on the way to the castle can complete the dearest order that the seat has salt for": """
        turn: B, phase 2, round 5 | castle: BGW=23 BW=15 GGG=21
        A: BBGGW, left 1, right 1, stock 2 | B: BGW, left 2, stock 4
        """,
    "two miners deliver": """
        turn: A, phase 1, round 5, actions 1, arriving 2, visited castle | castle: BG=11 BBG=17 GG=13
        A: BBBGG, stock 1, 12 groszy | B: BG, left 1, 20 groszy | C: GG, right 1, 3 groszy
        S1: AAB | S2: A
        """,
    "there are more cubes of a kind than any order asks for": """
        turn: A, phase 3, round 2
        A: BBBBBBBBGGGGGGG, 30 groszy, stock 3 | B: WWWWWWW, 1 grosz, left 3 | C: W | D: 9 groszy
        """,
    "the phase ends with this round, so no plan for it counts any more; C still has a turn": """
        turn: B, phase 1, round 9, start A
        S1: ABC | S2: C | 1L1: BBc [BG/0]
        A: 8 groszy, BB, orders BB=9 BG=11 | B: 8 groszy, BG, left 1, orders GG=13 BBB=15
        C: 4 groszy, BBB, left 1, pickaxe, orders BB=9
        """,
    "water, toll and tired miners stand between the miners and the salt": """
        turn: A, phase 2, round 4 | inn: 2
        S1: B | S2: AB | S3: B | S4: A | 1R1: Aaa [BB/3] | 2L1: BB [GGW/2]
        A: 9 groszy, pickaxe, bucket, 2 cart used, stock 1 | B: 5 groszy, pickaxe used, food, rope
        """,
    "there is salt without water on the second level, and D walks in vain": """
        turn: D, phase 3, round 6, start C
        S1: ABCD | S2: AD | S3: D | S4: AD | 2R1: DD [GGW/0] | 2R2: Dd [BBG/1] | 1L1: a [-/1 of BG/1]
        A: GG | B: 40 groszy | C: B | D: 2 groszy, WW, right 2, royal_privilege, commercial_privilege
        """,
    "A has come to the castle in vain, and pays with a cube": """
        turn: A, phase 1, round 5, actions 1, arriving 1, visited castle | castle: GG=13 BBG=17 BBG=17
        A: 0 groszy, BW | B: 10 groszy, GG
        """,
    "A has come to the castle in vain, and can pay with money": """
        turn: A, phase 2, round 5, actions 1, arriving 1, visited castle | castle: BBW=21 BGG=19 GGG=21
        A: 12 groszy, BW, stock 2 | B: 10 groszy, GG | C: 3 groszy
        """,
    "A has miners in the two deepest sections": """
        turn: A, phase 2, round 8 | S1: AB | S2: A | S3: B | S4: A | S5: AA | S6: A | 3R1: B
        A: 14 groszy, BGW, pickaxe, stock 1 | B: 11 groszy, BB, stock 2
        """,
    "some moves of C end the phase, others do not": """
        turn: C, phase 1, round 9, start A, actions 2
        S1: ABC | S2: C | 1L1: BBc [BG/0]
        A: 8 groszy, BB, left 1, orders BB=9 BG=11 | B: 8 groszy, BG, orders GG=13 BBB=15
        C: 4 groszy, BBB, left 1, pickaxe, stock 2, orders BB=9
        """,
    "B has the last action of the game": """
        turn: B, phase 3, round 9, start A, actions 1 | castle: WW=21 WWW=33 GWW=29, completed 4
        S1: AB | S2: B | 1L1: BBb [BG/0] | 1R1: A [B/0]
        A: 41 groszy, BB, orders BBW=21 BGG=19 | B: 44 groszy, BG, rope, stock 1, orders BWW=27 GGW=25
        """,
    "C has the last two actions of the game": """
        turn: C, phase 3, round 9, start A, actions 2 | castle: WW=21 WWW=33 GWW=29, completed 5
        S1: AC | S2: C | 1L1: CCc [BBG/1] | 1R1: A [B/0]
        A: 40 groszy, BB, orders GW=17 BGG=19 | B: 30 groszy, BG, orders BWW=27
        C: 33 groszy, rope, pickaxe, commercial_privilege, WW, stock 1, orders GGW=25 BBW=21
        """,
}
"""Positions that are rare in games, by their special feature."""
POSITIONS_OF_A_GAME: Final = 5
BRANCHES: Final = 5
"""The number of a search's best moves that are kept for each position."""
DEEPLY: Final = 7
"""Positions whose number is a multiple of this also have a deeper search, which takes most of the time."""
HASTY_MOVES: Final = 6


def golden_positions() -> list[Values]:
    """Return the entries of the file. Each holds the text of a position, a seat, the unseen chambers and the values."""
    entries: list[Values] = json.loads(PATH.read_text("utf-8"))["positions"]
    return entries


def state_of(entry: Mapping[str, Any]) -> ms.GameState:
    """Return the position of an entry."""
    return position("\n".join(entry["position"]))


def values_of(number: int, entry: Mapping[str, Any], judge: Judge) -> Values:
    """
    Return the values that the code computes for the position of an entry.

    Args:
        number: The entry's index in the file, which seeds the random sources.
        entry: An entry, whose values are ignored.
        judge: The judge to use.
    """
    state, seat, unseen = state_of(entry), entry["seat"], frozenset(entry["unseen"])
    features = zip(FEATURES, compute_features(state, seat, Sites(state, unseen)), strict=True)
    successor = likely_successor(state, 3, random.Random(number), judge)
    moves = worth_considering(state, ms.legal_moves(state))
    hasty = [ms.format_move(state, choose_hasty_move(state, moves, random.Random(seed))) for seed in range(HASTY_MOVES)]
    worths = judge.worths(state, unseen)
    found = {
        "features": {name: _rounded(number) for name, number in features if number},
        "worths": list(map(_rounded, worths)),
        "chances": list(map(_rounded, judge.chances(state, worths))),
        "hasty moves": hasty,
        "worths after a quick move": list(map(_rounded, judge.worths(successor))),
        "search": _searched(state, number, judge, iterations=2, horizon=1),
    }
    if number % DEEPLY == 0:
        found["deep search"] = _searched(state, number, judge, iterations=6, horizon=2, is_root=True)
    return found


def _searched(
    state: ms.GameState, number: int, judge: Judge, *, iterations: int, horizon: int, is_root: bool = False
) -> dict[str, list[float]]:
    """
    Return how a search values its best moves: prior, opinion, visits, and sums of chances, squares and margins.

    Args:
        state: The position.
        number: The seed of the random source.
        judge: The judge to use.
        iterations: The number of iterations.
        horizon: The number of turns of all players after which an iteration ends.
        is_root: Whether to rank the moves by the best continuation of the turn, as a bot does for its decision.
    """
    rng, known = random.Random(number), state.public()
    search = Search(judge, rng, horizon=horizon, sample=2, exploration=0.3, sharpness=4.0, trust=1.5)
    root = Node()
    if is_root:
        search.rank_root(root, state, worth_considering(state, ms.legal_moves(state)), known, known.mine)
    for _ in range(iterations):
        search.iterate(root, ms.determinize(known, rng))
    found = {}
    for move in root.ranked[:BRANCHES]:
        node = root.children[move]
        numbers = (node.prior, node.opinion, node.visits, node.value, node.squares, node.groszy)
        found[ms.format_move(state, move)] = list(map(_rounded, numbers))
    return found


def _rounded(number: float) -> float:
    """Return a number with ten digits, because the last digits of a float differ between platforms."""
    return float(f"{number:.10g}")


def differences(expected: object, found: object, path: str = "") -> Iterator[str]:
    """Yield a sentence with a path for each place where two values differ by more than rounding errors."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in [*expected, *(key for key in found if key not in expected)]:
            yield from differences(expected.get(key, 0), found.get(key, 0), f"{path}/{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, pair in enumerate(zip(expected, found, strict=True)):
            yield from differences(*pair, f"{path}/{index}")
    elif isinstance(expected, int | float) and isinstance(found, int | float):
        if abs(expected - found) > 1e-7 * max(1.0, abs(expected)):
            yield f"{path}: {found}, not {expected}"
    elif expected != found:
        yield f"{path}: {found}, not {expected}"


def shaken_judge() -> Judge:
    """Return the learned judge with tiny random changes to its weights."""
    data = json.loads(files("magnum_sal.bots").joinpath("judge.json").read_text("utf-8"))
    rng = random.Random(0)

    def shaken(values: list[Any]) -> list[Any]:
        return [
            shaken(value) if isinstance(value, list) else value * (1.0 + 1e-11 * (rng.random() - 0.5))
            for value in values
        ]

    return Judge(
        {int(players): shaken(weights) for players, weights in data["weights"].items()},
        {int(players): scales for players, scales in data["scales"].items()},
        corrections={
            int(players): Correction(**{name: shaken(values) for name, values in correction.items()})
            for players, correction in data["corrections"].items()
        },
        priors={int(players): shaken(weights) for players, weights in data["priors"].items()},
    )


def with_values(number: int, entry: Mapping[str, Any]) -> Values:
    """
    Return an entry with the values that the code computes now.

    Raises:
        ValueError: the values depend on the last digits of the weights, so another platform could choose another move.
    """
    kept = {name: entry[name] for name in ("position", "seat", "unseen")}
    found = values_of(number, entry, load_judge())
    unsteady = list(differences(found, values_of(number, entry, shaken_judge())))
    if unsteady:
        raise ValueError(f"position {number} needs to be replaced, two moves are as good there: {unsteady[0]}")
    return kept | found


def new_entries() -> Iterator[Values]:
    """Yield entries of constructed positions, and of twelve games: each variant with each number of players."""
    for number, text in enumerate(CONSTRUCTED.values()):
        state = position(text)
        yield with_values(number, {"position": sketch(state).split("\n"), "seat": state.turn_seat, "unseen": []})
    number = len(CONSTRUCTED)
    for seed, ruleset in enumerate(VARIANTS):
        for players in (2, 3, 4):
            rng = random.Random(10 * seed + players)
            states = _played(players, rng, ruleset)
            for part in range(POSITIONS_OF_A_GAME):
                # Each position is from another part of the game. If its values are not stable, the next position is
                # tried.
                for state in states[int((part + rng.random()) / POSITIONS_OF_A_GAME * len(states)) :]:
                    with_salt = spaces_in(state.mine.revealed & state.mine.salty)
                    unseen = list(with_salt[-1:]) if number % 3 == 0 else []
                    entry = {"position": sketch(state).split("\n"), "seat": number % players, "unseen": unseen}
                    try:
                        yield with_values(number, entry)
                    except ValueError:
                        continue
                    break
                number += 1


def _played(players: int, rng: random.Random, ruleset: ms.Ruleset) -> list[ms.GameState]:
    """Return the positions of a game. The first player is a bot, the others play randomly so that the game ends."""
    state = ms.new_game(["Ada", "Ben", "Cleo", "Dora"][:players], seed=rng.randrange(10**6), ruleset=ruleset)
    bot = make_bot("greedy", seed=1)
    found: list[ms.GameState] = []
    while not state.is_over and len(found) < 600:
        found.append(state)
        moves = ms.legal_moves(state)
        move = bot(state.public(), moves) if state.turn_seat == 0 else finisher(state, moves, rng)
        state = ms.apply(state, move).state
    return found


def write(entries: list[Values]) -> None:
    """Write the file with one line for each part of an entry, so that a diff is readable."""
    blocks = [
        "{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in entry.items()) + "\n}"
        for entry in entries
    ]
    head = '{"command": "python -m tests.bots.golden_values", "positions": [\n'
    PATH.write_text(head + ",\n".join(blocks) + "\n]}\n", "utf-8")


def main() -> None:
    """Compute the values again, and write them."""
    parser = argparse.ArgumentParser("python -m tests.bots.golden_values", description="Write golden values anew.")
    parser.add_argument("--positions", action="store_true", help="choose the positions anew, too")
    if parser.parse_args().positions:
        entries = list(new_entries())
    else:
        entries = [with_values(number, entry) for number, entry in enumerate(golden_positions())]
    write(entries)
    sys.stdout.write(f"{PATH.name}: {len(entries)} positions\n")


if __name__ == "__main__":
    main()
