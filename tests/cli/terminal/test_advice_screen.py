"""F7 shows a bot's advice, and its review of a finished game."""

from __future__ import annotations

import pytest
from tests.amounts import select
from tests.cli.terminal.screen import session, shown
from textual.pilot import Pilot

import magnum_sal as ms
from magnum_sal.bots import analyse, analysis_in_words, review, review_in_words
from magnum_sal.cli.terminal import _dialogs
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._dialogs import AdviceScreen
from magnum_sal.cli.terminal._table_screen import TableScreen
from magnum_sal.words import LANGUAGES, label, sentence


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the bot's thinking to the shortest useful time."""
    monkeypatch.setattr(_dialogs, "HINT_SECONDS", 0.01)
    monkeypatch.setattr(_dialogs, "_REVIEW_ITERATIONS", 2)


async def thought(pilot: Pilot[None]) -> str:
    """Wait until the bot has finished thinking, and return the text of the page."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    assert isinstance(pilot.app, Application)
    return shown(pilot.app, "#page")


@pytest.mark.long
@pytest.mark.parametrize("language", select(LANGUAGES))
def test_advice(language: str) -> None:
    """The advice lists moves with their values and reasons in the language of the table, and any key closes it."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, language=language)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("f7")
        assert isinstance(app.screen, AdviceScreen)
        said = await thought(pilot)
        assert said.splitlines()[0].startswith(analysis_in_words(analyse(game.state, iterations=1), language)[0][:12])
        assert "1. " in said
        await pilot.press("f7")
        assert isinstance(app.screen, TableScreen)

    session(app, act)


@pytest.mark.slow
def test_the_page_while_the_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows that the bot is thinking, and then the reason if it cannot give advice."""
    app = Application(ms.Game.open_table(["Ada", "Ben"]))

    async def act(pilot: Pilot[None]) -> None:
        await app.push_screen(AdviceScreen(ms.Game.open_table(["Ada", "Ben"]), "en"))
        assert "a piece must be named before a move can be analysed" in await thought(pilot)

    session(app, act)
    screen = AdviceScreen(ms.Game.new(["Ada", "Ben"], seed=7), "de")
    assert str(screen._page) == label("ui.advice.thinking", "de")


@pytest.mark.long
def test_a_review_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The review shows its progress. It also works for a game that the players ended early."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for _ in range(4):
        game.play(ms.sensible_moves(game.state)[0])
    game.end("supper")
    told: list[str] = []

    def show(screen: AdviceScreen, said: str) -> None:
        told.append(said)
        shows(screen, said)

    shows = AdviceScreen._show
    monkeypatch.setattr(AdviceScreen, "_show", show)
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        await app.push_screen(AdviceScreen(game, "en"))
        said = await thought(pilot)
        assert said == "\n\n".join(review_in_words(review(game, iterations=2)))
        assert sentence("ui.advice.reviewing", "en", done=1, of=4) in told

    session(app, act)
