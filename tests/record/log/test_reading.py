"""Reading logs: cut off, damaged, out of order, from older and from newer versions."""

import io
import json
import pickle
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from tests.amounts import select
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal._internal import versions
from magnum_sal.record.log import read_rows
from magnum_sal.record.log.loading import MIGRATIONS
from magnum_sal.record.log.sealing import seal_line
from magnum_sal.testing.players import any_kind


def recorded() -> ms.Game:
    """Return a game whose log has every kind of line except the end."""
    rng = random.Random(2)
    game = ms.Game.new(["Ada", "Ben"], seed=2)
    while len(game.moves) < 10:
        game.play(any_kind(game.state, ms.legal_moves(game.state), rng))
    game.undo(to=8)
    game.redo()
    return game


GAME = recorded()
LINES = "".join(GAME.log.lines()).encode().splitlines(keepends=True)
LOG = b"".join(LINES)


def with_change(number: int, **changes: Any) -> bytes:
    """Return the log with fields of one line changed and all checksums correct."""
    lines = [json.loads(line) for line in LINES]
    lines[number - 1] |= changes
    return resealed(lines)


def refused(log: bytes, **options: Any) -> ms.LogError:
    """Return the error that refuses a log."""
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(log, **options)
    assert pickle.loads(pickle.dumps(caught.value)).args == caught.value.args
    return caught.value


def test_a_log_restores_the_game() -> None:
    """The state, the moves, the undone moves and the entries equal those of the recorded game."""
    for verify in (True, "report", False):
        game = ms.Game.from_log(LOG, verify=verify)
        assert game.state == GAME.state
        assert game.moves == GAME.moves
        assert game.undone == GAME.undone
        assert game.log.entries == GAME.log.entries
        assert game.log.disagreements == ()
        assert game.log.torn == b""
        assert "".join(game.log.lines()).encode() == LOG


