"""The first screen: resuming a game and choosing the rules."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.widgets import Button, Checkbox, Input, Select, Static

import magnum_sal as ms
from magnum_sal.bots import HUMAN, LEVELS, installed
from magnum_sal.cli.terminal import _setup_screen
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._autosaves import Autosaves
from magnum_sal.model.switches import Switch
from magnum_sal.words import LANGUAGES, label

pytestmark = pytest.mark.usefixtures("only_standard")

WELLS = Switch("wells", "HOUSE-1", "wells take water", on=2, unit="cubes")
SEED = Switch("seed", "HOUSE-2", "called as the line for the seed is")
HOUSE = attrs.evolve(ms.STANDARD, name="house_of_the_screen", mapped_mine=True, own_switches=(WELLS, SEED))


Act = Callable[[Pilot[None]], Awaitable[None]]


def begun(monkeypatch: pytest.MonkeyPatch, app: Application, act: Act) -> ms.Ruleset:
    """Return the ruleset of the game that starts after *act* has used the screen."""
    rulesets: list[ms.Ruleset] = []
    monkeypatch.setattr(app, "begin", lambda game, *_, **__: rulesets.append(game.state.ruleset))

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
    """Change nothing on the screen."""


@pytest.mark.long
def test_choosing_a_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chosen ruleset shows its own switches and sets the others, and the game uses it."""
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

    assert begun(monkeypatch, app, choose) == HOUSE.with_switches(wells=2, mapped_mine=False)


@pytest.mark.long
def test_back_to_the_standard_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choosing the standard game again hides the switches of the other ruleset."""
    ms.register(HOUSE)
    app = Application(bot_pause=0, ruleset=HOUSE)

    async def choose(pilot: Pilot[None]) -> None:
        assert len(app.screen.query("#own Checkbox")) == 2
        app.screen.query_one("#ruleset", Select).value = "standard"
        await pilot.pause()
        assert not app.screen.query("#own Checkbox")

    assert begun(monkeypatch, app, choose) == ms.STANDARD


@pytest.mark.long
def test_the_proposed_ruleset_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game uses the proposed ruleset with all its settings, including numbers without a checkbox."""
    ms.register(HOUSE)
    proposed = HOUSE.with_switches(wells=5, seed=True, cart_capacity=4)
    assert begun(monkeypatch, Application(bot_pause=0, ruleset=proposed), nothing) == proposed


@pytest.mark.long
def test_a_single_ruleset_is_not_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """If only the standard game exists, the screen does not offer a choice of rulesets."""
    app = Application(bot_pause=0)

    async def look(_: Pilot[None]) -> None:
        assert not app.screen.query("#ruleset")

    assert begun(monkeypatch, app, look) == ms.STANDARD


@pytest.mark.long
def test_a_failing_package_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen opens even if a package fails to load, and shows the reason."""
    broken = installed.InstalledRuleset("broken", ("bad", "1.0"), None, "ruleset 'broken': [red] it fails")
    monkeypatch.setattr(_setup_screen, "rulesets", lambda: (*installed.rulesets(), broken))
    app = Application(bot_pause=0)

    async def look(_: Pilot[None]) -> None:
        assert str(app.screen.query_one("#message", Static).content) == broken.error

    assert begun(monkeypatch, app, look) == ms.STANDARD


def shown_by(app: Application, act: Act) -> None:
    """Run the application and check its first screen with *act*."""

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await act(pilot)

    asyncio.run(run())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", LEVELS)
def test_levels_have_the_names_of_the_browser(level: str, language: str) -> None:
    """The terminal and the browser call a level by the same name in each language."""
    name, _, description = label(f"ui.bot.{level}", language).partition(": ")
    assert description
    assert label(f"table.player.{level}", language).startswith(f"{name}: ")


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_fits_a_small_screen(language: str) -> None:
    """The form fits into 80 by 24 without scrolling, and each bot has a name and a description in words."""
    app = Application(language=language)

    async def look(_: Pilot[None]) -> None:
        form = app.screen.query_one("#form")
        assert form.max_scroll_y == 0
        prompts = [str(prompt) for prompt, _ in app.screen.query_one("#player1", Select)._options]
        for bot in ("greedy", "random", "search"):
            assert label(f"ui.bot.{bot}", language) in prompts
        assert not any("process" in prompt for prompt in prompts)

    shown_by(app, look)


@pytest.mark.long
def test_a_variant_is_explained_when_its_checkbox_has_the_focus() -> None:
    """VAR-TIRE: a focused checkbox shows the text of its rule, and its mark is visible without colours."""
    app = Application()

    async def look(pilot: Pilot[None]) -> None:
        box = app.screen.query_one("#all_miners_tire", Checkbox)
        box.focus()
        await pilot.pause()
        message = str(app.screen.query_one("#message", Static).content)
        assert message == f"{ms.rule_texts()['VAR-TIRE'].summary} [VAR-TIRE]"
        assert "X" not in str(box.render())
        await pilot.press("space")
        assert "X" in str(box.render())
        app.screen.query_one("#seed").focus()
        await pilot.pause()
        assert str(app.screen.query_one("#message", Static).content) == ""

    shown_by(app, look)


@pytest.mark.long
def test_the_last_game_is_offered_if_there_is_one(tmp_path: Path) -> None:
    """The button for the last game shows the time of its last move and has the focus."""
    autosaves = Autosaves(tmp_path)
    app = Application(autosaves=autosaves)

    async def nothing_kept(_: Pilot[None]) -> None:
        assert not app.screen.query("#last")
        assert app.focused is app.screen.query_one("#first")

    shown_by(app, nothing_kept)
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    autosaves.keep(game)
    game.close()
    offering = Application(autosaves=autosaves, language="pl")

    async def look(_: Pilot[None]) -> None:
        words = str(offering.screen.query_one("#last", Button).label)
        assert re.fullmatch(r"Wznów ostatnią grę \(\d{4}-\d\d-\d\d \d\d:\d\d\)", words)
        assert offering.focused is offering.screen.query_one("#last")

    shown_by(offering, look)


@pytest.mark.long
def test_the_last_game_may_be_deleted_before_it_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen shows the time at which it found the game, and says so if the game cannot be resumed."""
    autosaves = Autosaves(tmp_path)
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    autosaves.keep(game)
    game.close()
    compose = _setup_screen.SetupScreen.compose

    def compose_later(screen: _setup_screen.SetupScreen) -> ComposeResult:
        for path in autosaves.paths():
            path.unlink()
        return compose(screen)

    monkeypatch.setattr(_setup_screen.SetupScreen, "compose", compose_later)
    app = Application(autosaves=autosaves)

    async def look(pilot: Pilot[None]) -> None:
        app.screen.query_one("#last", Button).press()
        await pilot.pause()
        assert "there is no unfinished game to resume" in str(app.screen.query_one("#message", Static).content)

    shown_by(app, look)


