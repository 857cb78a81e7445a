"""The board, fitted to the available room, and its report of the last moves."""

from __future__ import annotations

import functools

import pytest
from tests.cli.terminal.screen import WIDE, resize, session, shown, typed
from textual.pilot import Pilot

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.bots import HUMAN, Bot
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._table_view import _LEAST_EXPLAINED, _LEAST_WHOLE, board, legend, news_of, news_with
from magnum_sal.words import LANGUAGES, label


def first_move(state: ms.GameState, moves: object) -> ms.Move:
    """Play the first legal move, as a very fast bot."""
    return ms.legal_moves(state)[0]


def steps(count: int) -> list[ms.Step]:
    """Return the first steps of a game."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for _ in range(count):
        game.play(ms.legal_moves(game.state)[0])
    return list(game.steps())


@pytest.mark.parametrize("has_log", [True, False])
def test_the_fullest_form_that_fits(has_log: bool) -> None:
    """The fullest form that fits is drawn. The news are omitted only if a log shows them, the legend last."""
    (step,) = steps(1)
    draw = functools.partial(render.text, step.after, color=True, language="de")
    forms = [draw(last=step), *([draw()] if has_log else []), draw(last=step, form="short", legend=True)]
    heights = [form.count("\n") + 1 for form in forms]
    assert heights == sorted(heights, reverse=True)
    for form, room in zip(forms, heights, strict=True):
        assert board(step.after, [step], "de", room, has_log=has_log) == form
        assert board(step.after, [step], "de", room - 1, has_log=has_log) != form
    assert board(step.after, [step], "de", 1, has_log=has_log) == draw(last=step, form="short")


def test_without_a_log_the_board_always_has_the_news() -> None:
    """Without a log even the short form shows the news, because a small screen would otherwise hide what others did."""
    (step,) = steps(1)
    whole = render.text(step.after, color=True, language="en", last=step)
    short = render.text(step.after, color=True, language="en", last=step, form="short", legend=True)
    for room in range(short.count("\n") + 1, whole.count("\n") + 1):
        assert board(step.after, [step], "en", room, has_log=False) == short


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_is_the_text_below_the_board(language: str) -> None:
    """The legend starts with its heading and explains the marks of this board."""
    state = steps(1)[0].after
    lines = legend(state, language).splitlines()
    assert label("picture.legend", language).upper() in lines[0]
    assert all(line in render.text(state, color=True, language=language, legend=True) for line in lines)
    assert lines[1].lstrip().startswith("S1  1L2 ")
    assert any("B G W" in line for line in lines)


def test_news_start_with_a_persons_move() -> None:
    """The news list a person's move and the later moves of bots, up to a limit."""
    made = steps(20)
    person, *bots = made[:4]
    assert news_with(made[5:9], person, {1 - person.seat}) == [person]
    assert news_with([person], bots[0], {0, 1}) == [person, bots[0]]
    news: list[ms.Step] = []
    for step in made:
        news = news_with(news, step, {0, 1})
    assert news == made[-8:] == news_of(made, {0, 1})
    (bot,) = {step.seat for step in made} - {person.seat}
    last = max(number for number, step in enumerate(made) if step.seat == person.seat)
    assert news_of(made, {bot}) == made[last:]


@pytest.mark.long
def test_the_screen_shows_what_the_bots_did() -> None:
    """
    The board shows the moves since the person's last one, but no undone move.

    On a wide screen the log shows them.
    """
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
        await resize(pilot, WIDE)
        assert "Magnum Sal" in shown(app, "#board")

    session(app, play)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_forms_that_cannot_fit_are_not_drawn(players: int) -> None:
    """The limits below which a form is not drawn hold for the smallest boards in all languages."""
    state = ms.new_game(["A", "B", "C", "D"][:players], seed=7)
    for language in LANGUAGES:
        assert render.text(state, language=language).count("\n") + 1 >= _LEAST_WHOLE
        assert render.text(state, language=language, form="short", legend=True).count("\n") + 1 >= _LEAST_EXPLAINED
