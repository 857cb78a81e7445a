"""Record which tests run which lines, and how long they take: one record for each set of tests."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import signal
import sys
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path, PurePath
from typing import Any

import attrs
import coverage
import pytest

from .memory import Memory
from .rooms import list_modules_of_set, list_set
from .sessions import ROOT, Tests, collect_tests, passes

NEVER = {
    "tests/browser": "a browser is slow, and tests/web asks the same of the server",
    "tests/docs": "read pages",
    "tests/house": "reads sources",
    "tests/internal/test_builds": "compares two builds",
    "tests/javascript": "needs npm",
    "tests/protocol/test_typescript": "needs npm",
    "tests/testing/test_plugin": "about pytest's own messages, which it does not make where others run its tests",
    "tests/tools": "about tools, some of which play with frozen players or end servers for a minute",
    "tests/typing": "read by type checkers, never run",
}
"""Tests that mutants never run, by the beginning of their path, each with the reason."""

MOST_FAILED = 20
"""The number of tests of a set that may fail on the unchanged code; those tests are left out."""

MOST_SECONDS = 900
"""How long a test may take by the clock while it is recorded. A slower test ends the recording."""

COLLECTING = "collecting"
"""The context of code that runs between tests. It is not the name of a test."""


@attrs.frozen
class Record:
    """
    The behaviour of a set of tests on the unchanged code.

    Attributes:
        seconds: The tests that pass, each with the processor time that it and its processes took during the recording.
        shared: The tests that share fixtures with others, each with the processor time that creating the fixtures took.
        lines: For each file and line the tests that run it, as a bit set: bit N is the Nth test of ``seconds``.
        imported: For each file the lines that an import of the library runs.
    """

    seconds: dict[str, float]
    shared: dict[str, float]
    lines: dict[str, dict[int, int]]
    imported: dict[str, frozenset[int]]

    def find_tests(self, path: str, lines: Iterable[int]) -> list[str]:
        """Return the tests that run any of these *lines* of a file."""
        of_file = self.lines.get(path, {})
        tests = 0
        for line in lines:
            tests |= of_file.get(line, 0)
        return [name for index, name in enumerate(self.seconds) if tests >> index & 1]


def digest_project() -> str:
    """Return a digest of everything that a record depends on: the current sources, tests and examples."""
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

    Delete older records of the set in the same folder.
    """
    for old in place.parent.glob(f"record-{name}-*.json"):
        old.unlink()
    text = json.dumps(_record(name, place.parent))
    unfinished = place.with_suffix(".part")
    unfinished.write_text(text, "utf-8")
    unfinished.rename(place)


def list_ignore_options() -> list[str]:
    """Return the arguments for pytest that leave out the tests in ``NEVER``."""
    return [f"--ignore-glob={ROOT / name}*" for name in NEVER]


class _SharedFixtures:
    """
    A plugin that measures fixtures of a module or of the whole run apart from the tests that use them.

    Without it, the first test that requests such a fixture would appear to run the fixture's lines and to take its
    time.
    """

    def __init__(self, measuring: coverage.Coverage) -> None:
        self.measuring = measuring
        self.contexts = [COLLECTING]
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """Measure the fixture if it is shared."""
        if fixturedef.scope == "function":
            return (yield)
        before = _processor_seconds()
        self.enter(_context_of(fixturedef))
        try:
            return (yield)
        finally:
            taken = _processor_seconds() - before
            self.seconds[self.contexts[-1]] = max(taken, self.seconds.get(self.contexts[-1], 0.0))
            self.leave()

    def enter(self, context: str) -> None:
        """Count the following lines for a test or fixture."""
        self.contexts.append(context)
        self.measuring.switch_context(context)

    def leave(self) -> None:
        """Count the following lines for the test or fixture entered before."""
        self.contexts.pop()
        self.measuring.switch_context(self.contexts[-1])

    def list_contexts(self, test: pytest.Item) -> list[str]:
        """Return the contexts of the shared fixtures that a test uses."""
        found = getattr(getattr(test, "_fixtureinfo", None), "name2fixturedefs", {})
        return [context for each in found.values() if (context := _context_of(each[-1])) in self.seconds]


