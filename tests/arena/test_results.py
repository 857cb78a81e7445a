"""The results file: written game by game, read, resumed and refused."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.amounts import select

import magnum_sal as ms
from magnum_sal.arena import ResultsError, play_match, read_results
from magnum_sal.arena._results_file import ResultsFile
from magnum_sal.record.log.sealing import seal_line

MATCH: dict[str, Any] = {"seed": 3, "most_moves": 30}
PACE: dict[str, Any] = {"rounds": None, "actions": None, "idle": None}


def played(path: Path, games: int, **changes: object) -> list[int]:
    """Resume the file and return the numbers of the games that it did not hold yet."""
    before = {result.game for result in read_results(path)[1]} if path.exists() else set()
    results = play_match(["random", "random"], games, out=path, **(MATCH | changes))
    return [result.game for result in results.games if result.game not in before]


def sealed_lines(*lines: Any) -> bytes:
    """Return the content of a file of plain data, or of JSON texts, each line with its checksum."""
    content, checksum = b"", ""
    for line in lines:
        text = line if isinstance(line, str) else json.dumps(line)
        whole, checksum = seal_line(text.removesuffix("}").encode(), checksum)
        content += whole
    return content


def opened_lines(path: Path) -> list[dict[str, Any]]:
    """Return the data of a file's lines, without their checksums."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    return [{field: value for field, value in line.items() if field != "checksum"} for line in lines]


