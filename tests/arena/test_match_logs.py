"""The logs of a match: one for each game, readable like any log, never overwritten, and resumable."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.arena import Match, ResultsError, play_game, play_ladder, play_match, play_pairs, read_results

MATCH: dict[str, Any] = {"seed": 3, "most_moves": 30}


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")


def names(folder: Path) -> list[str]:
    """Return the sorted names of the entries of a folder."""
    return sorted(path.name for path in folder.iterdir())


def content(folder: Path) -> dict[str, bytes]:
    """Return the content of the files in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.slow
def test_a_log_for_each_game(tmp_path: Path) -> None:
    """Each log verifies, and its metadata hold the seats, the seeds and the result."""
    results = play_match(["random", "greedy:width=0"], 3, logs=tmp_path / "logs", **MATCH)
    assert names(tmp_path / "logs") == [f"game-000{number}.jsonl" for number in range(3)]
    for result in results.games:
        game = ms.Game.from_log(tmp_path / "logs" / f"game-000{result.game}.jsonl")
        own = game.log.metadata["arena"]
        match = results.match
        assert len(game.moves) == result.moves
        assert game.end_reason == "the cap of 30 moves was met"
        assert tuple(score.total for score in game.state.scores) == tuple(seat["total"] for seat in own["seats"])
        for bot, seat in enumerate(result.seats):
            there = own["seats"][seat]
            assert (there["bot"], there["rank"]) == (match.labels[bot], result.ranks[bot])
            assert game.state.players[seat].name == match.labels[bot]
            assert there["seed"] == str(match.chance_seed("bot", result.setup, seat))
        assert (own["game"], own["setup"], own["seed"]) == (result.game, result.setup, "3")
        assert own["setup_seed"] == str(match.setup_seed(result.setup))
        fresh = ms.Game.new(game.log.started.players, seed=int(own["setup_seed"]))
        assert fresh.state == game.at(0)


def test_a_public_copy_of_a_log(tmp_path: Path) -> None:
    """A public copy says who played, but has no seed, which would reveal face-down pieces."""
    play_match(["random", "random"], 1, logs=tmp_path, **MATCH)
    public = ms.Game.from_log(tmp_path / "game-0000.jsonl").log.public()
    text = "".join(public.lines())
    assert "seed" not in text
    assert public.metadata["comments"][0].startswith("Game 0 of a match: random (rank ")


def test_bots_that_fail(tmp_path: Path) -> None:
    """A log marks the moves that were made for a failing bot. A game lost by a failure ends with that reason."""
    bots = ["bots_of_tests:Unsteady", "random"]
    (result,) = play_match(bots, 1, logs=tmp_path, **MATCH).games
    own = ms.Game.from_log(tmp_path / "game-0000.jsonl").log.metadata["arena"]
    assert len(own["forced"]) == result.failures[0]["error"]
    assert own["seats"][0]["failures"] == result.failures[0]
    assert result.first_failures is not None
    assert own["seats"][0]["first_failures"] == {"error": result.first_failures[0].sentence}
    assert "first_failures" not in own["seats"][1]
    play_match(bots, 1, logs=tmp_path / "lost", policy="lose", **MATCH)
    lost = ms.Game.from_log(tmp_path / "lost" / "game-0000.jsonl")
    told = "bots_of_tests:Unsteady lost by a failure: error; this bot ranks last, whatever its score"
    assert lost.end_reason == told
    assert lost.log.metadata["arena"]["ending"] == "forfeit"


@pytest.mark.slow
def test_a_hook_that_fails_after_the_end(tmp_path: Path, registered: dict[str, ms.Ruleset]) -> None:
    """If a bot fails after the rules have ended a game, the log records the whole game and can be read."""
    registered["brief"] = attrs.evolve(ms.STANDARD, name="brief", orders_to_end=(1, 1, 1))
    match = Match(("bots_of_tests:Mourner", "random"), 5, registered["brief"], policy="lose")
    result = play_game(match, 0, log=tmp_path / "log")
    game = ms.Game.from_log(tmp_path / "log")
    assert (result.ending, result.hook_failures) == ("over", (1, 0))
    assert game.is_over
    assert (len(game.moves), game.end_reason) == (result.moves, None)


