"""Atomic creation of files: a file appears complete or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path
from typing import IO, Final

TEMPORARY: Final = ".magnum-sal-"
"""The prefix of the name of a file that is being written."""


def create_whole(path: Path, content: bytes, *, is_private: bool = False) -> None:
    """
    Create a file atomically: with its whole content, flushed to disk, or not at all.

    The content is first written to a temporary file in the same folder, which then gets its final name. If the machine
    crashes, the temporary file may remain. Its name is ``.magnum-sal-`` followed by 16 hexadecimal digits. You can
    delete it.

    Args:
        path: The file. A symbolic link counts as an existing file, even if its target does not exist.
        content: The content of the file.
        is_private: Whether only the file's owner may read and write it, regardless of the umask; not supported on
            Windows.

    Raises:
        FileExistsError: *path* exists and is left unchanged.
        OSError: the system reports an error, so the file is not created.
    """
    # The order of the steps decides what an interruption can leave behind. The content is on disk before the final name
    # exists, so nobody ever finds a partial file under that name. Creating a link fails if the name exists. So no file
    # is overwritten, and if several programs create the same file at once, exactly one succeeds. The folder is flushed
    # last, because a machine crash could otherwise still lose the new name.
    path = path.absolute()
    _check_name(path)
    temporary = path.with_name(f"{TEMPORARY}{secrets.token_hex(8)}")
    try:
        # The file is opened like any new file, so the umask decides its permissions. A private file is private from the
        # start, because changing its permissions later would leave a moment in which others can open it.
        with open(temporary, "xb", buffering=0, opener=open_private if is_private else None) as file:
            write_all(file, content)
            os.fsync(file.fileno())
        _give_name(temporary, path)
    finally:
        with contextlib.suppress(OSError):
            # After a link, the temporary name is a second name of the finished file. After a rename it no longer
            # exists.
            temporary.unlink()
    try:
        _sync_folder(path.parent)
    except OSError:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def replace_whole(path: Path, content: bytes) -> None:
    """
    Write a file that may exist: with its whole content, or not at all. A link stays, and its target is written.

    Raises:
        OSError: the system reports an error. An existing file is then unchanged.
    """
    # A pipe cannot be replaced, and neither can a file in a folder to which nothing can be added.
    if path.exists() and not (path.is_file() and os.access(path.resolve().parent, os.W_OK)):
        path.write_bytes(content)
        return
    path = path.resolve()
    _check_name(path)
    temporary = path.with_name(f"{TEMPORARY}{secrets.token_hex(8)}")
    try:
        with temporary.open("xb", buffering=0) as file:
            write_all(file, content)
        if path.exists():
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        temporary.replace(path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def write_all(file: IO[bytes], content: bytes) -> None:
    """Write all of *content* to a file without a buffer."""
    # Without a buffer, a call may write less than it was given, for example on a disk that is almost full.
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]


def open_private(path: str, flags: int) -> int:
    """Open a file; pass this function to ``open`` as its ``opener``. A new file is accessible only to its owner."""
    return os.open(path, flags, 0o600)


def remove_access_of_others(path: Path) -> None:
    """Remove the permissions of other users from an existing file, if the file belongs to this user."""
    if os.name == "nt":  # the folder belongs to the user, and files have no such permissions
        return
    with contextlib.suppress(OSError):  # a file of another user stays unchanged
        path.chmod(path.stat().st_mode & 0o700)


def _check_name(path: Path) -> None:
    try:
        # Names that no file can have raise ``ValueError`` in some calls below. Callers expect only ``OSError``.
        is_name = path.name != "" and b"\0" not in os.fsencode(path)
    except UnicodeError:
        is_name = False
    if not is_name:
        raise OSError(errno.EINVAL, "no file can have such a name", str(path))


def _give_name(temporary: Path, path: Path) -> None:
    """Move the finished file to *path*. Raises ``FileExistsError`` if *path* exists."""
    if os.name == "nt":
        temporary.rename(path)  # raises an error if *path* exists
        return
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except (AttributeError, OSError):
        # Some file systems do not support links, and Python in the browser has no function for them. A rename
        # overwrites, so an empty file reserves the name first. Other programs may see the empty file for a moment, but
        # it never remains.
        with path.open("xb"):
            pass
        try:
            temporary.replace(path)
        except OSError:
            path.unlink()
            raise


def _sync_folder(folder: Path) -> None:
    """Flush the folder's new entry to disk, if the system supports it."""
    if os.name == "nt":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:  # a folder that is writable but not readable
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # not supported by the file system
            raise
    finally:
        os.close(descriptor)
