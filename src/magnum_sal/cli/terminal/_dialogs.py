"""Dialogs over the table: a page to read (such as a bot's advice), the end of a game, and leaving the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerCancelled, get_current_worker

from ...bots import analyse, analysis_in_words, review, review_in_words
from ...errors import MagnumSalError
from ...model.state import GameState
from ...record.game import Game
from ...words import capitalize, error_in_words, label, sentence, standing_in_words
from ...words.agreement import describe_ending
from .._hint import HINT_SECONDS
from ._keys import END_BINDINGS, LEAVE_BINDINGS, LEAVE_KEYS, SCROLL_KEYS, render_keys

_REVIEW_ITERATIONS: Final = 30
"""The number of search iterations for each decision in a review of a game."""
_ADVICE_WIDTH: Final = 84
_ADVICE_PADDING: Final = 3
"""The width in columns of the padding in ``styles.tcss`` on each side, including the scroll bar of a long page."""
AGAIN: Final = "ui.end.again"
REVIEW: Final = "ui.end.review"
NEW: Final = "ui.new_game"
LEAVE: Final = "ui.leave.yes"
NEXT: Final = (AGAIN, REVIEW, NEW, LEAVE)
"""The choices at the end of a game. Each is the id of its words."""


class ReadingScreen(ModalScreen[None]):
    """A page to read. Any key closes it, except the keys that scroll."""

    def __init__(self, page: RenderableType) -> None:
        super().__init__()
        self._page = page

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._page, id="page")

    def on_key(self, event: events.Key) -> None:
        if event.key not in SCROLL_KEYS:
            # The key only closes the page, and must not do anything else.
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


class AdviceScreen(ReadingScreen):
    """A bot's advice about the current position, or its review of a finished game."""

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
                found = review(self._game, iterations=_REVIEW_ITERATIONS, progress=show_progress)
                # Must agree with the width of the page in styles.tcss.
                width = min(self.size.width, _ADVICE_WIDTH) - 2 * _ADVICE_PADDING
                told = review_in_words(found, self._language, width=width)
            else:
                told = analysis_in_words(analyse(self._game.state, seconds=HINT_SECONDS), self._language)
        except MagnumSalError as error:
            told = [error_in_words(error, self._language)]
        except WorkerCancelled:
            return
        self._tell(worker, "\n\n".join(told))

    def _tell(self, worker: Worker[None], told: str) -> None:
        # Widgets may be changed only in the application's thread.
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show, told)

    def _show(self, told: str) -> None:
        if self.is_mounted:
            self.query_one("#page", Static).update(Text(told))


class LeaveScreen(ModalScreen[bool]):
    """The dialog that asks whether to leave: Enter leaves, Escape stays."""

    BINDINGS = LEAVE_BINDINGS

    def __init__(self, recorded: str, language: str) -> None:
        """Create the screen; *recorded* says where the game is recorded."""
        super().__init__()
        self._recorded = recorded
        self._language = language

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(label("ui.leave.ask", self._language), style="bold"), id="question")
            yield Static(Text(self._recorded), id="recorded")
            yield Static(render_keys(LEAVE_KEYS, self._language, gap=3), id="answers")


class EndScreen(ModalScreen[str | None]):
    """The dialog at the end of the game. Its result is one of ``NEXT``, or None to return to the table."""

    BINDINGS = END_BINDINGS

    def __init__(self, game: Game, language: str) -> None:
        super().__init__()
        self._game = game
        self._language = language

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static(Text(label("game_over", self._language), style="bold"))
            told = describe_ending(self._game.state, self._game.end_reason, self._language)
            yield Static(Text("\n".join(told)), id="told")
            yield Static(render_standing(self._game.state, self._language), id="standing")
            names = [Option(Text(capitalize(label(name, self._language))), id=name) for name in NEXT]
            yield OptionList(*names, id="next", compact=True, markup=False)
            yield Static(Text(label("ui.end.keys", self._language), style="dim"))

    def on_mount(self) -> None:
        choices = self.query_one("#next", OptionList)
        choices.highlighted = 0
        choices.focus()

    @on(OptionList.OptionSelected, "#next")
    def take(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)


def render_standing(state: GameState, language: str) -> Table:
    """Return a table of all totals with their parts and the tie-breaks, best first."""
    headings, *rows = standing_in_words(state, language)
    table = Table.grid(padding=(0, 2))
    table.add_row(*headings, style="bold")
    for rank, name, *counts in rows:
        table.add_row(rank, Text(name), *counts)
    for column in table.columns[2:]:
        column.justify = "right"
    return table
