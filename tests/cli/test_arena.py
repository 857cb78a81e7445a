"""``magnum-sal arena``."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal.arena import MatchResults, play_match, read_results
from magnum_sal.cli import main

pytest.importorskip("rich")
pytest.importorskip("openskill")

MATCH = ["arena", "random", "random", "--games", "2", "--most-moves", "30"]
FIRST = "bots_of_tests:first"
"""A bot that wins nearly always against random in short games, and decides at once."""


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")


def test_a_match_and_its_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table at the end equals the one that --report prints."""
    path = str(tmp_path / "results.jsonl")
    assert main([*MATCH, "--out", path]) == 0
    table = capsys.readouterr().out
    assert "random #2" in table
    assert "rating" in table
    assert "reached the cap of 30 moves and are scored as they stood." in table
    assert main(["arena", "--report", path]) == 0
    assert capsys.readouterr().out == table


@pytest.mark.slow
def test_a_match_until_it_is_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The match stops and says why. A report on its file does the same, even if the file holds more games."""
    path = str(tmp_path / "results.jsonl")
    command = ["arena", FIRST, "random", "--games", "60", "--most-moves", "60", "--out", path]
    assert main([*command, "--until", "0.95"]) == 0
    table = capsys.readouterr().out
    assert f"Stopped after 10 setups: {FIRST} wins more than its share, with 95 % confidence." in table
    assert main([*command, "--games", "24"]) == 0
    assert "Stopped" not in capsys.readouterr().out
    assert main(["arena", "--report", path, "--until", "0.95"]) == 0
    assert capsys.readouterr().out == table
    assert main(["arena", "--report", path, "--until", "0.95", "--interval", "wilson"]) == 0
    assert capsys.readouterr().out != table


@pytest.mark.slow
@pytest.mark.parametrize("bots", [["random", "random"], ["random", "greedy", "greedy:width=0", "--each-other"]])
def test_a_file_of_another_version_is_reported_once(
    bots: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line names the version that started the file or the folder. It appears only if games are added."""
    monkeypatch.chdir(tmp_path)
    out = Path("results")
    command = ["arena", *bots, "--most-moves", "3", "--out", str(out), "--games"]
    assert main([*command, "1"]) == 0
    for path in out.iterdir() if out.is_dir() else [out]:
        match, *games = map(json.loads, path.read_bytes().splitlines())
        path.write_bytes(resealed([match | {"library": "0.1.9"}, *games]))
    capsys.readouterr()
    assert main([*command, "1"]) == 0
    assert "0.1.9" not in capsys.readouterr().err
    assert main([*command, "2"]) == 0
    told = f"magnum-sal: {out} was started with version 0.1.9, and this is {ms.__version__}; if a bot plays differently"
    assert capsys.readouterr().err.count(told) == 1


