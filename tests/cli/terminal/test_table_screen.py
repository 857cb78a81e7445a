"""Choosing moves by questions on the screen, and what the list contains."""

from __future__ import annotations

import threading
from pathlib import Path

import attrs
import pytest
from tests.cli.terminal.placed import HEAVY, placed
from tests.cli.terminal.screen import SMALL, listed, resize, session, shown, typed
from textual.pilot import Pilot
from textual.widgets import Input

import magnum_sal as ms
from magnum_sal.bots import HUMAN
from magnum_sal.cli.terminal._answers import AnswerList
from magnum_sal.cli.terminal._application import Application
from magnum_sal.record.game import Game
from magnum_sal.testing import position
from magnum_sal.words import label

CROWD = (
    "players: Ada, Ben, Cleo | S1: BC | S2: BC | 1L1: AAA [BBG/1] | market: BBG | assistant market: B |"
    " A: cart, 9 groszy, BG"
)


@pytest.mark.long
def test_choosing_by_questions() -> None:
    """
    Each answer leads to the next question.

    The heading shows the answers so far, and the last answer plays the move.
    """
    game = placed(CROWD)
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        assert shown(app, "#question") == "Ada: What do you want to do?"
        await pilot.press("down", "enter")
        assert shown(app, "#question") == "Ada: Extract salt > 1L1 > Which salt?"
        assert [line.split()[0] for line in listed(app)] == ["G", "B", "BG", "BB"]
        await typed(pilot, "bg")
        await pilot.press("enter")
        assert shown(app, "#question") == "Ada: Extract salt > 1L1 > BG > How much do you pay Ben?"
        await pilot.press("up")
        assert shown(app, "#message").endswith(": -4 groszy, +BG; Ben +1 grosz; Cleo +3 groszy; 3 miners lie down")
        assert game.made == []
        await pilot.press("enter")

    session(app, act)
    assert game.made == [ms.ExtractSalt("1L1", ms.SaltAmount(1, 1), 0, 0, (0, 1, 3))]


@pytest.mark.long
def test_the_usual_payment_takes_one_key() -> None:
    """HAUL-3: pressing Enter on the first line pays several payees at once."""
    game = placed(HEAVY)
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter")
        await typed(pilot, "g")
        await pilot.press("enter")
        assert listed(app)[0].startswith("The usual way")
        await pilot.press("enter")

    session(app, act)
    assert game.made == [ms.ExtractSalt("3L2", ms.SaltAmount(green=1), 0, 0, (0, 3, 2, 2))]


@pytest.mark.long
def test_trades_one_after_another() -> None:
    """MARKET-1: each line shows the effect of its trade alone, and "no more" ends the trades."""
    game = placed(CROWD)
    app = Application(game, language="de")

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, "Markt besuchen")
        assert "Braunes Salz verkaufen ..." in listed(app)
        assert shown(app, "#message").endswith("3 Groschen: +3 Groschen, -B; Ben +1 Groschen")
        await pilot.press("enter")
        assert listed(app)[0].startswith("Nichts mehr  ")
        await pilot.press("enter")

    session(app, act)
    assert game.made == [ms.VisitMarket((ms.Transaction("sell", "brown"),))]


@pytest.mark.long
def test_going_back_one_answer() -> None:
    """
    Going back first clears the input line, then cancels answers and marks them.

    At the first question it does nothing.
    """
    app = Application(placed(CROWD))

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("down")
        for key in ("escape", "backspace"):
            await pilot.press("enter", "down", "down", "enter")
            assert shown(app, "#question") == "Ada: Extract salt > 1L1 > BG > How many carts?"
            await pilot.press("x", key)
            assert shown(app, "#question").endswith("How many carts?")
            assert app.screen.query_one("#typed", Input).value == ""
            await pilot.press(key)
            assert shown(app, "#question").endswith("Which salt?")
            assert app.screen.query_one(AnswerList).highlighted == 2
            await pilot.press(key, key)
            assert shown(app, "#question") == "Ada: What do you want to do?"
            assert app.screen.query_one(AnswerList).highlighted == 1

    session(app, act)


