"""The nightly run: its time limits, its seeds, and which steps it repeats."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import attrs
import pytest
import yaml
from tools.nightly.__main__ import RESULTS, main
from tools.nightly.night import Night, print_table, run_parts, run_step
from tools.nightly.parts import ONLY_ON_REQUEST, PARTS, Part, Step, derive_seed
from tools.nightly.records import ROOT, Record, count_tests, read_commit, read_records, write_record
from tools.nightly.timetable import PAGE, read_sessions, read_times, replace_tables, sessions_run_by

STEPS = [step for part in PARTS for step in part.steps]


def read_workflow() -> Any:
    """Return the workflow of the night."""
    return yaml.safe_load((ROOT / ".github" / "workflows" / "nightly.yml").read_text("utf-8"))


def write_words(path: Path, *words: str) -> tuple[str, ...]:
    """Return a command that appends its last argument, the step's seed, to a file, and then runs *words*."""
    program = f"import pathlib, sys; pathlib.Path({str(path)!r}).open('a').write(sys.argv[1] + ' '); "
    return ("python", "-c", program + "; ".join(words), "{seed}")


@pytest.fixture
def runs(tmp_path: Path) -> Callable[[], list[str]]:
    """Return a function that reads the seeds of the steps that were run."""
    path = tmp_path / "runs"
    return lambda: path.read_text("utf-8").split() if path.exists() else []


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Part, ...]:
    """Return two parts: one with a failing and a passing step, and one with a passing step."""
    path = tmp_path / "runs"
    failing = Step("fails", write_words(path, "print('no')", "sys.exit(3)"))
    first, second = Step("first", write_words(path)), Step("second", write_words(path))
    return Part("mixed", "a test", (failing, first)), Part("good", "a test", (second,))


@pytest.fixture
def night(tmp_path: Path) -> Night:
    """Return a night with its own file of results."""
    return Night(20261224, "0123456789ab", tmp_path / "kept" / "results.jsonl")


def seeds_of(parts: Sequence[Part], *names: str, night: int = 20261224) -> list[str]:
    """Return the seeds of the steps with these names."""
    steps = {step.name: step for part in parts for step in part.steps}
    return [str(derive_seed(night, steps[name])) for name in names]


def test_each_session_has_its_time() -> None:
    """Each session runs automatically by day or at night, or is listed with the reason why it does not."""
    assert {step.session for step in STEPS if step.session} <= set(read_sessions())
    automatic = {session for column in read_times().values() for session in column}
    assert automatic <= set(read_sessions())
    assert set(read_sessions()) - automatic == set(ONLY_ON_REQUEST)


def test_the_tables_of_the_page_of_checks() -> None:
    """The tables match the files. `python -m tools.nightly --timetable` writes them."""
    page = PAGE.read_text("utf-8")
    assert replace_tables(page) == page


def test_sessions_are_recognized_in_commands() -> None:
    """Sessions are recognized by name, programs by the session that runs them, and similar words are ignored."""
    assert sessions_run_by("nox -s lint typing && echo done") == {"lint", "typing"}
    assert sessions_run_by(".venv/bin/pytest -n 4; .venv/bin/mypy") == {"tests", "typing"}
    assert sessions_run_by("pip install pytest-xdist; python -m tests.both_builds --games 20") == {"builds"}


def test_names_are_unique() -> None:
    """The names of parts and steps are unique, because the results file identifies them by name."""
    assert len({part.name for part in PARTS}) == len(PARTS)
    assert len({step.name for step in STEPS}) == len(STEPS)
    seeds = {step.name: derive_seed(20261224, step) for step in STEPS if not step.name.startswith("mutants")}
    assert len(set(seeds.values())) == len(seeds)


def test_the_mutants_are_one_sample() -> None:
    """The parts of the sample of mutants have one seed, so that together they try each mutant once."""
    steps = [step for step in STEPS if step.session == "mutants"]
    assert len({derive_seed(20261224, step) for step in steps}) == 1
    numbers = [step.words[step.words.index("--part") + 1] for step in steps]
    assert numbers == [f"{number}/{len(steps)}" for number in range(1, len(steps) + 1)]


