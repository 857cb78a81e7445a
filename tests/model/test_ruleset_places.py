"""Registered rulesets in worker processes, which import them from the modules that have them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from tests.extensions.omens import OMENS_GAME

import magnum_sal as ms
from magnum_sal.model import ruleset_registry
from magnum_sal.model.ruleset_registry import import_rulesets, ruleset_names, ruleset_places

PLACE = "tests.extensions.omens"


@pytest.mark.usefixtures("registered")
def test_the_place_of_a_ruleset_is_the_module_that_registers_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset of the main script has no place, because worker processes run the script, and STANDARD needs none."""
    monkeypatch.setattr(ruleset_registry, "_places", dict(ruleset_registry._places))
    house = attrs.evolve(OMENS_GAME, name="house")
    ms.register(house)
    assert ruleset_places()[OMENS_GAME.name] == PLACE
    assert ruleset_places()["house"] == __name__
    script, anonymous = attrs.evolve(OMENS_GAME, name="script"), attrs.evolve(OMENS_GAME, name="anonymous")
    exec("register(script)", {"__name__": "__main__", "register": ms.register, "script": script})
    exec("register(script)", {"register": ms.register, "script": anonymous})
    ms.register(OMENS_GAME)
    assert ruleset_places()[OMENS_GAME.name] == PLACE
    assert not {"script", "anonymous", ms.STANDARD.name} & set(ruleset_places())


@pytest.mark.usefixtures("only_standard")
def test_only_unknown_rulesets_are_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module is not imported if its ruleset is known, and a module that cannot be imported does no harm."""
    monkeypatch.setattr(ruleset_registry, "_places", {})
    monkeypatch.setattr(ruleset_registry, "_missing", set())
    places = {"standard": "antigravity", "unknown": "no_such_module", OMENS_GAME.name: f"{PLACE}:OMENS_GAME"}
    import_rulesets(places)
    assert ruleset_places() == {OMENS_GAME.name: f"{PLACE}:OMENS_GAME"}
    assert "antigravity" not in sys.modules
    assert ruleset_names() == ("standard", OMENS_GAME.name)


def test_a_module_that_fails_is_imported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Otherwise each job of a worker would wait for it."""
    (tmp_path / "failing_rules.py").write_text("print('importing')\nraise ValueError\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(ruleset_registry, "_missing", set())
    for _ in range(3):
        import_rulesets({"unknown": "failing_rules"})
    assert capsys.readouterr().out == "importing\n"


def test_a_module_that_another_process_lacks(
    monkeypatch: pytest.MonkeyPatch, registered: dict[str, ms.Ruleset]
) -> None:
    """Unpickling names the module."""
    monkeypatch.setattr(ruleset_registry, "_places", {"house": "club.house_rules"})
    registered["house"] = attrs.evolve(OMENS_GAME, name="house")
    pickled = pickle.dumps(registered["house"])
    del registered["house"]
    with pytest.raises(ms.MisuseError, match=r"ruleset 'club\.house_rules': No module named 'club'"):
        pickle.loads(pickled)


@pytest.mark.slow
def test_another_process_unpickles_a_registered_ruleset() -> None:
    """The other process has not imported the module that registers the ruleset."""
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=OMENS_GAME)
    read = "import pickle, sys; print(pickle.load(sys.stdin.buffer).ruleset.name)"
    found = subprocess.run([sys.executable, "-c", read], input=pickle.dumps(state), capture_output=True, check=True)
    assert found.stdout.decode().strip() == OMENS_GAME.name
