"""Files are created completely or not at all."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from magnum_sal._internal.whole_files import create_whole, remove_access_of_others, replace_whole

posix_only = pytest.mark.skipif(os.name != "posix", reason="it is about POSIX systems")


def names(folder: Path) -> list[str]:
    """Return the names of all entries in a folder."""
    return sorted(entry.name for entry in folder.iterdir())


def refuses(*arguments: Any, **options: Any) -> Any:
    """Refuse the call, as a file system without the feature does."""
    raise PermissionError(1, "Operation not permitted")


def test_a_file_is_created_with_its_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is created under an absolute or a relative path, and no other file stays in the folder."""
    create_whole(tmp_path / "file", b"salt\n" * 100_000)
    monkeypatch.chdir(tmp_path)
    create_whole(Path("empty"), b"")
    assert (tmp_path / "file").read_bytes() == b"salt\n" * 100_000
    assert (tmp_path / "empty").read_bytes() == b""
    assert names(tmp_path) == ["empty", "file"]


def test_a_file_is_replaced(tmp_path: Path) -> None:
    """A new file is created. An existing one is replaced and keeps its permissions; a link to it stays a link."""
    replace_whole(tmp_path / "file", b"first")
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "link").symlink_to("file")
    replace_whole(tmp_path / "link", b"second")
    assert (tmp_path / "file").read_bytes() == b"second"
    assert (tmp_path / "link").is_symlink()
    assert names(tmp_path) == ["file", "link"]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


@posix_only
def test_access_of_others_is_removed(tmp_path: Path) -> None:
    """The permissions of the owner stay, and a file that does not exist any more is ignored."""
    for before, after in ((0o644, 0o600), (0o755, 0o700), (0o440, 0o400)):
        (tmp_path / "file").touch()
        (tmp_path / "file").chmod(before)
        remove_access_of_others(tmp_path / "file")
        assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == after
    remove_access_of_others(tmp_path / "missing")


@posix_only
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    """A path that exists and is not a file, such as a pipe, is not replaced."""
    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_whole(tmp_path / "pipe", b"salt")
        assert os.read(reading, 10) == b"salt"
    finally:
        os.close(reading)
    assert names(tmp_path) == ["pipe"]


@pytest.mark.parametrize("has_links", [True, False])
def test_nothing_is_overwritten(tmp_path: Path, has_links: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Existing files, folders and broken links stay unchanged, even on file systems without hard links."""
    if not has_links:
        monkeypatch.setattr(os, "link", refuses)
    (tmp_path / "file").write_bytes(b"mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("file", "folder", "link"):
        with pytest.raises(FileExistsError):
            create_whole(tmp_path / name, b"yours")
    assert names(tmp_path) == ["file", "folder", "link"]
    assert (tmp_path / "file").read_bytes() == b"mine"


def test_python_in_the_browser_creates_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python in the browser has no function for hard links: a file is created all the same, and none is overwritten."""
    monkeypatch.delattr(os, "link")
    create_whole(tmp_path / "file", b"salt")
    with pytest.raises(FileExistsError):
        create_whole(tmp_path / "file", b"yours")
    assert (tmp_path / "file").read_bytes() == b"salt"
    assert names(tmp_path) == ["file"]


@posix_only
def test_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without hard links the file is created all the same; if that fails, too, nothing stays."""
    monkeypatch.setattr(os, "link", refuses)
    create_whole(tmp_path / "file", b"salt")
    assert (tmp_path / "file").read_bytes() == b"salt"
    monkeypatch.setattr(Path, "replace", refuses)
    with pytest.raises(PermissionError):
        create_whole(tmp_path / "other", b"salt")
    assert names(tmp_path) == ["file"]


@pytest.mark.slow
@pytest.mark.parametrize("has_links", [True, False])
def test_one_of_many_writers_succeeds(tmp_path: Path, has_links: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If several threads create a file at the same time, one succeeds, and the file has its content."""
    if not has_links:
        monkeypatch.setattr(os, "link", refuses)

    def made(number: int) -> bool:
        try:
            create_whole(tmp_path / f"file {number % 20}", b"%d" % number)
        except FileExistsError:
            return False
        return True

    with ThreadPoolExecutor(8) as executor:
        winners = [number for number, is_made in enumerate(executor.map(made, range(160))) if is_made]
    assert sorted(number % 20 for number in winners) == list(range(20))
    assert all((tmp_path / f"file {number % 20}").read_bytes() == b"%d" % number for number in winners)
    assert len(names(tmp_path)) == 20


def test_a_failure_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure leaves neither the file nor its temporary file, whether the folder, the name or the disk is wrong."""
    with pytest.raises(FileNotFoundError):
        create_whole(tmp_path / "no" / "folder", b"salt")
    for name in ("a\0b", "a\ud800b", "a" * 5000):
        with pytest.raises(OSError, match="name"):
            create_whole(tmp_path / name, b"salt")
    with pytest.raises(OSError, match="name"):
        create_whole(Path("/"), b"salt")
    calls = []

    def fails(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) in (1, 3):
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    for _ in range(1 if os.name == "nt" else 2):  # first the file fails, then its folder
        with pytest.raises(OSError, match="Input/output error"):
            create_whole(tmp_path / "file", b"salt")
    assert names(tmp_path) == []


FULL = """
import resource, sys
from pathlib import Path
from magnum_sal._internal.whole_files import create_whole
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    create_whole(Path(sys.argv[1]), b"x" * 1001)
except OSError:
    sys.exit(7)
"""


@pytest.mark.slow
@posix_only
def test_a_full_disk(tmp_path: Path) -> None:
    """An interrupted write leaves nothing; the test limits the size of files."""
    answer = subprocess.run([sys.executable, "-c", FULL, str(tmp_path / "file")], check=False)
    assert answer.returncode == 7
    assert names(tmp_path) == []


@posix_only
def test_permissions_follow_the_umask(tmp_path: Path) -> None:
    """A new file has the permissions of the umask, like any other file."""
    before = os.umask(0o027)
    try:
        create_whole(tmp_path / "file", b"salt")
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


@posix_only
def test_file_systems_that_sync_no_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is created even if folders cannot be synchronized or read."""
    sync = os.fsync

    def no_folders(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(22, "Invalid argument")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", no_folders)
    create_whole(tmp_path / "file", b"salt")
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed").chmod(0o333)
    create_whole(tmp_path / "closed" / "file", b"salt")
    (tmp_path / "closed").chmod(0o755)
    assert (tmp_path / "closed" / "file").read_bytes() == b"salt"
