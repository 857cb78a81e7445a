"""The tool that measures how many mutants the tests notice: its output, its results, and how it cleans up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tools.mutants.changes import mutants_of
from tools.mutants.command import UNFINISHED, main
from tools.mutants.recording import read_record
from tools.mutants.results import Result, ResultsError, ResultsFile, read_survivors
from tools.mutants.sessions import ROOT
from tools.mutants.trying import COLLECTED, Jury, Outcome

SOURCE = b"def answer(of: int) -> int:\n    return of + 1\n"


def test_listing_a_part_of_a_sample(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The option --list prints each mutant of the requested part of a module's sample in a line."""
    arguments = ["--room", "rules", "--module", "rules/castle_line", "--sample", "9", "--seed", "7", "--part", "2/3"]
    monkeypatch.setattr(sys, "argv", ["mutants", *arguments, "--list"])
    main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("src/magnum_sal/rules/castle_line.py:") for line in lines)


def test_a_survey_that_reaches_its_time_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The seed is printed, the file of results is created, and the exit status says that mutants remain."""
    results = tmp_path / "results.jsonl"
    arguments = ["--module", "rules/castle_line", "--sample", "9", "--seed", "7", "--results", str(results)]
    monkeypatch.setattr(sys, "argv", ["mutants", *arguments, "--minutes", "0", "--folder", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == UNFINISHED
    printed = capsys.readouterr().out
    assert printed.startswith("seed 7: 9 of ")
    assert "0 of 9 mutants tried" in printed
    assert len(results.read_text("utf-8").splitlines()) == 1


@pytest.mark.slow
def test_results_are_resumed(tmp_path: Path) -> None:
    """Results are read again without a truncated last line, and a file with another seed is refused."""
    every = mutants_of("sample.py", SOURCE)
    first, second = (
        Result(every[0], Outcome.KILLED, "tests/a.py::test", 3, 0.5),
        Result(every[1], Outcome.SURVIVED, "", 2, 1.5),
    )
    path = tmp_path / "results.jsonl"
    file = ResultsFile(path, 7, 10)
    file.write(first)
    file.write(second)
    assert ResultsFile(path, 7, 10).read(every) == [first, second]
    assert read_survivors(path, every) == [every[1]]
    path.write_text(path.read_text("utf-8")[:-5], "utf-8")
    file = ResultsFile(path, 7, 10)
    assert file.read(every) == [first]
    file.write(second)
    assert file.read(every) == [first, second]
    with pytest.raises(ResultsError, match="another seed"):
        ResultsFile(path, 8, 10)


def test_a_test_that_fails_without_a_change_is_ignored() -> None:
    """A test that also fails without a change is never used again. One that fails only with the change is trusted."""
    asked: list[tuple[list[str], bool]] = []

    def attempt(names: Sequence[str], is_changed: bool) -> tuple[Outcome, str]:
        asked.append((list(names), is_changed))
        if "flaky" in names:
            return Outcome.KILLED, "flaky"
        return (Outcome.KILLED, "sound") if is_changed and "sound" in names else (Outcome.SURVIVED, names[-1])

    jury = Jury()
    trial = jury.try_mutant(["flaky", "sound"], attempt)
    assert (trial.outcome, trial.test) == (Outcome.KILLED, "sound")
    assert asked == [(["flaky", "sound"], True), (["flaky"], False), (["sound"], True), (["sound"], False)]
    asked.clear()
    assert jury.try_mutant(["flaky", "sound"], attempt).test == "sound"
    assert jury.try_mutant(["flaky"], attempt).outcome is Outcome.SURVIVED
    assert asked == [(["sound"], True)]


def test_an_error_of_the_tool_kills_no_mutant() -> None:
    """Tests that cannot be collected kill a mutant only if they can be collected on the unchanged code."""
    asked: list[bool] = []

    def attempt(names: Sequence[str], is_changed: bool) -> tuple[Outcome, str]:
        asked.append(is_changed)
        if is_changed or names == ["broken"]:
            return Outcome.KILLED, COLLECTED
        return Outcome.SURVIVED, names[-1]

    with pytest.raises(RuntimeError, match="broken cannot be collected on the unchanged code"):
        Jury().try_mutant(["broken"], attempt)
    asked.clear()
    jury = Jury()
    assert [jury.try_mutant(["sound", "other"], attempt).test for _ in range(2)] == [COLLECTED] * 2
    assert asked == [True, False, True]


def in_process(source: str) -> str:
    """Run a program that can import ``tools``, and return its output."""
    command = [sys.executable, "-c", source]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are adopted on Linux only")
def test_a_trial_leaves_no_processes() -> None:
    """No process remains after a trial, even if it hangs or started a process in another session."""
    printed = in_process(
        """
