"""Locks on open files: only one program at a time writes to a log, while others may read it."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt
    import os

    # Windows prevents other programs from reading a locked byte, so the locked byte lies far beyond the content.
    _FAR = 2**31 - 2
    _TAKEN, _LOCK, _UNLOCK = PermissionError, msvcrt.LK_NBLCK, msvcrt.LK_UNLCK

    def _change_lock(descriptor: int, mode: int) -> None:
        # ``msvcrt`` locks the byte at the current position, which the caller needs unchanged to write the next line.
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, mode, 1)
        finally:
            os.lseek(descriptor, position, os.SEEK_SET)

else:
    import fcntl

    # ``flock`` locks an open file, whereas the record locks of ``fcntl.lockf`` belong to a process. A record lock would
    # not keep two games in one program apart. It would also end as soon as the program closes the file anywhere, such
    # as after reading the same log. The price is that a forked process shares the lock of its parent, so a writer must
    # also compare process ids.
    _TAKEN, _LOCK, _UNLOCK = BlockingIOError, fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_UN
    _change_lock = fcntl.flock


def try_lock(descriptor: int) -> bool:
    """
    Try to lock an open file without waiting. Return whether the attempt succeeded.

    The lock is released by ``unlock``, when the file is closed, and when the program ends or crashes.

    Raises:
        OSError: the file system does not support locks.
    """
    try:
        _change_lock(descriptor, _LOCK)
    # Only this error means that another writer holds the lock. Any other error means that locking does not work, so the
    # caller must not write.
    except _TAKEN:
        return False
    return True


def unlock(descriptor: int) -> None:
    """Release the lock. Raises ``OSError`` if the file is closed, and on Windows also if the lock is not held."""
    _change_lock(descriptor, _UNLOCK)
