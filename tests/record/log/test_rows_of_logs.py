"""The rows of many logs: the games of a folder as one table."""

import shutil
from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal.arena import play_match
from magnum_sal.record.log import read_rows
from magnum_sal.record.log.rows import Row, RowsBy

GAMES = Path(__file__).parents[2] / "games"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two recorded games, one of them in a subfolder."""
    (tmp_path / "later").mkdir()
    shutil.copy(GAMES / "two_players.jsonl", tmp_path / "first.jsonl")
    shutil.copy(GAMES / "agreed_end.jsonl", tmp_path / "later" / "second.jsonl")
    (tmp_path / "notes.txt").write_text("not a log")
    return tmp_path


@pytest.mark.long
@pytest.mark.parametrize("by", ["move", "round"])
def test_a_folder(folder: Path, by: RowsBy) -> None:
    """The rows of each log follow each other, with the path in the folder and the setup as the first columns."""
    (folder / "folder.jsonl").mkdir()
    rows = list(read_rows(folder, by=by))
    assert all(list(row)[:2] == ["game", "setup"] for row in rows)
    names = ["first.jsonl", "later/second.jsonl"]
    assert list(dict.fromkeys(row["game"] for row in rows)) == names
    for name in names:
        own = [
            {key: value for key, value in row.items() if key not in ("game", "setup")}
            for row in rows
            if row["game"] == name
        ]
        assert own == ms.Game.from_log(folder / name).to_rows(by=by)


@pytest.mark.long
def test_paths(folder: Path) -> None:
    """A list of paths is read in its order, with the paths as they were given; one path is one log."""
    first, second = folder / "first.jsonl", folder / "later" / "second.jsonl"
    rows = list(read_rows([second, str(first)]))
    assert list(dict.fromkeys(row["game"] for row in rows)) == [str(second), str(first)]
    assert {row["game"] for row in read_rows(first)} == {"first.jsonl"}


@pytest.mark.slow
def test_one_game_after_another(folder: Path) -> None:
    """Rows are read when they are requested: a log that does not exist is found only after the rows before it."""
    rows = read_rows(path for path in (folder / "first.jsonl", folder / "missing.jsonl"))
    assert next(rows)["number"] == 1
    with pytest.raises(ms.LogError, match=r"^cannot read \S+missing.jsonl: No such file or directory$"):
        list(rows)


def test_a_damaged_log_raises_an_error(folder: Path) -> None:
    """By default, the first log that cannot be read raises an error that names the log and the line."""
    damaged = folder / "first.jsonl"
    damaged.write_bytes(damaged.read_bytes().replace(b'"groszy":1', b'"groszy":9', 1))
    with pytest.raises(ms.LogError, match=r"^line \d+: .* \(in \S+first.jsonl\)$"):
        list(read_rows(folder))


def test_an_error_names_a_log_with_a_short_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the log even if its path happens to be a part of the message about a line."""
    monkeypatch.chdir(tmp_path)
    Path("h").write_bytes(b"")
    with pytest.raises(ms.LogError, match=r"^line 1: the log has no header \(in h\)$"):
        list(read_rows(["h"]))
    with pytest.raises(ms.LogError, match=r"^cannot read none: No such file or directory$"):
        list(read_rows(["none"]))


@pytest.mark.long
def test_damaged_logs_can_be_collected(folder: Path) -> None:
    """With on_error, a log that cannot be read is reported, has no rows, and the others follow."""
    damaged = folder / "first.jsonl"
    damaged.write_bytes(damaged.read_bytes()[:-300] + b"}\n")
    found: list[tuple[Path, ms.LogError]] = []
    rows = list(read_rows(folder, on_error=lambda path, error: found.append((path, error))))
    assert {row["game"] for row in rows} == {"later/second.jsonl"}
    assert [(path, type(error)) for path, error in found] == [(damaged, ms.LogError)]


def test_results_of_a_match_are_not_logs(tmp_path: Path) -> None:
    """The results file of a match in the folder is reported like any file that is not a log."""
    play_match(["random", "random"], 2, most_moves=4, logs=tmp_path, out=tmp_path / "results.jsonl")
    with pytest.raises(ms.LogError, match=r"results\.jsonl contains results of the arena"):
        list(read_rows(tmp_path))


@pytest.mark.slow
def test_games_with_the_same_cards(tmp_path: Path) -> None:
    """Games of one setup have the same text in the column setup. In a match of a bot against itself, they are twins."""
    play_match(["greedy:width=0", "greedy:width=0"], 4, most_moves=12, logs=tmp_path)
    by_game: dict[str, list[Row]] = {}
    for row in read_rows(tmp_path):
        by_game.setdefault(str(row["game"]), []).append(row)
    setups = [str(rows[0]["setup"]) for rows in by_game.values()]
    assert setups[0] == setups[1] != setups[2] == setups[3]
    played = [[(row["seat"], row["move"], row["money"]) for row in rows] for rows in by_game.values()]
    assert played[0] == played[1] != played[2] == played[3]


@pytest.mark.slow
def test_a_public_log_has_no_setup(tmp_path: Path) -> None:
    """The open pieces do not identify a setup, so the column is None."""
    ms.Game.from_log(GAMES / "two_players.jsonl").log.public(tmp_path / "public.jsonl")
    assert {row["setup"] for row in read_rows(tmp_path)} == {None}


def test_a_folder_without_logs(tmp_path: Path) -> None:
    """An empty folder is an error, because it is probably the wrong one."""
    with pytest.raises(ms.LogError, match=r"contains no logs: no file's name ends in \.jsonl$"):
        read_rows(tmp_path)


def test_errors_show_the_end_of_a_long_path(tmp_path: Path) -> None:
    """Of a path over 150 characters, errors show the last ones, because the name of the folder or log is among them."""
    folder = tmp_path / ("a" * 80) / ("b" * 80)
    folder.mkdir(parents=True)
    with pytest.raises(ms.LogError, match=r"^\.\.\.\S+b{80} contains no logs"):
        read_rows(folder)
    (folder / "damaged.jsonl").write_text("{}\n")
    with pytest.raises(ms.LogError, match=r"\(in \.\.\.\S+damaged\.jsonl\)$"):
        list(read_rows(folder))


def test_what_is_refused(folder: Path) -> None:
    """Arguments of a wrong kind are refused with what is expected."""
    with pytest.raises(ms.MisuseError, match="by: expected one of move, round, got 'seat'"):
        read_rows(folder, by="seat")  # type: ignore[arg-type]  # no such value
    with pytest.raises(ms.MisuseError, match="logs: expected a folder or a list of paths, got 7"):
        read_rows(7)  # type: ignore[arg-type]  # not a path
    with pytest.raises(ms.MisuseError, match=r"logs: expected a folder or a list of paths, got b'\{\}'"):
        read_rows(b"{}")  # type: ignore[arg-type]  # the bytes of a log
    with pytest.raises(ms.MisuseError, match="logs: expected a folder or a list of paths, got 7 in it"):
        list(read_rows([7]))  # type: ignore[list-item]  # not a path
    with pytest.raises(ms.MisuseError, match="on_error: expected a function, got 'skip'"):
        read_rows(folder, on_error="skip")  # type: ignore[arg-type]  # not a function


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables(library: str, folder: Path) -> None:
    """The libraries for tables take the rows, and whether a seat has won is true or false."""
    frames = pytest.importorskip(library)
    frame = frames.DataFrame(list(read_rows(folder)))
    assert str(frame["won"].dtype).lower().startswith("bool")
    assert str(frame["money"].dtype).lower() == "int64"
