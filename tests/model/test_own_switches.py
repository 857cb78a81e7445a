"""Switches of somebody's own ruleset: declared beside the library's, asked by rules, and kept wherever those are."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import jsonschema
import pytest

import magnum_sal as ms
from magnum_sal.model import ruleset
from magnum_sal.model.events import MoneyMoved
from magnum_sal.model.ruleset import is_registered
from magnum_sal.model.switches import Switch
from magnum_sal.testing import given, position, sketch
from magnum_sal.words import ruleset_label, switch_label

PAID = Switch("paid_square", "HOUSE-1", "the town square pays twice")
WELLS = Switch("wells", "HOUSE-2", "wells take water", on=2, unit="cubes")


def square_pays(state: ms.GameState, move: ms.VisitTownSquare) -> tuple[ms.Event, ...]:
    """Return what a visit brings: twice as much under the switch."""
    events = ms.STANDARD.by_move[ms.VisitTownSquare].decide(state, move)
    return (*events, MoneyMoved("bank", state.turn_seat, 1)) if state.ruleset.setting("paid_square") else events


SQUARE = attrs.evolve(
    ms.STANDARD.by_move[ms.VisitTownSquare],
    decide=square_pays,
    labels={"en": {"paid_square": "the square pays twice"}, "de": {"paid_square": "Marktplatz zahlt doppelt"}},
)
HOUSE = attrs.evolve(
    ms.STANDARD,
    name="house_with_switches",
    rules=tuple(SQUARE if rule.move is ms.VisitTownSquare else rule for rule in ms.STANDARD.rules),
    own_switches=(PAID, WELLS),
)
ON = HOUSE.with_switches(paid_square=True, wells=4)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruleset, "_registered", {"standard": ms.STANDARD, HOUSE.name: HOUSE})


def test_a_rule_asks_for_its_switch() -> None:
    """It is off until it is set, and then the rule does otherwise."""
    assert (HOUSE.setting("paid_square"), HOUSE.setting("wells")) == (False, None)
    visit = ms.VisitTownSquare()
    assert given("A: 0 groszy", ruleset=HOUSE).when(visit).state.players[0].money == 1
    assert given("A: 0 groszy", ruleset=ON).when(visit).state.players[0].money == 2


def test_setting_by_name() -> None:
    """The library's and those of the ruleset alike; what there is not is named."""
    both = HOUSE.with_switches(wells=3, mapped_mine=True)
    assert (both.mapped_mine, both.own_settings) == (True, (False, 3))
    assert both.with_switches(wells=None, mapped_mine=False) == HOUSE
    assert HOUSE.with_switches() is HOUSE
    assert [switch.name for switch in both.switches] == [*ms.Ruleset.SWITCHES, "paid_square", "wells"]
    assert both.settings == (True, None, False, False, False, False, 3)
    assert repr(both).endswith("paid_square=False, wells=3>")
    words = "ruleset 'standard' has no switch 'wells'; there are mapped_mine, "
    with pytest.raises(ms.MisuseError, match=words):
        ms.STANDARD.with_switches(wells=3)
    with pytest.raises(ms.MisuseError, match=words):
        ms.STANDARD.setting("wells")


@pytest.mark.parametrize("setting", [0, True, "2", 2.0])
def test_no_setting(setting: Any) -> None:
    """A number of cubes is a whole number from 1 up, or None; the switch is named, in Python and in JSON."""
    with pytest.raises(ms.MisuseError, match=r"'house_with_switches': wells: .* is not None or a number of cubes"):
        HOUSE.with_switches(wells=setting)
    with pytest.raises(ms.MalformedError, match=r"^own_settings\.wells: .* is not null or a number of cubes from 1 up"):
        ms.from_dict(ms.Ruleset, {"name": HOUSE.name, "own_settings": {"wells": setting}})


@pytest.mark.parametrize(
    ("switches", "words"),
    [
        ([PAID], "own_switches: .* is not a tuple with a Switch in each place"),
        ((PAID, 5), "is not a tuple with a Switch in each place"),
        ((PAID, PAID), "there are two switches called 'paid_square'"),
        ((attrs.evolve(PAID, name="mapped_mine"),), "there are two switches called 'mapped_mine'"),
        ((attrs.evolve(PAID, name="paid square"),), "'paid square' is no name of a switch"),
        ((attrs.evolve(PAID, name="Ł"),), "is no name of a switch"),
        ((attrs.evolve(PAID, name="x" * 41),), "is no name of a switch"),
        ((attrs.evolve(PAID, help="two\nlines"),), r"paid_square: 'two\\nlines' is no printable text"),
        ((attrs.evolve(WELLS, on=None),), "wells: None is not what a person gets who turns it on"),
        ((attrs.evolve(WELLS, on=True),), "wells: True is not what a person gets"),
    ],
)
def test_switches_that_are_none(switches: Any, words: str) -> None:
    """A ruleset with them is refused when it is made."""
    with pytest.raises(ms.MisuseError, match=words):
        attrs.evolve(ms.STANDARD, name="wrong", own_switches=switches)


