"""The folder of tables: what is there after whatever happened."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import attrs
import pytest

from magnum_sal.bots import HUMAN
from magnum_sal.errors import LogError, MalformedError, MisuseError
from magnum_sal.serve._refused_error import RefusedError
from magnum_sal.web._arrangement import Arrangement, Chair, Proposal, browser_of, new_key, new_link
from magnum_sal.web._store import Store


def arrangement() -> Arrangement:
    """Return who sits at a table where everything is in use."""
    chairs = (
        Chair(HUMAN, holder=browser_of(new_key()), stand_in="greedy"),
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
    )


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """All of it, by a store that knows nothing else."""
    store = Store(tmp_path / "new" / "folder")
    kept = arrangement()
    store.write(kept)
    store.write(closed := attrs.evolve(kept, is_closed=True))
    store.close()
    assert Store(tmp_path / "new" / "folder").read(kept.id) == closed
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir() if path.suffix == ".new"] == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_nobody_else_reads_links(tmp_path: Path) -> None:
    """The file has links to seats, and is its owner's alone; so is a folder that was made."""
    store = Store(tmp_path / "folder")
    kept = arrangement()
    store.write(kept)
    assert stat.S_IMODE((tmp_path / "folder" / f"{kept.id}.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "name", ["", "x", "../" + "x" * 20, "x" * 65, "x" * 20 + ".json", "x" * 20 + "/", "x" * 20 + "\0"]
)
def test_ids_that_are_none(tmp_path: Path, name: str) -> None:
    """No file is looked for, wherever it would lie."""
    store = Store(tmp_path)
    for asked in (store.log, store.read, store.last_played):
        with pytest.raises(RefusedError, match="there is no such table"):
            asked(name)


def test_tables_of_the_folder(tmp_path: Path) -> None:
    """Those with a name that an id can be, the last changed first."""
    store = Store(tmp_path)
    kept = [arrangement() for _ in range(3)]
    for number, entry in enumerate(kept):
        store.write(entry)
        path = tmp_path / f"{entry.id}.json"
        os.utime(path, (number, number))
    (tmp_path / "notes.json").write_text("{}")
    (tmp_path / f"{'x' * 20}.new").write_text("{}")
    assert list(store.ids()) == [entry.id for entry in reversed(kept)]


@pytest.mark.parametrize("change", ["{", "[]", '{"id": 1}', '{"chairs": 1}', " " * (1 << 19)])
def test_a_ruined_file(tmp_path: Path, change: str) -> None:
    """It is malformed, and too much of it is not read."""
    store = Store(tmp_path)
    kept = arrangement()
    store.write(kept)
    path = tmp_path / f"{kept.id}.json"
    data = json.loads(path.read_text())
    path.write_text(change if not change.startswith('{"') else json.dumps(data | json.loads(change)))
    with pytest.raises(MalformedError):
        store.read(kept.id)


def test_one_server_a_folder(tmp_path: Path) -> None:
    """Another one is told so, until the first has let it go."""
    store = Store(tmp_path)
    with pytest.raises(MisuseError, match="another server is at work there"):
        Store(tmp_path)
    store.close()
    Store(tmp_path).close()


def test_what_cannot_be_written(tmp_path: Path) -> None:
    """A folder that is gone; the words have no path."""
    store = Store(tmp_path / "folder")
    (tmp_path / "folder" / "lock").unlink()
    (tmp_path / "folder").rmdir()
    with pytest.raises(LogError, match=r"^cannot write who sits where: No such file or directory$"):
        store.write(arrangement())
