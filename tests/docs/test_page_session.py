"""The part of the live examples that is Python: what an example reports, and when the page starts over."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import magnum_sal as ms

FILE = Path(__file__).parents[2] / "docs" / "_static" / "live" / "page_session.py"
RED = '<svg xmlns="http://www.w3.org/2000/svg"/>'

Reports = list[tuple[str, str, str]]


class Pages:
    """A session, and what it has reported."""

    def __init__(self, folder: Path) -> None:
        spec = importlib.util.spec_from_file_location("page_session", FILE)
        assert spec is not None
        assert spec.loader is not None
        module: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.reports: Reports = []
        self.module = module
        self.session = module.PageSession(folder, lambda *report: self.reports.append(report))

    def run(self, *blocks: str | tuple[str, str]) -> bool:
        """Run a page down to the last of *blocks*, after forgetting earlier reports."""
        self.reports.clear()
        done = self.session.run([block if isinstance(block, tuple) else (block, None) for block in blocks])
        assert isinstance(done, bool)
        return done

    def read_reports(self, kind: str) -> str:
        """Return all texts of a kind."""
        return "".join(text for told, text, _ in self.reports if told == kind)


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    """Return a session. Afterwards the modules, the path and the folder of this process are as they were."""
    modules, path, folder = dict(sys.modules), list(sys.path), Path.cwd()
    yield Pages(tmp_path)
    os.chdir(folder)
    sys.path[:] = path
    sys.modules.clear()
    sys.modules.update(modules)


def test_it_reports_what_the_last_example_prints(pages: Pages) -> None:
    """The examples share their names, and only the last one reports what it prints."""
    assert pages.run("x = 20\nprint('one')", "print(x + 1)")
    assert pages.read_reports("text") == "21\n"
    assert pages.read_reports("step") == "12"


def test_an_example_below_continues(pages: Pages) -> None:
    """An example below those that have run does not run them again."""
    first = "from pathlib import Path\n_ = Path('runs').write_text('x' * (1 + Path('runs').exists()))"
    assert pages.run(first)
    assert pages.run(first, "print(Path('runs').read_text())")
    assert pages.read_reports("text") == "x\n"
    assert pages.read_reports("step") == "2"


@pytest.mark.slow
@pytest.mark.parametrize("again", [("x = [1]", "x.append(2)\nprint(x)"), ("x = [0]", "x.append(2)\nprint(x)")])
def test_an_example_that_runs_again_starts_over(pages: Pages, again: tuple[str, str]) -> None:
    """If an example runs again or one above it was edited, the page runs from its top in a fresh namespace."""
    assert pages.run("x = [1]", "x.append(2)\nprint(x)")
    assert pages.run(*again)
    assert pages.read_reports("text") == f"[{again[0][5]}, 2]\n"
    assert pages.read_reports("step") == "12"


@pytest.mark.slow
@pytest.mark.skipif(ms.is_compiled, reason="compiled modules cannot be loaded again; browsers have the pure build")
def test_starting_over_unloads_the_library(pages: Pages) -> None:
    """The registrations of an example are gone when the page starts over, so the example can run again."""
    block = """
import attrs, magnum_sal as ms
ms.register(attrs.evolve(ms.STANDARD, name='mine', rules=tuple(
    attrs.evolve(rule, moves=lambda state: []) if rule.move is ms.Rest else rule for rule in ms.STANDARD.rules)))
print('registered')
"""
    for _ in range(2):
        assert pages.run(block), pages.read_reports("error")
        assert pages.read_reports("text") == "registered\n"


@pytest.mark.slow
def test_a_file_can_be_imported_and_replaced(pages: Pages) -> None:
    """An example that stands for a file is written, and the next import reads its newest content."""
    assert pages.run(("number = 1", "mine_of_page.py"))
    assert pages.read_reports("text") == "Saved as mine_of_page.py.\n"
    use = "from mine_of_page import number\nprint(number)"
    assert pages.run(("number = 1", "mine_of_page.py"), use)
    assert pages.run(("number = 22", "mine_of_page.py"), use)
    assert pages.read_reports("text") == "22\n"
    assert not pages.run(("number =", "mine_of_page.py"))
    assert "SyntaxError" in pages.read_reports("error")


def test_classes_find_their_annotations(pages: Pages) -> None:
    """The namespace is that of a module, so a class finds the types that its annotations name."""
    block = """
