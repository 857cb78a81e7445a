"""The tools that prepare modules for mypyc: the code that they write, in which every statement keeps its line."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import tomllib
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.compiled import FOLDERS, PURE, is_about_compiling
from tests.compiled import MODULES as TEST_MODULES
from tools.compiling.docstrings import docstrings_of, with_docstrings
from tools.compiling.hook import CompilingHook, read_level
from tools.compiling.rewriting import CannotRewriteError, rewrite_module

import magnum_sal as ms

PACKAGE = Path(ms.__file__).parent
HOOK = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"][
    "targets"
]["wheel"]["hooks"]["custom"]
MODULES = [path for pattern in HOOK["modules"] for path in sorted(PACKAGE.glob(pattern))]

VALUE = '''\
"""A module."""

import attrs


@attrs.frozen(cache_hash=True)
class Pair(Base):
    """Two numbers."""

    type: ClassVar[str] = "pair"
    first: Count
    """The first."""
    second: Count = attrs.field(default=0, validator=Validator(COUNT))
    sum: int = attrs.field(init=False, eq=False, default=attrs.Factory(_sum, takes_self=True))

    @property
    def difference(self) -> int:
        """How far they are apart."""
        return self.first - self.second


with_first = make_changer(Pair, "first")
drafted = make_copier(Pair, Draft)
sealed: Final = make_sealer(Pair, Draft)
'''


def lines(source: str, *, is_front: bool = False) -> list[str]:
    """Return the lines of the rewritten module."""
    return rewrite_module(source, is_front=is_front).split("\n")


def test_a_value_becomes_an_ordinary_class() -> None:
    """The lines of the fields contain a constructor, a comparison and a hash. The attrs interface is added below."""
    written = lines(VALUE)
    assert written[5] == "@mypyc_attr(allow_interpreted_subclasses=True)"
    assert written[7:11] == [
        "    'Two numbers.'; type: ClassVar[str] = 'pair'; first: Count; second: Count; sum: int; _hashed: int",
        (
            "    def __init__(self, first: Count, second: object = 0, sum: int | None = None) -> None: "
            "self.first = first; _native.check(self, 'second', second); self.second = second; "
            "self.sum = _sum(self) if sum is None else sum; self._hashed = -1"
        ),
        (
            "    def __eq__(self, other: object) -> bool: return (self.first == other.first and "
            "self.second == other.second) if isinstance(other, Pair) and type(other) is type(self) else NotImplemented"
        ),
        (
            "    def __hash__(self) -> int: self._hashed = hash((self.first, self.second, )) "
            "if self._hashed == -1 else self._hashed; return self._hashed"
        ),
    ]
    assert written[19] == (
        "_native.make_value(Pair, 'Two numbers.', {'first': 'Count', 'second': 'Count', 'sum': 'int'}, "
        "{'second': {'default': 0, 'validator': Validator(COUNT)}, 'sum': {'init': False, 'eq': False, "
        "'default': attrs.Factory(_sum, takes_self=True)}}, frozen=True, cache_hash=True)"
    )


def test_constructors_become_functions() -> None:
    """Functions that ``constructors`` would compile at import are written out, each in its line."""
    assert lines(VALUE)[21:24] == [
        "def with_first(value: Pair, first: Count) -> Pair: return Pair(first, value.second, value.sum)",
        (
            "def drafted(value: Pair) -> Draft: copy = Draft(); copy.first = value.first; copy.second = value.second; "
            "copy.sum = None; return copy"
        ),
        "def sealed(draft: Draft) -> Pair: return Pair(draft.first, draft.second)",
    ]


def test_sealing_a_draft_skips_the_checks_of_the_constructor() -> None:
    """The engine's own states are not checked. Everybody else calls the constructor without the extra argument."""
    assert "is_sealing" not in rewrite_module(VALUE)
    checked = VALUE.replace(
        "    @property\n", "    def __attrs_post_init__(self) -> None:\n        check_pair(self)\n\n    @property\n"
    )
    written = rewrite_module(checked)
    assert "sum: int | None = None, is_sealing: bool = False) -> None: " in written
    assert "; None if is_sealing else self.__attrs_post_init__()" in written
    assert "def sealed(draft: Draft) -> Pair: return Pair(draft.first, draft.second, is_sealing=True)" in written
    assert "return Pair(first, value.second, value.sum)" in written


CONSTRUCTORS = [
    (path, name)
    for path in MODULES
    for source in [path.read_text("utf-8")]
    for name, cls in re.findall(r"^(\w+)(?:: .+)? = make_\w+\((\w+)", source, re.MULTILINE)
    if re.search(rf"^class {cls}\b", source, re.MULTILINE)
]
"""The constructors of the compiled modules' own classes, by path and name."""


