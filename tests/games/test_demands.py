"""Together the recorded games meet all demands, except the named exceptions (see README.md)."""

from __future__ import annotations

import re
from collections import Counter
from typing import get_args

import pytest
from tests.games import recording
from tests.games.covering import Candidate, cover
from tests.games.demands import DEMANDS, EXCEPTIONS, OWN_REFUSALS
from tests.games.plans import ARENA_GAMES, PLANS
from tests.games.playing import RULESETS, play, record_arena_game
from tests.games.stored import FOLDER, STORED
from tests.games.witnesses import FILE, read_witnesses, write_witnesses
from tests.vocabulary import REASONS

import magnum_sal as ms
from magnum_sal.model.events import StandardEvent
from magnum_sal.model.moves import StandardMove

WITNESSES = read_witnesses()


def test_every_demand_is_recorded() -> None:
    """Each demand except the exceptions has exactly one witness, and nothing else has any."""
    had = Counter(witness.item for witness in WITNESSES)
    assert [item for item in DEMANDS if not had[item] and item not in EXCEPTIONS] == []
    assert sorted(had.keys() - (set(DEMANDS) - EXCEPTIONS.keys())) == []
    assert set(had.values()) == {1}


def test_each_exception_is_demanded_and_has_a_reason() -> None:
    """An exception is a demand, so the library still has it, and has a reason."""
    assert len(set(DEMANDS)) == len(DEMANDS)
    assert sorted(EXCEPTIONS.keys() - set(DEMANDS)) == []
    assert all(why.strip() for why in EXCEPTIONS.values())


def test_the_demands_cover_the_library() -> None:
    """The demands include everything that the library lists: events, moves, tools, switches and reasons."""
    names = {kind: {name for other, name in DEMANDS if other == kind} for kind, _ in DEMANDS}
    assert names["event"] > {event.type for event in get_args(StandardEvent)}
    assert names["move"] > {move.type for move in get_args(StandardMove)}
    assert names["tool"] > {f"{tool} used" for tool in ms.STANDARD.tool_kinds}
    assert names["switch"] > {switch.name for switch in ms.STANDARD.switches}
    assert names["reason"] == {name.partition(".")[0] for name in REASONS}


def test_the_refusals_of_extensions_are_demanded() -> None:
    """Each reason for which an extension has words is in the list of its refusals."""
    for ruleset in RULESETS:
        words = {name for words in ruleset._own_labels for name in words.get("en", {})}
        own = {" ".join(name.split(".")[:2]) for name in words if re.match(r"[A-Z]+-\d+\.", name)}
        assert own <= set(OWN_REFUSALS.get(ruleset.name, ())), ruleset


def test_every_game_adds_something() -> None:
    """Each game is the first in the list that has some item."""
    assert list(dict.fromkeys(witness.game for witness in WITNESSES)) == [stored.name for stored in STORED]


def test_the_tables_are_up_to_date() -> None:
    """The table of witnesses and the README's table equal those that the program writes."""
    assert FILE.read_text("utf-8") == write_witnesses(WITNESSES)
    page = (FOLDER / "README.md").read_text("utf-8")
    assert recording.with_table(page, WITNESSES) == page
    assert all(f"| `{stored.path.name}` |" in page for stored in STORED)


def test_the_logs_are_small() -> None:
    """All logs together have less than 6 MB."""
    assert sum(len(stored.content) for stored in STORED) < 6_000_000


@pytest.mark.long
@pytest.mark.parametrize("name", [plan.name for plan in PLANS if plan.steps <= 250])
def test_a_plan_leads_to_the_stored_game(name: str) -> None:
    """A game recorded again is the same. ``nox -s games`` also records the long ones."""
    (plan,) = (plan for plan in PLANS if plan.name == name)
    anew = "".join(play(plan).log.lines()).encode()
    assert recording.compare_logs(anew, _stored(name))


@pytest.mark.parametrize("name", ARENA_GAMES)
def test_the_arena_leads_to_the_stored_game(name: str) -> None:
    """Games of the arena recorded again are the same."""
    assert recording.compare_logs(record_arena_game(ARENA_GAMES[name]), _stored(name))


def test_logs_are_compared_line_by_line() -> None:
    """Another version of the library makes no difference, but another seat does."""
    log = _stored("server_agreed")
    header, *others = log.splitlines(keepends=True)
    other = re.sub(rb'"library":"[^"]+"', b'"library":"9.9"', header)
    assert other != header
    assert recording.compare_logs(log, b"".join((other, *others)))
    assert not recording.compare_logs(log, log.replace(b'"seat":1', b'"seat":0', 1))


def _stored(name: str) -> bytes:
    (stored,) = (stored for stored in STORED if stored.name == name)
    return stored.content


def test_a_cover_takes_what_adds_most_for_its_size() -> None:
    """A cover leaves out games that add nothing to the items it has."""
    events = [item for item in DEMANDS if item[0] == "event"][:4]
    plan = PLANS[0]
    large, small, useless = (
        Candidate(plan, 1000, frozenset(events)),
        Candidate(plan, 10, frozenset(events[:2])),
        Candidate(plan, 20, frozenset(events[1:2])),
    )
    taken = list(cover([useless, large, small], had=events[:1]))
    assert taken == [(small, frozenset(events[1:2])), (large, frozenset(events[2:]))]
