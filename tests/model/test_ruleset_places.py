"""Registered rulesets in worker processes, which import them from the modules that have them."""

from __future__ import annotations

import pickle
import subprocess
import sys

import attrs
import pytest
from tests.extensions.omens import OMENS_GAME

import magnum_sal as ms
from magnum_sal.model import ruleset
from magnum_sal.model.ruleset import import_rulesets, ruleset_places

PLACE = "tests.extensions.omens"


def test_the_place_of_a_ruleset_is_the_module_that_registers_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset of the main script has no place, because worker processes run the script, and STANDARD needs none."""
    monkeypatch.setattr(ruleset, "_places", dict(ruleset._places))
    monkeypatch.setattr(ruleset, "_registered", dict(ruleset._registered))
    house = attrs.evolve(OMENS_GAME, name="house")
    ms.register(house)
    assert ruleset_places()[OMENS_GAME.name] == PLACE
    assert ruleset_places()["house"] == __name__
    script = attrs.evolve(OMENS_GAME, name="script")
    exec("register(script)", {"__name__": "__main__", "register": ms.register, "script": script})
    ms.register(OMENS_GAME)
    assert ruleset_places()[OMENS_GAME.name] == PLACE
    assert not {"script", ms.STANDARD.name} & set(ruleset_places())


def test_only_unknown_rulesets_are_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module is not imported if its ruleset is known, and a module that cannot be imported does no harm."""
    monkeypatch.setattr(ruleset, "_registered", {"standard": ms.STANDARD})
    monkeypatch.setattr(ruleset, "_places", {})
    places = {"standard": "antigravity", "unknown": "no_such_module", OMENS_GAME.name: f"{PLACE}:OMENS_GAME"}
    import_rulesets(places)
    assert ruleset_places() == {OMENS_GAME.name: f"{PLACE}:OMENS_GAME"}
    assert "antigravity" not in sys.modules
    assert ruleset.ruleset_names() == ("standard", OMENS_GAME.name)


def test_a_module_that_another_process_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unpickling names the module."""
    monkeypatch.setattr(ruleset, "_places", {"house": "club.house_rules"})
    monkeypatch.setattr(ruleset, "_registered", {"house": attrs.evolve(OMENS_GAME, name="house")})
    pickled = pickle.dumps(ruleset.find_ruleset("house"))
    monkeypatch.setattr(ruleset, "_registered", {"standard": ms.STANDARD})
    with pytest.raises(ms.MisuseError, match=r"ruleset 'club\.house_rules': No module named 'club'"):
        pickle.loads(pickled)


@pytest.mark.slow
def test_another_process_unpickles_a_registered_ruleset() -> None:
    """The other process has not imported the module that registers the ruleset."""
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=OMENS_GAME)
    read = "import pickle, sys; print(pickle.load(sys.stdin.buffer).ruleset.name)"
    found = subprocess.run([sys.executable, "-c", read], input=pickle.dumps(state), capture_output=True, check=True)
    assert found.stdout.decode().strip() == OMENS_GAME.name
