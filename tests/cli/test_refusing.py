"""Errors of the command line: one sentence, without programmers' terms."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from magnum_sal.arena import play_match
from magnum_sal.cli import main

SAMPLE = str(Path(__file__).parent.parent / "games" / "two_players.jsonl")
PROGRAMMERS = re.compile(
    r"Traceback|NoneType|<class|<function|object at 0x|\w+Error\b|\w+Exception\b|invalid \w+ value|int\(\)|Errno"
)
MATCH = ("arena", "random", "random", "--games", "1")


def said(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Return the exit status and the only printed line."""
    try:
        status = main(list(arguments))
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert not PROGRAMMERS.search(captured.err)
    (line,) = captured.err.splitlines()
    return status, line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["demo", "--seed", "x"], "argument --seed: 'x' is not a whole number"),
        (["demo", "--seed", "1.5"], "argument --seed: '1.5' is not a whole number"),
        (["demo", "--seed", ""], "argument --seed: '' is not a whole number"),
        (["demo", "--seed", "9" * 5000], "expected a whole number of at most 100 digits, got"),
        (["demo", "--pace", "fast"], "argument --pace: 'fast' is not a number"),
        (["demo", "--short", "--quiet"], "not allowed with argument --brief"),
        (
            ["demo", "--saet", "Ada"],
            "sal demo: error: unrecognized arguments: --saet Ada; did you mean --seat?",
        ),
        (
            ["demo", "--players", "2"],
            "sal demo: error: --players is now --seat: pass --seat NAME for each seat (see `magnum-sal demo --help`)",
        ),
        (
            ["table", "--player", "Ada", "--player=Ben", "log.jsonl"],
            "sal table: error: --player is now --seat: pass --seat NAME for each seat (see `magnum-sal table --help`)",
        ),
        (
            ["arena", "random", "--gmaes=3"],
            "sal arena: error: unrecognized arguments: --gmaes=3; did you mean --games?",
        ),
        (["demo", "--ruleset", "wrong"], "magnum-sal demo: error: argument --ruleset: no ruleset is called 'wrong'"),
        (["show"], "the following arguments are required: LOG (see `magnum-sal show --help`)"),
        (["demo", "\x1b[31m"], "unrecognized arguments: \\x1b[31m"),
        (["play", "--seed", "x"], "argument --seed: 'x' is not a whole number"),
        ([*MATCH, "--move-seconds", "x"], "argument --move-seconds: 'x' is not a number"),
        (["completion", "tcsh"], "invalid choice: 'tcsh'"),
        (["rplay", SAMPLE], "; did you mean replay?"),
        (["arenas"], "; did you mean arena?"),
        (["x" * 400], "argument SUBCOMMAND: invalid choice: 'xxx"),
        (["arena", "--policy", "loose"], "; did you mean lose?"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_malformed_arguments(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One printable line names the argument and the typed value, and the status is 2."""
    status, line = said(arguments, capsys)
    assert status == 2
    assert words in line
    assert line.isprintable()
    assert len(line) < 600


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["table", "--seat", "A"], "expected 2 to 4 players, got 1"),
        (["table", "--seat", "A", "--seat", "A"], "player 2: 'A' is already taken"),
        (["table", "--seat", "\a", "--seat", "A"], "player 1: '\\x07' is not a name of 1 to 40 printable characters"),
        (["table", "--seat", "A", "--seat", "B", "--start", "C"], "no player is called 'C'; the players are A, B"),
        (["show", SAMPLE, "--size", "5"], "--size applies to pictures: add --svg FILE"),
        (["show", SAMPLE, "--seat", "Ada"], "--seat applies to pictures: add --svg FILE"),
        (["show", SAMPLE, "--force"], "--force applies to pictures: add --svg FILE"),
        (
            ["arena", "--report", "x", "--out", "y"],
            "--report only reads a match; leave out --out",
        ),
        (["replay", SAMPLE, "--at", "99999999999"], "moves: expected 0 to 347 moves, got 99999999999"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_impossible_requests(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Errors count players from 1 and name options as they are typed, and the status is 1."""
    if arguments[0] == "arena":
        pytest.importorskip("rich")
    status, line = said(arguments, capsys)
    assert status == 1
    assert words in line


FILES = {
    "missing": None,
    "empty": b"",
    "binary": bytes(range(256)),
    "text": b"hello\n",
    "half": b'{"a": [1,2\n',
    "list": b"[1,2,3]\n",
    "utf16": b"\xff\xfe{\x00\n\x00",
    "x" * 300: None,
    "a\x1bb": None,
}


@pytest.mark.parametrize("command", ["replay", "show", "recover", "play", "table", "--report", "--out"])
@pytest.mark.parametrize("name", [*FILES, "folder", "folder/no/file"], ids=lambda name: name[:10].strip("\x1b"))
def test_files_that_are_not_logs(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error names the file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    content = FILES.get(name)
    if content is not None:
        (tmp_path / name).write_bytes(content)
    elif command in ("table", "--out") and len(name) < 20 and "/" not in name and name != "folder":
        return  # A new file is created there.
    arguments = {
        "recover": ["recover", name, "new"],
        "--report": ["arena", "--report", name],
        "--out": [*MATCH, "--out", name],
        "table": ["table", name, "--seat", "A", "--seat", "B"],
    }.get(command, [command, name])
    if "arena" in arguments:
        pytest.importorskip("rich")
        if command == "--out" and name == "empty":
            return  # A match begins in it.
    status, line = said(arguments, capsys)
    assert status == 1
    assert line.isprintable()
    assert name.replace("\x1b", "\\x1b")[:100] in line


@pytest.mark.parametrize("command", ["replay", "show", "review", "hint", "table"])
def test_results_of_the_arena_are_not_a_log(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error calls the file results of the arena and names the command that reads it."""
    results = str(tmp_path / "r.jsonl")
    play_match(["random", "random"], 1, most_moves=3, out=results)
    others = ["--seat", "A", "--seat", "B"] if command == "table" else []
    status, line = said([command, results, *others], capsys)
    assert status == 1
    told = "r.jsonl contains results of the arena, not the log of a game: read it with `magnum-sal arena --report FILE`"
    assert told in line


def test_a_file_without_write_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The permission to write is checked before anything else, for the folder or for the file to replace."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    status, line = said(["show", SAMPLE, "--svg", str(tmp_path / "p.svg")], capsys)
    assert status == 1
    assert line.endswith(f"p.svg: you have no permission to write to {tmp_path}")
    (tmp_path / "p.svg").write_text("")
    _, line = said(["show", SAMPLE, "--svg", str(tmp_path / "p.svg"), "--force"], capsys)
    assert line.endswith(f"no permission to write to {tmp_path / 'p.svg'}")


COMMANDS = [
    pytest.param(["demo", "--quiet", "--seat", "Ada", "--seat", "Ben"], marks=pytest.mark.long),
    ["bots"],
    ["bot", "random"],
    ["rulesets"],
    ["show", SAMPLE],
    ["replay", SAMPLE],
    ["replay", SAMPLE, "--step"],
    ["table", "--seat", "A", "--seat", "B"],
    ["arena", "random", "random", "--games", "1", "--most-moves", "3"],
]


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="streams are closed otherwise there")
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(map(str, arguments))[:20])
def test_closed_streams(arguments: list[str]) -> None:
    """With closed streams, output is lost and input is empty, but the command succeeds."""
    if arguments[0] == "arena":
        pytest.importorskip("openskill")
    command = 'exec "$@" >&- <&-'
    answer = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-m", "magnum_sal", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )
    assert (answer.returncode, answer.stderr) == (0, "")


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("arguments", [["bots"], ["--version"], ["show", "--help"]], ids=" ".join)
def test_a_full_disk_leads_to_one_line(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is one line, and Python prints nothing at exit."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # argparse hides errors of a stream without a buffer
    command = [sys.executable, "-m", "magnum_sal", *arguments]
    with Path("/dev/full").open("w") as full:
        answer = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=120)
    assert (answer.returncode, answer.stderr) == (1, "magnum-sal: No space left on device\n")


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="pipes are closed otherwise there")
def test_help_for_a_closed_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the reader of a help text has gone, the command ends without an error."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "magnum_sal", "show", "--help"]
    with os.fdopen(writing, "wb") as pipe:
        answer = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, text=True, check=False, timeout=120)
    assert (answer.returncode, answer.stderr) == (0, "")


@pytest.mark.parametrize(
    "command",
    [["table", "--seat", "Ada", "--seat", "Ben"], ["replay", SAMPLE, "--step", "--short"]],
    ids=["table", "replay"],
)
def test_a_byte_that_is_not_utf_8(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line with such a byte is refused like any mistyped line, and the next lines are read."""
    keyboard = io.TextIOWrapper(io.BytesIO(b"\xff\nagain\nq\n"), encoding="utf-8", errors="strict")
    monkeypatch.setattr(keyboard, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", keyboard)
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert r"'\udcff'" in shown
    assert "'again'" in shown.lower()
    assert keyboard.read() == ""


@pytest.mark.parametrize(("games", "words"), [(0, "0 games"), (1, "1 game")])
def test_an_interrupted_match(
    games: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After Ctrl-C, one line gives the number of games and how to resume, with the usual exit status."""
    pytest.importorskip("rich")
    pytest.importorskip("openskill")

    def pressed(*arguments: Any, on_result: Any, **options: Any) -> None:
        play_match(*arguments, on_result=on_result, **(options | {"out": None})) if games else None
        raise KeyboardInterrupt

    monkeypatch.setattr("magnum_sal.cli._arena.play_match", pressed)
    status, line = said([*MATCH, "--most-moves", "3", "--out", str(tmp_path / "file")], capsys)
    assert status == 130
    goes_on = f"run the same command to resume {tmp_path / 'file'}"
    assert line == f"magnum-sal: interrupted after {words}; {goes_on}"