def test_the_workflow_runs_all_parts() -> None:
    """Each part has its own job, which uploads the results and has a time limit slightly above the part's."""
    job = read_workflow()["jobs"]["night"]
    assert job["strategy"]["matrix"]["part"] == [part.name for part in PARTS]
    assert job["strategy"]["fail-fast"] is False
    assert 60 < job["timeout-minutes"] <= 90
    (run,) = (step["run"] for step in job["steps"] if "nightly" in step.get("run", ""))
    assert run == 'python -m nox -s nightly -- "$PART" --seed "$SEED"'
    assert job["env"] == {"PART": "${{ matrix.part }}", "SEED": "${{ inputs.seed }}"}
    upload = job["steps"][-1]
    assert (upload["if"], ROOT / upload["with"]["path"]) == ("always()", RESULTS.parent)


def test_the_workflow_may_only_read() -> None:
    """The workflow may only read the contents, and its checkout stores no credentials."""
    workflow = read_workflow()
    assert workflow["permissions"] == {}
    assert workflow["jobs"]["night"]["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["night"]["steps"][0]["with"] == {"persist-credentials": False}


def test_seeds_depend_on_the_night_and_the_step() -> None:
    """A step has the same seed in each process of a night. Other nights and other steps have other seeds."""
    one, other = Step("one", ("python",)), Step("other", ("python",))
    assert derive_seed(20261224, one) == 468998
    assert derive_seed(20261224, one) != derive_seed(20261225, one)
    assert derive_seed(20261224, one) != derive_seed(20261224, other)


def test_the_printed_command_repeats_a_step() -> None:
    """The command has the step's environment and seed, quoted for a shell."""
    words = ("nox", "-s", "tests-3.13(build='pure')", "--", "-k", "a b", "{seed}")
    step = Step("one", words, {"PYTHONMALLOC": "debug"})
    assert step.command_line(7, "abc") == "PYTHONMALLOC=debug nox -s \"tests-3.13(build='pure')\" -- -k 'a b' 7"
    assert step.session == "tests"
    assert step.program(7, "abc")[1:4] == ["-m", "nox", "-s"]


@pytest.mark.slow
def test_each_seed_is_printed(
    parts: tuple[Part, ...], night: Night, runs: Callable[[], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """The seed of the night and those of its steps are printed, and the steps receive theirs."""
    run_parts(parts, night)
    printed = capsys.readouterr().out
    assert "The night's seed is 20261224; the commit is 0123456789ab." in printed
    assert re.findall(r"   seed (\d+), repeat with: python -c .* \1\n", printed) == runs()
    assert runs() == seeds_of(parts, "fails", "first", "second")


@pytest.mark.slow
def test_a_step_that_fails_fails_the_night(
    parts: tuple[Part, ...], night: Night, runs: Callable[[], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """The other steps are run as well, and the command of the failed one is printed again at the end."""
    assert not run_parts(parts, night)
    assert [record.outcome for record in read_records(night.results)] == ["failed", "passed", "passed"]
    table = capsys.readouterr().out.rpartition("\npart ")[2]
    assert f"\nfailed: fails; repeat with: {parts[0].steps[0].command_line(int(runs()[0]), night.commit)}\n" in table
    assert run_parts(parts[1:], night)


@pytest.mark.slow
def test_the_output_of_a_step_is_kept(parts: tuple[Part, ...], night: Night) -> None:
    """The output of a step is stored next to the results."""
    run_parts(parts, night)
    assert (night.results.parent / "fails.log").read_text("utf-8") == "no\n"


@pytest.mark.long
def test_steps_that_passed_are_not_run_again(
    parts: tuple[Part, ...], night: Night, runs: Callable[[], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """A resumed night repeats only what failed, and `--again` repeats everything."""
    run_parts(parts, night)
    assert not run_parts(parts, night)
    assert runs() == seeds_of(parts, "fails", "first", "second", "fails")
    assert capsys.readouterr().out.count("   passed before\n") == 2
    run_parts(parts, night, again=True)
    assert runs()[4:] == seeds_of(parts, "fails", "first", "second")


@pytest.mark.slow
@pytest.mark.parametrize("other", [{"seed": 20261225}, {"commit": "ba9876543210"}])
def test_another_night_runs_all(  # `other` is any field of a night.
    other: dict[str, Any], parts: tuple[Part, ...], night: Night, runs: Callable[[], list[str]]
) -> None:
    """A night with another seed or commit runs all steps."""
    run_parts(parts[1:], night)
    another = attrs.evolve(night, **other)
    run_parts(parts[1:], another)
    run_parts(parts[1:], another)
    assert len(runs()) == 2


def test_a_truncated_line_of_the_results(parts: tuple[Part, ...], night: Night, runs: Callable[[], list[str]]) -> None:
    """Complete records still count after the last line was truncated, and so does the next record."""
    run_parts(parts[1:], night)
    night.results.write_text(night.results.read_text("utf-8") + '{"part": "good", "st', "utf-8")
    write_record(a_record(), night.results)
    assert a_record() in read_records(night.results)
    assert run_parts(parts[1:], night)
    assert len(runs()) == 1


@pytest.mark.slow
def test_the_command_line(
    parts: tuple[Part, ...], tmp_path: Path, runs: Callable[[], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the named parts are run with the given seed, and the exit status reports their outcome."""
    results = ["--results", str(tmp_path / "results.jsonl")]
    assert main(["good", "--seed", "7", *results], parts) == 0
    assert main(["--seed", "7", *results], parts) == 1
    assert seeds_of(parts, "second", night=7) == runs()[:1]
    with pytest.raises(SystemExit, match=re.escape("there is no part 'bad'; there are: mixed, good")):
        main(["bad", *results], parts)


@pytest.mark.parametrize("options", [[], ["--seed", ""]])
def test_the_default_seed_is_the_date(
    options: list[str], parts: tuple[Part, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The date is the default seed. It is also used for the empty seed that the workflow passes by default."""
    days = {f"{datetime.now(UTC):%Y%m%d}"}
    assert main(["good", *options, "--results", str(tmp_path / "results.jsonl")], parts) == 0
    days.add(f"{datetime.now(UTC):%Y%m%d}")
    assert re.findall(r"The night's seed is (\d+);", capsys.readouterr().out)[0] in days


def test_parts_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """The list shows the command of each step."""
    assert main(["storm", "--list", "--seed", "20261224"]) == 0
    listed = capsys.readouterr().out
    assert listed.startswith("storm: a hundred thousand damaged states and logs")
    assert re.search(r"    nox .* -s storm -- --inputs 100000 --seed \d+\n", listed)


SLEEP = "import time; time.sleep(600)"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups here")
@pytest.mark.parametrize(
    "program",
    [
        f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SLEEP!r}])",
        f"import os; os.close(1); os.close(2); {SLEEP}",
    ],
    ids=["in a process of its own", "without an output"],
)
def test_a_step_that_hangs_is_ended(night: Night, program: str) -> None:
    """A hanging step is ended with the processes that it started, whether they keep its output open or closed it."""
    step = Step("sleeps", ("python", "-c", program))
    record = run_step(Part("slow", "a test", (step,)), step, attrs.evolve(night, most_minutes=0.01))
    assert record.outcome == "endless"
    assert record.seconds < 300


def a_record(**fields: Any) -> Record:  # These are any fields of a record.
    """Return a record of a step that passed, with the given fields replaced."""
    record = Record(
        part="good", step="second", night=20261224, seed=1, commit="0123456789ab", outcome="passed",
        command="python", begun="2026-12-24T01:23:00+00:00", seconds=60.0, cpu_seconds=100.0,
    )  # fmt: skip
    return attrs.evolve(record, **fields)


@pytest.mark.parametrize(("seconds", "is_well"), [(3600.0, True), (3606.0, False)])
def test_a_part_that_takes_too_long_fails(
    seconds: float, is_well: bool, parts: tuple[Part, ...], night: Night, capsys: pytest.CaptureFixture[str]
) -> None:
    """A part fails if its steps together take more than an hour."""
    write_record(a_record(part="mixed", step="fails", seconds=seconds - 60), night.results)
    write_record(a_record(part="mixed", step="first", seconds=60.0), night.results)
    assert print_table(parts[:1], night) is is_well
    assert ("too long: 60.1 minutes; the limit is 60" in capsys.readouterr().out) is not is_well


def test_a_step_that_was_not_run_fails(parts: tuple[Part, ...], night: Night) -> None:
    """A part without records of all its steps has not passed."""
    write_record(a_record(part="mixed", step="first"), night.results)
    assert not print_table(parts[:1], night)


def test_records_are_lines_of_json(night: Night) -> None:
    """Each record is read as it was written."""
    records = [a_record(), a_record(outcome="skipping", wrongly_skipped=("no reason",), skipped=1)]
    for record in records:
        write_record(record, night.results)
    assert read_records(night.results) == records
    assert '"cpu_seconds": 100.0' in night.results.read_text("utf-8")


TESTS = """
import pytest

def test_good(): pass
def test_bad(): assert False
@pytest.mark.skip(reason="needs the extra docs")
def test_elsewhere(): pass
@pytest.mark.skip(reason="nobody knows why")
def test_nowhere(): pass
@pytest.fixture
def broken(): raise ValueError
def test_error(broken): pass
"""


@pytest.fixture
def pytest_step(tmp_path: Path) -> Callable[[str, str], Step]:
    """Return a function that creates a step with the selected tests of the file above."""
    path = tmp_path / "test_some.py"
    path.write_text(TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    words = ("python", "-m", "pytest", "-ra", "-p", "no:cacheprovider", "-c", str(tmp_path / "pytest.ini"), str(path))
    # Without third-party plugins, pytest starts in a fifth of the CPU time.
    bare = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return lambda name, chosen: Step(name, (*words, "-k", chosen), environment=bare)


@pytest.mark.long
def test_the_summary_of_pytest_is_counted(pytest_step: Callable[[str, str], Step], night: Night) -> None:
    """The record counts tests that passed, failed, were skipped or had errors, and has the CPU time."""
    step = pytest_step("some", "test")
    record = run_step(Part("a part", "a test", (step,)), step, night)
    assert (record.outcome, record.passed, record.failed, record.skipped) == ("failed", 1, 2, 2)
    assert record.cpu_seconds > 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "chosen", "outcome", "reasons"),
    [
        pytest.param("tests, pure", "good or elsewhere", "passed", (), marks=pytest.mark.long),
        ("extras", "good or elsewhere", "skipping", ("needs the extra docs",)),
        pytest.param("tests, pure", "good or nowhere", "skipping", ("nobody knows why",), marks=pytest.mark.long),
    ],
)
def test_no_test_is_skipped_everywhere(
    name: str,
    chosen: str,
    outcome: str,
    reasons: tuple[str, ...],
    pytest_step: Callable[[str, str], Step],
    night: Night,
) -> None:
    """A test may be skipped only if another step has to run it."""
    step = pytest_step(name, chosen)
    record = run_step(Part("a part", "a test", (step,)), step, night)
    assert (record.outcome, record.wrongly_skipped) == (outcome, reasons)


def test_all_runs_of_pytest_are_counted() -> None:
    """A step may run pytest several times, quietly as well, and other lines are ignored."""
    lines = [
        "============ 8964 passed, 24 skipped, 3 warnings in 439.12s (0:07:19) ============",
        "2 failed, 1 passed in 0.12s",
        "12 mutants, 11 killed in 5 minutes",
    ]
    assert count_tests(lines) == {"passed": 8965, "skipped": 24, "warnings": 3, "failed": 2}


def test_the_commit_identifies_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit is followed by the time if there are uncommitted changes, and is unknown without version control."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))  # Temporary files may lie in a repository.
    assert re.fullmatch(r"unknown\+\d{8}T\d{6}", read_commit(tmp_path))
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    (tmp_path / "file").write_text("text", "utf-8")
    for words in (("init", "-q"), ("add", "file"), (*identity, "commit", "-q", "-m", "Add a file")):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    assert re.fullmatch(r"[0-9a-f]{12}", read_commit(tmp_path))
    (tmp_path / "file").write_text("other", "utf-8")
    assert re.fullmatch(r"[0-9a-f]{12}\+\d{8}T\d{6}", read_commit(tmp_path))