def test_games_from_the_file_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A message mentions games that the file held already, because their bots may have changed since."""
    command = ["arena", "random", "random", "--most-moves", "3", "--out", str(tmp_path / "r.jsonl"), "--games"]
    told = []
    for games in ("1", "1", "4", "2"):
        assert main([*command, games]) == 0
        told.append(capsys.readouterr().err.replace(str(tmp_path), "."))
    assert told[0] == ""
    assert told[1] == told[2]
    assert told[1] == (
        "magnum-sal: ./r.jsonl already had 1 of these games, which is not played again; "
        "if a bot has changed, choose another --out\n"
    )
    assert "r.jsonl already had 2 of these games, which are not played again; " in told[3]


@pytest.mark.long
def test_matches_of_all_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints the ranking and the shares. Repeating it resumes the folder and plays no game again."""
    command = ["arena", "--each-other", "random", "greedy:width=0", "greedy:width=2", "--out", str(tmp_path / "folder")]
    command += ["--games", "2", "--most-moves", "12", "--mapped-mine"]
    assert main(command) == 0
    table = capsys.readouterr().out
    assert "mean share" in table
    assert "share against" in table
    files = {path: path.read_bytes() for path in (tmp_path / "folder").iterdir()}
    assert len(files) == 3
    assert all(read_results(path)[0].ruleset.mapped_mine for path in files)
    assert main(command) == 0
    shown = capsys.readouterr()
    assert shown.out == table
    assert shown.err.count("folder already had 6 of these games, which are not played again; ") == 1
    assert {path: path.read_bytes() for path in (tmp_path / "folder").iterdir()} == files
    (path, *_) = files
    assert main(["arena", "--report", str(path)]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("more", ["--games 8", "--games 40 --until 0.95", "--games 40 --until 0.9 --interval wilson"])
def test_a_ladder_sets_the_status(more: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The status of a ladder is 0 if every bot is known to be stronger than the one before it, and otherwise 1."""
    command = ["arena", *more.split(), "--most-moves", "60", "--ladder"]
    assert main([*command, "random", FIRST]) == 0
    assert "in 1 of 1 step" in capsys.readouterr().out
    assert main([*command, FIRST, "random"]) == 1
    shown = capsys.readouterr()
    assert "weaker" in shown.out
    assert shown.err == ""


def test_pairs_and_a_ladder_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    """The options for all pairs and for a ladder cannot be combined."""
    with pytest.raises(SystemExit) as caught:
        main(["arena", "--each-other", "--ladder", "random", "greedy"])
    assert caught.value.code == 2
    assert "not allowed with argument" in capsys.readouterr().err


@pytest.mark.slow
def test_one_against_three_of_another(capsys: pytest.CaptureFixture[str]) -> None:
    """Four bots play with every bot in every seat, and each of three equal bots has its own row."""
    assert main(["arena", "greedy:width=1", *["random"] * 3, "--games", "8", "--most-moves", "24"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:5]
    assert sorted(line.partition("  ")[0] for line in lines) == ["greedy:width=1", "random", "random #2", "random #3"]


@pytest.mark.long
def test_variants_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Variants, policy, interval and jobs are options."""
    options = ["--mapped-mine", "--cart-capacity", "2", "--policy", "lose", "--interval", "bootstrap", "--jobs", "2"]
    assert main([*MATCH, *options]) == 0
    assert "95 % interval" in capsys.readouterr().out


@pytest.mark.long
def test_a_bot_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bot in the current folder is found, as with ``python -m``, also in worker processes."""
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
        (["arena", "random", "random", "--force"], "--force applies to a plot: add --plot FILE"),
        (["arena", "random", "random", "--force", "--game", "1"], "--force applies to a plot: add --plot FILE"),
        (["arena", "nobody", "random"], "no bot is called 'nobody'"),
        (
            ["arena", "random", "--report", "x", "--games", "3", "--mapped-mine"],
            "--report only reads a match; leave out the bots, --games, --mapped-mine",
        ),
        (["arena", "--report", "no-such-file"], "cannot be read"),
        ([*MATCH, "--logs", ""], "the name of the folder is empty"),
        ([*MATCH, "--games", "1000001"], "games: expected a whole number from 1 to 1000000, got 1000001"),
        ([*MATCH, "--plot", "x.gif"], "a plot must be a file that ends in .svg or .png, not"),
        ([*MATCH, "--bot-seed", str(2**256)], "the seed of a match's bots must be a whole number of at most 256 bits"),
        ([*MATCH, "--move-seconds", "nan"], "at most 1000000000 seconds, not nan"),
        (["arena", "--ladder"], "several matches need 2 to 16 bots, not 0"),
        (["arena", "--each-other", *["random"] * 2], "'random' is named twice; a bot cannot play against itself"),
        (
            ["arena", "--ladder", "random", "greedy", "--report", "x"],
            "--report only reads matches, and --plot needs a single match; leave out --each-other or --ladder",
        ),
        (["arena", "--each-other", "random", "greedy", "--plot", "x.svg"], "leave out --each-other or --ladder"),
        (["arena", "--each-other", "random", "greedy", "--out", __file__], "test_arena.py is not a folder"),
        ([*MATCH, "--until", "95"], "until: expected a confidence between 0 and 1, such as 0.95, got 95.0"),
        (["arena", "random", "process:\x1b[31m", "--games", "2"], "process:\\x1b[31m"),
    ],
)
def test_invalid_arguments(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Invalid arguments lead to one line with the reason, and status 1."""
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
    """The error names the extra to install."""
    monkeypatch.setitem(sys.modules, package, None)
    assert main([*MATCH, *arguments]) == 1
    assert f"pip install 'magnum-sal[{extra}]'" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore")  # Deprecations in matplotlib are not this project's.
@pytest.mark.parametrize(("name", "start"), [("plot.svg", b"<?xml"), ("plot.png", b"\x89PNG")])
def test_plots(tmp_path: Path, name: str, start: bytes) -> None:
    """A plot can be an SVG or PNG file."""
    pytest.importorskip("matplotlib")
    assert main([*MATCH, "--plot", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes().startswith(start)
    (tmp_path / name).unlink()
    # A dollar sign starts no formula, and a long name leaves room for the picture.
    letters = "process:sh -c 'cat >/dev/null; echo $a $\\frac$ " + "x" * 300 + "'"
    command = ["arena", letters, "random", "--games", "1", "--most-moves", "2", "--plot", str(tmp_path / name)]
    assert main(command) == 3  # This bot always fails, which the plot shows too.
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.fixture
def no_matplotlib_needed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The paths of plots, which are only noted. The tests check whether a plot would be written."""
    plotted: list[Path] = []

    def noted(results: MatchResults, path: str, interval: str) -> None:
        plotted.append(Path(path))

    monkeypatch.setattr("magnum_sal.cli._arena.check_plot", str)
    monkeypatch.setattr("magnum_sal.cli._arena.plot_results", noted)
    return plotted


def test_a_plot_does_not_overwrite_a_file(
    tmp_path: Path, no_matplotlib_needed: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Replacing an existing file needs --force. The error comes before anything is played."""
    plot, out = tmp_path / "plot.svg", tmp_path / "results.jsonl"
    plot.write_text("a picture")
    command = [*MATCH, "--out", str(out), "--plot", str(plot)]
    assert main(command) == 1
    assert "plot.svg already exists; use --force to overwrite it" in capsys.readouterr().err
    assert not out.exists()
    assert no_matplotlib_needed == []
    assert main([*command, "--force"]) == 0
    assert no_matplotlib_needed == [plot]


@pytest.mark.parametrize("more", [["--plot", "plot.svg"], ["--game", "0"]])
def test_a_bot_that_changes_the_folder(
    more: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    no_matplotlib_needed: list[Path],
) -> None:
    """All files belong to the folder in which the command was run, although a bot's module leaves it."""
    (tmp_path / "away").mkdir()
    bot = f"leaving_with_{more[0][2:]}"
    code = f"import os\nos.chdir({str(tmp_path / 'away')!r})\ndef last(state, moves):\n    return moves[-1]\n"
    (tmp_path / f"{bot}.py").write_text(code, encoding="utf-8")
    monkeypatch.delitem(sys.modules, bot, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    command = ["arena", f"{bot}:last", "random", "--most-moves", "3", "--games", "1", "--logs", "logs"]
    if "--game" in more:
        assert main([*command, *more]) == 0
    else:
        assert main([*command, *more, "--out", "results.jsonl"]) == 0
        assert (tmp_path / "results.jsonl").exists()
        assert [path.resolve() for path in no_matplotlib_needed] == [tmp_path.resolve() / "plot.svg"]
    assert (tmp_path / "logs" / "game-0000.jsonl").exists()
    assert list((tmp_path / "away").iterdir()) == []


@pytest.mark.parametrize("name", ["results.svg", "./results.svg", "folder/../results.svg", "link.svg", "hard.svg"])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_plot_never_overwrites_results(
    name: str,
    is_there: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    no_matplotlib_needed: list[Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Even --force does not replace the results, whatever path leads to them, and whether or not they exist yet."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    if is_there:
        assert main([*MATCH, "--out", "results.svg"]) == 0
    (tmp_path / "link.svg").symlink_to(tmp_path / "results.svg")
    if is_there:
        (tmp_path / "hard.svg").hardlink_to(tmp_path / "results.svg")
    elif name == "hard.svg":
        return  # There is no file to link to yet.
    before = (tmp_path / "results.svg").read_bytes() if is_there else b""
    for command in ([*MATCH, "--out", "results.svg"], ["arena", "--report", "results.svg"]):
        capsys.readouterr()
        assert main([*command, "--plot", name, "--force"]) == 1
        assert "would overwrite results.svg, which is the same file" in capsys.readouterr().err
    assert no_matplotlib_needed == []
    assert (tmp_path / "results.svg").exists() == is_there
    assert not is_there or (tmp_path / "results.svg").read_bytes() == before


def test_a_file_that_appears_during_the_match(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    no_matplotlib_needed: list[Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A file that appears under the plot's name during the match is kept, and the table is printed."""
    plot = tmp_path / "plot.svg"

    def played(*arguments: Any, **options: Any) -> MatchResults:
        plot.write_text("somebody's")
        return play_match(*arguments, **options)

    monkeypatch.setattr("magnum_sal.cli._arena.play_match", played)
    assert main([*MATCH, "--plot", str(plot)]) == 1
    shown = capsys.readouterr()
    assert "random #2" in shown.out
    assert "already exists" in shown.err
    assert no_matplotlib_needed == []


@pytest.mark.parametrize(
    ("name", "words"),
    [("no/plot.svg", "cannot write no/plot.svg: folder no does not exist"), ("folder.svg", "is a folder")],
)
def test_invalid_places_for_a_plot(
    name: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    no_matplotlib_needed: list[Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An invalid place is refused before anything is played, even with --force."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    assert main([*MATCH, "--out", "results", "--plot", name, "--force"]) == 1
    assert words in capsys.readouterr().err
    assert not (tmp_path / "results").exists()


def test_a_report_prints_no_control_characters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Control characters are escaped in names from files with and without checksums, and in the file's own name."""
    match = {"type": "match", "schema": 1, "library": "0.1.0", "bots": ["random", "a\x1b]0;b\x07\u202e"], "seed": 0}
    match |= {"ruleset": ms.to_dict(ms.STANDARD), "most_moves": 30, "policy": "lose", "move_seconds": None}
    path = tmp_path / "results\x1b[31m\n.jsonl"
    for bots in (match["bots"], ["random", 1], ["random"] * 2):
        path.write_text(json.dumps(match | {"bots": bots}) + "\n", encoding="utf-8")
        status = main(["arena", "--report", str(path)])
        shown = capsys.readouterr()
        assert status == (0 if bots == ["random"] * 2 else 1)
        assert all(line.isprintable() for line in (shown.out + shown.err).splitlines())
        assert len(shown.err) < 520


@pytest.mark.long
def test_a_terminal_without_unicode(tmp_path: Path) -> None:
    """The table is printed with escapes if the output is ASCII."""
    main([*MATCH, "--out", str(tmp_path / "file")])
    command = [sys.executable, "-m", "magnum_sal", "arena", "--report", str(tmp_path / "file")]
    answer = subprocess.run(command, env=os.environ | {"PYTHONIOENCODING": "ascii"}, capture_output=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert b"\\xb1" in answer.stdout


def test_the_seed_of_the_bots_is_an_option(tmp_path: Path) -> None:
    """The bots' seed is part of the match, like the match's own seed."""
    path = str(tmp_path / "file")
    assert main([*MATCH, "--bot-seed", "7", "--out", path]) == 0
    assert read_results(path)[0].bot_seed == 7
    assert main([*MATCH, "--out", path]) == 1
