"""The tool that measures what the tests notice: which mutants it makes, and how it puts them in place."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import attrs
import pytest
from tools.mutants import choosing
from tools.mutants.__main__ import GROUPS, files_of
from tools.mutants.changes import Mutant, mutants_of
from tools.mutants.importing import import_changed
from tools.mutants.recording import Record
from tools.mutants.report import equivalent, key
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
        "f = shared(A, most=16)",
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


def test_the_tests_of_a_mutant() -> None:
    """Those that run its lines: the quickest of each file first, broad ones last, far ones where there is no other."""
    seconds = {
        "tests/slow.py::only": choosing.MOST_SECONDS + 1,
        "tests/quick.py::quick": 0.1,
        "tests/quick.py::slow": choosing.MOST_SECONDS,
        "tests/test_sample.py::namesake": 0.2,
        "tests/perft/broad.py::broad": 0.01,
        "tests/cli/far.py::far": 0.01,
        "tests/other.py::other": 0.01,
    }
    other, far = frozenset({"tests/other.py::other"}), frozenset({"tests/cli/far.py::far"})
    lines = {12: frozenset(seconds) - other, 13: far, 20: other, 25: far}
    record = Record(seconds, {"sample.py": lines}, {"sample.py": frozenset({5})})
    assert choosing.tests_for(mutant("2", "3"), record) == [
        "tests/test_sample.py::namesake",
        "tests/quick.py::quick",
        "tests/slow.py::only",
        "tests/perft/broad.py::broad",
    ]
    private = attrs.evolve(mutant("2", "3"), path="_sample.py")
    assert choosing.tests_for(private, attrs.evolve(record, lines={"_sample.py": lines}))[0].startswith("tests/test_s")
    assert choosing.tests_for(mutant("20", "21"), record) == [*other]
    assert choosing.tests_for(mutant("7", "8"), record) == [*far]
    assert choosing.tests_for(mutant("of + 1", "of - 1"), record)[0] == "tests/test_sample.py::namesake"
    # What is outside functions may matter to every test.
    assert len(choosing.tests_for(mutant("5", "6"), record)) == 5
    assert choosing.runs_at_import(mutant("5", "6"), record)
    assert not choosing.runs_at_import(mutant("2", "3"), record)


@pytest.mark.slow
def test_what_is_left_out_as_equivalent_is_there() -> None:
    """An entry whose line was written anew is taken out, or written anew as well; so is a file that moved."""
    paths = [path for group in GROUPS for path in files_of(group)]
    every = {key(change) for path in paths for change in mutants_of(path, (ROOT / path).read_bytes())}
    assert equivalent() - every == set()
