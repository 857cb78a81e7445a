"""The comparison of the public API with an earlier version."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import attrs
import pytest
from tools.public_api.__main__ import RECORDED
from tools.public_api.comparing import compare
from tools.public_api.names import CHANGED_NAMES, Changes, read_changes
from tools.public_api.reading import Api, as_json, parse_api, read_source

NOTHING = Changes(modules={}, names={}, gone={}, calls={}, unreleased={})
BEFORE = {
    "__init__": """
        from .state import GameState, deal
        __all__ = ["GameState", "deal"]
    """,
    "state": """
        class Part:
            def inherited(self): ...

        class GameState(Part):
            money: int
            def play(self, move, *, quick=False): ...
            def _hidden(self): ...

        def deal(players, seed=None): ...
    """,
}


def api_of(folder: Path, modules: Mapping[str, str]) -> Api:
    """Return the API of a package with these modules, after writing it as JSON and parsing it."""
    package = folder / "magnum_sal"
    package.mkdir(parents=True)
    for name, text in modules.items():
        (package / f"{name}.py").write_text(dedent(text), encoding="utf-8")
    return parse_api(json.loads(json.dumps(as_json(read_source(folder)))))


def differences(folder: Path, changed: Mapping[str, str], changes: Changes = NOTHING) -> list[str]:
    """Return the differences of a package in which *changed* replaces modules of `BEFORE`."""
    before, after = api_of(folder / "before", BEFORE), api_of(folder / "after", {**BEFORE, **changed})
    return list(compare(before, after, changes))


def test_the_same_api_has_no_differences(tmp_path: Path) -> None:
    """Private members do not belong to the API, and inherited ones do."""
    assert differences(tmp_path, {}) == []
    names = as_json(api_of(tmp_path / "again", BEFORE))["magnum_sal.GameState"]["members"]
    assert set(names) == {"money", "play", "inherited"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("money: int", "coins: int", "magnum_sal.GameState.money is gone"),
        ("def inherited(self)", "def other(self)", "magnum_sal.GameState.inherited is gone"),
        ("def deal(players, seed=None)", "def deal(players)", "magnum_sal.deal is called differently"),
        ("def deal(players, seed=None)", "def deal(seed=None, players=None)", "magnum_sal.deal is called differently"),
        ("(self, move, *, quick", "(self, move, seat, *, quick", "magnum_sal.GameState.play is called differently"),
        ("def deal(players, seed=None): ...", "deal = 3", "magnum_sal.deal: function -> attribute"),
    ],
)
def test_incompatible_changes_are_reported(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A missing member, a changed parameter or order, and a changed kind are reported."""
    assert old in BEFORE["state"]
    assert differences(tmp_path, {"state": BEFORE["state"].replace(old, new)}) == [told]


def test_a_missing_name_is_reported(tmp_path: Path) -> None:
    """A name is public only while it is in an ``__all__``, and its removal is reported."""
    face = BEFORE["__init__"].replace(', "deal"', "")
    assert differences(tmp_path, {"__init__": face}) == ["magnum_sal.deal is gone: magnum_sal.deal does not exist"]


def test_additions_are_compatible(tmp_path: Path) -> None:
    """A new name and a new parameter with a default are not reported."""
    state = (
        BEFORE["state"].replace("seed=None", "seed=None, ruleset=None").replace("money", "coins = 0\n            money")
    )
    assert differences(tmp_path, {"state": state}) == []


def test_listed_changes_are_not_reported(tmp_path: Path) -> None:
    """Renamed members, moved names, changed calls and removed names are not reported if the table lists them."""
    state = BEFORE["state"].replace("money", "coins").replace("def deal(players, seed=None)", "def deal(players)")
    changed = {"state": state.replace("def inherited(self): ...", "pass")}
    changes = attrs.evolve(
        NOTHING,
        names={"magnum_sal.GameState.money": "magnum_sal.GameState.coins"},
        gone={"magnum_sal.GameState.inherited": "nothing"},
        calls={"magnum_sal.deal": "without a seed"},
    )
    assert differences(tmp_path, changed, changes) == []


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"names": {"magnum_sal.pay": "magnum_sal.deal"}},
            "magnum_sal.pay is listed, but nothing that it names has changed",
        ),
        ({"gone": {"magnum_sal.deal": "nothing"}}, "magnum_sal.deal is listed as gone, but it exists"),
        ({"names": {"magnum_sal.deal": "magnum_sal.give"}}, "magnum_sal.deal is gone: magnum_sal.give does not exist"),
        (
            {"unreleased": {"magnum_sal.shuffle": "magnum_sal.mix"}},
            "magnum_sal.shuffle is listed as magnum_sal.mix, which does not exist",
        ),
        (
            {"unreleased": {"magnum_sal.GameState.play": "magnum_sal.deal"}},
            "magnum_sal.GameState.play is listed as renamed, but it exists",
        ),
    ],
)
def test_a_wrong_line_of_the_table_is_reported(tmp_path: Path, changes: dict[str, dict[str, str]], told: str) -> None:
    """A line of the table that does not match the two versions is reported, so that the table stays up to date."""
    assert differences(tmp_path, {}, attrs.evolve(NOTHING, **changes)) == [told]


def test_the_table_lists_names_of_the_first_version() -> None:
    """Each earlier name in the table is a name of 0.1.0 or a member of one."""
    first, changes = json.loads(RECORDED.read_text(encoding="utf-8")), read_changes(CHANGED_NAMES)
    modules = {name.rpartition(".")[0] for name in first}
    assert set(changes.modules) <= modules
    for name in (*changes.names, *changes.gone, *changes.calls):
        assert name in first or name.rpartition(".")[0] in first, name
