"""The tool that measures how many mutants the tests notice: the mutants it creates, and how it installs them."""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import attrs
import pytest
from tools.mutants import choosing
from tools.mutants.changes import Mutant, mutants_of
from tools.mutants.command import cut_part, draw_sample, parse_part
from tools.mutants.importing import import_from_source
from tools.mutants.recording import NEVER, Record
from tools.mutants.report import key, read_equivalent_keys
from tools.mutants.rooms import EXCEPTIONS, ROOMS, SOURCES, find_room, list_modules, list_set
from tools.mutants.sessions import ROOT
from tools.mutants.swapping import CannotSwapError, Functions


def changes(source: str) -> list[str]:
    """Return the mutants of *source*, each as the text before and after the change."""
    return [f"{mutant.before} -> {mutant.after}" for mutant in mutants_of("module.py", source.encode())]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a < b -> a <= b", "a < b -> a >= b"]),
        (
            "a <= b < c",
            [f"a <= b < c -> {after}" for after in ("a < b < c", "a > b < c", "a <= b <= c", "a <= b >= c")],
        ),
        ("a is None", ["a is None -> a is not None"]),
        ("a and not b", ["a and (not b) -> a or not b", "not b -> b"]),
        ("a + b * -c", ["a + b * -c -> a - b * -c", "b * -c -> b // -c", "-c -> c"]),
        ("f(3, True)", ["f(3, True) -> pass", "3 -> 4", "True -> False"]),
        ("a = 'MINE-1', 'you have no miner'", ["'MINE-1' -> 'MINE-1?'"]),
        ("a.b = c", ["a.b = c -> pass"]),
        ("a += b", ["a += b -> a -= b", "a += b -> pass"]),
        ("if a:\n    raise b", ["a -> False", "a -> True", "raise b -> pass"]),
        ("[a for a in b if c]", ["c -> False", "c -> True"]),
        ("match a:\n    case 1 if b:\n        pass", ["b -> False", "b -> True"]),
        ("def f(a=1):\n    return a", ["1 -> 2", "return a -> return None"]),
        ("def f(): yield a", ["(yield a) -> (yield None)"]),
    ],
)
def test_the_mutants_of_a_source(source: str, expected: list[str]) -> None:
    """Each mutant changes one small thing: a comparison, condition, operator, constant, return value or statement."""
    assert sorted(changes(source)) == sorted(expected)


@pytest.mark.parametrize(
    "source",
    [
        '"""Docstring."""',
        "def f(a: Literal['b'] = c) -> Literal[1]: pass",
        "A: TypeAlias = Literal['b']",
        "if TYPE_CHECKING:\n    a = 1",
        "@lru_cache(maxsize=16)\ndef f(): pass",
        "@attrs.frozen(eq=False)\nclass A: pass",
        "f = lru_cache(maxsize=16)",
        "f = cached(most=16)(A)",
        "__all__ = ['a']",
        "assert a is not None",
        "c = zip(a, b, strict=True)",
        "f'{a + 1}'",
        "return_ = 'a sentence of its own'",
        "match a:\n    case 1:\n        pass",
    ],
)
def test_code_without_mutants(source: str) -> None:
    """Types, caches, docstrings, sentences, patterns, assertions and the checks of ``zip`` have no mutants."""
    assert changes(source) == []


SOURCE = '''\
"""A module."""

from functools import lru_cache

FIRST = 5


@lru_cache
def answer(
    of: int,
) -> int:
    return max(of + 1,
               2)


class Kind:
    @property
    def number(self) -> int:
        def inner() -> int:
            return answer(20)
        return inner()


def later() -> int:
    return 7 + FIRST
'''


def mutant(before: str, after: str) -> Mutant:
    """Return the mutant of SOURCE with this change."""
    (found,) = (
        mutant
        for mutant in mutants_of("sample.py", SOURCE.encode())
        if (mutant.before, mutant.after) == (before, after)
    )
    return found


def test_a_mutant_keeps_all_lines() -> None:
    """A mutant keeps every line in its place, because functions are found by their first line."""
    changed = mutant("return max(of + 1, 2)", "return None").apply_to(SOURCE.encode()).decode()
    assert changed.replace("return None\n\n", "return max(of + 1,\n               2)\n") == SOURCE


