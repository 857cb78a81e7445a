"""``magnum-sal arena`` with bots that fail: the messages, the exit status, and how to reproduce a failure."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.resealing import resealed

from magnum_sal.arena import read_results
from magnum_sal.cli import main

pytest.importorskip("rich")
pytest.importorskip("openskill")

BOTS = Path(__file__).parents[1] / "bots"
MATCH = ["--games", "2", "--most-moves", "20"]
RAISER = "bots_of_tests:Raiser"


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(BOTS)


def program(fault: str) -> str:
    """Return the name of a faulty process bot."""
    return f"process:{sys.executable} {BOTS / 'faulty_program.py'} {fault}"


def block(text: str) -> list[str]:
    """Return the lines below the table that describe a failure in detail."""
    return text.split("\n\n", 1)[1].splitlines()


def test_an_exception(capsys: pytest.CaptureFixture[str]) -> None:
    """An exception is reported at once, marked in the table, and described below it with traceback and command."""
    assert main(["arena", RAISER, "random", *MATCH]) == 3
    shown = capsys.readouterr()
    (line,) = shown.err.splitlines()
    assert line.startswith(f"magnum-sal: {RAISER} failed (error) in game 0, move ")
    assert re.search(
        r": ZeroDivisionError: a slip \(bots_of_tests\.py, line \d+\); details follow at the end of the match$", line
    )
    assert shown.out.count("ZeroDivisionError: a slip") == 2  # The text appears once in short and once in detail.
    assert "ZeroDivisionError: a slip (bots_of_tests.py, line " in shown.out
    assert f"! {RAISER}" in shown.out
    assert "! Strength is not shown: " in shown.out
    lines = block(shown.out)
    assert lines[0].startswith(f"First failure (error) of {RAISER}, in game 0, move ")
    assert lines[1] == "    Traceback (most recent call last):"
    assert "    ZeroDivisionError: a slip" in lines
    assert "    magnum-sal arena bots_of_tests:Raiser random --most-moves 20 --game 0" in lines
    assert any(line.startswith("    bot = make_bot('bots_of_tests:Raiser', seed=") for line in lines)
    assert "  To repeat the whole game, with all decisions of the bots:" in lines
    assert (
        "  To ask a new bot for this decision in Python. A bot that remembers earlier moves or uses randomness" in lines
    )


def test_the_printed_command_and_code_reproduce_the_failure(capsys: pytest.CaptureFixture[str]) -> None:
    """The printed command reports the same failure, and the printed code raises the same error."""
    options = ["--seed", "4", "--bot-seed", "9", "--policy", "lose", "--mapped-mine", "--cart-capacity", "2"]
    assert main(["arena", RAISER, "random", *MATCH, *options]) == 3
    lines = block(capsys.readouterr().out)
    command = next(line for line in lines if line.startswith("    magnum-sal "))
    assert main(shlex.split(command)[1:]) == 3
    assert block(capsys.readouterr().out) == lines
    start = lines.index("    import magnum_sal as ms")
    with pytest.raises(ZeroDivisionError, match="a slip"):
        exec("\n".join(line[4:] for line in lines[start:]), {})


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("dies", "    out of salt"),
        ("raises", "    ValueError: no more salt"),
        ("rubbish", "wrote 'I resign', which is not JSON: JSON text: Expecting value: line 1 column 1 (char 0);"),
        ("index", "chose index"),
    ],
)
def test_processes(fault: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A program's failure shows its standard error, or what was wrong with its answer."""
    assert main(["arena", program(fault), "random", "--games", "1", "--most-moves", "6"]) == 3
    assert words in "\n".join(block(capsys.readouterr().out))