@cache
def list_rewritten_functions(path: Path) -> dict[str, str]:
    """Return the lines with functions that are written for mypyc, by name."""
    written = rewrite_module(path.read_text("utf-8"), is_open=HOOK["open"])
    return {match[1]: line for line in written.split("\n") if (match := re.match(r"def (\w+)\(", line))}


def fields_of(value: object) -> dict[str, Any]:
    """Return the fields of a value by name, including derived ones."""
    return {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}  # type: ignore[arg-type]


@pytest.mark.parametrize(("path", "name"), [pytest.param(*row, id=row[1]) for row in CONSTRUCTORS])
def test_both_builds_have_the_same_constructors(path: Path, name: str) -> None:
    """The function in this build sets each field to the same value as the source for the compiled build."""
    module = importlib.import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
    line = list_rewritten_functions(path)[name]
    begun = ms.new_game(["Ada", "Ben"], seed=7)
    later = begun.play(ms.legal_moves(begun)[0])
    drafts = [ms.model.state.drafted(state) for state in (begun, later)]
    samples = {
        type(pair[0]).__name__: pair
        for pair in (
            (begun, later),
            drafts,
            *zip(begun.players, reversed(begun.players), strict=True),
            *((getattr(begun, part), getattr(later, part)) for part in ("turn", "bank", "mine")),
        )
    } | {"_Table": (begun, later)}
    function = ast.parse(line).body[0]
    assert isinstance(function, ast.FunctionDef)
    first, *changed = function.args.args
    assert first.annotation is not None
    value, other = samples[ast.unparse(first.annotation)]
    arguments = [getattr(other, argument.arg) for argument in changed]
    made = getattr(module, name)(value, *arguments)
    # The classes of the source are replaced by a function that returns the arguments of its call.
    names = [field.name for field in attrs.fields(type(made))]
    scope: dict[str, Any] = {
        type(made).__name__: lambda *given, **_: types.SimpleNamespace(**dict(zip(names, given, strict=False)))
    }
    exec("from __future__ import annotations\n" + line, scope)
    written = vars(scope[name](value, *arguments))
    assert written
    assert {field: known for field, known in fields_of(made).items() if field in written} == written
    assert all(fields_of(made)[field] is None for field in names if field not in written)


def test_arguments_that_a_function_checks_have_no_type() -> None:
    """
    Arguments that a function checks have no type for mypyc, so that the function can refuse them in its own words.

    In a module that users call, no argument has a type.
    """
    source = "import attrs\n\n\ndef ask(one: int, two: str, *, three: list[int]) -> None:\n    isinstance(two, str)\n"
    assert lines(source)[3] == "def ask(one: int, two: Any, *, three: list[int]) -> None:"
    assert lines(source, is_front=True)[3] == "def ask(one: Any, two: Any, *, three: Any      ) -> None:"


def test_a_class_without_room_is_refused() -> None:
    """A class without enough lines for its methods is refused, because they would move the following lines."""
    crowded = (
        "import attrs\n\n\n@attrs.frozen\nclass Odd:\n    '''Doc.'''\n    def one(self) -> None:\n        self.x\n"
    )
    with pytest.raises(CannotRewriteError, match="Odd: 3 lines do not fit into the 1 free lines"):
        rewrite_module(crowded)


def test_a_module_without_values_is_unchanged() -> None:
    """A module without attrs classes is not changed."""
    source = '"""Doc."""\n\nfrom math import pi\n\n\ndef area(radius: float) -> float:\n    return pi * radius**2\n'
    assert rewrite_module(source).rstrip() == source.rstrip()