def test_the_lines_and_the_place_of_a_mutant() -> None:
    """A test that runs any line of the statement may notice a mutant. Code outside functions runs at import."""
    assert (mutant("2", "3").lines, mutant("2", "3").is_in_function) == (range(12, 14), True)
    assert (mutant("5", "6").lines, mutant("5", "6").is_in_function) == (range(5, 6), False)
    assert mutant("5", "6").readers == {25}  # where `later` reads FIRST


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write SOURCE to a file that can be imported as a module."""
    path = tmp_path / "mutated_sample.py"
    path.write_text(SOURCE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.delitem(sys.modules, "mutated_sample", raising=False)
    return path


@pytest.mark.slow
def test_functions_get_new_code_wherever_they_are_held(sample: Path) -> None:
    """Functions behind a cache, in a property or inside another function get the code of the mutant."""
    module = importlib.import_module("mutated_sample")
    answer, kind = module.answer, module.Kind()
    assert kind.number == 21
    functions = Functions([str(sample)])
    functions.swap(str(sample), mutant("of + 1", "of - 1").apply_to(SOURCE.encode()))
    answer.cache_clear()
    assert (answer(10), kind.number) == (9, 19)
    functions.swap(str(sample), mutant("20", "21").apply_to(SOURCE.encode()))
    assert kind.number == 22


@pytest.mark.slow
def test_functions_that_are_not_found_are_an_error(sample: Path) -> None:
    """If no function gets the mutant's code, an error is raised. A mutant that nothing runs would survive all tests."""
    module = importlib.import_module("mutated_sample")
    changed = mutant("of + 1", "of - 1").apply_to(SOURCE.encode())
    functions = Functions([str(sample)])
    functions.by_file[str(sample)].clear()
    with pytest.raises(CannotSwapError, match="no existing function"):
        functions.swap(str(sample), changed)
    assert module.answer(10) == 11


@pytest.mark.long
def test_functions_are_found_in_a_session_of_the_projects_tests(tmp_path: Path) -> None:
    """
    Functions are found although the project's conftest freezes the imported objects.

    Frozen objects are hidden from the collector.
    """
    program = (
        "import sys; from pathlib import Path; from tools.mutants import sessions; "
        "from tools.mutants.swapping import Functions; "
        "file = str(sessions.ROOT / 'src/magnum_sal/web/_notifications.py'); "
        "look = lambda tests: print('found', len(Functions([file]).by_file[file])); "
        f"sessions.collect_tests(['tests/web/test_notifications.py'], Path({str(tmp_path)!r}), look)"
    )
    # The source comes before an installed version.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    (found,) = [line for line in done.stdout.splitlines() if line.startswith("found")]
    assert int(found.removeprefix("found ")) > 3


@pytest.mark.slow
def test_ambiguous_functions_are_not_swapped(sample: Path) -> None:
    """Two lambdas on one line are ambiguous, so an error asks for a new import of their module."""
    sample.write_text(SOURCE + "pair = (lambda: 1, lambda: 2)\n", "utf-8")
    module = importlib.import_module("mutated_sample")
    with pytest.raises(CannotSwapError, match="2 times"):
        Functions([str(sample)]).swap(str(sample), sample.read_bytes())
    assert module.pair[0]() == 1


def test_a_module_is_imported_changed(sample: Path) -> None:
    """A changed module is imported with its constants, and its file is unchanged."""
    import_from_source(str(sample), mutant("5", "6").apply_to(SOURCE.encode()))
    assert importlib.import_module("mutated_sample").FIRST == 6
    assert sample.read_text("utf-8") == SOURCE


SECONDS = {
    "tests/web/test_sample.py::namesake": 0.2,
    "tests/web/test_sample.py::slow_namesake": choosing.MOST_SECONDS + 1,
    "tests/web/test_quick.py::quick": 0.1,
    "tests/web/test_quick.py::slow": choosing.MOST_SECONDS,
    "tests/web/test_slow.py::only": choosing.MOST_SECONDS + 1,
    "tests/perft/broad.py::broad": 0.01,
}
FAR = {"tests/cli/far.py::far": 0.01}


def record(seconds: dict[str, float], running: dict[int, list[str]], imported: int = 5) -> Record:
    """Return the record of tests that run lines of the sample."""
    order = list(seconds)
    lines = {line: sum(1 << order.index(name) for name in names) for line, names in running.items()}
    return Record(seconds, {}, {"sample.py": lines}, {"sample.py": frozenset({imported})})


def test_the_tests_of_a_mutant() -> None:
    """
    A mutant's tests run its lines.

    The module's own tests come first, then the quickest of each file, then the broad ones.
    """
    records = {"web": record(SECONDS, {12: list(SECONDS)}), "cli": record(FAR, {12: list(FAR), 20: list(FAR)})}
    tests_for = choosing.tests_for
    assert tests_for(mutant("2", "3"), ["web"], ["cli"], records) == [
        "tests/web/test_sample.py::namesake",
        "tests/web/test_sample.py::slow_namesake",
        "tests/web/test_quick.py::quick",
        "tests/web/test_slow.py::only",
        "tests/perft/broad.py::broad",
    ]
    # Tests of distant rooms are used if no other test runs the line.
    assert tests_for(mutant("20", "21"), ["web"], ["cli"], records) == list(FAR)
    # If no recorded test runs a line, another process may run it, so the module's own tests are used.
    assert tests_for(mutant("7", "8"), ["web"], ["cli"], records) == tests_for(mutant("2", "3"), ["web"], [], records)
    # Code outside functions may affect every test.
    assert len(tests_for(mutant("5", "6"), ["web"], ["cli"], records)) == 5
    assert choosing.runs_at_import(mutant("5", "6"), records.values())
    assert not choosing.runs_at_import(mutant("2", "3"), records.values())


