"""``magnum-sal arena --report`` with the folder of a round robin."""

from pathlib import Path

import pytest

from magnum_sal.cli import main

pytest.importorskip("rich")
pytest.importorskip("openskill")


@pytest.mark.long
def test_the_folder_of_a_round_robin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--report`` prints the tables of the matches in a folder, as ``--each-other`` did. It refuses other folders."""
    folder = tmp_path / "matches"
    bots = ["greedy:width=0", "greedy:width=1", "random"]
    command = ["arena", "--each-other", *bots, "--games", "2", "--most-moves", "20", "--out", str(folder)]
    assert main(command) == 0
    printed = capsys.readouterr().out
    assert "share against" in printed
    report = ["arena", "--report", str(folder)]
    assert main(report) == 0
    assert capsys.readouterr().out == printed
    assert main([*report, "--plot", str(tmp_path / "plot.svg")]) == 1
    assert "--plot needs a single match: name one of the files in the folder" in capsys.readouterr().err
    first, *_, last = sorted(folder.iterdir())
    last.unlink()
    assert main(report) == 1
    unfinished = "does not contain a whole series: expected one match of 'greedy:width=1' and 'random', got no match"
    assert unfinished in capsys.readouterr().err
    again = ["arena", "greedy:width=1", "random", "--games", "2", "--most-moves", "30", "--out", str(last)]
    assert main(again) == 0
    capsys.readouterr()
    assert main(report) == 1
    error = capsys.readouterr().err
    assert f"{last.name} does not belong to the series of " in error
    assert error.endswith(f"{first.name}: its most_moves is 30, not 20\n")
    for path in folder.iterdir():
        path.unlink()
    assert main(report) == 1
    assert "matches contains no results files" in capsys.readouterr().err


def test_the_command_for_a_game_of_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command that replays a failed game compares it with no file, because a folder is not a results file."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")
    command = ["arena", "--each-other", "bots_of_tests:Raiser", "random", "--games", "2", "--most-moves", "20"]
    assert main([*command, "--out", str(tmp_path / "matches")]) == 3
    capsys.readouterr()
    assert main(["arena", "--report", str(tmp_path / "matches")]) == 3
    again = "magnum-sal arena bots_of_tests:Raiser random --most-moves 20 --game 0"
    assert again in [line.strip() for line in capsys.readouterr().out.splitlines()]
