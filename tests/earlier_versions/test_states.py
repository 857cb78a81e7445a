"""States in the JSON of earlier versions are readable; README.md describes the origin of the files."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import magnum_sal as ms
from magnum_sal.model.events import MinersMoved
from magnum_sal.testing import position

GAMES = Path(__file__).parent.parent / "games"
WRITTEN: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "states_0.1.0.jsonl").read_text("utf-8").splitlines()
]
PUBLIC = [line for line in WRITTEN if line["state"]["hidden"] is None]
ADDED = {"all_miners_tire": False, "castle_line_stays": False, "lowest_price_bonus": False}
"""The switches that 0.1.0 did not know."""


@cache
def recorded(name: str) -> ms.Game:
    """Return a recorded game."""
    return ms.Game.from_log(GAMES / f"{name}.jsonl", verify=False)


def replayed(line: dict[str, Any]) -> ms.GameState:
    """Return today's state of the recorded game after the same number of moves."""
    state = recorded(line["game"]).at(line["step"])
    return state.public() if line["state"]["hidden"] is None else state


def name_of(line: dict[str, Any]) -> str:
    """Return the test id of a line."""
    kind = "public" if line["state"]["hidden"] is None else "full"
    return f"{line['game']}, {line['step']}, {kind}"


def test_the_file_was_written_by_0_1_0() -> None:
    """The file has six games from beginning to end, and no state has the field ``pending`` or a later switch."""
    assert all("pending" not in line["state"] for line in WRITTEN)
    assert all(line["state"]["ruleset"].keys() == {"name", "mapped_mine", "cart_capacity"} for line in WRITTEN)
    assert len({line["game"] for line in WRITTEN}) == 6
    assert len(PUBLIC) == 18
    assert sum(line["state"]["over"] for line in PUBLIC) == 5  # one game was ended by agreement


@pytest.mark.slow
@pytest.mark.parametrize("line", WRITTEN, ids=name_of)
def test_states_of_0_1_0_are_read(line: dict[str, Any]) -> None:
    """Each state equals that of the recorded game at its step, and waits for no piece."""
    state = ms.from_dict(ms.GameState, line["state"])
    assert state == replayed(line)
    assert state.pending is None


@pytest.mark.parametrize("line", WRITTEN, ids=name_of)
def test_only_fields_that_0_1_0_omitted_are_new(line: dict[str, Any]) -> None:
    """Today's JSON adds ``pending`` to public states, and the later switches; everything else is unchanged."""
    again = ms.to_dict(replayed(line))
    new = {"pending": None} if again["hidden"] is None else {}
    assert again == line["state"] | new | {"ruleset": line["state"]["ruleset"] | ADDED}


@pytest.mark.parametrize("field", PUBLIC[0]["state"])
def test_no_other_field_may_be_missing(field: str) -> None:
    """A state of 0.1.0 without another field is refused with the field's name."""
    for line in PUBLIC[1], PUBLIC[-1]:
        data = {key: held for key, held in line["state"].items() if key != field}
        with pytest.raises(ms.MalformedError) as caught:
            ms.from_dict(ms.GameState, data)
        assert str(caught.value) == f"{field}: the field is missing"


def test_a_waiting_state_needs_the_field_pending() -> None:
    """States of 0.1.0 never wait for a piece, so a waiting state without ``pending``, or with null, is refused."""
    waiting = ms.evolve(position("S1: A").public(), MinersMoved(0, "stock", "1L1", 1))
    data = ms.to_dict(waiting)
    assert ms.from_dict(ms.GameState, data) == waiting
    assert data.pop("pending") == {"pile": "tile", "place": "1L1"}
    with pytest.raises(ms.MalformedError, match=r"^pending: the field is missing$"):
        ms.from_dict(ms.GameState, data)
    with pytest.raises(ms.MalformedError, match=r"^pending: null does not fit the position"):
        ms.from_dict(ms.GameState, data | {"pending": None})


@pytest.mark.long
def test_the_schema_accepts_states_of_0_1_0() -> None:
    """The published schema accepts the states of 0.1.0, as the library does."""
    check = Draft202012Validator(ms.json_schema(ms.GameState))
    for line in WRITTEN:
        check.validate(line["state"])
    assert not check.is_valid({key: held for key, held in WRITTEN[0]["state"].items() if key != "hidden"})