def test_a_log_can_be_read_from_many_sources(tmp_path: Path) -> None:
    """A path, its text, bytes, and open binary and text files all yield the same game."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(LOG)
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        sources: list[Any] = [path, str(path), LOG, bytearray(LOG), binary, text, io.StringIO(LOG.decode())]
        assert all(ms.Game.from_log(source).state == GAME.state for source in sources)
    for wrong in (None, 3, [LOG]):
        with pytest.raises(ms.MisuseError, match="a path, bytes or an open file"):
            ms.Game.from_log(wrong)  # type: ignore[arg-type]  # A caller without type checks may pass this.
    with pytest.raises(ms.LogError, match="cannot read"):
        ms.Game.from_log(tmp_path / "missing.jsonl")
    with pytest.raises(ms.LogError, match="cannot read"):
        ms.Game.from_log(tmp_path)


@pytest.mark.parametrize("verify", ["yes", 1, 0, None, np.True_, [True]])
def test_other_values_do_not_verify_a_log(verify: Any, tmp_path: Path) -> None:
    """Even a value that equals True is refused, because a replay verifies only for True itself."""
    with pytest.raises(ms.MisuseError, match='verify: expected True, False or "report", got '):
        ms.Game.from_log(LOG, verify=verify)
    with pytest.raises(ms.MisuseError, match='verify: expected True, False or "report", got '):
        read_rows([tmp_path / "game.jsonl"], verify=verify)


@pytest.mark.long
def test_cut_at_any_byte_a_log_loses_no_whole_line(tmp_path: Path) -> None:
    """A log cut in its last three lines opens up to its last whole line, keeps the rest as torn, and can be resumed."""
    starts = [sum(map(len, LINES[:count])) for count in range(len(LINES) + 1)]
    path = tmp_path / "cut.jsonl"
    for cut in sorted({*select(range(starts[-4], len(LOG) + 1)), *starts[-4:]}):
        whole = LOG[:cut].count(b"\n")
        path.write_bytes(LOG[:cut])
        game = ms.Game.from_log(path)
        assert len(game.log.entries) == whole - 1
        assert game.log.torn == LOG[starts[whole] : cut]
        assert path.read_bytes() == LOG[:cut]  # Reading changes nothing.
        game.play(ms.legal_moves(game.state)[0])
        assert path.read_bytes().startswith(LOG[: starts[whole]])
        if cut % 25 == 0 or cut in starts:
            again = ms.Game.from_log(path)
            assert (again.state, again.log.torn) == (game.state, b"")
            assert len(again.log.entries) == whole


def test_a_log_cut_in_its_header_is_refused() -> None:
    """The error says that the log has no header."""
    for cut in (0, 1, 100, len(LINES[0]) - 1):
        assert "has no header" in str(refused(LOG[:cut]))


@pytest.mark.long
def test_any_flipped_bit_is_found_in_its_line() -> None:
    """The error names the line of a flipped bit. In the last newline, a flipped bit counts as a cut."""
    # All bits of the last bytes are flipped. Before them it is one bit of every third byte in the header, and of every
    # seventh in other lines.
    early = [at for at in range(len(LOG) - 49) if at % (3 if at < len(LINES[0]) else 7) == 0]
    late = range(len(LOG) - 49, len(LOG))
    flips = [*((at, at % 8) for at in early), *product(late, range(8))]
    for position, bit in {*select(flips), *product(late[-2:], range(8))}:
        damaged = LOG[:position] + bytes([LOG[position] ^ 1 << bit]) + LOG[position + 1 :]
        if position == len(LOG) - 1:
            game = ms.Game.from_log(damaged)
            assert len(game.log.entries) == len(LINES) - 2
            assert game.log.torn == LINES[-1][:-1] + damaged[-1:]
        else:
            assert refused(damaged).line == LOG.count(b"\n", 0, position) + 1, (position, bit)


@pytest.mark.parametrize(
    ("number", "changes", "field", "difference"),
    [
        (1, {"schema": True}, "schema", "true is not a count"),
        (1, {"schema": versions.LOG_SCHEMA + 1}, "schema", "is newer than"),
        (1, {"schema": -1}, "schema", "no migration from log schema -1"),
        (1, {"extra": 1}, "extra", "unknown field; header lines have"),
        (1, {"metadata": []}, "metadata", "expected an object with texts as keys"),
        (1, {"type": "move"}, "type", 'expected "header", got "move"'),
        (2, {"type": "header"}, "type", '"header" is not a line of a game; expected move, reveal, undo, secret, end'),
        (2, {"number": 2}, "number", "2 is recorded, but the next move is 1"),
        (2, {"number": 1.0}, "number", "1.0 is recorded, but the next move is 1"),
        (2, {"seat": 3}, "seat", "3 is recorded, but seat 1 is to move"),
        (2, {"move": {"type": "pay_penalty", "money": 3, "salt": None}}, "move", "[TURN-2]"),
        (2, {"move": {"type": "fly"}}, "move", "type: \"fly\" is not a known move in the ruleset 'standard'"),
        (2, {"events": []}, "events", "0 are recorded, but according to the rules there are 4"),
        (2, {"events": [{"type": "turn_ended", "seat": -1}]}, "events[0].seat", "-1 is not a count"),
        (
            2,
            {"events": [{"type": "turn_ended", "seat": 0}] * 1001},
            "events",
            "1001 events exceed the limit of a move line",
        ),
        (12, {"to": 10}, "to", "10 is not less than the 10 current moves"),
        (12, {"type": "end", "reason": "late"}, "to", "unknown field; end lines have"),
    ],
)
def test_a_wrong_value_is_named(number: int, changes: dict[str, Any], field: str, difference: str) -> None:
    """The error names the line, the field, and the recorded and the correct value. All checksums are correct."""
    lines = [json.loads(line) for line in LINES]
    lines[number - 1] |= changes
    if changes.get("type") == "end":
        lines[number - 1] = {"type": "end", "reason": "late", "scores": [], "to": 1}
    error = refused(resealed(lines))
    assert (error.line, error.field) == (number, field)
    assert difference in error.difference
    assert str(error).startswith(f"line {number}: {field}: ")


def test_a_changed_event_is_reported_with_the_correct_one() -> None:
    """The error shows an event that differs from the rules together with the correct one."""
    line = json.loads(LINES[1])
    changed = [event | ({"round": 7} if event["type"] == "turn_started" else {}) for event in line["events"]]
    error = refused(with_change(2, events=changed))
    assert error.field == f"events[{len(changed) - 1}]"
    assert "round=7" in error.difference
    assert (
        "recorded: TurnStarted(seat=0, round=7, actions=1), according to the rules: TurnStarted(seat=0, round=1, "
        in error.difference
    )


def test_names_in_a_header_are_checked() -> None:
    """A header with invalid players or an invalid setup is refused."""
    header = json.loads(LINES[0])
    for players in (["Ada"], ["Ada", "Ada"], ["Ada", " Ben"], ["Ada", ""], ["Ada", "\n"]):
        assert "player" in str(refused(with_change(1, started=header["started"] | {"players": players})))
    setup = header["started"]["setup"]
    for change in ({"start_seat": 2}, {"tools": setup["tools"][1:]}, {"tools": [None, *setup["tools"][1:]]}):
        error = refused(with_change(1, started=header["started"] | {"setup": setup | change}))
        assert "setup" in str(error)


def test_other_spaces_and_orders_of_fields_are_read() -> None:
    """A log of another writer verifies with any spaces, escapes and order of fields in a line."""
    log, checksum = b"", ""
    for line in LINES:
        data = dict(reversed([item for item in json.loads(line).items() if item[0] != "checksum"]))
        text, checksum = seal_line(json.dumps(data, separators=(" , ", " : ")).encode()[:-1], checksum)
        log += text
    assert log != LOG
    assert ms.Game.from_log(log).state == GAME.state


def test_lines_that_end_in_cr_lf_are_refused() -> None:
    """The error for a file with converted line endings names CR LF."""
    assert "CR LF" in str(refused(LOG.replace(b"\n", b"\r\n")))


def test_nothing_follows_an_agreed_end() -> None:
    """No move and no undo can follow the line of an agreed end. Wrong scores in that line are refused."""
    game = ms.Game.from_log(LOG)
    game.end("late")
    ended = "".join(game.log.lines()).encode()
    again = ms.Game.from_log(ended)
    assert (again.end_reason, again.is_over, again.state.is_over) == ("late", True, False)
    for extra in (LINES[-1], LINES[-2]):
        lines = [json.loads(line) for line in [*ended.splitlines(), extra]]
        assert "ends the game by agreement" in str(refused(resealed(lines)))
    standing = json.loads(ended.splitlines()[-1])["scores"]
    lines = [json.loads(line) for line in ended.splitlines()]
    lines[-1]["scores"] = [standing[0] | {"money": 99}, standing[1]]
    assert refused(resealed(lines)).field == "scores"


def test_an_unknown_ruleset_is_named() -> None:
    """The error names a ruleset that is not registered. The caller can pass that ruleset instead."""
    house = attrs.evolve(ms.STANDARD, name="house rules of a test", penalty=1)
    header = json.loads(LINES[0])
    ruleset = {"ruleset": ms.to_dict(ms.STANDARD) | {"name": house.name}}
    log = with_change(1, started=header["started"] | ruleset, opening=header["opening"] | ruleset)
    error = refused(log)
    assert (error.line, error.field) == (1, "started")
    assert "no ruleset 'house rules of a test' is registered here" in error.difference
    assert ms.Game.from_log(log, ruleset=house).state.ruleset == house


def test_verification_can_be_left_out() -> None:
    """``verify=False`` folds the recorded events, even against the rules, and accepts wrong checksums."""
    line = json.loads(LINES[1])
    gift = {"type": "money_moved", "source": "bank", "target": 0, "groszy": 50}
    log = with_change(2, events=[gift, *line["events"]])
    assert "events[0]" in str(refused(log))
    rich = ms.Game.from_log(log, verify=False)
    assert rich.state.players[0].money == GAME.state.players[0].money + 50
    damaged = log.replace(b'"checksum":"', b'"checksum":"0', 1)
    assert refused(damaged, verify=False).field == "checksum"  # The form of the checksum is still required.
    swapped = log.replace(log.splitlines()[2][-18:-2], b"0" * 16)
    assert ms.Game.from_log(swapped, verify=False).state == rich.state
    assert "checksum" in str(refused(swapped, verify="report"))


def test_a_report_lists_the_differences_from_the_rules() -> None:
    """With ``verify="report"`` a log of other rulings opens as it was played, and lists every difference."""
    generous = attrs.evolve(ms.STANDARD, name="generous", town_square_income=2)
    game = ms.Game.new(["Ada", "Ben"], seed=2, ruleset=generous)
    for _ in range(6):
        game.play(ms.VisitTownSquare() if ms.is_legal(game.state, ms.VisitTownSquare()) else ms.Pass())
    # The same record under the name of the standard rules is what a changed ruling looks like.
    started = attrs.evolve(game.log.started, ruleset=ms.STANDARD)
    log = ms.GameLog(started)
    log.extend(game.log.entries)
    text = "".join(log.lines()).encode()
    assert "groszy=2" in str(refused(text))
    opened = ms.Game.from_log(text, verify="report")
    squares = sum(isinstance(move, ms.VisitTownSquare) for move in game.moves)
    assert [player.money for player in opened.state.players] == [player.money for player in game.state.players]
    assert len(opened.log.disagreements) == squares > 0
    first = opened.log.disagreements[0]
    assert (first.line, first.field) == (2, "events[1]")
    assert "groszy=2" in first.difference
    assert "groszy=1" in first.difference
    assert str(first).startswith("line 2: events[1]: recorded:")


def test_another_rules_revision_is_mentioned() -> None:
    """The error about a log that does not verify names its rules revision if it is another one."""
    lines = [json.loads(line) for line in LINES]
    lines[0]["rules"] = 77
    assert ms.Game.from_log(resealed(lines)).state == GAME.state
    lines[1]["events"] = []
    assert "rules revision 77" in str(refused(resealed(lines)))


def test_older_schemas_are_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A registered migration step updates an older log. The old file is never written to."""
    monkeypatch.setattr(versions, "LOG_SCHEMA", versions.LOG_SCHEMA + 1)
    monkeypatch.delitem(MIGRATIONS, versions.LOG_SCHEMA - 1, raising=False)
    old = [json.loads(line) for line in LINES]
    for line in old[1:]:
        if line["type"] == "move":
            line["player"] = line.pop("seat")  # This pretends that the field had another name then.
    path = tmp_path / "old.jsonl"
    path.write_bytes(resealed(old))
    assert "no migration from log schema" in str(refused(path.read_bytes()))

    def named_seat(lines: Iterator[Any]) -> Iterator[Any]:
        for line in lines:
            yield {("seat" if name == "player" else name): value for name, value in line.items()}

    monkeypatch.setitem(MIGRATIONS, versions.LOG_SCHEMA - 1, named_seat)
    game = ms.Game.from_log(path)
    assert game.state == GAME.state
    assert game.log.header.schema == versions.LOG_SCHEMA
    with pytest.raises(ms.MisuseError, match="save the log to another file"):
        game.play(ms.legal_moves(game.state)[0])
    with pytest.raises(ms.MisuseError, match="save the log to another file"):
        game.log.lock()
    assert path.read_bytes() == resealed(old)
    game.log.save(tmp_path / "new.jsonl")
    game.play(ms.legal_moves(game.state)[0])
    assert ms.Game.from_log(tmp_path / "new.jsonl").state == game.state

    def broken(lines: Iterator[Any]) -> Iterator[Any]:
        for line in lines:
            yield {"type": line["typ"]}

    monkeypatch.setitem(MIGRATIONS, versions.LOG_SCHEMA - 1, broken)
    assert "line 1: the line cannot be migrated to the current schema: KeyError('typ')" in str(refused(resealed(old)))
