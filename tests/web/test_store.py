"""The folder of tables: what it contains after restarts, failures and damage."""

from __future__ import annotations

import errno
import json
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from tests.web.tables import Tables

import magnum_sal as ms
from magnum_sal._internal.file_locks import try_lock
from magnum_sal.bots import HUMAN
from magnum_sal.errors import LogError, MalformedError, MisuseError
from magnum_sal.protocol.refused_error import RefusedError
from magnum_sal.web import _store
from magnum_sal.web._requests import browser_of, new_key
from magnum_sal.web._store import Store, new_link
from magnum_sal.web._table import Arrangement, Chair, Proposal


def arrangement() -> Arrangement:
    """Return an arrangement that uses every field."""
    chairs = (
        Chair(HUMAN, holder=browser_of(new_key()), stand_in="greedy", used_link=new_link()),
        Chair(HUMAN, link=new_link()),
        Chair("search:seconds=1"),
    )
    return Arrangement(
        id=new_link(),
        host=browser_of(new_key()),
        watch_link=new_link(),
        chairs=chairs,
        absent_seconds=60,
        watchers=(browser_of(new_key()),),
        proposal=Proposal(7, "undo", 0, 3, (0,)),
        proposals=4,
    )


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """A second store reads everything that the first one wrote."""
    store = Store(tmp_path / "new" / "folder")
    kept = arrangement()
    store.write(kept)
    store.write(closed := attrs.evolve(kept, is_closed=True))
    store.close()
    assert Store(tmp_path / "new" / "folder").read(kept.id) == closed
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir() if path.suffix == ".new"] == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_files_with_links_are_private(tmp_path: Path) -> None:
    """
    The file of a table contains links, so only its owner can read it.

    The same holds for a folder that the store creates.
    """
    store = Store(tmp_path / "folder")
    kept = arrangement()
    store.write(kept)
    assert stat.S_IMODE((tmp_path / "folder" / f"{kept.id}.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "name", ["", "x", "../" + "x" * 20, "x" * 65, "x" * 20 + ".json", "x" * 20 + "/", "x" * 20 + "\0"]
)
def test_invalid_ids(tmp_path: Path, name: str) -> None:
    """An invalid id is refused without looking for a file."""
    store = Store(tmp_path)
    for asked in (store.log, store.read, store.read_log_time):
        with pytest.raises(RefusedError, match="this table does not exist"):
            asked(name)


def test_the_tables_of_a_folder(tmp_path: Path) -> None:
    """The tables are the files with valid ids, sorted by their last change, the latest first."""
    store = Store(tmp_path)
    kept = [arrangement() for _ in range(3)]
    for number, entry in enumerate(kept):
        store.write(entry)
        path = tmp_path / f"{entry.id}.json"
        os.utime(path, (number, number))
    (tmp_path / "notes.json").write_text("{}")
    (tmp_path / f"{'x' * 20}.new").write_text("{}")
    assert list(store.ids()) == [entry.id for entry in reversed(kept)]


RUINED = [
    "{",
    "[]",
    '{"id": 1}',
    '{"chairs": 1}',
    " " * (1 << 19),
    '{"id": "another_table_0123456"}',
    '{"proposal": {"number": 0, "kind": "undo", "seat": 3, "to": 0, "agreed": []}}',
    '{"proposal": {"number": 0, "kind": "end", "seat": 0, "to": 0, "agreed": [7]}}',
    '{"proposal": {"number": 0, "kind": "dance", "seat": 0, "to": 0, "agreed": []}}',
]


@pytest.mark.parametrize("change", RUINED)
def test_a_damaged_file(tmp_path: Path, change: str) -> None:
    """A damaged file raises ``MalformedError``."""
    store = Store(tmp_path)
    kept = arrangement()
    store.write(kept)
    path = tmp_path / f"{kept.id}.json"
    data = json.loads(path.read_text())
    path.write_text(change if not change.startswith('{"') else json.dumps(data | json.loads(change)))
    with pytest.raises(MalformedError):
        store.read(kept.id)


def test_one_server_for_each_folder(tmp_path: Path) -> None:
    """A second server on the same folder is refused until the first one closes its store."""
    store = Store(tmp_path)
    with pytest.raises(MisuseError, match=": another server uses the folder"):
        Store(tmp_path)
    store.close()
    Store(tmp_path).close()


def test_a_second_server_after_the_lock_file_was_deleted(tmp_path: Path) -> None:
    """Deleting the lock file does not let in a second server, because the folder itself is locked."""
    store = Store(tmp_path)
    (tmp_path / "lock").unlink(missing_ok=True)
    with pytest.raises(MisuseError, match=": another server uses the folder"):
        Store(tmp_path)
    (tmp_path / "lock").write_bytes(b"")
    with pytest.raises(MisuseError, match=": another server uses the folder"):
        Store(tmp_path)
    store.close()
    Store(tmp_path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not delete open files")
def test_a_lock_file_that_is_deleted_while_it_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If folders cannot be locked, the lock of the file that others find is the one that counts."""
    gone: list[Path] = []

    def locking(descriptor: int) -> bool:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EBADF, "no locks on folders here")
        if not gone:
            gone.append(tmp_path / "lock")
            gone[0].unlink()
        return try_lock(descriptor)

    monkeypatch.setattr(_store, "try_lock", locking)
    store = Store(tmp_path)
    assert (tmp_path / "lock").exists()
    with pytest.raises(MisuseError, match=": another server uses the folder"):
        Store(tmp_path)
    store.close()


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are saved even on a file system without locks."""

    def failing(_: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(_store, "try_lock", failing)
    store = Store(tmp_path)
    store.write(kept := arrangement())
    assert store.read(kept.id) == kept


@pytest.fixture
def loose_umask() -> Iterator[None]:
    """Set a umask that removes no permission."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    """Return the permission bits of a file."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
@pytest.mark.usefixtures("loose_umask")
def test_all_files_of_a_server_are_private(tmp_path: Path) -> None:
    """The folder, arrangement, lock and log, which contains the face-down pieces, are private, whatever the umask."""
    folder = tmp_path / "tables"
    with Tables(folder) as tables:
        host = tables.browser("host")
        table = host.open("here", "here")
        host.plays(table)
        assert mode(folder) == 0o700
        assert {path.name: mode(path) for path in folder.iterdir()} == dict.fromkeys(
            (f"{table}.json", f"{table}.jsonl", "lock"), 0o600
        )
    ms.Game.new(["Ada", "Ben"], log=tmp_path / "own.jsonl").close()
    assert mode(tmp_path / "own.jsonl") == 0o666  # Players may share the games that they record themselves.


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_files_of_an_older_version_become_private(tmp_path: Path) -> None:
    """
    A starting server makes an older version's files private.

    Files that belong to no table, and the folder, are unchanged.
    """
    tmp_path.chmod(0o755)
    ours = [tmp_path / name for name in (f"{'x' * 20}.json", f"{'x' * 20}.jsonl", f"{'x' * 20}.new", ".magnum-sal-0")]
    others = [tmp_path / name for name in ("notes.json", "notes.jsonl", f"{'x' * 20}.txt", "outside")]
    for path in (*ours, *others):
        path.touch()
        path.chmod(0o644)
    (tmp_path / f"{'y' * 20}.jsonl").symlink_to(tmp_path / "outside")
    Store(tmp_path).close()
    assert [mode(path) for path in ours] == [0o600] * len(ours)
    assert [mode(path) for path in others] == [0o644] * len(others)
    assert mode(tmp_path) == 0o755


def test_a_missing_folder(tmp_path: Path) -> None:
    """If the folder is gone, writing fails with a message without a path."""
    store = Store(tmp_path / "folder")
    (tmp_path / "folder" / "lock").unlink()
    (tmp_path / "folder").rmdir()
    with pytest.raises(LogError, match=r"^cannot write the seats of a table: No such file or directory$"):
        store.write(arrangement())


def test_the_first_character_of_an_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """The id of a table begins with a letter or digit, so no command takes the name of its files for an option."""
    drawn = iter(("-hyphen", "_underscore", "-both_", "a-letter", "1_digit"))
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(drawn))
    assert [new_link(), new_link()] == ["a-letter", "1_digit"]