posix_only = pytest.mark.skipif(os.name != "posix", reason="it is about POSIX systems")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with four games."""
    path = tmp_path / "results.jsonl"
    played(path, 4)
    return path


def test_a_file_is_read(path: Path) -> None:
    """A file yields the match and its games, apart from times."""
    match, games = read_results(path)
    again = play_match(["random", "random"], 4, **MATCH)
    assert match == again.match
    assert [game.without_times() for game in games] == [game.without_times() for game in again.games]
    assert all(sum(game.seconds) > 0 for game in games)


def test_rulesets_are_kept(tmp_path: Path) -> None:
    """The switches of the ruleset are part of the match."""
    ruleset = attrs.evolve(ms.STANDARD, mapped_mine=True, cart_capacity=2)
    played(tmp_path / "file", 1, ruleset=ruleset)
    assert read_results(tmp_path / "file")[0].ruleset == ruleset


def test_a_match_is_resumed(path: Path) -> None:
    """
    Only the missing games are played.

    If fewer games are requested than the file holds, the results are those games.
    """
    assert played(path, 6) == [4, 5]
    assert played(path, 6) == []
    assert len(play_match(["random", "random"], 2, out=path, **MATCH).games) == 2
    assert len(read_results(path)[1]) == 6


def test_a_torn_last_line_is_dropped(path: Path) -> None:
    """Wherever the last line is cut, its game is played again with the same result."""
    whole = path.read_bytes()
    results = [game.without_times() for game in read_results(path)[1]]
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in (last + 1, last + 20, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert len(read_results(path)[1]) == 3
        assert played(path, 4) == [3]
        assert [game.without_times() for game in read_results(path)[1]] == results


def test_a_torn_first_line_is_written_again(tmp_path: Path) -> None:
    """A file that was cut within its first line starts again."""
    path = tmp_path / "file"
    for text in ("", "{", '{"type":"match","sche'):
        path.write_text(text)
        assert len(play_match(["random", "random"], 1, out=path, **MATCH).games) == 1
        path.unlink()


@pytest.mark.parametrize("text", ["my diary", "my diary\n", "{}\n", "\n", "\xff\xfe\n"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    """A file without results is refused and stays unchanged."""
    path = tmp_path / "file"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(ResultsError):
        play_match(["random", "random"], 1, out=path)
    assert path.read_text(encoding="latin-1") == text


@pytest.mark.parametrize(
    "change", [{"seed": 4}, {"most_moves": 31}, {"policy": "lose"}, {"move_seconds": 9.0}, {"bot_seed": 1}]
)
def test_another_match_is_refused(path: Path, change: dict[str, object]) -> None:
    """The error names the difference, and the file stays unchanged."""
    before = path.read_bytes()
    (field,) = change
    with pytest.raises(ResultsError, match=f"belongs to another match: its {field} is"):
        play_match(["random", "random"], 6, out=path, **(MATCH | change))
    with pytest.raises(ResultsError, match="match: its bot 1 is 'random', not 'greedy'; choose another file"):
        play_match(["greedy", "random"], 6, out=path, **MATCH)
    assert path.read_bytes() == before


def test_damage_is_named_by_its_line(path: Path) -> None:
    """Duplicate games, unknown formats, wrong seats and invalid JSON are refused, although the checksum is correct."""
    lines = opened_lines(path)
    game = lines[2]
    for damaged, words in (
        (game, ", line 6: game 1 is already in the file"),
        ("{", 'line 6: expected an object of type "game"'),
        ('{"type":"game"', "the fields of a game must be"),
        ('{"type":"game","type":"game"}', "appears twice"),
        (game | {"more": 1}, "the fields of a game must be"),
        (game | {"type": "match"}, 'expected an object of type "game"'),
        (game | {"game": 7, "ranks": [1]}, "ranks: [1] is not a tuple of one entry for each of 2 bots"),
        (game | {"game": 8}, "does not have the seats"),
        (game | {"game": 5}, "game 5 of this match has setup 2, not 0"),
        (game | {"game": 7, "setup": 3, "seats": [[], {}]}, "[[], {}] is not 2 to 4 seats"),
        (game | {"game": 7, "setup": 3, "failures": [1, 2]}, "1 is not counts of failures"),
        (game | {"game": 7, "setup": 3, "seconds": ["1", 1.0]}, "'1' is not a time"),
        (game | {"game": 7, "setup": 3, "moves": True}, "True is not a count"),
        ({field: value for field, value in game.items() if field not in PACE}, "the fields of a game must be"),
        (game | {"game": 7, "setup": 3} | PACE, "game 7 does not count its rounds and actions"),
        (game | {"game": 7, "setup": 3, "idle": [99, 0]}, "cannot have had 99 idle actions"),
        (
            game | {"game": 7, "setup": 3, "first_failures": None},
            "first_failures: expected a list of objects, got None",
        ),
        (game | {"game": 7, "setup": 3, "first_failures": [1]}, "first_failures: expected a list of objects, got (1,)"),
        (
            game | {"game": 7, "setup": 3, "first_failures": [{}]},
            "the fields of a failure must be bot, kind, asked, move,",
        ),
        (game | {"game": 7, "setup": 3, "failures": [{"late": 1}, {}]}, "has first failures of the kinds []"),
    ):
        path.write_bytes(sealed_lines(*lines, damaged))
        with pytest.raises(ResultsError) as caught:
            read_results(path)
        assert words in str(caught.value)
        assert "line 6" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"schema": 6}, ": expected a schema from 1 to 5, got 6"),
        ({"schema": True}, ": expected a schema from 1 to 5, got True"),
        ({"schema": "2"}, ": expected a schema from 1 to 5, got '2'"),
        ({"schema": 1}, "a line of schema 1 must end without a checksum"),
        ({"more": 1}, ": the fields of a match must be type, schema, library, bots, seed,"),
        ({"library": 1}, ": library: expected a version, got 1"),
        ({"bots": "random"}, ": bots: expected a list, got 'random'"),
        ({"bots": ["random"]}, "a match needs 2 to 4 bots, not 1"),
        ({"bots": ["random", 1]}, "a bot's name must have 1 to 1000 printable characters, not 1"),
        ({"bots": ["random", "\x1b[31m"]}, "printable characters, not '\\x1b[31m'"),
        ({"bots": ["random", "\u202e"]}, "printable characters, not '\\u202e'"),
        ({"seed": 1.0}, "a whole number, not 1.0"),
        ({"seed": 10**400}, "a whole number of at most 256 bits"),
        ({"bot_seed": None}, "a whole number, not None"),
        ({"ruleset": None}, "null is not an object"),
        ({"ruleset": "standard"}, "is not an object"),
        ({"most_moves": "30"}, "from 1 to 1000000000, got '30'"),
        ({"policy": ["lose"]}, "policy: expected one of raise, random_move, lose, got ['lose']"),
        ({"move_seconds": "1"}, "at most 1000000000 seconds, not '1'"),
        ({"move_seconds": True}, "at most 1000000000 seconds, not True"),
    ],
)
def test_an_invalid_first_line(path: Path, change: dict[str, Any], words: str) -> None:
    """Every value of the match is type-checked, and a newer schema is refused."""
    match, *games = opened_lines(path)
    path.write_bytes(sealed_lines(match | change, *games))
    for read in (read_results, lambda path: play_match(["random", "random"], 1, out=path, **MATCH)):
        with pytest.raises(ResultsError) as caught:
            read(path)
        assert words in str(caught.value)
        assert "line 1" in str(caught.value)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda content: b"\xef\xbb\xbf" + content, "line 1: the file begins with a byte order mark"),
        (lambda content: content.decode().encode("utf-16"), "line 1: the file begins with a byte order mark"),
        (lambda content: content.replace(b"\n", b"\r\n"), "line 1: the line ends in CR LF"),
        (lambda content: content[:-1] + b"\r\n", "line 5: the line ends in CR LF"),
        (lambda content: content.replace(b'"seed":3', b'"seed":4'), "line 1: checksum: "),
        (lambda content: content.replace(b'"moves":30', b'"moves":29'), "line 2: checksum: "),
        (lambda content: b"".join(content.splitlines(keepends=True)[::2]), "line 2: checksum: "),
        (lambda content: content.replace(b'0,"checksum"', b'0,"Checksum"'), "schema 5 must end in a checksum"),
        (lambda content: content + b" " * (2**20 + 1), "line 6: the line is longer than 1048576 bytes"),
    ],
)
def test_damaged_files_are_refused(path: Path, damage: Any, words: str) -> None:
    """The error about changed values, missing lines or foreign line ends names the line. The file stays unchanged."""
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    for read in (read_results, lambda path: play_match(["random", "random"], 5, out=path, **MATCH)):
        with pytest.raises(ResultsError) as caught:
            read(path)
        assert words in str(caught.value)
    assert path.read_bytes() == damaged


def test_a_file_has_one_writer(path: Path) -> None:
    """
    While one arena has the file open, another is refused but can read it.

    Afterwards the file can be opened again.
    """
    match = read_results(path)[0]
    with ResultsFile(path, match) as file:
        with pytest.raises(ResultsError, match="is in use by another program"):
            ResultsFile(path, match)
        assert read_results(path)[1] == file.games
    with ResultsFile(path, match) as file:
        assert len(file.games) == 4


@posix_only
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")  # of forks beside the threads of others
def test_workers_do_not_inherit_the_file(path: Path) -> None:
    """A forked worker or bot has no copy of the file, so no lock is left when the arena ends."""
    with ResultsFile(path, read_results(path)[0]) as file:
        number = file._file.fileno()
        assert not os.get_inheritable(number)
        child = os.fork()
        if not child:
            os._exit(7 if file._file.closed else 8)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert not file._file.closed


def test_a_file_system_without_locks_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that cannot be locked is refused and stays unchanged."""

    def no_locks(descriptor: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    before = path.read_bytes()
    monkeypatch.setattr("magnum_sal.arena._results_file.try_lock", no_locks)
    with pytest.raises(ResultsError, match=r"cannot be locked, .*: No locks available"):
        play_match(["random", "random"], 6, out=path, **MATCH)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("place", "step", "is_torn"), [(ResultsFile, "_check_in_place", False), (os, "fsync", True)], ids=["look", "write"]
)
def test_a_disk_that_fails_while_a_file_is_opened(
    path: Path, monkeypatch: pytest.MonkeyPatch, place: object, step: str, is_torn: bool
) -> None:
    """The error is reported and the file is unlocked, so that the match can be resumed once the disk works."""

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    match, games = read_results(path)
    if is_torn:  # The first line of the file is written again.
        path.write_bytes(path.read_bytes()[:20])
    with monkeypatch.context() as broken:
        broken.setattr(place, step, fail)
        with pytest.raises(ResultsError, match=r"results\.jsonl cannot be written: Input/output error") as told:
            ResultsFile(path, match)
    # The error keeps the half-opened file alive, and a caller may keep the error.
    assert told.traceback
    with ResultsFile(path, match) as file:
        assert file.games == (() if is_torn else games)


