"""Recording which tests run which lines, and how long they take."""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path, PurePath

import attrs
import coverage

from .memory import Memory
from .sessions import ROOT, Tests, collected, passes

NEVER = (
    "tests/test_docs",
    "tests/test_imports",
    "tests/test_mutants",
    "tests/test_public_names",
    "tests/test_rule_ids",
    "tests/arena",
    "tests/bots",
    "tests/render",
    "tests/terminal",
    "tests/testing/test_plugin",
)
"""
Tests that read sources or pages, slow ones of what is built far above (bots, pictures, screens), and those of pytest's
own messages, which it does not make where others run its tests.
"""

COLLECTING = "collecting"
"""What is run between tests; it has no name of a test."""


@attrs.frozen
class Record:
    """
    What the tests did on the unchanged code.

    Attributes:
        seconds: The tests that pass, each with the processor time it takes while it is recorded.
        lines: For each file and line the tests that run it.
        imported: For each file the lines that are run while the library is imported.
    """

    seconds: dict[str, float]
    lines: dict[str, dict[int, frozenset[str]]]
    imported: dict[str, frozenset[int]]


def place_of_record(files: Sequence[str], folder: Path) -> Path:
    """Return the file in *folder* for the record of the tests as they are now; *files* are those recorded."""
    digest = hashlib.sha256(repr((sys.version, files)).encode())
    here = Path(__file__).parent
    sources = [ROOT / "conftest.py", ROOT / "pyproject.toml"]
    sources += [here / name for name in ("memory.py", "recording.py", "sessions.py")]
    for top in ("src", "tests", "examples"):
        sources += [path for path in (ROOT / top).rglob("*") if path.is_file() and path.suffix not in (".md", ".pyc")]
    for path in sorted(sources):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(NEVER):
            digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return folder / f"record-{digest.hexdigest()[:16]}.json"


def keep_record(files: Sequence[str], place: Path) -> None:
    """
    Record the tests into the file *place*, in a process that has not imported the library yet.

    Args:
        files: The files whose lines are recorded, from the root of the project.
        place: Where the record goes; older ones beside it are deleted.
    """
    for old in place.parent.glob("record-*.json"):
        old.unlink()
    place.write_text(json.dumps(_record(files, place.parent)), "utf-8")


def _record(files: Sequence[str], folder: Path) -> dict[str, object]:
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
            measuring.switch_context(test.nodeid)
            before = time.process_time()
            if passes(test, following):
                seconds[test.nodeid] = round(time.process_time() - before, 4)
            else:
                failed.append(test.nodeid)
            measuring.switch_context(COLLECTING)

    measuring.start()
    for file in files:
        importlib.import_module(".".join(PurePath(file).with_suffix("").parts[1:]).removesuffix(".__init__"))
    measuring.switch_context(COLLECTING)
    left_out = [f"--ignore-glob={ROOT / name}*" for name in NEVER]
    collected(["tests", *left_out], folder / "tests-recorded", work)
    measuring.stop()
    if failed:
        raise SystemExit(f"fails before anything is changed: {', '.join(failed)}")
    data = measuring.get_data()
    names = list(seconds)
    number = {name: index for index, name in enumerate(names)}
    lines = {
        file: {
            line: sorted(number.get(context, -1) for context in contexts if context != COLLECTING)
            for line, contexts in data.contexts_by_lineno(str(ROOT / file)).items()
        }
        for file in files
    }
    return {"seconds": seconds, "lines": lines}


def kept_record(place: Path) -> Record:
    """Return the record in the file *place*, in which -1 stands for the import of the library."""
    data = json.loads(place.read_text("utf-8"))
    names = list(data["seconds"])
    lines, imported = {}, {}
    for file, contexts in data["lines"].items():
        lines[file] = {
            int(line): frozenset(names[index] for index in indices if index >= 0) for line, indices in contexts.items()
        }
        imported[file] = frozenset(int(line) for line, indices in contexts.items() if -1 in indices)
    return Record(data["seconds"], lines, imported)