import os, subprocess, time
from tools.mutants.processes import adopt_orphans, run_in_child
def work():
    subprocess.Popen(["sleep", "300"], start_new_session=True)
    subprocess.Popen(["sleep", "300"])
    return 5
def hang():
    subprocess.Popen(["sleep", "300"], start_new_session=True)
    time.sleep(300)
adopt_orphans()
print(run_in_child(work, 30), run_in_child(hang, 0.5), run_in_child(os.abort, 30))
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no child")
"""
    )
    assert printed.splitlines()[-2:] == ["5 None -6", "no child"]


@pytest.mark.slow
def test_an_error_in_a_trial_is_printed() -> None:
    """An exception in a child process counts as status 1, and its traceback is printed."""
    command = "from tools.mutants.processes import run_in_child; print(run_in_child(lambda: 1 // 0, 30))"
    ran = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.stdout == "1\n"
    assert "ZeroDivisionError" in ran.stderr


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="processes are adopted on Linux only")
def test_thousands_of_mutants_are_handed_out(tmp_path: Path) -> None:
    """More mutants than fit into the pipes between the processes are all tried."""
    printed = in_process(
        f"""
from pathlib import Path
from tools.mutants.survey import Survey
from tools.mutants.trying import Outcome, Trial
def work(number, tasks, tell):
    for index in tasks:
        tell(index, Trial(Outcome.SURVIVED, "", 0.0))
found = Survey(Path({str(tmp_path)!r}), 2, float("inf"))._deal(range(8000), work)
print(sorted(index for index, _ in found) == list(range(8000)))
"""
    )
    assert printed == "True\n"


@pytest.mark.slow
def test_a_trial_has_a_limit_of_memory() -> None:
    """A process above the memory limit fails, so the mutant counts as noticed."""
    printed = in_process(
        """
from tools.mutants.processes import MOST_MEMORY, run_in_child
def work():
    try:
        bytearray(MOST_MEMORY)
    except MemoryError:
        return 7
    return 0
print(run_in_child(work, 30))
"""
    )
    assert printed.split() == ["7"]


@pytest.mark.slow
def test_processes_that_a_test_starts_have_the_change(tmp_path: Path) -> None:
    """Servers, workers and commands started by a test import the changed module as well."""
    sample = tmp_path / "mutated_sample.py"
    sample.write_text("FIRST = 5\n", "utf-8")
    printed = in_process(
        f"""
import subprocess, sys
from pathlib import Path
from tools.mutants.importing import import_from_source_in_children
path = {str(sample)!r}
source = Path(path).read_bytes().replace(b"FIRST = 5", b"FIRST = 6")
import_from_source_in_children(path, source, Path({str(tmp_path / "children")!r}))
program = "import sys; sys.path.append({str(sample.parent)!r}); import mutated_sample; print(mutated_sample.FIRST)"
subprocess.run([sys.executable, "-c", program], check=True)
"""
    )
    assert printed.split() == ["6"]


@pytest.mark.long
def test_the_lines_of_a_shared_fixture_count_for_all_its_tests(tmp_path: Path) -> None:
    """The lines that a shared fixture runs are recorded for every test that uses it. A failing test is omitted."""
    module, tests = tmp_path / "recorded_sample.py", tmp_path / "test_recorded_sample.py"
    module.write_text("def make():\n    return 1\n\ndef add(one):\n    return one + 1\n", "utf-8")
    # These are the options of the project's conftest.py, which is read as well if temporary files lie below it.
    (tmp_path / "conftest.py").write_text(
        """
import contextlib
from hypothesis import settings
settings.register_profile("mutants")
def pytest_addoption(parser):
    with contextlib.suppress(ValueError):
        parser.addoption("--slow", action="store_true")
""",
        "utf-8",
    )
    tests.write_text(
        """
import sys, pytest
sys.path.append(__file__.rpartition("/")[0])
import recorded_sample
@pytest.fixture(scope="module")
def one():
    return recorded_sample.make()
def test_first(one): assert one == 1
def test_second(one): assert recorded_sample.add(one) == 2
def test_third(): assert recorded_sample.add(1) == 2
def test_failing(): assert not recorded_sample
""",
        "utf-8",
    )
    place = tmp_path / "record.json"
    in_process(
        f"""
from pathlib import Path
from tools.mutants import recording
recording.list_modules_of_set = lambda name: [{str(module)!r}]
recording.list_set = lambda name: [{str(tests)!r}]
recording.keep_record("sample", Path({str(place)!r}))
"""
    )
    record = read_record(place)
    names = {line: [name.rpartition("_")[2] for name in record.find_tests(str(module), [line])] for line in (2, 5)}
    assert names == {2: ["first", "second"], 5: ["second", "third"]}
    assert [name.rpartition("_")[2] for name in record.shared] == ["first", "second"]
    assert record.imported[str(module)] == frozenset()  # The tests imported the module during their collection.
