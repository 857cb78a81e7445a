"""
Run the examples of one page, and report what the last one prints, returns, draws and raises.

`run_worker.js` loads this module into Pyodide. The examples of a page share one namespace and one folder, as in the
tests of the pages. The result of an example is always that of the page from its top down to this example: if an example
runs again, or if one above it was edited, the session starts over.
"""

from __future__ import annotations

import ast
import linecache
import os
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from io import TextIOBase
from pathlib import Path
from time import monotonic
from types import CodeType, ModuleType, TracebackType
from typing import Any

__all__ = ["PageSession"]

MOST_CHARACTERS = 100_000
"""The number of characters that one run reports; later text is dropped."""
MOST_PICTURES = 12
"""The number of picture files that one run reports. Values that draw themselves are not counted."""
LARGEST_PICTURE = 2_000_000
"""The number of characters of the largest reported picture."""
MOST_FRAMES = 6
"""The number of the reader's own lines in a traceback."""
BATCH = 2_000
"""The number of characters that are sent together."""
PAUSE = 0.1
"""The seconds after which a shorter text is sent, too."""
CUT = "\n[The rest of the output was dropped: {} characters are the limit.]\n"

Block = tuple[str, str | None]
"""The code of an example, and the name of the file for which it stands, or None."""
Send = Callable[[str, str, str], object]
"""Receives the kind of a report (text, value, picture, error or step), its text, and the name of a picture's file."""


class PageSession:
    """One page: its namespace, its folder, and the examples that have run."""

    def __init__(self, folder: Path, send: Send) -> None:
        self._home = folder
        self._send = send
        self._has_run: list[Block] = []
        self._is_usable = False
        self._starts = 0
        self._modules = frozenset(sys.modules)
        self._streams = sys.stdout, sys.stderr

    def run(self, blocks: Sequence[Block]) -> bool:
        """
        Run the last of *blocks*, after those before it that have not run, and return whether all succeeded.

        *blocks* is the page from its top to the wanted example. Only the last one reports what it prints. If an example
        before it fails, its error is reported instead.
        """
        wanted = [(code, file) for code, file in blocks]
        # Must be a part of the page that ends above the wanted example, with the same code.
        if not self._is_usable or len(self._has_run) >= len(wanted) or self._has_run != wanted[: len(self._has_run)]:
            self._start_over()
        for number in range(len(self._has_run) + 1, len(wanted) + 1):
            is_last = number == len(wanted)
            self._send("step", str(number), "")
            # A failed example may have done half of its work, so the next run has to start over.
            self._is_usable = self._run_one(number, wanted[number - 1], is_last)
            if not self._is_usable:
                return False
            self._has_run.append(wanted[number - 1])
        return True

    def _start_over(self) -> None:
        """Create an empty namespace and an empty folder, and unload the library with all that examples registered."""
        if self._starts:  # before the first example, the library is as new as if it were loaded again
            for name in [name for name in sys.modules if name not in self._modules or name.startswith("magnum_sal")]:
                del sys.modules[name]
        previous = self._home / str(self._starts)
        if str(previous) in sys.path:
            sys.path.remove(str(previous))
        self._starts += 1
        folder = self._home / str(self._starts)
        folder.mkdir(parents=True)
        os.chdir(folder)
        sys.path.insert(0, str(folder))
        shutil.rmtree(previous, ignore_errors=True)
        self._has_run = []
        self._is_usable = True
        # Classes look up their annotations in the module that they name, so the namespace is that of a module.
        sys.modules["__main__"] = ModuleType("__main__")

    def _run_one(self, number: int, block: Block, is_last: bool) -> bool:
        code, file = block
        output = _Output(self._send if is_last else _ignore)
        sys.stdout = sys.stderr = output
        before = dict(_list_pictures())
        try:
            if file is not None:
                _write_module(file, code)
                output.write(f"Saved as {file}.\n")
            else:
                value = _execute(code, f"<example {number}>", vars(sys.modules["__main__"]))
                if is_last:
                    output.flush()
                    changed = [name for name, facts in _list_pictures() if before.get(name) != facts]
                    self._report_files(changed)
                    self._report_value(value, is_silent=not (output.has_text or changed))
        # Whatever the reader's code raises ends only this run.
        except BaseException as error:
            output.flush()
            self._send("error", _format_error(error), "")
            return False
        finally:
            output.flush()
            sys.stdout, sys.stderr = self._streams
        return True

    def _report_files(self, names: Sequence[str]) -> None:
        """Report the pictures that an example has written."""
        for name in names[:MOST_PICTURES]:
            self._report_picture(Path(name).read_text("utf-8", "replace"), name)

    def _report_value(self, value: object, *, is_silent: bool) -> None:
        """Report the value of the last line: always if it can draw itself, otherwise if there is no other output."""
        draw = getattr(value, "_repr_svg_", None)
        picture = draw() if callable(draw) else None
        if isinstance(picture, str):
            self._report_picture(str(picture), "")
        elif value is not None and is_silent:
            text = repr(value)
            self._send("value", text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]} ...", "")

    def _report_picture(self, svg: str, name: str) -> None:
        if len(svg) > LARGEST_PICTURE:
            self._send("text", f"[The picture {name} is too large to be shown here.]\n", "")
        else:
            self._send("picture", svg, name)