def test_names_that_cannot_be_players(tmp_path: Path) -> None:
    """Long names of bots are cut. If they become equal, the players are numbered."""
    long = f"process:sh -c '{'x' * 60}"
    play_match(["random", f"{long}'"], 1, logs=tmp_path / "one", **(MATCH | {"most_moves": 2}))
    players = ms.Game.from_log(tmp_path / "one" / "game-0000.jsonl").log.started.players
    assert players == ("random", f"{long[:37]}...")
    play_match([f"{long}'", f"{long}y'"], 2, logs=tmp_path / "two", **(MATCH | {"most_moves": 2}))
    assert ms.Game.from_log(tmp_path / "two" / "game-0001.jsonl").log.started.players == ("Bot 2", "Bot 1")


@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
def test_logs_do_not_depend_on_workers(jobs: int, tmp_path: Path) -> None:
    """Logs have the same bytes with workers and with an executor. The results are the same as without logs."""
    bots = ["bots_of_tests:Unsteady", "random", "bots_of_tests:Witness"]
    results = play_match(bots, 4, logs=tmp_path / "jobs", jobs=jobs, **MATCH)
    with ThreadPoolExecutor(2) as executor:
        play_match(bots, 4, logs=tmp_path / "executor", executor=executor, **MATCH)
    assert content(tmp_path / "jobs") == content(tmp_path / "executor")
    bare = play_match(bots, 4, **MATCH)
    assert [game.without_times() for game in bare.games] == [game.without_times() for game in results.games]


@pytest.mark.slow
def test_logs_of_a_resumed_match(tmp_path: Path) -> None:
    """With a results file only missing games are played. A log without a result is written again."""
    out, logs = tmp_path / "out", tmp_path / "logs"
    play_match(["random", "random"], 4, out=out, logs=logs, **MATCH)
    before = content(logs)
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:-1]))  # as if interrupted before the last result
    play_match(["random", "random"], 4, out=out, logs=logs, **MATCH)
    assert content(logs) == before
    assert len(read_results(out)[1]) == 4
    play_match(["random", "random"], 6, out=out, logs=logs, **MATCH)
    assert len(names(logs)) == 6


def test_no_log_is_overwritten(tmp_path: Path) -> None:
    """An existing file under a log's name is refused before play, whether it is a log of another match or not."""
    logs = tmp_path / "logs"
    play_match(["random", "random"], 2, logs=logs, **MATCH)
    (logs / "notes.txt").write_text("mine")
    before = content(logs)
    for how in (MATCH, MATCH | {"out": tmp_path / "out"}, MATCH | {"seed": 4, "out": tmp_path / "other"}):
        with pytest.raises(ResultsError, match="already exists, and logs are never overwritten: choose another folder"):
            play_match(["random", "random"], 2, logs=logs, **how)
    one = tmp_path / "one"
    one.mkdir()
    (one / "game-0001.jsonl").write_text("a diary")
    with pytest.raises(
        ResultsError, match=r"game-0001\.jsonl already exists, and logs are never overwritten: choose another folder"
    ):
        play_match(["random", "random"], 2, logs=one, out=tmp_path / "third", **MATCH)
    assert content(logs) == before
    assert (one / "game-0001.jsonl").read_text() == "a diary"


@pytest.mark.parametrize("log", ["of another match", "of another game"])
def test_a_resumed_match_replaces_only_its_own_log(log: str, tmp_path: Path) -> None:
    """A match whose last result is missing removes no log of another match, and no log of another of its games."""
    out, logs, path = tmp_path / "out", tmp_path / "logs", tmp_path / "logs" / "game-0001.jsonl"
    play_match(["random", "random"], 2, out=out, logs=logs, **MATCH)
    out.write_bytes(b"".join(out.read_bytes().splitlines(keepends=True)[:-1]))  # as if interrupted before the result
    if log == "of another match":
        path.unlink()
        play_game(Match(("random", "random"), **(MATCH | {"seed": 4})), 1, log=path)
    else:
        path.write_bytes((logs / "game-0000.jsonl").read_bytes())
    before = content(logs)
    with pytest.raises(ResultsError, match=r"game-0001\.jsonl already exists, and logs are never overwritten"):
        play_match(["random", "random"], 2, out=out, logs=logs, **MATCH)
    assert content(logs) == before


