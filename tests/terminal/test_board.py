"""The board, as there is room for it, and what it tells of the last moves."""

from __future__ import annotations

from tests.terminal.screen import SMALL, WIDE, session, shown, typed
from textual.pilot import Pilot

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.bots import Bot
from magnum_sal.terminal import HUMAN
from magnum_sal.terminal._application import Application
from magnum_sal.terminal._board import TALL, board, news_with
from magnum_sal.terminal._board import WIDE as WIDE_COLUMNS


def first_move(state: ms.GameState, moves: object) -> ms.Move:
    """Play the first legal move: a bot in little time."""
    return ms.legal_moves(state)[0]


def steps(count: int) -> list[ms.Step]:
    """Return the first steps of a game."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for _ in range(count):
        game.play(ms.legal_moves(game.state)[0])
    return list(game.steps())


def test_a_small_screen_has_the_short_form() -> None:
    """With the news; where there is room, the whole board, beside the log or above the answers."""
    (step,) = steps(1)
    short = render.text(step.after, color=True, last=step, form="short", language="de")
    assert board(step.after, [step], "de", *SMALL) == short
    whole = render.text(step.after, color=True, language="de")
    assert board(step.after, [step], "de", WIDE_COLUMNS, 24) == whole
    assert board(step.after, [step], "de", 80, TALL) == whole


def test_news_begin_with_a_persons_move() -> None:
    """What bots did since is added, up to a number."""
    made = steps(20)
    person, *bots = made[:4]
    assert news_with(made[5:9], person, {1 - person.seat}) == [person]
    assert news_with([person], bots[0], {0, 1}) == [person, bots[0]]
    news: list[ms.Step] = []
    for step in made:
        news = news_with(news, step, {0, 1})
    assert news == made[-8:]


def test_the_screen_tells_what_the_bots_did() -> None:
    """Since the person's last move; a move taken back is no news, and a wide screen has the log for it."""
    bot: Bot = first_move
    game = ms.Game.new(["Ada", "Ben"], seed=3)
    app = Application(game, players=(HUMAN, bot), bot_pause=0)

    async def play(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        while game.state.turn_seat != 0:
            await pilot.pause()
        await pilot.pause()
        text = shown(app, "#board")
        assert "A Ada: sends a miner from stock to S1" in text
        assert "B Ben: " in text
        await pilot.press("ctrl+z")
        assert "A Ada: sends" not in shown(app, "#board")
        assert "Magnum Sal" not in shown(app, "#board")
        await pilot.resize_terminal(*WIDE)
        await pilot.pause()
        assert "Magnum Sal" in shown(app, "#board")

    session(app, play)
