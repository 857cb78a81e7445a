"""Fixtures for commands: a terminal, modules in the current folder, installed packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.installing import install

from magnum_sal.cli import _play
from magnum_sal.model import ruleset_registry

VILLAGE = """
import attrs
import magnum_sal as ms
from magnum_sal.model.switches import Switch

SWITCHES = (
    Switch("free_square", "VILLAGE-1", "the town square pays 100% more"),
    Switch("wells", "VILLAGE-2", "wells take water", on=2, unit="cubes"),
    Switch("lang", "VILLAGE-3", "a switch that is called as an option is"),
)
VILLAGE = attrs.evolve(ms.STANDARD, name="village", penalty=4, own_switches=SWITCHES)
MAPPED = VILLAGE.with_switches(mapped_mine=True, wells=3)
NUMBER = 5
"""

PACKAGE = """
import attrs
import magnum_sal as ms

TOWN = attrs.evolve(ms.STANDARD, name="town", toll=2)
OTHER = attrs.evolve(ms.STANDARD, name="other", toll=3)


class Bot:
    \"\"\"
    Plays the first move there is.

    And says no more.
    \"\"\"

    def __init__(self, rng, depth=3, *rest, kind=int, **more):
        pass

    def __call__(self, state, moves):
        return moves[0]


def last(state, moves):
    return moves[-1]
"""

ENTRY_POINTS = {
    "magnum_sal.rulesets": {
        "town": "town_of_tests:TOWN",
        "impostor": "town_of_tests:OTHER",
        "broken": "broken_of_tests:TOWN",
        "gone": "town_of_tests:GONE",
        "strange": "no place at all",
    },
    "magnum_sal.bots": {
        "first": "town_of_tests:Bot",
        "last": "town_of_tests:last",
        "nothing": "town_of_tests:__name__",
        "broken": "broken_of_tests:Bot",
    },
}

MODULES = ("bot_of_tests", "village", "raising", "leaving", "wrong", "posing", "town_of_tests", "broken_of_tests")


@pytest.fixture(autouse=True)
def _at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make commands find a terminal, although pytest has the streams."""
    monkeypatch.setattr(_play, "_streams_elsewhere", list)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, only_standard: None) -> Iterator[Path]:
    """Change to a folder with modules. Rulesets that they register are removed after the test."""
    (tmp_path / "village.py").write_text(VILLAGE, encoding="utf-8")
    posing = "import attrs, magnum_sal as ms\nGAME = attrs.evolve(ms.STANDARD, penalty=5)"
    (tmp_path / "posing.py").write_text(posing, encoding="utf-8")
    (tmp_path / "raising.py").write_text("raise RuntimeError('first \\x1b[31mline\\nsecond')", encoding="utf-8")
    (tmp_path / "leaving.py").write_text("import sys\nsys.exit('leaving')", encoding="utf-8")
    (tmp_path / "bot_of_tests.py").write_text("def last(state, moves):\n    return moves[-1]\n", encoding="utf-8")
    (tmp_path / "wrong.py").write_text("def f(:", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(ruleset_registry, "_places", {})
    yield tmp_path
    for module in MODULES:
        sys.modules.pop(module, None)


@pytest.fixture
def site(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a package with rulesets and bots in another folder. Some of its entry points are broken."""
    site = folder / "site"
    site.mkdir()
    (site / "town_of_tests.py").write_text(PACKAGE, encoding="utf-8")
    (site / "broken_of_tests.py").write_text("1 / 0", encoding="utf-8")
    install(site, ENTRY_POINTS, name="town-of-tests", version="1.5")
    monkeypatch.syspath_prepend(str(site))
    return site
