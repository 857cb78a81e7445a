"""Each test that a step of the night may skip runs in another step."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tools.nightly.parts import PARTS, SKIPPED_ELSEWHERE
from tools.nightly.records import wrong_skips

ROOT = Path(__file__).parent.parent.parent
SELECTIONS = {"extras": "NEED_EXTRAS", "rl": "NEED_ENVIRONMENTS", "train": "NEED_POLICIES"}
"""The names that the noxfile gives to the tests of those steps that run few tests."""


@cache
def list_reasons() -> dict[str, str]:
    """Return the text of each file of tests, with its reasons for skipping, and pytest's words for missing packages."""
    return dict(_find_reasons())


def _find_reasons() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "tests").rglob("*.py"):
        if not path.name.startswith(("test_nightly", "test_skipped_tests")):
            text = path.read_text("utf-8")
            for names in re.findall(r'importorskip\("([\w.]+)"|parametrize\("library", \[(.*?)\]', text):
                text += "".join(f"\ncould not import {name!r}" for name in re.findall(r"[\w.]+", " ".join(names)))
            yield path.relative_to(ROOT).as_posix(), text


@cache
def list_selected(name: str) -> tuple[str, ...]:
    """Return the files and folders in a constant of the noxfile."""
    nodes = [node for node in ast.parse((ROOT / "noxfile.py").read_text("utf-8")).body if isinstance(node, ast.Assign)]
    (value,) = (node.value for node in nodes if [ast.unparse(target) for target in node.targets] == [name])
    texts = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return tuple(text.partition("::")[0] for text in texts)


@pytest.mark.parametrize("pattern", SKIPPED_ELSEWHERE)
def test_each_reason_leads_to_a_step_that_runs_the_tests(pattern: str) -> None:
    """Each listed reason occurs in a test, and the step that runs the skipped tests selects each such file."""
    step = SKIPPED_ELSEWHERE[pattern]
    assert step in {step.name for part in PARTS for step in part.steps}
    if pattern.startswith("needs (matplotlib"):  # In this reason the name of the missing package is filled in.
        return
    files = [name for name, text in list_reasons().items() if re.search(pattern.rstrip("$"), text)]
    assert files
    if step in SELECTIONS:
        selected = list_selected(SELECTIONS[step])
        assert [name for name in files if not name.startswith(selected)] == []


def test_the_tests_of_the_other_build_are_skipped() -> None:
    """Steps of the pure build skip the tests of the compiled build, which the compiled steps may not skip."""
    lines = ["SKIPPED [3] tests/internal/test_builds.py:52: needs the compiled library"]
    assert wrong_skips("tests, pure", lines) == ()
    assert wrong_skips("tests, compiled", lines) == ("needs the compiled library",)
    assert wrong_skips("tests, pure", ["SKIPPED [1] tests/web/test_running.py:217: this machine has no IPv6"]) == ()