@pytest.mark.slow
def test_a_program_that_hangs(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that hangs is killed, and its failure is "late"."""
    command = ["arena", program("hangs"), "random", "--games", "1", "--most-moves", "2", "--move-seconds", "0.5"]
    assert main(command) == 3
    lines = block(capsys.readouterr().out)
    assert lines[0].startswith("First failure (late) of process:")
    assert any("--move-seconds 0.5 --game 0" in line for line in lines)
    assert any(line.startswith("    bot = make_bot(") and line.endswith(", move_seconds=0.5)") for line in lines)


def test_a_report_has_the_same_failures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A report has the same table, failures and status as the match."""
    out = str(tmp_path / "results.jsonl")
    assert main(["arena", RAISER, "random", *MATCH, "--out", out]) == 3
    table = capsys.readouterr().out
    assert f"--out {out} --game 0" in table
    assert main(["arena", "--report", out]) == 3
    assert capsys.readouterr().out == table


@pytest.mark.long
def test_a_report_imports_and_starts_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A report runs none of the bots that the file names."""
    out = str(tmp_path / "results.jsonl")
    main(["arena", RAISER, "random", *MATCH, "--out", out])
    whole = Path(out).read_text()
    capsys.readouterr()
    code = f"import sys\nfrom magnum_sal.cli import main\nmain(['arena', '--report', {out!r}])\n"
    code += "print('bots_of_tests' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=BOTS)
    assert answer.stdout.splitlines()[-1] == "False"
    assert "ZeroDivisionError" in whole


def test_the_policy_raise(capsys: pytest.CaptureFixture[str]) -> None:
    """The error stream has the traceback, file and line, the command and the code."""
    assert main(["arena", RAISER, "random", *MATCH, "--policy", "raise"]) == 3
    shown = capsys.readouterr()
    assert shown.out == ""
    lines = shown.err.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    (told,) = (line for line in lines if line.startswith("magnum-sal: "))
    assert told.startswith("magnum-sal: game 0, move ")
    assert "ZeroDivisionError: a slip (bots_of_tests.py, line " in told
    assert "    magnum-sal arena bots_of_tests:Raiser random --policy raise --most-moves 20 --game 0" in lines


def test_the_failed_game_is_not_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Under the policy ``raise``, the printed command therefore names no file, and it plays the game again."""
    out = str(tmp_path / "results.jsonl")
    assert main(["arena", RAISER, "random", *MATCH, "--policy", "raise", "--out", out]) == 3
    command = next(line for line in capsys.readouterr().err.splitlines() if line.startswith("    magnum-sal "))
    assert "--out" not in command
    assert main(shlex.split(command)[1:]) == 3


def test_the_printed_code_imports_the_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """The code runs where the ruleset is not registered yet."""
    assert main(["arena", RAISER, "random", *MATCH, "--ruleset", "smithy:SMITHY_GAME"]) == 3
    lines = block(capsys.readouterr().out)
    start = lines.index("    import smithy")
    assert lines[start + 1] == "    import magnum_sal as ms"
    with pytest.raises(ZeroDivisionError, match="a slip"):
        exec("\n".join(line[4:] for line in lines[start:]), {})


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_status_and_jobs(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A match without a failure has status 0, and with failures status 3, with any number of workers."""
    assert main(["arena", "random", "bots_of_tests:first", *MATCH, "--jobs", jobs]) == 0
    assert "failures" not in capsys.readouterr().out
    assert main(["arena", "bots_of_tests:Deserter", "random", *MATCH, "--jobs", jobs]) == 3
    assert "(observed)" in capsys.readouterr().out


@pytest.mark.long
def test_several_matches(capsys: pytest.CaptureFixture[str]) -> None:
    """Matches of all pairs and ladders have the same status. The failure names its match."""
    for kind in ("--each-other", "--ladder"):
        assert main(["arena", kind, "random", RAISER, "greedy:width=0", *MATCH]) == 3
        shown = capsys.readouterr().out
        assert shown.count(f"First failure (error) of {RAISER}, in game ") == 1
        assert ", first against random, in game 0, move " in shown
        command = next(line for line in shown.splitlines() if line.startswith("    magnum-sal "))
        assert main(shlex.split(command)[1:]) == 3
        assert f"First failure (error) of {RAISER}" in capsys.readouterr().out


def test_a_bot_that_cannot_be_created(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is played, and one line names the place of the error."""
    assert main(["arena", "bots_of_tests:Unmakeable", "random", *MATCH]) == 1
    error = capsys.readouterr().err
    assert "bot 'bots_of_tests:Unmakeable' cannot be created:" in error
    assert error.count("\n") == 1


def test_a_bot_that_ends_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    """A bot that calls `exit()` fails like any other, and the arena continues."""
    assert main(["arena", "bots_of_tests:Quitter", "random", *MATCH]) == 3
    assert "SystemExit: 0 (bots_of_tests.py, line " in capsys.readouterr().out


def test_a_module_is_not_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error lists the bots found in the module's file."""
    (tmp_path / "own_bots.py").write_text("class Grabber:\n    def __call__(self, state, moves): ...\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in ("own_bots", "own_bots.py"):
        assert main(["arena", name, "random", *MATCH]) == 1
        assert (
            ", not a bot: name the class or function in it as well, as in own_bots:Grabber" in capsys.readouterr().err
        )


def test_the_help_has_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    """The help explains the exit status."""
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    assert "The exit status is 3 if a bot failed" in " ".join(capsys.readouterr().out.split())


def test_failures_with_control_characters_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A results file with control characters in a failure is refused, although its checksums are correct."""
    out = tmp_path / "results.jsonl"
    main(["arena", RAISER, "random", *MATCH, "--out", str(out)])
    capsys.readouterr()
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    for line in lines:
        del line["checksum"]
    lines[1]["first_failures"][0]["sentence"] = "\x1b[2J"
    out.write_bytes(resealed(lines))
    assert main(["arena", "--report", str(out)]) == 1
    error = capsys.readouterr().err
    assert "line 2: BotFailure.sentence: " in error
    assert error.rstrip("\n").isprintable()


@pytest.mark.long
def test_the_streams_of_a_failing_match(tmp_path: Path) -> None:
    """In a process of its own, the arena writes messages to the error stream and the table to the output."""
    command = [sys.executable, "-m", "magnum_sal", "arena", RAISER, RAISER, *MATCH, "--out", str(tmp_path / "file")]
    answer = subprocess.run(command, cwd=BOTS, env=os.environ | {"COLUMNS": "80"}, capture_output=True, check=False)
    assert answer.returncode == 3
    assert answer.stderr.count(b" failed (error) in game 0") == 2
    assert answer.stdout.count(b"\nFirst failure (error) of ") == 2
    assert len(read_results(tmp_path / "file")[1]) == 2


def test_another_warning_is_shown_as_usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Warnings of a bot are not the arena's to hide."""
    (tmp_path / "warning_bot.py").write_text(
        "import warnings\n\ndef last(state, moves):\n    warnings.warn('an odd position')\n    return moves[-1]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.warns(UserWarning, match="an odd position"):
        assert main(["arena", "warning_bot:last", "random", "--games", "1", "--most-moves", "3"]) == 0
