"""The table of switches: each row has its field, and everything about a switch follows from its row."""

from __future__ import annotations

import asyncio
import copy
import pickle
import random
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest
from tests.amounts import select
from tests.cheap_bots import make_finisher
from textual.widgets import Button, Checkbox

import magnum_sal as ms
from magnum_sal import cli
from magnum_sal.cli.terminal._application import Application
from magnum_sal.model.ruleset_registry import is_registered
from magnum_sal.model.switches import SWITCHES, Switch
from magnum_sal.testing import check_invariants
from magnum_sal.testing.players import finisher, play
from magnum_sal.testing.strategies import VARIANTS
from magnum_sal.words import LANGUAGES, has_label, ruleset_label, switch_label

EACH = pytest.mark.parametrize("switch", SWITCHES, ids=[switch.name for switch in SWITCHES])


def turned_on(*switches: Switch, of: ms.Ruleset = ms.STANDARD) -> ms.Ruleset:
    """Return the ruleset with these switches on."""
    changes: dict[str, Any] = {switch.name: switch.on for switch in switches}
    return attrs.evolve(of, **changes)


@EACH
def test_the_field(switch: Switch) -> None:
    """A switch is a field that is off by default and refuses invalid settings with its name."""
    assert switch.name in ms.Ruleset.SWITCHES
    assert getattr(ms.STANDARD, switch.name) is switch.off
    assert getattr(turned_on(switch), switch.name) is switch.on
    assert ms.STANDARD.with_switches(**{switch.name: switch.on}) == turned_on(switch)
    impossible: tuple[Any, ...] = (0, 1.0, 2.0, [], "on", *((2**53, True) if switch.unit else (1, None)))
    for wrong in impossible:
        changes: dict[str, Any] = {switch.name: wrong}
        with pytest.raises(ms.MisuseError, match=f"^ruleset 'standard': {switch.name}: .* is not "):
            attrs.evolve(ms.STANDARD, **changes)
        # Equal valid settings were used before, but ``True == 1 == 1.0``.
        with pytest.raises(ms.MisuseError, match=f"^ruleset 'standard': {switch.name}: .* is not "):
            ms.STANDARD.with_switches(**changes)


def test_the_table_is_complete() -> None:
    """The fields between ``extensions`` and ``tiles`` are the switches, in the table's order."""
    fields = [field.name for field in attrs.fields(ms.Ruleset)]
    between = fields[fields.index("extensions") + 1 : fields.index("tiles")]
    assert tuple(between) == ms.Ruleset.SWITCHES == tuple(switch.name for switch in SWITCHES)
    assert len(VARIANTS) == len(set(VARIANTS)) == 2 ** len(SWITCHES)


@EACH
def test_the_json_form(switch: Switch) -> None:
    """All switches are written. When reading, a missing one is off, and an invalid setting is refused."""
    ruleset = turned_on(switch)
    data = ms.to_dict(ruleset)
    assert list(data) == ["name", *ms.Ruleset.SWITCHES]
    assert data[switch.name] is switch.on
    assert ms.from_dict(ms.Ruleset, data) == ruleset
    assert ms.from_dict(ms.Ruleset, {"name": "standard", switch.name: switch.on}) == ruleset
    assert ms.from_dict(ms.Ruleset, {key: data[key] for key in data if key != switch.name}) is ms.STANDARD
    for wrong in (0, "on", 1.0, True if switch.unit else None):
        with pytest.raises(ms.MalformedError, match=f"^{switch.name}: .* is not "):
            ms.from_dict(ms.Ruleset, data | {switch.name: wrong})


@EACH
def test_the_schema(switch: Switch) -> None:
    """The schema has a default for each switch, so it may be missing. Invalid settings are invalid."""
    schema = ms.json_schema(ms.Ruleset)
    is_valid = jsonschema.Draft202012Validator(schema).is_valid
    assert schema["properties"][switch.name]["default"] is switch.off
    assert is_valid({"name": "standard"})
    for setting in (switch.off, switch.on):
        assert is_valid({"name": "standard", switch.name: setting})
    for wrong in (0, "on", True if switch.unit else None):
        assert not is_valid({"name": "standard", switch.name: wrong})


@EACH
def test_copies(switch: Switch) -> None:
    """Copies of a ruleset keep its name and settings, and it still counts as registered."""
    ruleset = turned_on(switch)
    unregistered = turned_on(switch, of=attrs.evolve(ms.STANDARD, name="a house of nobody", penalty=4))
    assert copy.deepcopy(unregistered) == unregistered
    with pytest.raises(ms.MisuseError, match="is not registered, so a pickle cannot name it: give it its own name and"):
        pickle.dumps(unregistered)
    assert is_registered(ruleset)
    assert pickle.loads(pickle.dumps(ruleset)) == copy.deepcopy(ruleset) == ruleset
    assert ruleset.settings.count(switch.on) >= 1
    assert f"{switch.name}={switch.on!r}" in repr(ruleset)


