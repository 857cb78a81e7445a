"""The recorded games of version 0.1.0 still replay as recorded (see README.md)."""

import json
from pathlib import Path

import pytest
from tests.recorded import FOLDER, GAMES, recorded_game

import magnum_sal as ms
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.model.events import GameStarted
from magnum_sal.model.switches import SWITCHES
from magnum_sal.record.log.sealing import LINE_END, seal_line
from magnum_sal.testing import check_invariants

TOTALS = {
    "agreed_end": [9, 2],
    "four_players": [51, 41, 94, 86],
    "mapped_mine": [146, 128, 117],
    "second_edition_cart": [66, 44, 70, 60],
    "three_players": [85, 85, 69],
    "two_players": [126, 58],
}
"""The games, and each seat's final total when the game was recorded."""


def with_all_switches(path: Path) -> bytes:
    """Return a log in its current form, with the opening and the switches that the header of 0.1.0 lacks."""
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


def test_every_game_is_tested() -> None:
    """Every stored game has its totals here."""
    assert sorted(GAMES) == sorted(TOTALS)


@pytest.mark.slow
@pytest.mark.parametrize("name", TOTALS)
def test_a_recorded_game_replays_as_recorded(name: str) -> None:
    """Every move is legal and leads to the recorded events. Written again, the log differs only in its header."""
    game = recorded_game(name)
    assert not game.log.torn
    assert "".join(game.log.lines()).encode() == with_all_switches(FOLDER / f"{name}.jsonl")
    assert game.is_over
    assert [score.total for score in game.state.scores] == TOTALS[name]
    check_invariants(game.state)


@pytest.mark.slow
@pytest.mark.parametrize("name", TOTALS)
def test_a_recorded_game_is_the_fold_of_its_events(name: str) -> None:
    """Folding only the events yields the same state. From a public header they yield the public state."""
    game = recorded_game(name)
    events = [event for _, transition in game.history() for event in transition.events]
    assert ms.Game.from_log(FOLDER / f"{name}.jsonl", verify=False).state == game.state
    assert ms.fold([game.log.started, *events]) == game.state
    assert ms.fold([public_start_event(game.log.started), *events]) == game.state.public()
