"""``magnum-sal table`` with the log of an earlier evening, and how it writes logs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.cli.test_table import run
from tests.cli.test_table_corrections import TYPED, read_game

from magnum_sal.cli import main
from magnum_sal.words import label

SEATS = ("--seat", "Ada", "--seat", "Ben", "--lang", "en")


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_last_step_is_shown(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A resumed game names its last step. A new game has none."""
    log, last = tmp_path / "table.jsonl", label("ui.table_last_step", language)
    _, shown = run(monkeypatch, capsys, TYPED, str(log), *SEATS[:4], "--lang", language)
    assert last not in shown
    _, shown = run(monkeypatch, capsys, [], str(log), "--lang", language)
    assert f"\n{last}\n  12 Ben: inn " in shown


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The log ends in an incomplete line, which is ignored (bytes: 20)."),
        ("de", "Das Protokoll endet mit einer unvollständigen Zeile, die ausgelassen wird (Bytes: 20)."),
        ("pl", "Zapis kończy się niepełnym wierszem, który pominięto (liczba bajtów: 20)."),
    ],
)
def test_an_incomplete_line_is_reported(
    language: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the last line was not written as a whole, the program says so in the same words as ``magnum-sal replay``."""
    log = tmp_path / "table.jsonl"
    run(monkeypatch, capsys, TYPED, str(log), *SEATS)
    *whole, last = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(whole) + last[:20])
    assert main(["replay", str(log), "--lang", language]) == 0
    assert told in capsys.readouterr().out.splitlines()
    _, shown = run(monkeypatch, capsys, ["square"], str(log), "--lang", language)
    assert f"\n{told}\n{label('ui.table_last_step', language)}\n  11 Ada: pump 1L1 1 " in shown
    _, shown = run(monkeypatch, capsys, [], str(log), "--lang", language)
    assert told not in shown
    assert read_game(log).step_count == 12


def test_each_line_is_flushed_to_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A recorded step survives a power failure: in a new log, in a resumed one, and after ``save``."""
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", flushed.append)
    log, copied = str(tmp_path / "table.jsonl"), str(tmp_path / "copied.jsonl")
    counts = []
    for typed in ([], ["BB=9"], ["BG=11"], [f"save {copied}"], [f"save {tmp_path / 'other.jsonl'}", "GG=13"]):
        flushed.clear()
        run(monkeypatch, capsys, typed, log, *SEATS)
        counts.append(len(flushed))
    assert counts[1:3] == [1, 1]
    assert counts[4] == counts[3] + 1
