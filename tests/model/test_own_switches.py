"""A ruleset's own switches: declared beside the library's, read by rules, and stored with the ruleset."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import jsonschema
import pytest

import magnum_sal as ms
from magnum_sal.model.events import MoneyMoved
from magnum_sal.model.ruleset_registry import is_registered
from magnum_sal.model.switches import Switch
from magnum_sal.testing import given, position, sketch
from magnum_sal.words import ruleset_label, switch_label

PAID = Switch("paid_square", "HOUSE-1", "the town square pays twice")
WELLS = Switch("wells", "HOUSE-2", "wells take water", on=2, unit="cubes")


def square_pays(state: ms.GameState, move: ms.VisitTownSquare) -> tuple[ms.Event, ...]:
    """Return the events of a visit, which pays twice as much if the switch is on."""
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
def _register(registered: dict[str, ms.Ruleset]) -> None:
    registered[HOUSE.name] = HOUSE


def test_a_rule_reads_its_switch() -> None:
    """The switch is off until it is set, and then the rule pays more."""
    assert (HOUSE.setting("paid_square"), HOUSE.setting("wells")) == (False, None)
    visit = ms.VisitTownSquare()
    assert given("A: 0 groszy", ruleset=HOUSE).when(visit).state.players[0].money == 1
    assert given("A: 0 groszy", ruleset=ON).when(visit).state.players[0].money == 2


def test_setting_by_name() -> None:
    """Names set the library's switches and the ruleset's own. An unknown name is reported."""
    both = HOUSE.with_switches(wells=3, mapped_mine=True)
    assert (both.mapped_mine, both.own_settings) == (True, (False, 3))
    assert both.with_switches(wells=None, mapped_mine=False) == HOUSE
    assert HOUSE.with_switches() is HOUSE
    assert [switch.name for switch in both.switches] == [*ms.Ruleset.SWITCHES, "paid_square", "wells"]
    assert both.settings == (True, None, False, False, False, False, 3)
    assert repr(both).endswith("paid_square=False, wells=3>")
    words = "ruleset 'standard' has no switch 'wells'; its switches are mapped_mine, "
    with pytest.raises(ms.MisuseError, match=words):
        ms.STANDARD.with_switches(wells=3)
    with pytest.raises(ms.MisuseError, match=words):
        ms.STANDARD.setting("wells")


@pytest.mark.parametrize("setting", [0, True, "2", 2.0])
def test_invalid_settings(setting: Any) -> None:
    """A number of cubes is None or a whole number from 1 up. The error names the switch, in Python and in JSON."""
    with pytest.raises(ms.MisuseError, match=r"'house_with_switches': wells: .* is not None or a number of cubes"):
        HOUSE.with_switches(wells=setting)
    with pytest.raises(ms.MalformedError, match=r"^own_settings\.wells: .* is not null or a number of cubes from 1 up"):
        ms.from_dict(ms.Ruleset, {"name": HOUSE.name, "own_settings": {"wells": setting}})


@pytest.mark.parametrize(
    ("switches", "words"),
    [
        ([PAID], "own_switches: expected a tuple of Switch$"),
        ((PAID, 5), "own_switches: expected a tuple of Switch$"),
        (PAID, "own_switches: expected a tuple of Switch; a tuple with one entry needs a comma"),
        ((PAID, PAID), "there are two switches called 'paid_square'"),
        ((attrs.evolve(PAID, name="mapped_mine"),), "there are two switches called 'mapped_mine'"),
        (
            (attrs.evolve(PAID, name="paid square"),),
            "expected the name of a switch, such as 'mapped_mine', got 'paid square'",
        ),
        ((attrs.evolve(PAID, name="Ł"),), "expected the name of a switch"),
        ((attrs.evolve(PAID, name="x" * 41),), "expected the name of a switch"),
        ((attrs.evolve(PAID, help="two\nlines"),), r"paid_square: expected a printable text, got 'two\\nlines'"),
        ((attrs.evolve(WELLS, on=None),), "wells: None is not a setting that turns it on"),
        ((attrs.evolve(WELLS, on=True),), ": own_switches: wells: True is not a setting that turns it on"),
    ],
)
def test_invalid_switches(switches: Any, words: str) -> None:
    """A ruleset with such switches is refused when it is created."""
    with pytest.raises(ms.MisuseError, match=words):
        attrs.evolve(ms.STANDARD, name="wrong", own_switches=switches)


def test_settings_that_do_not_fit() -> None:
    """A ruleset has one setting for each of its switches."""
    with pytest.raises(ms.MisuseError, match=r"own_settings: expected a setting for each of 2 switches, got .*"):
        attrs.evolve(HOUSE, own_settings=(True,))


def test_json() -> None:
    """
    Own settings follow the library's switches. A missing one is off.

    A ruleset without own switches has no such key.
    """
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
        (HOUSE.name, {"roof": True}, 'own_settings: "roof" is not a switch of .house_with_switches'),
        (HOUSE.name, {"mapped_mine": True}, "own_settings: \"mapped_mine\" is not a switch of 'house_with_switches'"),
        ("standard", {"wells": 2}, "own_settings: \"wells\" is not a switch of 'standard'"),
        (HOUSE.name, [], "own_settings: a list is not an object"),
        (HOUSE.name, None, "own_settings: null is not an object"),
    ],
)
def test_json_that_is_refused(name: str, settings: Any, words: str) -> None:
    """An unknown switch, and a value that is not an object, are refused."""
    with pytest.raises(ms.MalformedError, match=words):
        ms.from_dict(ms.Ruleset, {"name": name, "own_settings": settings})


def test_the_schema() -> None:
    """The schema has its ruleset's own switches; the schema of the standard game mentions none."""
    is_valid = jsonschema.Draft202012Validator(ms.json_schema(ms.Ruleset, ruleset=HOUSE)).is_valid
    assert is_valid(ms.to_dict(ON))
    assert is_valid({"name": HOUSE.name, "own_settings": {"wells": None}})
    settings: list[Any] = [{"wells": 0}, {"wells": True}, {"paid_square": 1}, {"roof": True}, []]
    for wrong in settings:
        assert not is_valid({"name": HOUSE.name, "own_settings": wrong})
    assert "own_settings" not in str(ms.json_schema(ms.Ruleset))


