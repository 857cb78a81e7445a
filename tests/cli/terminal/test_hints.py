"""The hints of a first game: each follows from the position and is shown at one decision."""

from __future__ import annotations

import random
from textwrap import wrap

import pytest
from smithy import SMITHY_GAME
from tests.cli.terminal.screen import SMALL, resize, session, shown, typed
from tests.vocabulary import foreign_words
from textual.pilot import Pilot

import magnum_sal as ms
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._hints import Guide, hints
from magnum_sal.cli.terminal._table_screen import TableScreen
from magnum_sal.testing import position
from magnum_sal.testing.players import finisher, play
from magnum_sal.words import LANGUAGES

HINTS = {key for key in LANGUAGES["en"] if key.startswith("hint.")}
BEGUN = "players: Ada, Ben | "


def keys(table: str) -> list[str]:
    """Return the ids of the hints for a position, starting with the most urgent."""
    return [key for key, _ in hints(ms.choices(position(table)), "en")]


@pytest.mark.parametrize(
    ("table", "hint"),
    [
        ("", "hint.start"),
        ("S1: A", "hint.further"),
        ("S1: A | S2: B", "hint.reveal"),
        ("S1: B | S2: B | 1L1: A [BBG/0]", "hint.extract"),
        ("S1: B | S2: B | 1L1: A [BBG/1]", "hint.water"),
        ("S1: B | S2: B | 1L1: a [BBG/0]", "hint.tired"),
        ("S1: A | castle: GG=13 | A: GG", "hint.deliver"),
        ("S1: A | castle: GG=13 | A: BB", "hint.sell"),
        ("S1: A | A: 3 groszy", "hint.poor"),
        ("S1: A | A: stock 0, 20 groszy", "hint.hire"),
        ("S1: A | A: rope", "hint.assistant"),
        ("S1: A | A: 20 groszy", "hint.tools"),
        ("S1: A", "hint.rules"),
        ("castle: GG=13 | turn: A, arriving 1 | A: GG", "hint.arrived"),
        ("castle: GG=13 | turn: A, arriving 1 | A: 5 groszy", "hint.arrived"),
    ],
)
def test_hints_for_a_position(table: str, hint: str) -> None:
    """For each hint there is a position that triggers it."""
    assert hint in keys(BEGUN + table)


@pytest.mark.parametrize(
    ("table", "hint"),
    [
        ("S1: A", "hint.start"),
        ("", "hint.further"),
        ("S1: A", "hint.reveal"),
        ("S1: B | S2: B | 1L1: A [BBG/0]", "hint.water"),
        ("S1: B | S2: B | 1L1: A [BBG/0]", "hint.tired"),
        ("S1: A | castle: GG=13 | A: GG, right 1", "hint.deliver"),
        ("S1: A | castle: GG=13 | A: GG", "hint.sell"),
        ("S1: A | A: 30 groszy", "hint.poor"),
        ("S1: A | A: rope", "hint.tools"),
        ("castle: GG=13 | turn: A, arriving 1 | A: GG", "hint.rules"),
    ],
)
def test_hints_that_do_not_fit_are_omitted(table: str, hint: str) -> None:
    """A hint is omitted if the position does not call for it."""
    assert hint not in keys(BEGUN + table)


def test_a_hint_is_shown_at_one_decision() -> None:
    """
    A hint stays until its decision is made, and is not repeated.

    Once a kind of move is chosen, its rule is shown.
    """
    guide, choice = Guide(), ms.choices(position(BEGUN))
    first = guide.hint(choice, 0, "en")
    assert "send" in first
    assert guide.hint(choice, 0, "en") == first
    second = guide.hint(choice, 1, "en")
    assert second not in ("", first)
    market = choice.take("visit_market")
    assert guide.hint(market, 1, "en") == ms.rule_texts()["MARKET-1"].summary
    assert guide.hint(choice, 1, "en") == second
    said = {guide.hint(choice, number, "en") for number in range(2, 30)}
    assert "" in said
    assert first not in said


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [ms.STANDARD, SMITHY_GAME], ids=lambda ruleset: ruleset.name)
def test_hints_of_whole_games(ruleset: ms.Ruleset) -> None:
    """In whole games, hints have no unfilled placeholder, use the right language and fit on a small screen."""
    rng = random.Random(5)
    state = ms.new_game(["Ada", "Ben"], seed=5, ruleset=ruleset)
    guides = {language: Guide() for language in LANGUAGES}
    given: set[str] = set()
    for number, (before, _, _) in enumerate(play(state, finisher, rng, 600)):
        choice = ms.choices(before)
        given |= {key for key, _ in hints(choice, "en")}
        for language, guide in guides.items():
            told = guide.hint(choice, number, language)
            assert "{" not in told
            assert len(told) < 230
            assert not foreign_words(told, language)
    assert given <= HINTS
    assert len(given) > 12


@pytest.mark.slow
def test_each_hint_occurs_in_play() -> None:
    """In twenty games, each hint occurs at least once."""
    given: set[str] = set()
    for seed in range(20):
        state = ms.new_game(["Ada", "Ben"], seed=seed)
        for before, _, _ in play(state, finisher, random.Random(seed), 600):
            given |= {key for key, _ in hints(ms.choices(before), "en")}
        if given == HINTS:
            break
    assert given == HINTS


@pytest.mark.long
def test_a_hint_has_exactly_the_lines_that_it_needs() -> None:
    """A hint has as many lines as it needs, up to four, so that it is neither truncated nor wastes room."""
    app = Application()

    async def act(pilot: Pilot[None]) -> None:
        app.begin(ms.Game.new(["Ada", "Ben"], seed=7), is_guided=True)
        for size in (SMALL, (110, 40), (132, 45), (180, 45)):
            await resize(pilot, size)
            hint = app.screen.query_one("#hint")
            needed = len(wrap(shown(app, "#hint"), hint.content_size.width))
            assert needed >= 1, size
            assert hint.content_size.height == min(needed, 4), size

    session(app, act)


@pytest.mark.long
def test_a_first_game_is_explained_from_the_first_screen() -> None:
    """A button on the first screen starts a game against a bot with hints. F6 switches them off and on."""
    app = Application(bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        app.screen.query_one("#first").focus()
        await pilot.press("enter")
        await pilot.pause()
        table = app.screen
        assert isinstance(table, TableScreen)
        assert list(table._bots) == [1]
        assert len(table.game.state.players) == 2
        while table.game.state.turn_seat != 0:
            await pilot.pause()
        await pilot.pause()
        hint = shown(app, "#hint")
        assert hint.startswith("Hint (F6: turn off): The richest player")
        assert app.screen.query_one("#hint").size.height > 1
        await pilot.press("f6")
        await pilot.pause()
        assert shown(app, "#hint") == ""
        assert app.screen.query_one("#hint").size.height == 0
        await pilot.press("f6")
        await pilot.pause()
        assert shown(app, "#hint") == hint

    session(app, act, SMALL)


@pytest.mark.long
def test_other_games_have_no_hints_by_default() -> None:
    """Other games start without hints, and F6 switches them on."""
    app = Application(ms.Game.new(["Ada", "Ben"], seed=7))

    async def act(pilot: Pilot[None]) -> None:
        assert shown(app, "#hint") == ""
        await pilot.press("f6")
        assert "S1" in shown(app, "#hint")
        await typed(pilot, ">S1")
        assert shown(app, "#hint")

    session(app, act)