def _ignore(kind: str, text: str, name: str) -> None:
    """Drop a report of an example that runs only because a later one needs it."""


class _Output(TextIOBase):
    """Standard output and errors of one example: sent in batches, and only up to a limit."""

    def __init__(self, send: Send) -> None:
        super().__init__()
        self._send = send
        self._waiting: list[str] = []
        self._size = 0
        self._sent = monotonic()
        self._left = MOST_CHARACTERS
        self._is_cut = False

    @property
    def has_text(self) -> bool:
        """Return whether anything was written."""
        return self._left < MOST_CHARACTERS

    @property
    def encoding(self) -> str:  # type: ignore[override]  # the type of the base class is that of an attribute
        """Return the encoding that programs ask for."""
        return "utf-8"

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Add *text* to the batch, and send the batch if it is long."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        part = text[: self._left]
        self._left -= len(part)
        self._waiting.append(part)
        self._size += len(part)
        if len(part) < len(text) and not self._is_cut:
            self._is_cut = True
            self._waiting.append(CUT.format(f"{MOST_CHARACTERS:,}"))
            self.flush()
        if self._size >= BATCH or (self._size and monotonic() - self._sent >= PAUSE):
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Send what was written since the last batch."""
        text = "".join(self._waiting)
        self._waiting.clear()
        self._size = 0
        self._sent = monotonic()
        if text:
            self._send("text", text, "")


def _execute(code: str, name: str, namespace: dict[str, Any]) -> object:
    """Run *code*, and return the value of its last line if it is an expression, or None."""
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    tree = ast.parse(code, name)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(_compile(tree, name), namespace)
        return None
    tree.body.pop()
    exec(_compile(tree, name), namespace)
    return eval(_compile(ast.Expression(last.value), name), namespace)


def _compile(tree: ast.Module | ast.Expression, name: str) -> CodeType:
    """Compile *tree* without the future imports of this module."""
    return compile(tree, name, "exec" if isinstance(tree, ast.Module) else "eval", dont_inherit=True)


def _write_module(file: str, code: str) -> None:
    """Write *code* to *file* in the page's folder. The next import reads the new file."""
    compile(code, file, "exec", dont_inherit=True)  # A reader wants to see a mistake here, not at the import.
    Path(file).write_text(code, "utf-8")
    sys.modules.pop(Path(file).stem, None)


def _list_pictures() -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the names of the SVG files in the page's folder, and what changes if such a file is written again."""
    for path in sorted(Path().glob("*.svg")):
        facts = path.stat()
        yield path.name, (facts.st_mtime_ns, facts.st_size)


def _format_error(error: BaseException) -> str:
    """Format *error* as Python does, with the reader's own lines only."""
    own = [frame for frame in _walk(error.__traceback__) if _is_own(frame.tb_frame.f_code.co_filename)]
    lines = []
    if own:
        lines.append("Traceback (most recent call last):\n")
        if len(own) > MOST_FRAMES:
            lines.append(f"  [{len(own) - MOST_FRAMES} more calls]\n")
        for frame in own[-MOST_FRAMES:]:
            code = frame.tb_frame.f_code
            summary = traceback.FrameSummary(code.co_filename, frame.tb_lineno, code.co_name)
            lines += traceback.format_list([summary])
    lines += traceback.format_exception_only(error)
    return "".join(lines)[:MOST_CHARACTERS]


def _walk(frame: TracebackType | None) -> Iterator[TracebackType]:
    while frame is not None:
        yield frame
        frame = frame.tb_next


def _is_own(file: str) -> bool:
    """Return whether *file* is an example or a file in the page's folder."""
    return file.startswith("<example ") or Path(file).parent == Path.cwd()
