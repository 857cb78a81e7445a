"""``magnum-sal arena --game`` and ``--logs``: replaying single games, and comparing them with the results."""

from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal.arena import read_results
from magnum_sal.cli import main

pytest.importorskip("rich")
pytest.importorskip("openskill")

MATCH = ["arena", "random", "greedy:width=0", "--seed", "3", "--most-moves", "20"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.long
def test_logs_of_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands that read logs can read the logs of a match."""
    match = [*MATCH, "--most-moves", "6"]  # A review of each of them takes time.
    assert main([*match, "--games", "2", "--logs", "games", "--out", "results.jsonl"]) == 0
    for command in (["replay"], ["show", "--short"], ["review", "--seconds", "0.01"]):
        capsys.readouterr()
        assert main([command[0], "games/game-0001.jsonl", *command[1:]]) == 0
        assert "greedy:width=0" in capsys.readouterr().out
    assert main([*match, "--games", "4", "--logs", "games", "--out", "results.jsonl", "--jobs", "2"]) == 0
    assert len(list((tmp_path / "games").iterdir())) == 4
    assert main([*match, "--games", "2", "--logs", "games"]) == 1
    assert "game-0000.jsonl already exists, and logs are never overwritten" in capsys.readouterr().err


def test_a_game_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints the moves of the game and its result."""
    assert main([*MATCH, "--game", "17"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Magnum Sal, standard game: greedy:width=0, random"
    assert "Phase I, round 1" in lines
    assert lines[-1].startswith("Game 17 reached the maximum number of moves after 20 moves: ")


@pytest.mark.long
def test_a_game_is_recorded_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The log equals the match's byte by byte. The result agrees with the results file, which stays unchanged."""
    main([*MATCH, "--games", "2", "--logs", "games", "--out", "results.jsonl"])
    before = Path("results.jsonl").read_bytes()
    capsys.readouterr()
    assert main([*MATCH, "--game", "1", "--logs", "again", "--out", "results.jsonl"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Written to again/game-0001.jsonl."
    assert told[-1] == "The result is the same as in results.jsonl."
    assert Path("again/game-0001.jsonl").read_bytes() == Path("games/game-0001.jsonl").read_bytes()
    assert Path("results.jsonl").read_bytes() == before
    assert main([*MATCH, "--game", "1", "--logs", "again"]) == 0
    assert capsys.readouterr().out.startswith("again/game-0001.jsonl already exists and is identical.")
    assert main([*MATCH[:3], "--seed", "4", "--game", "1", "--logs", "again"]) == 1
    assert "already exists with another game: choose another folder" in capsys.readouterr().err


def test_a_game_that_cannot_be_repeated(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """If a bot plays differently now, a message says so, and the status is 1."""
    monkeypatch.syspath_prepend(Path.cwd())
    Path("changed_bot.py").write_text("def play(state, moves):\n    return moves[0]\n")
    match = ["arena", "changed_bot:play", "random", "--most-moves", "20", "--out", "results.jsonl"]
    assert main([*match, "--games", "1"]) == 0
    import changed_bot  # type: ignore[import-not-found]  # This test wrote the module above.

    monkeypatch.setattr(changed_bot, "play", lambda _, moves: moves[-1])
    capsys.readouterr()
    assert main([*match, "--game", "0"]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    totals = ", ".join(map(str, read_results("results.jsonl")[1][0].totals))
    assert last.startswith(
        f"The result differs from results.jsonl (totals {totals} in 20 moves): the bots have changed"
    )


@pytest.mark.slow
def test_variants(capsys: pytest.CaptureFixture[str]) -> None:
    """The game follows the rules of the options."""
    assert main([*MATCH, "--game", "0", "--logs", "games", "--mapped-mine"]) == 0
    assert ms.Game.from_log("games/game-0000.jsonl").state.ruleset.mapped_mine
    capsys.readouterr()


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the results of a match with one game."""
    path = tmp_path_factory.mktemp("match") / "results.jsonl"
    assert main([*MATCH, "--games", "1", "--out", str(path)]) == 0
    return path.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["arena", "--game", "1"], "name the bots of the match, and pass its --seed and rules"),
        ([*MATCH, "--game", "-1"], "--game -1: expected the number of a game, from 0 to 999999"),
        (["arena", "--game", "1", "--report", "x"], "--game plays one game of a match; leave out --report"),
        ([*MATCH, "--game", "1", "--ladder"], "leave out --ladder"),
        ([*MATCH, "--game", "1", "--each-other"], "leave out --each-other"),
        ([*MATCH, "--game", "1", "--until", "0.95"], "leave out --until"),
        ([*MATCH, "--game", "1", "--plot", "x.svg"], "leave out --plot"),
        ([*MATCH, "--game", "1", "--cluster", "tcp://x:1"], "leave out --cluster"),
        ([*MATCH, "--game", "1", "--out", "none.jsonl"], "none.jsonl cannot be read: No such file"),
        ([*MATCH, "--game", "9", "--out", "results.jsonl"], "has no game 9; leave out --out to play it"),
        (
            [*MATCH, "--game", "0", "--out", "results.jsonl", "--bot-seed", "1"],
            "belongs to another match: its bot_seed is 0, not 1; pass the options of that match, or choose another",
        ),
        (["arena", "nobody", "random", "--game", "0"], "no bot is called 'nobody'"),
        (["arena", "random", "--game", "0"], "a match needs 2 to 4 bots, not"),
        (
            ["arena", "--report", "results.jsonl", "--logs", "x"],
            "--report only reads a match; leave out --logs",
        ),
    ],
)
def test_invalid_arguments(
    arguments: list[str], words: str, results: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invalid arguments lead to one line with the reason, status 1, and no other files."""
    Path("results.jsonl").write_bytes(results)
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
    assert [path.name for path in Path.cwd().iterdir()] == ["results.jsonl"]
    assert Path("results.jsonl").read_bytes() == results


@pytest.mark.slow
def test_several_matches(tmp_path: Path) -> None:
    """Each pair has a folder of logs."""
    bots = ["random", "greedy:width=0", "random:"]
    assert main(["arena", "--each-other", *bots, "--games", "2", "--most-moves", "9", "--logs", "games"]) == 0
    assert main(["arena", "--ladder", *bots, "--games", "2", "--most-moves", "9", "--logs", "ladder"]) == 1
    assert [len(list((tmp_path / folder).iterdir())) for folder in ("games", "ladder")] == [3, 2]
