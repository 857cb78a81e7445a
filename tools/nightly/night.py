"""Run the parts of the night one after another, and report the results at the end."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import attrs

from .parts import Part, Step, derive_seed
from .records import ROOT, Record, count_tests, latest_records, read_records, write_record, wrong_skips

KEPT_LINES = 5000
"""Lines at the end of an output that are searched for pytest's summaries."""


@attrs.frozen
class Night:
    """A run of the night: its seed, the checked commit, and the place of the results."""

    seed: int
    commit: str
    results: Path
    """The results file. The output of each step is written to the same folder."""
    most_minutes: float = 60
    """The time that a part may take. A step that takes longer on its own is ended."""

    def list_records(self) -> dict[str, Record]:
        """Return the records of this night, by step."""
        return latest_records(read_records(self.results), self.commit, self.seed)


def run_parts(parts: Sequence[Part], night: Night, *, again: bool = False) -> bool:
    """
    Run the steps of *parts*, print a table, and return whether everything passed.

    Steps that passed before run only if *again* is true.
    """
    done = set() if again else {step for step, record in night.list_records().items() if record.is_passed}
    say(f"The night's seed is {night.seed}; the commit is {night.commit}.")
    for part in parts:
        for step in part.steps:
            seed = derive_seed(night.seed, step)
            say(f"\n== {part.name}: {step.name}")
            say(f"   seed {seed}, repeat with: {step.command_line(seed, night.commit)}")
            if step.name in done:
                say("   passed before")
                continue
            record = run_step(part, step, night)
            write_record(record, night.results)
            say(f"   {record.outcome} after {record.seconds / 60:.1f} minutes")
    return print_table(parts, night)


def run_step(part: Part, step: Step, night: Night) -> Record:
    """Run one step, with its output on the terminal and in a file, and return its record."""
    seed = derive_seed(night.seed, step)
    night.results.parent.mkdir(parents=True, exist_ok=True)
    output = night.results.parent / f"{step.name.replace(', ', '-').replace(' ', '-')}.log"
    begun, cpu_before, start = datetime.now(UTC), _children_seconds(), time.monotonic()
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", **step.environment}
    status, is_endless, lines = _follow(step.program(seed, night.commit), environment, output, night.most_minutes * 60)
    counts, wrong = count_tests(lines), wrong_skips(step.name, lines)
    if is_endless:
        outcome = "endless"
    elif status != 0:
        outcome = "failed"
    else:
        outcome = "skipping" if wrong else "passed"
    return Record(
        part=part.name,
        step=step.name,
        night=night.seed,
        seed=seed,
        commit=night.commit,
        outcome=outcome,
        command=step.command_line(seed, night.commit),
        begun=begun.isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - start, 1),
        cpu_seconds=round(_children_seconds() - cpu_before, 1),
        passed=counts["passed"],
        failed=counts["failed"],
        skipped=counts["skipped"],
        wrongly_skipped=wrong,
    )


def _follow(
    program: Sequence[str], environment: Mapping[str, str], output: Path, most_seconds: float
) -> tuple[int, bool, list[str]]:
    """Run a program; return its status, whether it had to be ended, and the last lines of its output."""
    lines: deque[str] = deque(maxlen=KEPT_LINES)
    ended = threading.Event()
    with (
        subprocess.Popen(
            program,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # so that the processes that it starts can be ended with it
        ) as process,
        output.open("w", encoding="utf-8") as file,
    ):

        def end() -> None:
            ended.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(most_seconds, end)
        timer.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                print(line, end="", flush=True)
                file.write(line)
                lines.append(line)
            process.wait()  # a program can close its output and go on
        except BaseException:  # somebody ends the night itself
            end()
            raise
        finally:
            timer.cancel()
    return process.returncode, ended.is_set(), list(lines)


def _children_seconds() -> float:
    """Return the processor time of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def print_table(parts: Sequence[Part], night: Night) -> bool:
    """Print the record of each step of *parts*, and return whether all passed and no part took too long."""
    recorded, is_well = night.list_records(), True
    say(f"\n{'part':18}{'step':36}{'outcome':10}{'passed':>8}{'failed':>8}{'skipped':>8}{'minutes':>9}{'of CPU':>8}")
    for part in parts:
        records = [recorded[step.name] for step in part.steps if step.name in recorded]
        for record in records:
            say(
                f"{part.name:18}{record.step:36}{record.outcome:10}{record.passed:8}{record.failed:8}{record.skipped:8}"
                f"{record.seconds / 60:9.1f}{record.cpu_seconds / 60:8.1f}"
            )
        minutes = sum(record.seconds for record in records) / 60
        if minutes > night.most_minutes:
            say(f"{part.name:18}too long: {minutes:.1f} minutes; the limit is {night.most_minutes:g}")
            is_well = False
        is_well = is_well and len(records) == len(part.steps) and all(record.is_passed for record in records)
    for record in recorded.values():
        if not record.is_passed and record.part in {part.name for part in parts}:
            say(f"\n{record.outcome}: {record.step}; repeat with: {record.command}")
            for reason in record.wrongly_skipped:
                say(f"   skipped although no other step runs it: {reason}")
    say(f"\nThe night's seed is {night.seed}; the results are in {night.results}.")
    return is_well


def say(line: str) -> None:
    """Print a line at once, so that it appears before the output of the next step."""
    print(line, flush=True)