@pytest.mark.long
def test_undo_language_and_size_during_a_question() -> None:
    """Changing the language or the size keeps the question open, and undo closes it."""
    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        await typed(pilot, "send an assistant")
        assert shown(app, "#question") == "Ben: Send an assistant > From stock > To which building?"
        await pilot.press("f3")
        assert shown(app, "#question") == "Ben: Wstawienie pomocnika > Z zasobu > Do którego budynku?"
        await resize(pilot, (150, 40))
        assert shown(app, "#question") == "Ben: Wstawienie pomocnika > Z zasobu > Do którego budynku?"
        assert "…" in listed(app)[0]
        await resize(pilot, SMALL)
        await pilot.press("ctrl+z")
        assert shown(app, "#question") == "Ada: Co chcesz zrobić?"
        assert game.moves == ()
        assert shown(app, "#message") == "cofnięto do ruchu 0"
        await pilot.press("ctrl+y")
        assert shown(app, "#question") == "Ben: Co chcesz zrobić?"
        assert "cofnięto" not in shown(app, "#message")

    session(app, act)


@pytest.mark.long
def test_the_table_never_lists_all_extractions() -> None:
    """Questions and filters do not list tens of thousands of moves, and a move in notation is still played."""
    rule = ms.STANDARD.by_move[ms.ExtractSalt]
    rules = tuple(attrs.evolve(rule, moves=all_listed) if known is rule else known for known in ms.STANDARD.rules)
    quiet = attrs.evolve(ms.STANDARD, name="quiet", rules=rules)
    game = placed(attrs.evolve(position(HEAVY), ruleset=quiet))
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        assert len(listed(app)) < 20
        await pilot.press(*"salt")
        assert [line for line in listed(app) if "salt" in line] == ["Extract salt ..."]
        await pilot.press("enter")
        assert shown(app, "#question") == "Ada: Extract salt > 3L2 > Which salt?"
        await typed(pilot, "x3L2 GW pay 1=5 2=5 3=4")

    session(app, act)
    assert [ms.format_move(position(HEAVY), move) for move in game.made] == ["x3L2 GW pay 1=5 2=5 3=4"]


def all_listed(*_: object) -> tuple[ms.Move, ...]:
    """Raise an error in place of a function that lists all moves."""
    raise AssertionError("all moves are listed")


@pytest.mark.slow
def test_all_kinds_are_visible_on_a_small_screen() -> None:
    """At 80 by 24, all kinds of move at the beginning are visible without scrolling."""
    app = Application(Game.new(["Ada", "Ben", "Cleo"], seed=7))

    async def act(_: Pilot[None]) -> None:
        answers = app.screen.query_one(AnswerList)
        assert answers.size.height > len(answers.answers)

    session(app, act)


@pytest.mark.long
@pytest.mark.parametrize("key", ["f3", "ctrl+z", "ctrl+y", "bot"])
def test_a_file_name_is_kept_while_the_table_changes(key: str, tmp_path: Path) -> None:
    """Another language, undo, redo and a bot's move keep what is typed for Ctrl+S. Enter then saves the game."""
    may_move = threading.Event()

    def bot(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        may_move.wait(300)
        return moves[0]

    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, players=(HUMAN, bot if key == "bot" else HUMAN), bot_pause=0)
    typing = str(tmp_path / "evening.jsonl")

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        if key == "ctrl+y":
            await pilot.press("ctrl+z")
        line = app.screen.query_one("#typed", Input)
        await pilot.press("ctrl+s")
        line.value = typing
        before = game.state
        if key != "bot":
            await pilot.press(key)
        may_move.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert (game.state is before) == (key == "f3")
        asks = label("ui.save_as", "pl" if key == "f3" else "en")
        assert (line.value, line.placeholder, shown(app, "#message")) == (typing, asks, asks)
        await pilot.press("enter")
        assert line.value == ""
        assert line.placeholder != asks

    session(app, act)
    assert Game.from_log(typing).state == game.state
