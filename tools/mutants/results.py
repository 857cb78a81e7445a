"""The file of results: one JSON object per line for each tried mutant, so that an interrupted survey can resume."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from .changes import Mutant
from .rooms import SOURCES
from .sessions import ROOT
from .trying import Outcome, Trial

Key: TypeAlias = tuple[str, int, int, str, str]


class ResultsError(Exception):
    """An error for a file of results that belongs to another survey."""


@attrs.frozen
class Result:
    """
    The result of a mutant.

    Attributes:
        mutant: The change.
        outcome: Whether a test noticed it.
        test: The test that killed it or ran too long; empty for a survivor.
        tests: How many tests could have noticed it.
        seconds: The processor time that the trial took.
    """

    mutant: Mutant
    outcome: Outcome
    test: str
    tests: int
    seconds: float

    @classmethod
    def of(cls, mutant: Mutant, trial: Trial, tests: int) -> Result:
        """Return the result of a *trial* with this number of *tests*."""
        return cls(mutant, trial.outcome, trial.test, tests, round(trial.seconds, 2))

    @property
    def is_killed(self) -> bool:
        """Whether the mutant counts as killed."""
        return self.outcome in (Outcome.KILLED, Outcome.TIMEOUT)


class ResultsFile:
    """
    A file that grows by one line for each mutant that was tried.

    The first line identifies the survey that the file belongs to: the seed, the size of the sample, and a digest of the
    source. The parts of one survey may use the file one after the other.
    """

    def __init__(self, path: Path, seed: int, sample: int | None) -> None:
        """
        Open the file, or create it.

        Raises:
            ResultsError: the file is another survey's.
        """
        self.path = path
        head = {"seed": seed, "sample": sample, "sources": _digest()}
        if path.exists() and path.stat().st_size:
            lines = list(_read_lines(path))
            if not lines or lines[0] != head:
                raise ResultsError(f"{path} has results of another seed, sample or source; choose another file")
            # Replace the file by one without a line that was cut off when the survey ended.
            whole = path.with_name(f"{path.name}.whole")
            whole.write_text("".join(_format_line(line) for line in lines), "utf-8")
            whole.replace(path)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_format_line(head), "utf-8")

    def read(self, mutants: Sequence[Mutant]) -> list[Result]:
        """Return the results of those *mutants* that the file contains."""
        rows = {_key_of_row(row): row for row in _read_lines(self.path) if "result" in row}
        return [
            Result(mutant, Outcome[row["result"].upper()], row["test"], row["tests"], row["seconds"])
            for mutant in mutants
            if (row := rows.get(_key(mutant))) is not None
        ]

    def write(self, result: Result) -> None:
        """Append a result."""
        path, line, column, before, after = _key(result.mutant)
        row = {
            "file": path,
            "line": line,
            "column": column,
            "before": before,
            "after": after,
            "result": result.outcome.name.lower(),
            "test": result.test,
            "tests": result.tests,
            "seconds": result.seconds,
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_format_line(row))


def read_survivors(path: Path, mutants: Sequence[Mutant]) -> list[Mutant]:
    """Return those *mutants* that survived according to a file of results of any survey."""
    keys = {_key_of_row(row) for row in _read_lines(path) if row.get("result") == "survived"}
    return [mutant for mutant in mutants if _key(mutant) in keys]


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of the file up to the first one that is cut off."""
    for line in path.read_text("utf-8").splitlines(keepends=True):
        if not line.endswith("\n"):
            return
        yield json.loads(line)


def _format_line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _key(mutant: Mutant) -> Key:
    return mutant.path, mutant.line, mutant.column, mutant.before, mutant.after


def _key_of_row(row: dict[str, Any]) -> Key:
    return row.get("file", ""), row.get("line", 0), row.get("column", 0), row.get("before", ""), row.get("after", "")


def _digest() -> str:
    digest = hashlib.sha256()
    for path in sorted((ROOT / SOURCES).rglob("*.py")):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