def test_copies_logs_and_texts() -> None:
    """The game can be restored from its log, and its states from JSON, pickles and short texts."""
    game = ms.Game.new(["Ada", "Ben"], seed=1, ruleset=ON)
    game.play(ms.VisitTownSquare())
    state = game.state
    assert is_registered(ON)
    assert ms.Game.from_log("".join(game.log.lines()).encode()).state == state
    assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state
    assert "ruleset: house_with_switches, paid_square, wells 4" in sketch(state)
    assert position(sketch(state)) == state


def test_another_ruleset_of_this_name_is_not_mistaken_for_it() -> None:
    """A ruleset with other switches needs another name."""
    with pytest.raises(ms.MisuseError, match=r"a registered ruleset has this name.*pass another name"):
        attrs.evolve(HOUSE, own_switches=(PAID,), own_settings=())
    other = attrs.evolve(HOUSE, name="other_house", own_switches=(PAID,), own_settings=())
    assert not is_registered(other)
    with pytest.raises(ms.MisuseError, match="is not registered"):
        ms.to_dict(other)


def test_only_one_ruleset_of_a_name_is_registered() -> None:
    """Two rulesets of one name can be made before one of them is registered, and the other one is then refused."""
    first, second = (attrs.evolve(ms.STANDARD, name="twin", toll=toll) for toll in (2, 3))
    ms.register(first)
    with pytest.raises(ms.MisuseError, match="another ruleset is registered as 'twin'; choose another name"):
        ms.register(second)


def test_words() -> None:
    """A rule provides the words of a switch. Without words, its name is shown."""
    assert ruleset_label(ON) == "house with switches, the square pays twice, wells 4"
    assert ruleset_label(ON, "de") == "house with switches, Marktplatz zahlt doppelt, wells 4"
    assert switch_label(PAID, True) == "paid square"


def test_texts_of_rules_can_contain_the_setting() -> None:
    """A switch's name in braces becomes its setting, or the value that turns it on while the switch is off."""
    texts = {"en": (ms.RuleText("HOUSE-2", "wells", "A well takes {wells} cubes.", "Or none."),)}
    rules = tuple(attrs.evolve(rule, texts=texts) if rule is SQUARE else rule for rule in HOUSE.rules)
    house = attrs.evolve(HOUSE, name="house_with_texts", rules=rules)
    assert ms.rule_texts(house)["HOUSE-2"].summary == "A well takes 2 cubes."
    assert ms.rule_texts(house.with_switches(wells=5))["HOUSE-2"].summary == "A well takes 5 cubes."