@pytest.mark.slow
@posix_only
def test_a_file_that_is_moved_or_changed(path: Path) -> None:
    """A game is not confirmed if the file was moved or replaced, or if another program wrote to it."""
    match, games = read_results(path)
    more = play_match(["random", "random"], 5, **MATCH).games[4]
    with ResultsFile(path, match) as file:
        path.rename(path.with_name("elsewhere"))
        with pytest.raises(ResultsError, match="was moved, removed or replaced"):
            file.append(more)
        path.write_bytes(b"another")
        with pytest.raises(ResultsError, match="was moved, removed or replaced"):
            file.append(more)
    with ResultsFile(path.with_name("elsewhere"), match) as file:
        with file.path.open("ab") as other:
            other.write(b"more\n")
        with pytest.raises(
            ResultsError, match=r"has \d+ bytes, but this match wrote \d+: another program has written to it"
        ):
            file.append(more)
    assert path.read_bytes() == b"another"
    assert len(games) == 4


def test_a_relative_path_is_resolved_at_once(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file stays the same if the working folder changes during a match."""
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(path.parent)
    more = play_match(["random", "random"], 5, **MATCH).games[4]
    with ResultsFile(path.name, read_results(path)[0]) as file:
        monkeypatch.chdir(tmp_path / "folder")
        file.append(more)
    assert len(read_results(path)[1]) == 5


def test_a_result_of_another_match_is_not_written(path: Path) -> None:
    """A result that could not be read again is refused before it is written."""
    before = path.read_bytes()
    match, games = read_results(path)
    changes: dict[str, Any] = {"has at most 30 moves": {"moves": 31}, "does not count its rounds and actions": PACE}
    for words, change in changes.items():
        with ResultsFile(path, match) as file, pytest.raises(ResultsError, match=f"game 3 .*{words}"):
            file.append(attrs.evolve(games[3], **change))
    assert path.read_bytes() == before


FULL = """
import resource, sys
from magnum_sal.arena import ResultsError, play_match
size = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
try:
    play_match(["random", "random"], 9, 3, most_moves=30, out=sys.argv[1])
except ResultsError as error:
    sys.exit(str(error))
"""


@pytest.mark.long
@posix_only
def test_a_full_disk(path: Path, tmp_path: Path) -> None:
    """A file that could not be started does not exist. One that could not be extended keeps its old content."""

    def played_in(file: Path, size: int) -> str:
        command = [sys.executable, "-c", FULL, str(file), str(size)]
        return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False).stderr

    assert "new cannot be written" in played_in(tmp_path / "new", 100)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    before = path.read_bytes()
    line = len(before.splitlines(keepends=True)[-1])
    assert "cannot be written" in played_in(path, len(before) + line // 2)
    assert path.read_bytes() == before
    assert played(path, 6) == [4, 5]


def test_impossible_files(tmp_path: Path) -> None:
    """Missing files and folders, invalid names, folders and broken links are refused."""
    (tmp_path / "link").symlink_to("nowhere")
    for path in (tmp_path / "none", tmp_path, "a\0b"):
        with pytest.raises(ResultsError, match="cannot be read"):
            read_results(path)
    for path in (tmp_path / "no" / "folder", "a\0b", "a" * 5000):
        with pytest.raises(ResultsError, match="cannot be written"):
            play_match(["random", "random"], 1, out=path)
    with pytest.raises(ResultsError, match="cannot be written: it is a link to a file that does not exist"):
        play_match(["random", "random"], 1, out=tmp_path / "link")
    with pytest.raises(ResultsError, match="is not a regular file"):
        play_match(["random", "random"], 1, out=tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["link"]


@pytest.mark.long
@pytest.mark.parametrize("processes", select([3, 2]))
def test_contending_arenas(processes: int) -> None:
    """Processes that append to the same files, with one killed on the way, lose no confirmed game."""
    program = Path(__file__).with_name("contending_arenas.py")
    command = [sys.executable, str(program), "30", "--processes", str(processes), "--kills", "1"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.stderr == ""
    counts = {what: int(count) for count, what in (part.split() for part in answer.stdout.split(", "))}
    assert counts["confirmations"] >= counts["games"] > 30