def _context_of(fixture: pytest.FixtureDef[Any]) -> str:
    return f"fixture {fixture.baseid}::{fixture.argname}"


def _processor_seconds() -> float:
    """Return the processor time of this process and of the processes that it has ended."""
    return sum(os.times()[:4])


def _record(name: str, folder: Path) -> dict[str, object]:
    files = list_modules_of_set(name)
    measuring = coverage.Coverage(
        data_file=None, config_file=False, branch=False, include=[str(ROOT / file) for file in files]
    )
    fixtures = _SharedFixtures(measuring)
    seconds: dict[str, float] = {}
    used: dict[str, list[str]] = {}
    failed: list[str] = []

    def work(tests: Tests) -> None:
        memory = Memory()
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            # A cache that one test filled would hide lines from the next test.
            memory.forget()
            print(test.nodeid, flush=True)  # the last one in the log is the one that hangs
            signal.alarm(MOST_SECONDS)
            made, before = sum(fixtures.seconds.values()), _processor_seconds()
            fixtures.enter(test.nodeid)
            if passes(test, following):
                shared = sum(fixtures.seconds.values()) - made
                seconds[test.nodeid] = round(max(0.0, _processor_seconds() - before - shared), 4)
                used[test.nodeid] = fixtures.list_contexts(test)
            else:
                failed.append(test.nodeid)
            fixtures.leave()
        signal.alarm(0)

    measuring.start()
    for file in files:
        if not file.endswith("__main__.py"):
            try:
                importlib.import_module(".".join(PurePath(file).with_suffix("").parts[1:]).removesuffix(".__init__"))
            except Exception as error:
                # Extras that are not installed are ignored. The library's own error is recognized by its name, because
                # importing its class before the measurement would hide lines.
                if type(error).__name__ not in ("ModuleNotFoundError", "MissingExtraError"):
                    raise
    measuring.switch_context(COLLECTING)
    collect_tests([*list_set(name), *list_ignore_options()], folder / f"tests-recorded-{name}", work, [fixtures])
    measuring.stop()
    if failed:
        print(f"left out, fails on the unchanged code: {', '.join(failed)}", file=sys.stderr)
    if len(failed) > MOST_FAILED:
        raise SystemExit(f"{len(failed)} tests of {name} fail on the unchanged code")
    shared = {test: round(sum(map(fixtures.seconds.__getitem__, used[test])), 4) for test in seconds if used[test]}
    return {"seconds": seconds, "shared": shared, **_lines_of(files, measuring, used)}


def _lines_of(
    files: Sequence[str], measuring: coverage.Coverage, used: dict[str, list[str]]
) -> dict[str, dict[str, object]]:
    """Return the ``lines`` and ``imported`` of a record; *used* has each test's shared fixtures."""
    bits: dict[str, int] = {}
    for index, (test, fixtures) in enumerate(used.items()):
        for context in (test, *fixtures):
            bits[context] = bits.get(context, 0) | 1 << index
    lines: dict[str, object] = {}
    imported: dict[str, object] = {}
    for file in files:
        contexts_of_lines = measuring.get_data().contexts_by_lineno(str(ROOT / file))
        of_file: dict[int, str] = {}
        for line, contexts in contexts_of_lines.items():
            tests = 0
            for context in contexts:
                tests |= bits.get(context, 0)
            of_file[line] = f"{tests:x}"
        lines[file] = of_file
        imported[file] = [line for line, contexts in contexts_of_lines.items() if "" in contexts]
    return {"lines": lines, "imported": imported}


def read_record(place: Path) -> Record:
    """Return the record in the file *place*."""
    data: dict[str, Any] = json.loads(place.read_text("utf-8"))
    return Record(
        data["seconds"],
        data["shared"],
        {file: {int(line): int(tests, 16) for line, tests in of.items()} for file, of in data["lines"].items()},
        {file: frozenset(lines) for file, lines in data["imported"].items()},
    )
