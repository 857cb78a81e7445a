"""The results file: written game by game, read back, gone on with, refused."""

import json
from pathlib import Path

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.arena import ResultsError, play_match, read_results

MATCH = {"seed": 3, "most_moves": 30}


def played(path: Path, games: int, **changes: object) -> list[int]:
    """Play on with the file and return the numbers of the games that it did not hold yet."""
    before = {result.game for result in read_results(path)[1]} if path.exists() else set()
    results = play_match(["random", "random"], games, out=path, **(MATCH | changes))  # type: ignore[arg-type]
    return [result.game for result in results.games if result.game not in before]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with four games."""
    path = tmp_path / "results.jsonl"
    played(path, 4)
    return path


def test_it_is_read_back(path: Path) -> None:
    """The match and its games, to the microsecond."""
    match, games = read_results(path)
    again = play_match(["random", "random"], 4, **MATCH)  # type: ignore[arg-type]
    assert match == again.match
    assert [game.without_times() for game in games] == [game.without_times() for game in again.games]
    assert all(sum(game.seconds) > 0 for game in games)


def test_rulesets_are_kept(tmp_path: Path) -> None:
    """The switches of the variants are part of the match."""
    ruleset = attrs.evolve(ms.STANDARD, mapped_mine=True, cart_capacity=2)
    played(tmp_path / "file", 1, ruleset=ruleset)
    assert read_results(tmp_path / "file")[0].ruleset == ruleset


def test_a_match_is_gone_on_with(path: Path) -> None:
    """Only the missing games are played; fewer games than there are is a report on these."""
    assert played(path, 6) == [4, 5]
    assert played(path, 6) == []
    assert len(play_match(["random", "random"], 2, out=path, **MATCH).games) == 2  # type: ignore[arg-type]
    assert len(read_results(path)[1]) == 6


def test_a_torn_last_line_is_dropped(path: Path) -> None:
    """Wherever the last line is cut, its game is played again and comes out the same."""
    whole = path.read_bytes()
    results = [game.without_times() for game in read_results(path)[1]]
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in (last + 1, last + 20, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert len(read_results(path)[1]) == 3
        assert played(path, 4) == [3]
        assert [game.without_times() for game in read_results(path)[1]] == results


def test_a_torn_first_line_is_written_anew(tmp_path: Path) -> None:
    """An arena that was killed within its first line had no game."""
    path = tmp_path / "file"
    for text in ("", "{", '{"type":"match","sche'):
        path.write_text(text)
        assert len(play_match(["random", "random"], 1, out=path, **MATCH).games) == 1  # type: ignore[arg-type]
        path.unlink()


@pytest.mark.parametrize("text", ["my diary", "my diary\n", "{}\n", "\n", "\xff\xfe\n"])
def test_other_files_are_left_alone(tmp_path: Path, text: str) -> None:
    """A file that is no results file is refused, and stays as it is."""
    path = tmp_path / "file"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(ResultsError):
        play_match(["random", "random"], 1, out=path)
    assert path.read_text(encoding="latin-1") == text


@pytest.mark.parametrize("change", [{"seed": 4}, {"most_moves": 31}, {"policy": "lose"}, {"move_seconds": 9.0}])
def test_another_match_is_refused(path: Path, change: dict[str, object]) -> None:
    """The error names what differs; the file stays as it is."""
    before = path.read_bytes()
    (field,) = change
    with pytest.raises(ResultsError, match=f"holds another match: its {field} is"):
        play_match(["random", "random"], 6, out=path, **(MATCH | change))  # type: ignore[arg-type]
    with pytest.raises(ResultsError, match="its bots is"):
        play_match(["greedy", "random"], 6, out=path, **MATCH)  # type: ignore[arg-type]
    assert path.read_bytes() == before


def test_damage_is_named_by_its_line(path: Path) -> None:
    """A game twice, another form, other seats, no JSON: each is refused."""
    lines = path.read_text().splitlines()
    game = json.loads(lines[2])
    for damaged, words in (
        (lines[2], "game 1 is in the file already"),
        ("{", "line 6: JSON text"),
        ('{"type":"game"}', "the fields of a game are"),
        (
            json.dumps(game | {"game": 7, "ranks": [1]}),
            "GameResult.ranks: [1] is not a tuple of one entry for each of 2 bots",
        ),
        (json.dumps(game | {"game": 8}), "has other seats"),
    ):
        path.write_text("\n".join([*lines, damaged]) + "\n")
        with pytest.raises(ResultsError) as caught:
            read_results(path)
        assert words in str(caught.value)
        assert "line 6" in str(caught.value)


def test_a_file_from_the_future(path: Path) -> None:
    """A newer form is refused in words."""
    path.write_text(path.read_text().replace('"schema":1', '"schema":2'))
    with pytest.raises(ResultsError, match="schema 2 is not 1"):
        read_results(path)


def test_files_that_cannot_be(tmp_path: Path) -> None:
    """No file to read, no folder to write to."""
    with pytest.raises(ResultsError, match="cannot be read"):
        read_results(tmp_path / "none")
    with pytest.raises(ResultsError, match="cannot be written"):
        play_match(["random", "random"], 1, out=tmp_path / "no" / "folder")