def test_the_tests_of_a_mutant_are_limited_in_time() -> None:
    """The quickest test and the broad ones are always used, and the others until the time limit is reached."""
    seconds = {f"tests/web/test_{number}.py::slow": choosing.MOST_SECONDS_TOGETHER for number in range(3)}
    seconds["tests/perft/broad.py::broad"] = choosing.MOST_SECONDS_TOGETHER
    found = choosing.tests_for(mutant("2", "3"), ["web"], [], {"web": record(seconds, {12: list(seconds)})})
    assert found == ["tests/web/test_0.py::slow", "tests/perft/broad.py::broad"]


def test_every_file_is_asked_before_the_time_is_up() -> None:
    """Neither the module's own tests nor many quick tests leave out another file, whose tests take longer."""
    seconds = {f"tests/web/test_{file}.py::quick_{number}": 1.0 for file in range(20) for number in range(8)}
    own = {f"tests/web/test_sample.py::own_{number}": choosing.MOST_SECONDS for number in range(20)}
    seconds |= own | {"tests/web/test_golden.py::golden": 2.0}
    found = choosing.tests_for(mutant("2", "3"), ["web"], [], {"web": record(seconds, {12: list(seconds)})})
    expected = {"tests/web/test_golden.py::golden", *(f"tests/web/test_{file}.py::quick_0" for file in range(20))}
    assert set(found[-21:]) == expected


def test_the_tests_that_read_a_constant_come_first() -> None:
    """Every test may depend on a constant, but the limited time goes to those whose code reads it."""
    seconds = {f"tests/web/test_{number}.py::slow": choosing.MOST_SECONDS_TOGETHER for number in range(3)}
    reading = [*seconds][1:2]
    found = choosing.tests_for(mutant("5", "6"), ["web"], [], {"web": record(seconds, {25: reading})})
    assert found == reading


def test_a_shared_fixture_is_counted_once() -> None:
    """The time of a shared fixture counts only for the first test that uses it."""
    seconds = {f"tests/web/test_shared.py::test_{number}": 0.1 for number in range(3)}
    shared = dict.fromkeys(seconds, choosing.MOST_SECONDS - 0.3)
    recorded = attrs.evolve(record(seconds, {12: list(seconds)}), shared=shared)
    assert choosing.tests_for(mutant("2", "3"), ["web"], [], {"web": recorded}) == list(seconds)


def test_every_module_is_in_a_room() -> None:
    """Each module has mutants or matches an exception. Each exception matches a module, and the rooms' tests exist."""
    listed = [path for paths in list_modules().values() for path in paths]
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / SOURCES).rglob("*.py")}
    left_out = modules - set(listed)
    assert len(listed) == len(set(listed))
    for pattern in EXCEPTIONS:
        assert any(fnmatch(name, f"{SOURCES}/{pattern}") for name in left_out), pattern
    for room in ROOMS.values():
        assert all((ROOT / SOURCES / source).exists() for source in room.sources)
        assert all((ROOT / place).exists() for name in room.near + room.far for place in list_set(name))


def test_every_folder_of_tests_is_used_or_excluded() -> None:
    """Each folder of tests belongs to a room or is excluded by name, and all excluded names exist."""
    asked = {place for room in ROOMS.values() for name in room.near + room.far for place in list_set(name)}
    folders = {f"tests/{path.name}" for path in (ROOT / "tests").iterdir() if any(path.glob("**/test_*.py"))}
    assert folders - asked <= NEVER.keys()
    assert all(any(ROOT.glob(f"{name}*")) for name in NEVER)


def test_a_module_outside_all_rooms_is_an_error() -> None:
    """A new folder of the package needs a room, or an error is raised."""
    with pytest.raises(LookupError, match=r"new/module\.py"):
        find_room("new/module.py")


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    """The same seed draws the same sample, and its parts together contain each mutant once."""
    every = mutants_of("sample.py", SOURCE.encode())
    drawn = draw_sample(every, 7, 3)
    assert drawn == draw_sample(every, 7, 3) != draw_sample(every, 7, 4)
    assert len(drawn) == 7
    assert [change for number in (1, 2, 3) for change in cut_part(drawn, number, 3)] == drawn
    assert draw_sample(every, 1000, 3) == every


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b"])
def test_an_invalid_part(text: str) -> None:
    """A part is written as its number, from 1, and the number of parts. Other texts are refused."""
    assert parse_part("2/6") == (2, 6)
    with pytest.raises(argparse.ArgumentTypeError, match=text):
        parse_part(text)


@pytest.mark.long
def test_mutants_listed_as_equivalent_exist() -> None:
    """Each mutant that is listed as equivalent exists. If its line or file changes, its entry has to change as well."""
    paths = {path for path, *_ in read_equivalent_keys()}
    every = {key(change) for path in paths for change in mutants_of(path, (ROOT / path).read_bytes())}
    assert read_equivalent_keys() - every == set()
    assert paths <= {path for paths in list_modules().values() for path in paths}