def test_invalid_folders_for_logs(tmp_path: Path) -> None:
    """The folder for logs cannot be a file, and is not created inside a missing folder."""
    (tmp_path / "file").write_text("")
    for place, words in (
        ("file", "is not a folder"),
        ("no/logs", "cannot be made: the folder around it does not exist"),
    ):
        with pytest.raises(ResultsError, match=words):
            play_match(["random", "random"], 2, logs=tmp_path / place, **MATCH)


def test_a_file_that_appears_during_a_game(tmp_path: Path) -> None:
    """A file that appears during the game is kept, and the game does not count."""
    path = tmp_path / "game-0001.jsonl"

    def meanwhile(result: Any) -> None:
        if result.game == 0:
            path.write_text("somebody's")

    with pytest.raises(ResultsError, match="already exists, and logs are never overwritten: choose another folder"):
        play_match(["random", "random"], 2, logs=tmp_path, out=tmp_path / "out", on_result=meanwhile, **MATCH)
    assert path.read_text() == "somebody's"
    assert [game.game for game in read_results(tmp_path / "out")[1]] == [0]


@pytest.mark.long
def test_several_matches(tmp_path: Path) -> None:
    """Each pair has a folder of logs, which is the same in a ladder and in a match of all pairs."""
    bots = ["random", "greedy:width=0", "bots_of_tests:first"]
    play_pairs(bots, 2, logs=tmp_path / "logs", folder=tmp_path / "out", **MATCH)
    assert names(tmp_path / "logs") == [name.removesuffix(".jsonl") for name in names(tmp_path / "out")]
    assert all(len(names(folder)) == 2 for folder in (tmp_path / "logs").iterdir())
    play_ladder(bots, 4, logs=tmp_path / "logs", folder=tmp_path / "out", **MATCH)
    assert sorted(len(names(folder)) for folder in (tmp_path / "logs").iterdir()) == [2, 4, 4]


def test_one_game(tmp_path: Path) -> None:
    """``play_game`` writes the same log as a match, unless the file exists."""
    match = Match(("random", "random"), **MATCH)
    play_match(["random", "random"], 2, logs=tmp_path / "logs", **MATCH)
    result = play_game(match, 1, log=tmp_path / "alone.jsonl")
    assert result.without_times() == play_game(match, 1).without_times()
    assert (tmp_path / "alone.jsonl").read_bytes() == (tmp_path / "logs" / "game-0001.jsonl").read_bytes()
    with pytest.raises(ms.LogError, match="never overwritten"):
        play_game(match, 1, log=tmp_path / "alone.jsonl")


@pytest.mark.slow
def test_metadata_are_small(tmp_path: Path) -> None:
    """The header of a game in which every move is made for a bot can still be read."""
    play_match(["bots_of_tests:Cheat"] * 2, 1, logs=tmp_path, seed=3, most_moves=300)
    header = json.loads((tmp_path / "game-0000.jsonl").read_text().splitlines()[0])
    assert header["metadata"]["arena"]["forced"] == list(range(1, 301))


def test_the_log_of_a_game_is_refused(tmp_path: Path) -> None:
    """Logs and results lie side by side, so the message says which one the file is."""
    ms.Game.new(["Ada", "Ben"], seed=7, log=tmp_path / "game.jsonl").close()
    with pytest.raises(ResultsError, match=r"game\.jsonl is the log of a game, not the results of a match: see magnum"):
        read_results(tmp_path / "game.jsonl")


@pytest.mark.parametrize("play", [play_match, play_pairs, play_ladder])
def test_a_bot_that_changes_the_folder(play: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results and logs go to the folder in which the match was requested, although a bot's module leaves it."""
    (tmp_path / "away").mkdir()
    bot = f"leaving_for_{play.__name__}"
    code = f"import os\nos.chdir({str(tmp_path / 'away')!r})\ndef last(state, moves):\n    return moves[-1]\n"
    (tmp_path / f"{bot}.py").write_text(code, encoding="utf-8")
    monkeypatch.delitem(sys.modules, bot, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    out = "out" if play is play_match else "folder"
    play([f"{bot}:last", "random"], 1, most_moves=3, logs="logs", **{out: "results"})
    assert Path.cwd() == (tmp_path / "away").resolve()
    assert {path.name for path in tmp_path.iterdir()} >= {"results", "logs"}
    assert list(Path.cwd().iterdir()) == []
