"""The log next to the board."""

from __future__ import annotations

import pytest
from tests.cli.terminal.screen import session, typed
from textual.pilot import Pilot
from textual.widgets import RichLog

import magnum_sal as ms
from magnum_sal.bots import HUMAN, Bot
from magnum_sal.cli.terminal._application import Application


def first_move(state: ms.GameState, moves: object) -> ms.Move:
    """Play the first legal move, as a very fast bot."""
    return ms.legal_moves(state)[0]


@pytest.mark.long
@pytest.mark.parametrize("has_bot", [True, False])
def test_a_rule_above_each_move_of_a_person_among_bots(has_bot: bool) -> None:
    """If bots play, a horizontal line precedes each move of a person. Otherwise there is no such line."""
    bot: Bot = first_move
    app = Application(ms.Game.new(["Ada", "Ben"], seed=3), players=(HUMAN, bot if has_bot else HUMAN), bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        await app.workers.wait_for_complete()
        await pilot.pause()
        lines = [line.text.strip() for line in app.screen.query_one("#log", RichLog).lines]
        drawn = [number for number, line in enumerate(lines) if line and not line.strip("─")]
        assert len(drawn) == int(has_bot)
        assert all(lines[number + 1].startswith("Ada: sends") for number in drawn)
        assert any(line.startswith("Ben: ") for line in lines) == has_bot

    session(app, act, (120, 40))


@pytest.mark.long
def test_moves_made_behind_the_board_are_in_the_log() -> None:
    """On a narrow terminal, the log lists the moves that were made after it was shown and hidden again."""
    app = Application(ms.Game.new(["Ada", "Ben"], seed=3))

    async def act(pilot: Pilot[None]) -> None:
        log = app.screen.query_one("#log", RichLog)
        await pilot.press("f2", "f2")
        await pilot.pause()
        await typed(pilot, ">S1")
        await pilot.press("f2")
        await pilot.pause()
        lines = [line.text.strip() for line in log.lines]
        assert lines[0] == "Ada: sends a miner from stock to S1"
        assert "" not in lines

    session(app, act, (80, 24))


@pytest.mark.long
def test_lines_are_wrapped_again_when_the_width_changes() -> None:
    """If the log replaces the board, it uses the full width, and each move appears once."""
    app = Application(ms.Game.new(["Ada", "Ben"], seed=3))

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        told = "Ada: sends a miner from stock to S1"
        log = app.screen.query_one("#log", RichLog)
        assert told not in [line.text.strip() for line in log.lines]
        await pilot.press("f2")
        await pilot.pause()
        assert [line.text.strip() for line in log.lines].count(told) == 1
        await pilot.press("f2")
        await pilot.pause()
        assert told not in [line.text.strip() for line in log.lines]

    session(app, act, (100, 30))
