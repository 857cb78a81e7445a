"""What the person at the screen has seen alone: on the board and in the log (PUBLIC-1)."""

from __future__ import annotations

import pytest
from lamp import LAMP_GAME
from tests.cli.terminal.screen import session, shown, typed
from textual.pilot import Pilot
from textual.widgets import RichLog

import magnum_sal as ms
from magnum_sal.bots import HUMAN
from magnum_sal.cli.terminal._application import Application

LAMP_FIRST = 12
"""A seed with which the first seat begins and the workshop offers a lamp."""


@pytest.mark.long
@pytest.mark.parametrize("has_bot", [True, False])
def test_the_tile_is_shown_to_the_person_who_has_seen_it(has_bot: bool) -> None:
    """
    Against a bot, the board and the log always show what the person has seen.

    If two people share the screen, only the board shows it, and only in the turn of the player who has seen it.
    """
    views: list[ms.GameState] = []

    def bot(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        views.append(state)
        return ms.sensible_moves(state)[0]

    game = ms.Game.new(["Ada", "Ben"], seed=LAMP_FIRST, ruleset=LAMP_GAME)
    app = Application(game, players=(HUMAN, bot if has_bot else HUMAN), bot_pause=0)
    told = f"Ada sees the tile of 2L1: {game.log.started.setup.tile_of('2L1')}"
    on_board = f"({game.log.started.setup.tile_of('2L1')})"

    async def act(pilot: Pilot[None]) -> None:
        for text in ("workshop lamp", "lamp 2L1"):
            await typed(pilot, text)
            await app.workers.wait_for_complete()
            await pilot.pause()
        log = "\n".join(line.text.rstrip() for line in app.screen.query_one("#log", RichLog).lines)
        assert (told in log) == has_bot
        assert (on_board in shown(app, "#board")) == (game.state.turn_seat == 0)
        if not has_bot:
            assert game.state.turn_seat == 1
            await typed(pilot, "pass")
            await pilot.pause()
            assert on_board in shown(app, "#board")

    session(app, act, (150, 45))
    assert all(view.viewer == 1 and view.find_tile("2L1") is None for view in views)
    assert bool(views) == has_bot
