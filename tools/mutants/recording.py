"""Recording which tests run which lines, and how long they take: one record for each set of tests."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any

import attrs
import coverage

from .memory import Memory
from .rooms import list_seen, list_set
from .sessions import ROOT, Tests, collected, passes

NEVER = {
    "tests/browser": "a browser is slow, and tests/web asks the same of the server",
    "tests/typing": "read by type checkers, never run",
    "tests/test_builds": "compares two builds",
    "tests/test_commit_messages": "about a tool",
    "tests/test_compiling": "about a tool",
    "tests/test_docs": "read pages",
    "tests/test_imports": "reads sources",
    "tests/test_index_page": "reads a page",
    "tests/test_mutants": "about this tool",
    "tests/test_outages": "ends servers and starts them again for a minute",
    "tests/test_project_files": "reads files",
    "tests/test_public_names": "reads sources",
    "tests/test_reference": "reads sources, and plays with frozen players",
    "tests/test_rule_ids": "reads sources",
    "tests/test_styles_tool": "about a tool",
    "tests/test_training": "about a tool",
    "tests/test_tuning": "about a tool",
    "tests/test_typescript": "needs npm",
    "tests/testing/test_plugin": "about pytest's own messages, which it does not make where others run its tests",
}
"""Tests that are never asked, by the beginning of their path, each with the reason."""

MOST_FAILED = 20
"""So many tests of a set may fail when nothing is changed; they are left out."""

MOST_SECONDS = 900
"""How long a test may take by the clock while it is recorded; then recording is given up."""

COLLECTING = "collecting"
"""What is run between tests; it has no name of a test."""


@attrs.frozen
class Record:
    """
    What a set of tests did on the unchanged code.

    Attributes:
        seconds: The tests that pass, each with the processor time that it and its processes take while it is recorded.
        lines: For each file and line the tests that run it, as a bit set: bit N is the Nth test of ``seconds``.
        imported: For each file the lines that are run while the library is imported.
    """

    seconds: dict[str, float]
    lines: dict[str, dict[int, int]]
    imported: dict[str, frozenset[int]]

    def running(self, path: str, lines: Iterable[int]) -> list[str]:
        """Return the tests that run any of these *lines* of a file."""
        of_file = self.lines.get(path, {})
        tests = 0
        for line in lines:
            tests |= of_file.get(line, 0)
        return [name for index, name in enumerate(self.seconds) if tests >> index & 1]


def digest_project() -> str:
    """Return a digest of all that a record depends on: sources, tests and examples as they are now."""
    digest = hashlib.sha256(sys.version.encode())
    here = Path(__file__).parent
    sources = [ROOT / "conftest.py", ROOT / "pyproject.toml"]
    sources += [here / name for name in ("memory.py", "recording.py", "rooms.py", "sessions.py")]
    for top in ("src", "tests", "examples"):
        sources += [path for path in (ROOT / top).rglob("*") if path.is_file() and path.suffix not in (".md", ".pyc")]
    for path in sorted(sources):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(tuple(NEVER)):
            digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def place_of_record(name: str, folder: Path, digest: str) -> Path:
    """Return the file in *folder* for the record of the set of tests *name*."""
    return folder / f"record-{name}-{digest}.json"


def keep_record(name: str, place: Path) -> None:
    """
    Record the set of tests *name* into the file *place*, in a process that has not imported the library yet.

    Older records of the set that are beside it are deleted.
    """
    for old in place.parent.glob(f"record-{name}-*.json"):
        old.unlink()
    text = json.dumps(_record(name, place.parent))
    unfinished = place.with_suffix(".part")
    unfinished.write_text(text, "utf-8")
    unfinished.rename(place)


def left_out() -> list[str]:
    """Return the arguments for pytest that leave out the tests that are never asked."""
    return [f"--ignore-glob={ROOT / name}*" for name in NEVER]


def _record(name: str, folder: Path) -> dict[str, object]:
    files = list_seen(name)
    measuring = coverage.Coverage(
        data_file=None, config_file=False, branch=False, include=[str(ROOT / file) for file in files]
    )
    seconds: dict[str, float] = {}
    failed: list[str] = []

    def work(tests: Tests) -> None:
        memory = Memory()
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            # What one test left in a cache would hide lines from the next.
            memory.forget()
            print(test.nodeid, flush=True)  # the last one in the log is the one that hangs
            signal.alarm(MOST_SECONDS)
            measuring.switch_context(test.nodeid)
            before = sum(os.times()[:4])
            if passes(test, following):
                seconds[test.nodeid] = round(sum(os.times()[:4]) - before, 4)
            else:
                failed.append(test.nodeid)
            measuring.switch_context(COLLECTING)
        signal.alarm(0)

    measuring.start()
    for file in files:
        if not file.endswith("__main__.py"):
            with suppress(ModuleNotFoundError):  # an extra that is not installed
                importlib.import_module(".".join(PurePath(file).with_suffix("").parts[1:]).removesuffix(".__init__"))
    measuring.switch_context(COLLECTING)
    collected([*list_set(name), *left_out()], folder / f"tests-recorded-{name}", work)
    measuring.stop()
    if failed:
        print(f"left out, fails before anything is changed: {', '.join(failed)}", file=sys.stderr)
    if len(failed) > MOST_FAILED:
        raise SystemExit(f"{len(failed)} tests of {name} fail before anything is changed")
    number = {test: index for index, test in enumerate(seconds)}
    lines: dict[str, dict[int, str]] = {}
    imported: dict[str, list[int]] = {}
    for file in files:
        contexts_of_lines = measuring.get_data().contexts_by_lineno(str(ROOT / file))
        lines[file] = {
            line: f"{sum(1 << number[context] for context in set(contexts) & number.keys()):x}"
            for line, contexts in contexts_of_lines.items()
        }
        imported[file] = [line for line, contexts in contexts_of_lines.items() if "" in contexts]
    return {"seconds": seconds, "lines": lines, "imported": imported}


def kept_record(place: Path) -> Record:
    """Return the record in the file *place*."""
    data: dict[str, Any] = json.loads(place.read_text("utf-8"))
    return Record(
        data["seconds"],
        {file: {int(line): int(tests, 16) for line, tests in of.items()} for file, of in data["lines"].items()},
        {file: frozenset(lines) for file, lines in data["imported"].items()},
    )
