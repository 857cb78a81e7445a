"""Advice, over the table: a bot thinks, and says what it would do; or what it makes of a game that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text
from textual import work
from textual.widgets import Static
from textual.worker import Worker, WorkerCancelled, get_current_worker

from ..bots import analyse, analysis_in_words, review, review_in_words
from ..errors import MagnumSalError
from ..record.game import Game
from ..words import label, sentence
from ._dialogs import ReadingScreen

_SECONDS: Final = 2.0
_ITERATIONS: Final = 30
"""For each decision of a game that is over."""
_WIDTH: Final = 84
_PADDING: Final = 3
"""As ``styles.tcss`` has it, with the bar beside a page that is too long."""


class AdviceScreen(ReadingScreen):
    """What a bot thinks of a game as it stands; how it was played, if it is over."""

    def __init__(self, game: Game, language: str) -> None:
        super().__init__(Text(label("ui.advice.thinking", language)))
        self._game = game
        self._language = language

    def on_mount(self) -> None:
        self._think()

    @work(thread=True, exclusive=True)
    def _think(self) -> None:
        worker = get_current_worker()

        def show_progress(done: int, of: int) -> None:
            if worker.is_cancelled:
                raise WorkerCancelled  # nobody waits for the review any more
            self._tell(worker, sentence("ui.advice.reviewing", self._language, done=done, of=of))

        told: Sequence[str]
        try:
            if self._game.is_over:
                found = review(self._game, iterations=_ITERATIONS, progress=show_progress)
                width = min(self.size.width, _WIDTH) - 2 * _PADDING
                told = review_in_words(found, self._language, width=width)
            else:
                told = analysis_in_words(analyse(self._game.state, seconds=_SECONDS), self._language)
        except MagnumSalError as error:
            told = [str(error)]
        except WorkerCancelled:
            return
        self._tell(worker, "\n\n".join(told))

    def _tell(self, worker: Worker[None], told: str) -> None:
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show, told)

    def _show(self, told: str) -> None:
        if self.is_mounted:
            self.query_one("#page", Static).update(Text(told))
