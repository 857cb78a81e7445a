"""The screen with the texts of the rules."""

from __future__ import annotations

import pytest
from tests.cli.terminal.screen import session, shown, typed
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

import magnum_sal as ms
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._rules_screen import RulesScreen
from magnum_sal.cli.terminal._table_screen import TableScreen
from magnum_sal.words import LANGUAGES, sentence


@pytest.mark.long
def test_f4_shows_the_rule_of_the_marked_line() -> None:
    """F4 opens the rule of the marked line and closes it again."""
    app = Application(ms.Game.new(["Ada", "Ben"], seed=7))

    async def act(pilot: Pilot[None]) -> None:
        for keys, rule in (
            ([], "MOVE-1"),
            (["down"], "ASST-1"),
            (["down"], "INN-1"),
            ([*"@x", "enter"], "MOVE-1"),
        ):
            await pilot.press(*keys)
            await pilot.press("f4")
            await pilot.pause()
            assert isinstance(app.screen, RulesScreen)
            assert f"[{rule}]" in shown(app, "#text"), keys
            await pilot.press("f4")
            assert isinstance(app.screen, TableScreen)

    session(app, act)


@pytest.mark.long
def test_the_rule_of_a_refusal_comes_first() -> None:
    """While a refusal is shown, F4 opens its rule."""
    app = Application(ms.Game.new(["Ada", "Ben"], seed=7))

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S3")
        await pilot.press("f4")
        await pilot.pause()
        assert "[CHAIN-1]" in shown(app, "#text")
        await pilot.press("escape", "escape", "f4")
        await pilot.pause()
        assert "[MOVE-1]" in shown(app, "#text")

    session(app, act)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_browsing_the_rules(language: str) -> None:
    """Letters filter the rules, and arrows select one. Escape clears the filter, then closes the screen."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, language=language)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("f4", *"inn-1")
        await pilot.pause()
        names = app.screen.query_one("#names", OptionList)
        assert "INN-1" in str(names.get_option_at_index(0).prompt)
        assert ms.rule_texts(ms.STANDARD, language)["INN-1"].summary in shown(app, "#text")
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen.query_one("#filter", Input).value == ""
        assert names.option_count == len(ms.rule_texts(ms.STANDARD, language))
        await pilot.press("down", "down", "pagedown", "up")
        await pilot.pause()
        second = tuple(ms.rule_texts(ms.STANDARD, language).values())[1]
        assert f"[{second.id}]" in shown(app, "#text")
        await pilot.press(*"qqq")
        await pilot.pause()
        assert shown(app, "#text") == sentence("ui.rules.none", language, text="qqq")
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, TableScreen)

    session(app, act)
    assert game.moves == ()