@pytest.mark.long
def test_the_game_of_a_real_table_is_not_gone_on_with_here(tmp_path: Path) -> None:
    """Nobody here knows what is turned up there."""
    ms.Game.open_table(["Ada", "Ben"], log=tmp_path / "table.jsonl").close()
    app = Application()

    async def resume(pilot: Pilot[None]) -> None:
        app.screen.query_one("#log", Input).value = str(tmp_path / "table.jsonl")
        app.screen.query_one("#resume", Button).press()
        await pilot.pause()
        assert "magnum-sal table" in str(app.screen.query_one("#message", Static).content)

    shown_by(app, resume)


@pytest.mark.long
@pytest.mark.parametrize("path", ["~nobody-here/game.jsonl", "public.jsonl"])
def test_files_that_cannot_be_resumed(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The home folder of an unknown user and a public copy, whose face-down pieces nobody knows, are refused."""
    monkeypatch.chdir(tmp_path)
    ms.Game.new(["Ada", "Ben"], seed=1).log.public("public.jsonl").close()
    app = Application()

    async def resume(pilot: Pilot[None]) -> None:
        app.screen.query_one("#log", Input).value = path
        app.screen.query_one("#resume", Button).press()
        await pilot.pause()
        told = str(app.screen.query_one("#message", Static).content)
        assert ("No such file" if path.startswith("~") else "does not name the face-down pieces") in told

    shown_by(app, resume)


@pytest.mark.long
def test_the_first_game_has_no_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guided first game is the plain one, whatever the command line asks for."""
    app = Application(bot_pause=0, ruleset=ms.STANDARD.with_switches(mapped_mine=True, cart_capacity=2))
    rulesets: list[ms.Ruleset] = []
    monkeypatch.setattr(app, "begin", lambda game, *_, **__: rulesets.append(game.state.ruleset))

    async def begin(pilot: Pilot[None]) -> None:
        app.screen.query_one("#first", Button).press()
        await pilot.pause()

    shown_by(app, begin)
    assert rulesets == [ms.STANDARD]


@pytest.mark.long
def test_arrow_keys_move_between_fields() -> None:
    """Arrow keys move between fields, or in an open list, where Enter chooses an entry and Escape none."""
    app = Application()

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("down", "down")
        player = app.screen.query_one("#player0", Select)
        assert app.focused is player
        assert not player.expanded
        await pilot.press("enter", "down", "enter")
        await pilot.pause()
        assert player.value == "novice"
        await pilot.press("enter", "down", "escape")
        assert player.value == "novice"
        await pilot.press("up")
        assert app.focused is app.screen.query_one("#name0")

    shown_by(app, act)


@pytest.mark.long
def test_resuming_asks_for_the_name_of_a_file() -> None:
    """Resuming without a file name shows a request for one."""
    app = Application(language="de")

    async def act(pilot: Pilot[None]) -> None:
        app.screen.query_one("#resume", Button).press()
        await pilot.pause()
        await pilot.pause()
        assert str(app.screen.query_one("#message", Static).content).startswith("Gib zuerst")
        assert isinstance(app.screen, _setup_screen.SetupScreen)

    shown_by(app, act)


@pytest.mark.long
def test_another_language_keeps_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """F3 keeps what the person has entered: names, players, rules, switches, the seed and the log file."""
    ms.register(HOUSE)
    app = Application(bot_pause=0)
    entered = {"name0": "Zofia", "player1": HUMAN, "player2": "greedy", "ruleset": HOUSE.name, "seed": "12"}
    switches = {"mapped_mine": False, "own-wells": True}

    async def enter(pilot: Pilot[None]) -> None:
        for fields in (entered, switches):
            for field, value in fields.items():
                set_value(app, field, value)
            await pilot.pause()
        await pilot.press("f3")
        await pilot.pause()
        assert app.game_language == "pl"
        assert {field: value_of(app, field) for field in entered} == entered
        await pilot.press("f3")
        await pilot.pause()
        assert app.game_language == "de"
        assert {field: value_of(app, field) for field in entered} == entered

    assert begun(monkeypatch, app, enter) == HOUSE.with_switches(wells=2, mapped_mine=False)


def set_value(app: Application, field: str, value: Any) -> None:
    """Set the value of a field of the form."""
    cast(Any, app.screen.query_one(f"#{field}")).value = value


def value_of(app: Application, field: str) -> Any:
    """Return the value of a field of the form."""
    return cast(Any, app.screen.query_one(f"#{field}")).value
