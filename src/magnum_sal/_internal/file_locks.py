"""Locks on open files: one program writes to a log at a time; others may read it meanwhile."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt
    import os

    _FAR = 2**31 - 2
    """Windows keeps others from reading what is locked, so the byte that is locked lies far behind all that is read."""
    _TAKEN, _LOCK, _UNLOCK = PermissionError, msvcrt.LK_NBLCK, msvcrt.LK_UNLCK

    def _change_lock(descriptor: int, mode: int) -> None:
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, mode, 1)
        finally:
            os.lseek(descriptor, position, os.SEEK_SET)

else:
    import fcntl

    _TAKEN, _LOCK, _UNLOCK = BlockingIOError, fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_UN
    _change_lock = fcntl.flock


def try_lock(descriptor: int) -> bool:
    """
    Take the lock of an open file without waiting, and say whether that was possible.

    It is given back by ``unlock``, when the file is closed, and when the program ends, however it does.

    Raises:
        OSError: the file system has no locks.
    """
    try:
        _change_lock(descriptor, _LOCK)
    except _TAKEN:
        return False
    return True


def unlock(descriptor: int) -> None:
    """Give the lock back; raises ``OSError`` where the file is closed, and on Windows also where none is held."""
    _change_lock(descriptor, _UNLOCK)
