"""The rows of many logs: the games of a folder as one table, read one after another."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ...errors import LogError, MisuseError
from ...errors.messages import brief, cut, format_path
from ...model.ruleset import Ruleset, check_ruleset
from ...model.setup import Setup
from ...rules.standard import STANDARD
from ..serialization import to_json
from .loading import check_verify, read_log
from .replay import Verify
from .rows import Row, RowsBy, check_rows_by, rows_of


def read_rows(
    logs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    by: RowsBy = "move",
    verify: Verify = True,
    ruleset: Ruleset = STANDARD,
    on_error: Callable[[Path, LogError], object] | None = None,
) -> Iterator[Row]:
    """
    Yield the rows of many logs, one game after another; only one game is in memory at a time.

    The rows are those of ``GameLog.to_rows``, with two more columns in front. ``game`` is the path of the log: relative
    to the folder, or as given in the list. For a single log, it is the name of the file. ``setup`` is a text that is
    equal for games with the same setup; it is None if the log does not contain the face-down pieces.

    Args:
        logs: A folder, the path of a single log, or a list of paths. In a folder, all files whose names end in
            ``.jsonl`` are logs, including those in its subfolders; they are read in the order of their paths.
        by: ``"move"`` or ``"round"``, as in ``GameLog.to_rows``.
        verify: How each log is checked against the rules. See ``Game.from_log``.
        ruleset: The ruleset to use if a log contains its name. Other names are looked up in the registry.
        on_error: A callback for each log that cannot be read. The log then has no rows, and the next log follows. By
            default, the error is raised.

    Raises:
        LogError: the folder contains no log; or a log cannot be read, and there is no *on_error*. The message names
            the log.
        MisuseError: an argument is invalid.
    """
    check_rows_by(by)
    check_verify(verify)
    check_ruleset(ruleset)
    if on_error is not None and not callable(on_error):
        raise MisuseError(f"on_error: expected a function, got {brief(on_error)}")
    # These checks are not in the generator, because it would raise its errors only when the first row is requested.
    return _read_rows(_find_logs(logs), by, verify, ruleset, on_error)


def _find_logs(logs: object) -> Iterable[tuple[str, Path]]:
    """Return the logs with the names of their games."""
    if isinstance(logs, (str, os.PathLike)):
        folder = Path(logs)
        if not folder.is_dir():
            return [(folder.name, folder)]
        found = [
            (path.relative_to(folder).as_posix(), path) for path in sorted(folder.rglob("*.jsonl")) if path.is_file()
        ]
        if not found:
            raise LogError(None, None, f"{format_path(folder)} contains no logs: no file's name ends in .jsonl")
        return found
    if not isinstance(logs, Iterable) or isinstance(logs, (bytes, bytearray)):
        raise MisuseError(f"logs: expected a folder or a list of paths, got {brief(logs)}")
    return map(_name_log, logs)


def _name_log(path: object) -> tuple[str, Path]:
    if not isinstance(path, (str, os.PathLike)):
        raise MisuseError(f"logs: expected a folder or a list of paths, got {brief(path)} in it")
    return str(path), Path(path)


def _read_rows(
    logs: Iterable[tuple[str, Path]],
    by: RowsBy,
    verify: Verify,
    ruleset: Ruleset,
    on_error: Callable[[Path, LogError], object] | None,
) -> Iterator[Row]:
    for name, path in logs:
        try:
            replay = read_log(path, verify=verify, ruleset=ruleset).replay
        except LogError as error:
            if on_error is None:
                raise _with_path(path, error) from None
            on_error(path, error)
            continue
        # The setup in the header of a game from a position names no piece, so its id is None.
        game: Row = {"game": name, "setup": identify_setup(replay.header.started.setup)}
        for row in rows_of(replay.history, by):
            yield game | row


def identify_setup(setup: Setup) -> str | None:
    """Return 16 hexadecimal digits that are equal for equal setups, or None if the setup is public."""
    # The public forms of different setups can be equal.
    return None if setup.is_public else hashlib.sha256(to_json(setup).encode()).hexdigest()[:16]


def _with_path(path: Path, error: LogError) -> LogError:
    """Return the *error* with the path in its message, which otherwise names only the line."""
    told = error.difference
    # The message about a whole log contains its path, unless a part of a long path was cut off. A line's message does
    # not, although it may contain a short path by chance.
    if error.line is not None or str(path) not in told:
        told = f"{cut(told, 200)} (in {format_path(path)})"
    return LogError(error.line, error.field, told)