def places(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the statements in functions, each as the function's name and the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                if not isinstance(statement, ast.FunctionDef):
                    yield node.name, statement.lineno


@pytest.mark.long
@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_every_statement_keeps_its_line(path: Path) -> None:
    """Every statement keeps its line, so that a traceback of the compiled library shows the line of the source."""
    source = path.read_text("utf-8")
    is_front = path.relative_to(PACKAGE).as_posix() in HOOK["front"]
    written = rewrite_module(source, is_open=HOOK["open"], is_front=is_front)
    assert set(places(ast.parse(source))) <= set(places(ast.parse(written)))
    assert abs(len(written.split("\n")) - len(source.split("\n"))) <= 2


def test_docstrings_are_added_to_signatures() -> None:
    """Docstrings are found by every symbol that mypyc may give a function, with any number of its packages' names."""
    source = (
        'def pay(sum: int) -> None:\n    """Pay \\"it\\".\\n\\n    Née?"""\n\n'
        'class Purse:\n    @property\n    def empty(self) -> bool:\n        """Whether it is."""\n        return True\n'
    )
    found = docstrings_of(source, ("game", "money"))
    assert set(found) >= {"money___pay", "game___money___pay", "money___Purse_get_empty"}
    table = (
        '{"pay", (PyCFunction)CPyPy_money___pay, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("pay(sum)\\n--\\n\\n")},\n'
        '{"get", (PyCFunction)CPyPy_other___get, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR(NULL) /* docstring */},\n'
        '{"empty",\n (getter)money___Purse_get_empty,\n NULL, NULL, NULL},\n'
        '{"coins",\n (getter)money___Purse_get_coins, (setter)money___Purse_set_coins,\n NULL, NULL},\n'
    )
    written = with_docstrings(table, found)
    assert 'PyDoc_STR("pay(sum)\\n--\\n\\n" "Pay \\042it\\042.\\012\\012N\\303\\251e\\077")' in written
    assert 'CPyPy_other___get, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("" "") /* docstring */' in written
    assert '(getter)money___Purse_get_empty, NULL, PyDoc_STR("Whether it is."), NULL}' in written
    assert "(getter)money___Purse_get_coins, (setter)money___Purse_set_coins, NULL, NULL}" in written


def test_the_optimization_level() -> None:
    """The environment sets the optimization level. The default is used if the variable is missing or empty."""
    assert [read_level({"MAGNUM_SAL_OPT_LEVEL": level}) for level in "0123g"] == [*"0123g"]
    assert read_level({}) == read_level({"MAGNUM_SAL_OPT_LEVEL": ""}) == "3"


@pytest.mark.parametrize("level", ["4", "-1", "s", " 0"])
def test_an_unknown_optimization_level(level: str) -> None:
    """The message lists the valid levels."""
    with pytest.raises(SystemExit, match=re.escape(f"MAGNUM_SAL_OPT_LEVEL must be 0, 1, 2, 3 or g, but is {level!r}")):
        read_level({"MAGNUM_SAL_OPT_LEVEL": level})


@pytest.mark.slow
def test_the_build_hook_passes_the_level_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiling program receives the level and the modules, and the hook compiles nothing in its own process."""
    commands: list[list[str]] = []

    def note(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", note)
    monkeypatch.setenv("MAGNUM_SAL_COMPILE", "1")
    monkeypatch.setenv("MAGNUM_SAL_OPT_LEVEL", "0")
    root = Path(__file__).parents[2]
    nothing: Any = None  # The hook does not use the project's metadata or the builder's configuration.
    hook = CompilingHook(str(root), HOOK, nothing, nothing, str(root), "wheel")
    hook.initialize("standard", {"force_include": {}})
    hook.finalize("standard", {}, "")
    (command,) = commands
    assert "--level=0" in command
    assert "--modules=model/state.py" in command


def test_the_tests_of_compiled_modules_are_marked() -> None:
    """The tests of each compiled module have the mark for the compiled build. All named folders and modules exist."""
    tests = Path(__file__).parents[1]
    marked = {tests / name for name in (*FOLDERS, *TEST_MODULES)}
    assert [path for path in sorted(marked | {tests / name for name in PURE}) if not path.exists()] == []
    mirrors = {tests / path.relative_to(PACKAGE).parts[0].lstrip("_") for path in MODULES}
    assert mirrors <= marked
    assert set(PURE).isdisjoint(f"{path.parent.name}/test_{path.stem.lstrip('_')}.py" for path in MODULES)


def test_tests_get_the_mark_of_their_folder_or_module() -> None:
    """Tests get the mark ``compiled`` by their folder or module, to select the tests for the compiled build."""
    tests = Path(__file__).parents[1]
    assert is_about_compiling(tests / "rules" / "tools" / "test_rope.py")
    assert is_about_compiling(tests / "model" / "test_state.py")
    assert is_about_compiling(tests / "render" / "test_repr.py")
    assert is_about_compiling(tests / "bots" / "test_judge.py")
    assert not is_about_compiling(tests / "bots" / "test_process.py")
    assert not is_about_compiling(tests / "record" / "log" / "test_rows.py")
    assert not is_about_compiling(tests / "render" / "test_state.py")
    assert not is_about_compiling(tests / "docs" / "test_pages.py")
    assert not is_about_compiling(tests.parent / "examples" / "rules" / "test_it.py")
