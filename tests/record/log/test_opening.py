"""The opening in a log's header: the position from which every reader can follow the events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.extensions.omens import OMENS_GAME
from tests.resealing import resealed

import magnum_sal as ms


def lines_of(log: ms.GameLog) -> list[Any]:
    """Return the lines of a log as data."""
    return [json.loads(line) for line in log.lines()]


def recorded(ruleset: ms.Ruleset = ms.STANDARD) -> ms.Game:
    """Return a game with three moves."""
    game = ms.Game.new(["Ada", "Ben"], seed=2, ruleset=ruleset)
    while game.step_count < 3:
        game.play(ms.legal_moves(game.state)[0])
    return game


@pytest.mark.parametrize("ruleset", [ms.STANDARD, attrs.evolve(ms.STANDARD, mapped_mine=True), OMENS_GAME], ids=repr)
def test_the_opening_is_the_public_form_of_the_first_position(ruleset: ms.Ruleset) -> None:
    """The opening is the same in a full log and a public one, and shows no hidden piece."""
    game = recorded(ruleset)
    first = ms.to_dict(ms.fold([game.log.started]).public())
    for log in (game.log, game.log.public()):
        assert lines_of(log)[0]["opening"] == first
        assert ms.GameLog.read("".join(log.lines()).encode()).header == log.header
    assert first["hidden"] is None


def test_the_opening_of_a_real_table_waits_for_the_first_piece() -> None:
    """The opening of a real table is the table before anything is turned up."""
    header = lines_of(ms.Game.open_table(["Ada", "Ben"], start_seat=1).log)[0]
    assert header["opening"]["pending"] == {"pile": "order", "place": 0}
    assert header["opening"]["to_move"] is None
    assert header["opening"]["workshop"] == {"offer": [None, None, None], "stack": 7}


@pytest.mark.parametrize("public", [False, True])
def test_the_opening_is_checked_against_the_rules(public: bool) -> None:
    """A wrong opening raises an error, is listed as a disagreement, or is ignored, depending on ``verify``."""
    game = recorded()
    header, *others = lines_of(game.log.public() if public else game.log)
    players = [player | {"money": player["money"] + 1} for player in header["opening"]["players"]]
    bank = header["opening"]["bank"]
    header["opening"] |= {"players": players, "bank": bank | {"money": bank["money"] - 2}}
    log = resealed([header, *others])
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(log)
    told = "line 1: opening: does not follow from the setup: players, bank"
    assert str(caught.value) == told
    assert [*map(str, ms.Game.from_log(log, verify="report").log.disagreements)] == [told]
    opened = ms.Game.from_log(log, verify=False)
    assert opened.state == (game.state.public() if public else game.state)


def test_an_impossible_opening_is_refused() -> None:
    """An impossible or missing opening in a current log is refused, whether or not the log is verified."""
    header, *others = lines_of(recorded().log)
    lost = {"opening": header["opening"] | {"inn": {"hired": 99}}}
    for change, words in ((lost, r"opening\.inn\.hired: 99 on a track"), ({"opening": None}, "null is not an object")):
        for verify in (True, False):
            with pytest.raises(ms.LogError, match=words):
                ms.Game.from_log(resealed([header | change, *others]), verify=verify)


@pytest.mark.parametrize("schema", [1, 2])
def test_an_older_log_gets_the_opening_of_the_current_rules(schema: int, tmp_path: Path) -> None:
    """A log of an older schema is read, gets its opening, and can be saved and resumed."""
    game = recorded()
    header, *others = lines_of(game.log)
    del header["opening"]
    old = resealed([header | {"schema": schema}, *others])
    read = ms.Game.from_log(old)
    assert read.log.header.opening == game.log.header.opening
    read.log.save(tmp_path / "new.jsonl")
    read.play(ms.Pass())
    assert ms.Game.from_log(tmp_path / "new.jsonl").state == read.state
    # Damage is reported as in every log.
    with pytest.raises(ms.LogError, match="line 1: library: null is not a text"):
        ms.Game.from_log(resealed([header | {"schema": schema, "library": None}, *others]))
    with pytest.raises(ms.LogError, match="line 1: started: null is not an object"):
        ms.Game.from_log(resealed([header | {"schema": schema, "started": None}, *others]))


def test_the_opening_with_an_unregistered_ruleset() -> None:
    """An older log can be read with a ruleset that only the caller has."""
    house = attrs.evolve(ms.STANDARD, name="only the caller has it", start_money=(9, 9, 9, 9))
    header, *_ = lines_of(ms.Game.new(["Ada", "Ben"], seed=1).log)
    del header["opening"]
    ruleset = header["started"]["ruleset"] | {"name": house.name}
    log = resealed([header | {"schema": 2, "started": header["started"] | {"ruleset": ruleset}}])
    opening = ms.Game.from_log(log, ruleset=house).log.header.opening
    assert [player.money for player in opening.players] == [9, 9]
