"""The results file of the night: a line of JSON for each step, with the counts that pytest reported."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import attrs

from .parts import MACHINES, SKIPPED_ELSEWHERE

ROOT = Path(__file__).parent.parent.parent

SUMMARY = re.compile(r"^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s(?: \([\d:a-z, ]+\))?(?: =+)?$")
"""The last line of a run of pytest, such as `== 12 passed, 1 skipped in 3.40s ==`."""
SKIPPED = re.compile(r"^SKIPPED \[\d+\] (?:\S+?:\d+|\S+): (.*)$")
"""A line of pytest's short summary about tests that were skipped for one reason."""


@attrs.frozen(kw_only=True)
class Record:
    """The outcome of one step."""

    part: str
    step: str
    night: int
    """The seed of the night from which `seed` was derived."""
    seed: int
    commit: str
    """The checked commit, with the time appended if something was not committed."""
    outcome: str
    """`passed`, `failed`, `endless` (ended after too long) or `skipping` (tests were skipped that must run)."""
    command: str
    begun: str
    """When the step began, in UTC."""
    seconds: float
    cpu_seconds: float
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    """Tests, summed over the runs of pytest in the step; zero if the step runs other programs."""
    wrongly_skipped: tuple[str, ...] = ()
    """Reasons for which no test may be skipped in this step."""

    @property
    def is_passed(self) -> bool:
        """Return whether the step passed."""
        return self.outcome == "passed"


def write_record(record: Record, path: Path) -> None:
    """Append a record to the results file at *path*, on a new line even if the last line is torn."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" + json.dumps(attrs.asdict(record), ensure_ascii=False) + "\n")


def read_records(path: Path) -> list[Record]:
    """Return the records of the results file at *path*, without torn lines; an empty list if the file is missing."""
    records = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            fields = json.loads(line)
        except json.JSONDecodeError:  # empty, or the night was ended while it wrote the line
            continue
        records.append(Record(**{**fields, "wrongly_skipped": tuple(fields["wrongly_skipped"])}))
    return records


def latest_records(records: Iterable[Record], commit: str, night: int) -> dict[str, Record]:
    """Return the latest record of each step for this commit and this seed of the night, by step."""
    return {record.step: record for record in records if (record.commit, record.night) == (commit, night)}


def read_commit(root: Path = ROOT) -> str:
    """
    Return the commit that is checked out.

    If files differ from it, or there is no repository, append the time: records of uncommitted files must not count for
    a later run.
    """
    commit = _ask_git(root, "rev-parse", "--short=12", "HEAD")
    if commit and not _ask_git(root, "status", "--porcelain"):
        return commit
    return f"{commit or 'unknown'}+{datetime.now(UTC):%Y%m%dT%H%M%S}"


def _ask_git(root: Path, *words: str) -> str:
    answer = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    return answer.stdout.strip()


def count_tests(lines: Sequence[str]) -> Counter[str]:
    """Return how many tests passed, failed and were skipped, from the last lines of all runs of pytest in an output."""
    counts: Counter[str] = Counter()
    for line in lines:
        if found := SUMMARY.match(line.strip()):
            for number, word in re.findall(r"(\d+) ([a-z]+)", found[1]):
                counts["failed" if word in ("error", "errors") else word] += int(number)
    return counts


def wrong_skips(step: str, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the reasons in an output for which tests were skipped although this step, or no step, runs them."""
    reasons = {found[1] for line in lines if (found := SKIPPED.match(line.strip()))}
    return tuple(sorted(reason for reason in reasons if not _may_be_skipped(step, reason)))


def _may_be_skipped(step: str, reason: str) -> bool:
    if any(re.search(pattern, reason) for pattern in MACHINES):
        return True
    return any(where != step and re.search(pattern, reason) for pattern, where in SKIPPED_ELSEWHERE.items())