def test_settings_that_do_not_fit() -> None:
    """There is one for each switch."""
    with pytest.raises(ms.MisuseError, match=r"own_settings: .* has not one setting for each of 2 switches"):
        attrs.evolve(HOUSE, own_settings=(True,))


def test_json() -> None:
    """They stand beside the library's; one that is left out is off, and a ruleset without any has no such key."""
    data = ms.to_dict(ON)
    assert list(data) == ["name", *ms.Ruleset.SWITCHES, "own_settings"]
    assert data["own_settings"] == {"paid_square": True, "wells": 4}
    assert ms.from_dict(ms.Ruleset, data) == ON
    assert ms.from_dict(ms.Ruleset, {"name": HOUSE.name, "own_settings": {"wells": 4}}) == HOUSE.with_switches(wells=4)
    assert ms.from_dict(ms.Ruleset, {"name": HOUSE.name}) is HOUSE
    assert "own_settings" not in ms.to_dict(ms.STANDARD)


@pytest.mark.parametrize(
    ("name", "settings", "words"),
    [
        (HOUSE.name, {"roof": True}, 'own_settings: "roof" is no switch of .house_with_switches'),
        (HOUSE.name, {"mapped_mine": True}, 'own_settings: "mapped_mine" is no switch of'),
        ("standard", {"wells": 2}, "own_settings: \"wells\" is no switch of 'standard'"),
        (HOUSE.name, [], "own_settings: a list is not an object"),
        (HOUSE.name, None, "own_settings: null is not an object"),
    ],
)
def test_json_that_is_refused(name: str, settings: Any, words: str) -> None:
    """A switch that the ruleset has not, and what is no object."""
    with pytest.raises(ms.MalformedError, match=words):
        ms.from_dict(ms.Ruleset, {"name": name, "own_settings": settings})


def test_the_schema() -> None:
    """It has the switches of the ruleset that it is about; that of the standard game says nothing of any."""
    is_valid = jsonschema.Draft202012Validator(ms.json_schema(ms.Ruleset, ruleset=HOUSE)).is_valid
    assert is_valid(ms.to_dict(ON))
    assert is_valid({"name": HOUSE.name, "own_settings": {"wells": None}})
    settings: list[Any] = [{"wells": 0}, {"wells": True}, {"paid_square": 1}, {"roof": True}, []]
    for wrong in settings:
        assert not is_valid({"name": HOUSE.name, "own_settings": wrong})
    assert "own_settings" not in str(ms.json_schema(ms.Ruleset))


def test_copies_logs_and_texts() -> None:
    """A game under them is read again from its log, its states from JSON, pickles and short texts."""
    game = ms.Game.new(["Ada", "Ben"], seed=1, ruleset=ON)
    game.play(ms.VisitTownSquare())
    state = game.state
    assert is_registered(ON)
    assert ms.Game.from_log("".join(game.log.lines()).encode()).state == state
    assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state
    assert "ruleset: house_with_switches, paid_square, wells 4" in sketch(state)
    assert position(sketch(state)) == state


def test_another_ruleset_of_this_name_is_not_taken_for_it() -> None:
    """One with other switches has no JSON form under the name."""
    other = attrs.evolve(HOUSE, own_switches=(PAID,), own_settings=())
    assert not is_registered(other)
    with pytest.raises(ms.MisuseError, match="is not registered"):
        ms.to_dict(other)


def test_words() -> None:
    """A rule brings them; without any the name serves."""
    assert ruleset_label(ON) == "house with switches, the square pays twice, wells 4"
    assert ruleset_label(ON, "de") == "house with switches, Marktplatz zahlt doppelt, wells 4"
    assert switch_label(PAID, True) == "paid square"


def test_texts_of_rules_can_tell_the_number() -> None:
    """What a text names in braces is the setting, or what one gets who turns it on."""
    texts = {"en": (ms.RuleText("HOUSE-2", "wells", "A well takes {wells} cubes.", "Or none."),)}
    rules = tuple(attrs.evolve(rule, texts=texts) if rule is SQUARE else rule for rule in HOUSE.rules)
    house = attrs.evolve(HOUSE, name="house_with_texts", rules=rules)
    assert ms.rule_texts(house)["HOUSE-2"].summary == "A well takes 2 cubes."
    assert ms.rule_texts(house.with_switches(wells=5))["HOUSE-2"].summary == "A well takes 5 cubes."
