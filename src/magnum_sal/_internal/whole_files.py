"""Files that come into being whole: whoever finds one finds all of it, and a failure leaves none."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from pathlib import Path
from typing import Final

TEMPORARY: Final = ".magnum-sal-"
"""What the name of a file begins with while it is written."""


def create_whole(path: Path, content: bytes, *, is_private: bool = False) -> None:
    """
    Create a file with its content, on the disk itself, or not at all.

    It is written under a temporary name in the same folder first, and gets its own name when all of it is there. A
    crash of the machine may leave that temporary file, ``.magnum-sal-`` and 16 digits, which nobody will miss.

    Args:
        path: The file. A link, even one that leads nowhere, counts as a file that is there.
        content: What is to be in it.
        is_private: Whether its owner alone may read and write it, whatever the umask; Windows has no such permissions.

    Raises:
        FileExistsError: there is something of this name, which stays as it is.
        OSError: the system refuses; there is no such file then.
    """
    path = path.absolute()
    _check_name(path)
    temporary = path.with_name(f"{TEMPORARY}{secrets.token_hex(8)}")
    try:
        # Opened like any new file, so that its permissions are those that the umask leaves. A private file never has
        # others, not even for a moment.
        with open(temporary, "xb", buffering=0, opener=open_private if is_private else None) as file:
            rest = memoryview(content)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        _give_name(temporary, path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
    try:
        _sync_folder(path.parent)
    except OSError:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def open_private(path: str, flags: int) -> int:
    """Open a file so that a new one is its owner's alone: an ``opener`` for ``open``."""
    return os.open(path, flags, 0o600)


def _check_name(path: Path) -> None:
    try:
        is_name = path.name != "" and b"\0" not in os.fsencode(path)
    except UnicodeError:
        is_name = False
    if not is_name:
        raise OSError(errno.EINVAL, "no file can have such a name", str(path))


def _give_name(temporary: Path, path: Path) -> None:
    """Let the finished file be found under *path*, unless there is something."""
    if os.name == "nt":
        temporary.rename(path)  # which overwrites nothing there
        return
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems have no links. A rename overwrites, so the name is taken before, by an empty file; others
        # can see that one for a moment, but it is never what is left.
        with path.open("xb"):
            pass
        try:
            temporary.replace(path)
        except OSError:
            path.unlink()
            raise


def _sync_folder(folder: Path) -> None:
    """Force the folder's new entry to the disk, where the system can do that."""
    if os.name == "nt":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:  # a folder that one may write to, but not read
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # the file system has no such thing
            raise
    finally:
        os.close(descriptor)