from dataclasses import dataclass
from typing import get_type_hints
@dataclass
class A:
    a: "A | None"
print(get_type_hints(A)["a"] == A | None)
"""
    assert pages.run(block), pages.read_reports("error")
    assert pages.read_reports("text") == "True\n"


@pytest.mark.slow
def test_the_value_of_the_last_line(pages: Pages) -> None:
    """A value is reported if the example has no other output. A value that draws itself is always reported."""
    assert pages.run("6 * 7")
    assert pages.read_reports("value") == "42"
    assert pages.run("print(1)\n6 * 7")
    assert pages.read_reports("value") == ""
    assert pages.run("None")
    assert pages.read_reports("value") == ""
    assert pages.run(f"class A:\n    def _repr_svg_(self): return '{RED}'\nprint(1)\nA()")
    assert (pages.read_reports("text"), pages.read_reports("picture")) == ("1\n", RED)


def test_files_with_pictures_are_reported(pages: Pages) -> None:
    """Each SVG file that the example has written is reported with its name; files of earlier examples are not."""
    write = f"from pathlib import Path\nPath('{{}}.svg').write_text('{RED}')"
    assert pages.run(write.format("one"), write.format("two"))
    assert [report for report in pages.reports if report[0] != "step"] == [("picture", RED, "two.svg")]
    assert pages.run(*map(write.format, ("one", "two", "two")), write.format("one"))
    assert [name for kind, _, name in pages.reports if kind == "picture"] == ["one.svg"]


def test_an_error_names_only_lines_of_the_reader(pages: Pages) -> None:
    """The traceback has the reader's own lines, without those of libraries, and text before the error is kept."""
    assert not pages.run("import json\nprint(1)\njson.loads('{')")
    assert pages.read_reports("text") == "1\n"
    error = pages.read_reports("error")
    assert error.startswith('Traceback (most recent call last):\n  File "<example 1>", line 3, in <module>\n')
    assert "json.loads('{')" in error
    assert "decoder.py" not in error
    assert "JSONDecodeError" in error.splitlines()[-1]


@pytest.mark.slow
def test_the_error_of_an_earlier_example_is_reported(pages: Pages) -> None:
    """If an example above the wanted one fails, its error is reported, and the next run starts over."""
    assert not pages.run("1 / 0", "print(2)")
    assert '"<example 1>", line 1' in pages.read_reports("error")
    assert pages.read_reports("text") == ""
    assert pages.run("1 / 1", "print(2)")
    assert pages.read_reports("text") == "2\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("x = (", "SyntaxError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("def f(): f()\nf()", "more calls]"),
        ("class A:\n    def __repr__(self): raise ValueError('no')\nA()", "ValueError: no"),
        ("print('\\ud800')", ""),
    ],
)
def test_whatever_an_example_raises(pages: Pages, code: str, told: str) -> None:
    """Every error ends only its own run, with a short text."""
    assert pages.run(code) is (not told)
    assert told in pages.read_reports("error")
    assert len(pages.read_reports("error").splitlines()) < 20
    assert pages.run("print(1)")


@pytest.mark.slow
def test_output_is_bounded(pages: Pages) -> None:
    """Only the first hundred thousand characters are reported, in batches, followed by a note."""
    assert pages.run("for _ in range(30_000):\n    print('salt mine')")
    text = pages.read_reports("text")
    assert text.endswith("[The rest of the output was dropped: 100,000 characters are the limit.]\n")
    assert len(text) < 100_100
    assert len(pages.reports) < 100
    assert pages.run("'x' * 1_000_000")
    assert len(pages.read_reports("value")) < 100_100
    assert pages.run("from pathlib import Path\nfor n in range(40): Path(f'{n}.svg').write_text('<svg/>')")
    assert len([kind for kind, _, _ in pages.reports if kind == "picture"]) == 12
    assert pages.run("from pathlib import Path\n_ = Path('big.svg').write_text('<svg/>' * 1_000_000)")
    assert pages.read_reports("picture") == ""
    assert "big.svg is too large" in pages.read_reports("text")


def test_streams_are_restored(pages: Pages) -> None:
    """After a run, standard output and errors are those of before."""
    before = sys.stdout, sys.stderr
    pages.run("import sys\nprint('to errors', file=sys.stderr)\n1 / 0")
    assert (sys.stdout, sys.stderr) == before
    assert pages.read_reports("text") == "to errors\n"
