"""What the page's ``flights.js`` makes of the events of games: flights, their ways and their times. It runs in Node."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.render import recorded

import magnum_sal as ms
from magnum_sal import render, web
from magnum_sal.model.mine.geometry import PATH

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")

STATIC = Path(web.__file__).with_name("static")
PILES = {"tool_stack", "order_stack", "box"}
"""The places whose pieces lie face down or are drawn only in part."""
SHOWN = ("miner", "cube", "coin", "water", "tool", "order")
TOTAL, TOTAL_AT_END, MOST = 900, 2800, 14
"""The longest motions of a move and of the end of a phase in milliseconds, and the most figures of a group."""

Found = dict[str, Any]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the module with a name that tells Node what it is."""
    return Path(shutil.copy(STATIC / "flights.js", tmp_path_factory.mktemp("flights") / "flights.mjs"))


def read_flights(module: Path, steps: Sequence[Sequence[Found]]) -> list[Found]:
    """Return what the module finds for the events of each step."""
    script = Path(__file__).with_name("flights.mjs")
    lines = "".join(f"{json.dumps(events)}\n" for events in steps)
    run = subprocess.run(["node", script, module], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def count_pieces(state: ms.GameState) -> Counter[tuple[str, str]]:
    """Return how many pieces a picture shows, by piece and place."""
    found: Counter[tuple[str, str]] = Counter()

    def visit(element: ET.Element, place: str) -> None:
        place = element.get("data-place", place)
        kind = element.get("data-kind")
        if kind in SHOWN and "data-place" not in element.attrib:
            thing = element.get("data-seat" if kind == "miner" else "data-thing") or ""
            found[f"{kind} {thing}", place] += int(element.get("data-count", "1"))
        for child in element:
            visit(child, place)

    visit(ET.fromstring(render.svg(state, layout="wide")), "")
    return found


def changes_of(motions: Sequence[Found]) -> Counter[tuple[str, str]]:
    """Return how flights change the numbers of pieces."""
    found: Counter[tuple[str, str]] = Counter()
    for motion in motions:
        if "target" in motion:
            piece = f"{motion['kind']} {motion['seat'] if motion['kind'] == 'miner' else motion.get('thing', '')}"
            found[piece, motion["source"]] -= motion["count"]
            found[piece, motion["target"]] += motion["count"]
    return found


def differences(one: Counter[tuple[str, str]], other: Counter[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Return the numbers that differ, except those of piles."""
    keys = one.keys() | other.keys()
    return {key: one[key] - other[key] for key in keys if one[key] != other[key] and key[1] not in PILES}


def check_moves(module: Path, made: Sequence[ms.Step]) -> None:
    """Check the flights of successive moves against the pictures before and after each move."""
    steps = [[ms.to_dict(event) for event in step.events] for step in made]
    shown = count_pieces(made[0].before)
    for move, events, found in zip(made, steps, read_flights(module, steps), strict=True):
        before, shown = shown, count_pieces(move.after)
        changed = Counter(shown)
        changed.subtract(before)
        flown = changes_of(found["motions"])
        assert differences(changed, flown) == {}, events
        assert changes_of(found["back"]) == Counter({key: -count for key, count in flown.items()}), events
        most = TOTAL_AT_END if any(event["type"] == "phase_ended" for event in events) else TOTAL
        assert all(figure["start"] + figure["duration"] <= most for figure in found["figures"]), events
        assert all(count <= MOST for count in Counter(one["stage"] for one in found["figures"]).values()), events
        for motion in found["motions"]:
            assert_walk(motion)


def assert_walk(motion: Found) -> None:
    """MINE-1: a miner or a cube in the mine passes from space to space, and enters and leaves at the first section."""
    way, source, target = motion["passed"], motion.get("source"), motion.get("target")
    if motion["kind"] not in {"miner", "cube"} or "bank" in {source, target} or "target" not in motion:
        assert way == []
        return
    spaces = [place for place in (source, *way, target) if place in PATH]
    for one, other in pairwise(spaces):
        assert one in PATH[other][:1] or other in PATH[one][:1]
    if spaces and source not in PATH:
        assert spaces[0] == "S1"
    if spaces and target not in PATH:
        assert spaces[-1] == "S1"


@pytest.mark.long
def test_flights_explain_what_the_pictures_show(module: Path) -> None:
    """The flights of each move change the numbers of pieces exactly as the pictures do."""
    check_moves(module, recorded.steps("two_players")[:40])


@pytest.mark.long
@pytest.mark.parametrize("game", recorded.GAMES)
def test_flights_explain_whole_games(module: Path, game: str) -> None:
    """This is true in all recorded games, including the ends of phases and all variants."""
    check_moves(module, recorded.steps(game))


@pytest.mark.slow
def test_a_toll_flies_to_the_miner_who_receives_it(module: Path) -> None:
    """Coins fly by events, because many players can pay and receive in the same move."""
    paid = [
        {"type": "money_moved", "source": 0, "target": 2, "groszy": 1},
        {"type": "money_moved", "source": 0, "target": 1, "groszy": 2},
        {"type": "money_moved", "source": "bank", "target": 0, "groszy": 3},
    ]
    (step,) = read_flights(module, [paid])
    flights = [(one["source"], one["target"], one["count"]) for one in step["motions"]]
    assert flights == [("player:0", "player:2", 1), ("player:0", "player:1", 2), ("bank", "player:0", 3)]


@pytest.mark.slow
def test_many_pieces_share_figures(module: Path) -> None:
    """A few cubes fly one by one, and many coins fly as one coin with a number."""
    salt = {"type": "salt_moved", "source": "1L1", "target": 0, "salt": {"brown": 3, "green": 0, "white": 0}}
    money = {"type": "money_moved", "source": "bank", "target": 0, "groszy": 21}
    (step,) = read_flights(module, [[salt, money]])
    assert Counter((one["kind"], one["count"]) for one in step["figures"]) == {("cube", 1): 3, ("coin", 21): 1}


@pytest.mark.slow
def test_a_line_that_advances_flies_the_whole_way(module: Path) -> None:
    """A miner that moves twice in a move has one flight, and one that returns has none."""
    moves = [("stock", "S1"), ("S1", "S2"), ("1L1", "S2"), ("S2", "1L1")]
    events = [{"type": "miners_moved", "seat": 0, "source": one, "target": other, "miners": 1} for one, other in moves]
    (step,) = read_flights(module, [events])
    assert [(one["source"], one["target"]) for one in step["motions"]] == [("stock:0", "S2")]


def test_readers_know_only_events_of_the_library(module: Path) -> None:
    """Each event that the module reads exists."""
    readers = (STATIC / "flights.js").read_text(encoding="utf-8").partition("const READERS")[2].partition("\n};")[0]
    read = set(re.findall(r"^  (\w+): ", readers, re.MULTILINE))
    known = {getattr(one, "type", None) for one in vars(ms.model.events).values()}
    assert read
    assert read <= known
