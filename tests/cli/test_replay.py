"""``magnum-sal replay`` and ``magnum-sal demo --log``."""

import io
import sys
from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal.cli import main

STORED = Path(__file__).parent.parent / "games"


def test_the_demo_records_what_replay_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game recorded by the demo verifies, and is printed turn by turn in notation."""
    path = tmp_path / "demo.jsonl"
    assert main(["demo", "--players", "2", "--seed", "16", "--quiet", "--log", str(path)]) == 0
    capsys.readouterr()
    game = ms.Game.from_log(path)
    assert game.state.is_over
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out == ms.transcript(game)
    assert main(["replay", str(path), "--at", "5"]) == 0
    assert capsys.readouterr().out == ms.transcript(game, moves=5)
    assert main(["demo", "--quiet", "--log", str(path)]) == 1
    assert "exists, and a log is never overwritten" in capsys.readouterr().err


def test_replay_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged log is refused by line, opened unverified, and a cut one is printed with a word about the cut."""
    lines = (STORED / "agreed_end.jsonl").read_bytes().splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(b"".join(lines).replace(b'"S1"', b'"S2"', 1))
    assert main(["replay", str(damaged)]) == 1
    assert capsys.readouterr().err.startswith(f"magnum-sal: {damaged}, line ")
    assert main(["replay", str(tmp_path / "missing.jsonl")]) == 1
    assert "cannot read" in capsys.readouterr().err
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines)[:-3])
    assert main(["replay", str(cut), "--no-verify"]) == 0
    assert "bytes of a line that was cut off" in capsys.readouterr().out
    assert main(["replay", str(STORED / "agreed_end.jsonl"), "--at", "1000"]) == 1
    assert "is not a number of moves" in capsys.readouterr().err


def test_replay_reports_where_the_rules_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A log that other rulings made is printed as it was played, with the lines that differ."""
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    game.play(ms.VisitTownSquare())
    entry = game.log.entries[0]
    assert isinstance(entry, ms.log.MoveLine)
    log = ms.GameLog(game.log.started, target=tmp_path / "generous.jsonl")
    log.append(ms.log.MoveLine(1, entry.seat, entry.move, (*entry.events, ms.MoneyMoved("bank", 0, 5))))
    assert main(["replay", str(tmp_path / "generous.jsonl")]) == 1
    assert "line 2: events: 5 are recorded, by the rules there are 4" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "generous.jsonl"), "--report"]) == 0
    assert "By today's rules: line 2: events: 5 are recorded" in capsys.readouterr().out


def test_a_terminal_that_lacks_letters_is_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that the terminal cannot show come out escaped."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["replay", str(STORED / "agreed_end.jsonl"), "--at", "3"]) == 0
    out.flush()
    assert b"Zofia, \\u0141ukasz" in out.buffer.getvalue()
