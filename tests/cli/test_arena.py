"""``magnum-sal arena``."""

import sys
from pathlib import Path

import pytest

from magnum_sal.cli import main

pytest.importorskip("rich")
pytest.importorskip("openskill")

MATCH = ["arena", "random", "random", "--games", "2", "--most-moves", "30"]


def test_a_match_and_its_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table at the end is the one that --report prints."""
    path = str(tmp_path / "results.jsonl")
    assert main([*MATCH, "--out", path]) == 0
    table = capsys.readouterr().out
    assert "random #2" in table
    assert "rating" in table
    assert "2 games met the cap of 30 moves" in table
    assert main(["arena", "--report", path]) == 0
    assert capsys.readouterr().out == table


def test_variants_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Variants, policy, interval and jobs are options."""
    options = ["--mapped-mine", "--cart-capacity", "2", "--policy", "lose", "--interval", "bootstrap", "--jobs", "2"]
    assert main([*MATCH, *options]) == 0
    assert "95 % interval" in capsys.readouterr().out


def test_a_bot_in_the_folder_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is found as with ``python -m``, in the workers too."""
    (tmp_path / "my_own_bot.py").write_text("def last(state, moves):\n    return moves[-1]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    command = ["arena", "my_own_bot:last", "random", "--games", "4", "--most-moves", "30", "--policy", "raise"]
    assert main([*command, "--jobs", "2"]) == 0
    assert "my_own_bot:last" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["arena"], "name 2 to 4 bots"),
        (["arena", "nobody", "random"], "no bot is called 'nobody'"),
        (["arena", "random", "--report", "x"], "name no bots with it"),
        (["arena", "--report", "no-such-file"], "cannot be read"),
        ([*MATCH, "--plot", "x.gif"], "named .svg or .png, not 'x.gif'"),
    ],
)
def test_mistakes(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line about what went wrong, and status 1."""
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("package", "arguments", "extra"),
    [
        ("rich", [], "arena"),
        ("openskill", [], "arena"),
        ("matplotlib", ["--plot", "x.svg"], "plot"),
        ("distributed", ["--cluster", "tcp://127.0.0.1:1"], "cluster"),
    ],
)
def test_a_missing_extra_is_named(
    package: str,
    arguments: list[str],
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The command says what to install."""
    monkeypatch.setitem(sys.modules, package, None)
    assert main([*MATCH, *arguments]) == 1
    assert f"pip install 'magnum-sal[{extra}]'" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore")  # matplotlib's own deprecations are not this project's
@pytest.mark.parametrize(("name", "start"), [("plot.svg", b"<?xml"), ("plot.png", b"\x89PNG")])
def test_plots(tmp_path: Path, name: str, start: bytes) -> None:
    """Scores and win shares as a picture."""
    pytest.importorskip("matplotlib")
    assert main([*MATCH, "--plot", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes().startswith(start)
