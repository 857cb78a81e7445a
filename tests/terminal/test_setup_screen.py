"""The first screen: which rules are played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import attrs
import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Checkbox, Select, Static

import magnum_sal as ms
from magnum_sal import installed, ruleset
from magnum_sal.switches import Switch
from magnum_sal.terminal import _setup_screen
from magnum_sal.terminal._application import Application

WELLS = Switch("wells", "HOUSE-1", "wells take water", on=2, unit="cubes")
SEED = Switch("seed", "HOUSE-2", "called as the line for the seed is")
HOUSE = attrs.evolve(ms.STANDARD, name="house_of_the_screen", mapped_mine=True, own_switches=(WELLS, SEED))


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruleset, "_registered", {"standard": ms.STANDARD})


Act = Callable[[Pilot[None]], Awaitable[None]]


def begun(monkeypatch: pytest.MonkeyPatch, app: Application, act: Act) -> ms.Ruleset:
    """Return the rules of the game that is begun after *act* has used the screen."""
    rulesets: list[ms.Ruleset] = []
    monkeypatch.setattr(app, "begin", lambda game, *_: rulesets.append(game.state.ruleset))

    async def start() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await act(pilot)
            app.screen.query_one("#start", Button).press()
            await pilot.pause()

    asyncio.run(start())
    (ruleset,) = rulesets
    return ruleset


async def nothing(_: Pilot[None]) -> None:
    """Leave all as it is."""


def test_a_ruleset_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own switches come up, the others stand as it has them, and the game is played by it."""
    ms.register(HOUSE)
    app = Application(bot_pause=0)

    async def choose(pilot: Pilot[None]) -> None:
        assert not app.screen.query("#own Checkbox")
        app.screen.query_one("#ruleset", Select).value = HOUSE.name
        await pilot.pause()
        assert app.screen.query_one("#mapped_mine", Checkbox).value
        wells = app.screen.query_one("#own-wells", Checkbox)
        assert str(wells.label) == "wells 2"
        wells.value = True
        app.screen.query_one("#mapped_mine", Checkbox).value = False

    assert begun(monkeypatch, app, choose) == HOUSE.switched(wells=2, mapped_mine=False)


def test_back_to_the_standard_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The switches of the other ruleset are gone again."""
    ms.register(HOUSE)
    app = Application(bot_pause=0, ruleset=HOUSE)

    async def choose(pilot: Pilot[None]) -> None:
        assert len(app.screen.query("#own Checkbox")) == 2
        app.screen.query_one("#ruleset", Select).value = "standard"
        await pilot.pause()
        assert not app.screen.query("#own Checkbox")

    assert begun(monkeypatch, app, choose) == ms.STANDARD


def test_what_is_proposed_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its settings, numbers included that no box says."""
    ms.register(HOUSE)
    proposed = HOUSE.switched(wells=5, seed=True, cart_capacity=4)
    assert begun(monkeypatch, Application(bot_pause=0, ruleset=proposed), nothing) == proposed


def test_one_ruleset_is_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is the standard game alone, the screen does not ask."""
    app = Application(bot_pause=0)

    async def look(_: Pilot[None]) -> None:
        assert not app.screen.query("#ruleset")

    assert begun(monkeypatch, app, look) == ms.STANDARD


def test_a_package_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen comes up all the same, with the reason."""
    broken = installed.KnownRuleset("broken", ("bad", "1.0"), None, "ruleset 'broken': [red] it fails")
    monkeypatch.setattr(_setup_screen, "rulesets", lambda: (*installed.rulesets(), broken))
    app = Application(bot_pause=0)

    async def look(_: Pilot[None]) -> None:
        assert str(app.screen.query_one("#message", Static).content) == broken.error

    assert begun(monkeypatch, app, look) == ms.STANDARD
