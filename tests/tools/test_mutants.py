"""The tool that measures what the tests notice: which mutants it makes, and how it puts them in place."""

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
from tools.mutants.importing import import_changed
from tools.mutants.recording import NEVER, Record
from tools.mutants.report import equivalent, key
from tools.mutants.rooms import EXCEPTIONS, ROOMS, SOURCES, find_room, list_modules, list_set
from tools.mutants.sessions import ROOT
from tools.mutants.swapping import CannotSwapError, Functions


def changes(source: str) -> list[str]:
    """Return the mutants of *source*, each as what stands there and what it is changed into."""
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
def test_what_is_changed(source: str, expected: list[str]) -> None:
    """One small thing at a time: comparisons, conditions, operators, constants, returns, statements."""
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
def test_what_is_left_alone(source: str) -> None:
    """Types, caches, docstrings, sentences, patterns, assertions, and what ``zip`` asserts."""
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
    return 7
'''


def mutant(before: str, after: str) -> Mutant:
    """Return the mutant of SOURCE that is told so."""
    (found,) = (
        mutant
        for mutant in mutants_of("sample.py", SOURCE.encode())
        if (mutant.before, mutant.after) == (before, after)
    )
    return found


def test_a_change_moves_no_line() -> None:
    """Functions are found by the line on which they begin."""
    changed = mutant("return max(of + 1, 2)", "return None").changed(SOURCE.encode()).decode()
    assert changed.replace("return None\n\n", "return max(of + 1,\n               2)\n") == SOURCE


def test_the_lines_and_the_place_of_a_mutant() -> None:
    """A test that runs one line of the statement may notice; what is outside functions is run at import."""
    assert (mutant("2", "3").lines, mutant("2", "3").is_in_function) == (range(12, 14), True)
    assert (mutant("5", "6").lines, mutant("5", "6").is_in_function) == (range(5, 6), False)


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with SOURCE, which can be imported as a module."""
    path = tmp_path / "mutated_sample.py"
    path.write_text(SOURCE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.delitem(sys.modules, "mutated_sample", raising=False)
    return path


def test_functions_that_are_held_anywhere_get_new_code(sample: Path) -> None:
    """Behind a cache, in a property, inside another function; the cache is another's matter."""
    module = importlib.import_module("mutated_sample")
    answer, kind = module.answer, module.Kind()
    assert kind.number == 21
    functions = Functions([str(sample)])
    functions.swap(str(sample), mutant("of + 1", "of - 1").changed(SOURCE.encode()))
    answer.cache_clear()
    assert (answer(10), kind.number) == (9, 19)
    functions.swap(str(sample), mutant("20", "21").changed(SOURCE.encode()))
    assert kind.number == 22


def test_functions_that_are_not_found_are_told(sample: Path) -> None:
    """A mutant that nothing runs would survive all tests: where no function gets other code, it is imported anew."""
    module = importlib.import_module("mutated_sample")
    changed = mutant("of + 1", "of - 1").changed(SOURCE.encode())
    functions = Functions([str(sample)])
    functions.by_file[str(sample)].clear()
    with pytest.raises(CannotSwapError, match="no function that is there"):
        functions.swap(str(sample), changed)
    assert module.answer(10) == 11


@pytest.mark.slow
def test_functions_are_found_in_a_session_of_the_projects_tests(tmp_path: Path) -> None:
    """The conftest of the project freezes what was imported, and only what is not frozen is among living objects."""
    program = (
        "import sys; from pathlib import Path; from tools.mutants import sessions; "
        "from tools.mutants.swapping import Functions; "
        "file = str(sessions.ROOT / 'src/magnum_sal/web/_notifications.py'); "
        "look = lambda tests: print('found', len(Functions([file]).by_file[file])); "
        f"sessions.collected(['tests/web/test_notifications.py'], Path({str(tmp_path)!r}), look)"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}  # not what is installed
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    (found,) = [line for line in done.stdout.splitlines() if line.startswith("found")]
    assert int(found.removeprefix("found ")) > 3


def test_functions_that_cannot_be_told_apart_are_not_swapped(sample: Path) -> None:
    """Two lambdas stand on one line: their module has to be imported anew."""
    sample.write_text(SOURCE + "pair = (lambda: 1, lambda: 2)\n", "utf-8")
    module = importlib.import_module("mutated_sample")
    with pytest.raises(CannotSwapError, match="2 times"):
        Functions([str(sample)]).swap(str(sample), sample.read_bytes())
    assert module.pair[0]() == 1


def test_a_module_is_imported_changed(sample: Path) -> None:
    """Constants too; its file stays as it is."""
    import_changed(str(sample), mutant("5", "6").changed(SOURCE.encode()))
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
    """Return the record of tests of which some run lines of the sample."""
    order = list(seconds)
    lines = {line: sum(1 << order.index(name) for name in names) for line, names in running.items()}
    return Record(seconds, {}, {"sample.py": lines}, {"sample.py": frozenset({imported})})


def test_the_tests_of_a_mutant() -> None:
    """Those that run its lines: the namesake's first, then the quickest of each file, broad ones last."""
    records = {"web": record(SECONDS, {12: list(SECONDS)}), "cli": record(FAR, {12: list(FAR), 20: list(FAR)})}
    tests_for = choosing.tests_for
    assert tests_for(mutant("2", "3"), ["web"], ["cli"], records) == [
        "tests/web/test_sample.py::namesake",
        "tests/web/test_sample.py::slow_namesake",
        "tests/web/test_quick.py::quick",
        "tests/web/test_slow.py::only",
        "tests/perft/broad.py::broad",
    ]
    # Far ones are asked where no other runs the line.
    assert tests_for(mutant("20", "21"), ["web"], ["cli"], records) == list(FAR)
    # A line that no recorded test runs may be run by another process: the folder that mirrors the module is asked.
    assert tests_for(mutant("7", "8"), ["web"], ["cli"], records) == tests_for(mutant("2", "3"), ["web"], [], records)
    # What is outside functions may matter to every test.
    assert len(tests_for(mutant("5", "6"), ["web"], ["cli"], records)) == 5
    assert choosing.runs_at_import(mutant("5", "6"), records.values())
    assert not choosing.runs_at_import(mutant("2", "3"), records.values())


def test_a_mutant_is_not_asked_about_for_long() -> None:
    """The quickest test is always run, and the broad ones; the others until their time is up."""
    seconds = {f"tests/web/test_{number}.py::slow": choosing.MOST_SECONDS_TOGETHER for number in range(3)}
    seconds["tests/perft/broad.py::broad"] = choosing.MOST_SECONDS_TOGETHER
    found = choosing.tests_for(mutant("2", "3"), ["web"], [], {"web": record(seconds, {12: list(seconds)})})
    assert found == ["tests/web/test_0.py::slow", "tests/perft/broad.py::broad"]


def test_a_shared_fixture_counts_once() -> None:
    """Making it takes time for the first test of the file; then the others are as quick as they are."""
    seconds = {f"tests/web/test_shared.py::test_{number}": 0.1 for number in range(3)}
    shared = dict.fromkeys(seconds, choosing.MOST_SECONDS - 0.3)
    recorded = attrs.evolve(record(seconds, {12: list(seconds)}), shared=shared)
    assert choosing.tests_for(mutant("2", "3"), ["web"], [], {"web": recorded}) == list(seconds)


def test_every_module_is_in_a_room() -> None:
    """Each module has mutants or is an exception that matches something; the tests of every room are there."""
    listed = [path for paths in list_modules().values() for path in paths]
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / SOURCES).rglob("*.py")}
    left_out = modules - set(listed)
    assert len(listed) == len(set(listed))
    for pattern in EXCEPTIONS:
        assert any(fnmatch(name, f"{SOURCES}/{pattern}") for name in left_out), pattern
    for room in ROOMS.values():
        assert all((ROOT / SOURCES / source).exists() for source in room.sources)
        assert all((ROOT / place).exists() for name in room.near + room.far for place in list_set(name))


def test_every_folder_of_tests_is_asked_or_named() -> None:
    """Tests in a new folder are asked about some room, or are named among those that never are, which all exist."""
    asked = {place for room in ROOMS.values() for name in room.near + room.far for place in list_set(name)}
    folders = {f"tests/{path.name}" for path in (ROOT / "tests").iterdir() if any(path.glob("**/test_*.py"))}
    assert folders - asked <= NEVER.keys()
    assert all(any(ROOT.glob(f"{name}*")) for name in NEVER)


def test_a_module_in_no_room_is_an_error() -> None:
    """A new folder of the package needs a room."""
    with pytest.raises(LookupError, match=r"new/module\.py"):
        find_room("new/module.py")


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    """And its parts are the whole of it, each mutant once."""
    every = mutants_of("sample.py", SOURCE.encode())
    drawn = draw_sample(every, 7, 3)
    assert drawn == draw_sample(every, 7, 3) != draw_sample(every, 7, 4)
    assert len(drawn) == 7
    assert [change for number in (1, 2, 3) for change in cut_part(drawn, number, 3)] == drawn
    assert draw_sample(every, 1000, 3) == every


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b"])
def test_what_is_no_part(text: str) -> None:
    """Parts are counted from 1."""
    assert parse_part("2/6") == (2, 6)
    with pytest.raises(argparse.ArgumentTypeError, match=text):
        parse_part(text)


@pytest.mark.slow
def test_what_is_left_out_as_equivalent_is_there() -> None:
    """An entry whose line was written anew is taken out, or written anew as well; so is a file that moved."""
    paths = {path for path, *_ in equivalent()}
    every = {key(change) for path in paths for change in mutants_of(path, (ROOT / path).read_bytes())}
    assert equivalent() - every == set()
    assert paths <= {path for paths in list_modules().values() for path in paths}
