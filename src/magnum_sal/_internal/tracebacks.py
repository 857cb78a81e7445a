"""Find where third-party code raised an error, skipping the library's own frames."""

from __future__ import annotations

from types import CodeType, FrameType, TracebackType
from typing import Final

from ..errors.messages import printable

_CALLERS: Final = (
    "magnum_sal._internal.entry_points",
    "magnum_sal.bots.registry",
    "magnum_sal.bots._policies",
    "magnum_sal.arena.game",
    "magnum_sal.cli._bot_program",
    "magnum_sal.cli._demo",
    "magnum_sal.cli.terminal._seated_bot",
    "magnum_sal.words._installed_languages",
)
"""The modules that import, create and call third-party objects."""


def own_traceback(error: BaseException) -> TracebackType | None:
    """Return the traceback starting at the first third-party frame, or None if no frame is third-party."""
    trace = error.__traceback__
    while trace is not None and _is_callers(trace.tb_frame):
        trace = trace.tb_next
    return trace


def place_of(error: BaseException) -> str:
    """Return the file and line where third-party code raised *error*, in brackets; empty if unknown."""
    import traceback  # imported late, because the import is slow and only errors need it

    frames = list(traceback.walk_tb(own_traceback(error)))
    if not frames:
        return ""
    # The place is the last line in the package that was called. This line helps the package's author more than a line
    # in a dependency.
    home = _package(frames[0][0])
    frame, line = [(frame, line) for frame, line in frames if _package(frame) == home][-1]
    return _place(frame.f_code.co_filename, line)


def place_of_code(called: object) -> str:
    """Return the file and line where a function or ``__call__`` begins, in brackets, or an empty string."""
    # A method has the `__code__` of its function.
    code = getattr(called, "__code__", None) or getattr(getattr(called, "__call__", None), "__code__", None)  # noqa: B004
    return _place(code.co_filename, code.co_firstlineno) if isinstance(code, CodeType) else ""


def _place(file: str, line: int) -> str:
    name = file.replace("\\", "/").rpartition("/")[2]
    return printable(f" ({name}, line {line})", 100)


def _is_callers(frame: FrameType) -> bool:
    # The frames of ``importlib`` lie between this library's call and the imported module.
    name = str(frame.f_globals.get("__name__", ""))
    return name in _CALLERS or name.partition(".")[0] == "importlib"


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