@EACH
def test_rulesets_of_extensions_have_the_switches(switch: Switch) -> None:
    """A ruleset with its own name can be varied in the same way."""
    house = attrs.evolve(ms.STANDARD, name=f"a house with {switch.name}", penalty=4)
    ms.register(house)
    varied = turned_on(switch, of=house)
    assert ms.from_dict(ms.Ruleset, ms.to_dict(varied)) == pickle.loads(pickle.dumps(varied)) == varied
    assert varied.penalty == 4


@pytest.mark.parametrize("language", LANGUAGES)
@EACH
def test_the_words(switch: Switch, language: str) -> None:
    """Each language has its own words for a switch, and the ruleset's label contains them if the switch is on."""
    assert has_label(switch.name, language)
    words = switch_label(switch, switch.on, language)
    assert words != switch.name
    assert ruleset_label(ms.STANDARD, language) not in ("", words)
    assert ruleset_label(turned_on(switch), language) == f"{ruleset_label(ms.STANDARD, language)}, {words}"


@pytest.mark.parametrize("subcommand", ["arena", "demo", "play"])
@EACH
def test_the_option(
    switch: Switch, subcommand: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each subcommand that starts games has an option for the switch, whose help names the rule."""
    monkeypatch.setenv("COLUMNS", "500")
    with pytest.raises(SystemExit):
        cli.main([subcommand, "--help"])
    help_text = " ".join(capsys.readouterr().out.split())
    assert f"--{switch.name.replace('_', '-')}" in help_text
    assert f"{switch.help} ({switch.rule})" in help_text


@pytest.mark.long
@pytest.mark.parametrize("switch", select(SWITCHES), ids=lambda switch: switch.name)
def test_a_game_from_the_command_line(
    switch: Switch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The option plays a whole game with the switch on, and the log can be read again."""
    monkeypatch.setattr("magnum_sal.cli._demo.make_bot", make_finisher)
    log = tmp_path / "game.jsonl"
    option = [f"--{switch.name.replace('_', '-')}", *([str(switch.on)] if switch.unit else [])]
    assert (
        cli.main(["demo", "--quiet", "--seed", "3", "--seat", "Ada", "--seat", "Ben", *option, "--log", str(log)]) == 0
    )
    assert capsys.readouterr().out
    assert ms.Game.from_log(log).state.ruleset == turned_on(switch)


@pytest.mark.long
def test_the_first_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkbox on the terminal's first screen turns on its switch and no other."""
    app = Application(bot_pause=0)
    begun: list[ms.Ruleset] = []
    monkeypatch.setattr(app, "begin", lambda game, *_, **__: begun.append(game.state.ruleset))

    async def start() -> None:
        async with app.run_test() as pilot:
            await pilot.pause()
            for switch in SWITCHES:
                box = app.screen.query_one(f"#{switch.name}", Checkbox)
                assert str(box.label) == switch_label(switch, switch.on)
                box.value = True
                app.screen.query_one("#start", Button).press()
                await pilot.pause()
                box.value = False

    asyncio.run(start())
    assert begun == [turned_on(switch) for switch in SWITCHES]


@pytest.mark.long
@pytest.mark.parametrize("number", select(range(12)))
def test_whole_games_under_combinations(number: int) -> None:
    """With any switches, games of players who deliver keep all invariants, and their states survive JSON."""
    rng = random.Random(number)
    ruleset = turned_on(*(switch for switch in SWITCHES if rng.random() < 0.6))
    state = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][: 2 + number % 3], seed=number, ruleset=ruleset)
    for count, (_, _, transition) in enumerate(play(state, finisher, rng, 4000)):
        state = transition.state
        if count % 9 == 0:
            check_invariants(state)
            assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    assert state.is_over


def test_the_json_of_the_standard_ruleset() -> None:
    """The standard ruleset's JSON has all switches, in this order."""
    assert ms.to_json(ms.STANDARD) == (
        '{"name":"standard","mapped_mine":false,"cart_capacity":null,"all_miners_tire":false,'
        '"castle_line_stays":false,"lowest_price_bonus":false}'
    )


def test_old_json_has_two_switches() -> None:
    """A ruleset that version 0.1.0 wrote can be read, with the later switches off."""
    data = {"name": "standard", "mapped_mine": True, "cart_capacity": 2}
    assert ms.from_dict(ms.Ruleset, data) == attrs.evolve(ms.STANDARD, mapped_mine=True, cart_capacity=2)
