"""The recorded games of this folder still go as they went (see README.md)."""

import json
from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.model.events import GameStarted
from magnum_sal.model.switches import SWITCHES
from magnum_sal.record.log.sealing import LINE_END, seal_line
from magnum_sal.testing import check_invariants

FOLDER = Path(__file__).parent

TOTALS = {
    "agreed_end": [9, 2],
    "four_players": [51, 41, 94, 86],
    "mapped_mine": [146, 128, 117],
    "second_edition_cart": [66, 44, 70, 60],
    "three_players": [85, 85, 69],
    "two_players": [126, 58],
}
"""The games, and what each seat was worth at the end when the game was recorded."""


def with_all_switches(path: Path) -> bytes:
    """Return a log as it is written now, with the opening and the switches that the header of 0.1.0 left out."""
    header, *others = path.read_bytes().splitlines(keepends=True)
    data = json.loads(header)
    ruleset = data["started"]["ruleset"]
    ruleset |= {switch.name: ruleset.get(switch.name, switch.off) for switch in SWITCHES}
    del data["checksum"]
    started = ms.from_dict(GameStarted, data["started"])
    data["schema"] = ms.LOG_SCHEMA
    data["opening"] = ms.to_dict(ms.fold([started]).public())
    data["metadata"] = data.pop("metadata")
    body = json.dumps(data, separators=(",", ":"), ensure_ascii=False)[:-1].encode()
    log, checksum = seal_line(body, "")
    for line in others:
        whole, checksum = seal_line(line[:-LINE_END], checksum)
        log += whole
    return log


def test_the_games_are_there() -> None:
    """Every stored game is tested."""
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(TOTALS)


@pytest.mark.parametrize("name", TOTALS)
def test_a_recorded_game_goes_as_it_went(name: str) -> None:
    """Every move is legal where it stands and gives the recorded events; written again, only the header gains."""
    path = FOLDER / f"{name}.jsonl"
    game = ms.Game.from_log(path)
    assert not game.log.torn
    assert "".join(game.log.lines()).encode() == with_all_switches(path)
    assert game.is_over
    assert [score.total for score in game.state.scores] == TOTALS[name]
    check_invariants(game.state)


@pytest.mark.parametrize("name", TOTALS)
def test_a_recorded_game_is_the_fold_of_its_events(name: str) -> None:
    """The events alone, the rules unasked, lead to the same state; from a public header to the public one."""
    game = ms.Game.from_log(FOLDER / f"{name}.jsonl")
    events = [event for _, transition in game.history() for event in transition.events]
    assert ms.Game.from_log(FOLDER / f"{name}.jsonl", verify=False).state == game.state
    assert ms.fold([game.log.started, *events]) == game.state
    assert ms.fold([public_start_event(game.log.started), *events]) == game.state.public()
