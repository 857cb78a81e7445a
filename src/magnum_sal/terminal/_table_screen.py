"""The table: the board, the open question, what happened, and the line where a person types."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widgets import Input, OptionList, Static
from textual.worker import get_current_worker

from .._choices import Choice, choices
from .._step import Step
from ..bots import Bot
from ..engine import legal_moves
from ..errors import MagnumSalError
from ..game import Game
from ..labels import LANGUAGES, label, pending_in_words, printable, sentence, titled
from ..moves import Move
from ..state import GameState
from ._answer_list import AnswerList
from ._board import WIDE, board, news_with
from ._help_screen import HelpScreen
from ._key_line import KeyLine
from ._log_pane import LogPane
from ._outcome import outcome
from ._rows import Row, brought, heading
from ._typed import Refusal, meant
from ._typing_line import TypingLine

_BOARD = 82
"""The columns of the board then."""


class TableScreen(Screen[None]):
    """A game in play."""

    CSS_PATH: ClassVar[CSSPathType | None] = "table_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help"),
        Binding("f2", "turn_page"),
        Binding("f3", "language"),
        Binding("ctrl+z", "undo", priority=True),
        Binding("ctrl+y", "redo", priority=True),
        Binding("ctrl+s", "save", priority=True),
        Binding("pageup", "scroll_board(-1)", show=False, priority=True),
        Binding("pagedown", "scroll_board(1)", show=False, priority=True),
        Binding("escape", "back", show=False, priority=True),
        Binding("up", "choose(-1)", show=False, priority=True),
        Binding("down", "choose(1)", show=False, priority=True),
    ]

    def __init__(
        self,
        game: Game,
        bots: dict[int, Bot],
        language: str,
        *,
        refused: Sequence[tuple[int, str]] = (),
        bot_pause: float,
    ) -> None:
        """
        Make the screen.

        Args:
            game: The game, which the screen plays on.
            bots: Who plays the seats that no person plays.
            language: One of ``LANGUAGES``.
            refused: Seats with the bots that a file names for them and that were not taken from it.
            bot_pause: Seconds to wait before a bot's move.
        """
        super().__init__()
        self.game = game
        self._bots = bots
        self._language = language
        self._refused = refused
        self._bot_pause = bot_pause
        self._asked: list[Choice] = []
        """The questions that a person is asked, the open one last; none while others decide."""
        self._is_chosen = False
        """Whether a line was marked with the arrow keys since something was typed."""
        self._is_said = False
        """Whether the message is about something else than the line that is marked."""
        self._is_saving = False
        self._board_lines = 0
        self._news: list[Step] = []
        """The last move of a person, and those of bots since."""

    def compose(self) -> ComposeResult:
        """Lay out the board, the question and its answers, the log and the line to type in."""
        with Horizontal(id="table"):
            with VerticalScroll(id="board-pane", can_focus=False):
                yield Static(id="board")
            with Vertical(id="side"):
                yield Static(id="question")
                yield AnswerList()
                yield LogPane()
        yield Static(id="message")
        yield TypingLine()
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the game as it stands, with its last moves in the log."""
        self._lay_out(self.size.width)
        self.query_one(KeyLine).speak(self._language)
        self._retell()
        self._refresh_table()
        self._tell_refused()
        self.query_one("#typed").focus()

    def on_unmount(self) -> None:
        """Let others go on with the log."""
        self.game.close()

    def on_resize(self, event: events.Resize) -> None:
        """Put answers and log beside the board where there is room, else below it."""
        self._lay_out(event.size.width)
        self._name_question(event.size.width)
        self._draw_table()

    def _lay_out(self, width: int) -> None:
        self.set_class(width >= WIDE, "wide")

    def _draw_table(self) -> None:
        drawn = board(self.game.state, self._news, self._language, *self.size)
        # Laying the screen out anew is the slowest part of a move, so it is done only when the board has grown.
        lines = drawn.count("\n") + 1
        self.query_one("#board", Static).update(Text.from_ansi(drawn), layout=lines != self._board_lines)
        self._board_lines = lines

    # what is shown

    def _refresh_table(self) -> None:
        """Show the position and ask the person to move what to do, or have the bot think."""
        state = self.game.state
        self._draw_table()
        is_decided = self.game.is_over or state.pending is not None
        is_humans = not is_decided and state.turn_seat not in self._bots
        self._asked = [choices(state)] if is_humans else []
        if self.game.is_over:
            self._say(outcome(self.game, self._language))
        elif state.pending is not None:
            self._say(titled(pending_in_words(state.pending, self._language, state.ruleset)))
        elif not is_humans:
            self._say(sentence("ui.thinking", self._language, name=state.player.name))
            self._think(self.game.step_count)
        self._ask()

    def _ask(self) -> None:
        """Show the open question with its answers, and an empty line to type in."""
        self._empty_line(label("ui.type_here", self._language))
        open_question = self._asked[-1] if self._asked else None
        self.query_one(AnswerList).ask(open_question, self._language, says_impossible=len(self._asked) == 1)
        self._name_question(self.size.width)
        self._tell_marked()

    def _empty_line(self, placeholder: str) -> None:
        typed = self.query_one(TypingLine)
        typed.placeholder = placeholder
        with typed.prevent(Input.Changed):
            typed.value = ""
        self._is_chosen = False

    def _name_question(self, width: int) -> None:
        room = width - _BOARD if width >= WIDE else width
        asked = heading(self._asked[-1], self._language, room) if self._asked else ""
        self.query_one("#question", Static).update(Text(asked, no_wrap=True, overflow="ellipsis"), layout=False)

    def _tell_marked(self) -> None:
        """Say what the marked line would bring, unless something else is said."""
        marked = self.query_one(AnswerList).marked
        if not self._is_said:
            self._say("" if marked is None else brought(marked, self._language), is_about_marked=True)

    def _say(self, words: str, *, is_refusal: bool = False, is_about_marked: bool = False) -> None:
        self._is_said = bool(words) and not is_about_marked
        self.query_one("#message", Static).update(Text(words, style="bold red" if is_refusal else ""), layout=False)

    def _retell(self) -> None:
        """Write the log pane anew, from the game's moves; what was news is none any more."""
        self._news = []
        self.query_one(LogPane).retell(self.game.steps(), self._language)

    def _tell_refused(self) -> None:
        """Say which seats a person plays because a file may not start the bot that it names for them."""
        names = [player.name for player in self.game.state.players]
        for seat, player in self._refused:
            refusal = sentence("ui.seat_refused", self._language, name=names[seat], player=player)
            self.query_one(LogPane).warn(refusal)
            self._say(refusal, is_refusal=True)

    # what a person does

    @on(Input.Changed, "#typed")
    def narrow(self, event: Input.Changed) -> None:
        """List what matches the text that is typed."""
        if not self._is_saving:
            self.query_one(AnswerList).narrow(event.value)
            self._is_chosen = self._is_said = False
            self._tell_marked()

    @on(Input.Submitted, "#typed")
    def play_typed(self, event: Input.Submitted) -> None:
        """Take what is typed or marked, or say what speaks against it."""
        typed, listed = event.value.strip(), self.query_one(AnswerList)
        if self._is_saving:
            self._save_to(typed)
        elif typed and not self._is_chosen:
            self._take_typed(typed)
        elif listed.marked is not None:
            self._take(listed.marked)

    def _take_typed(self, typed: str) -> None:
        if not self._asked:
            return
        listed = self.query_one(AnswerList)
        found = meant(self.game.state, typed, listed.answers, listed.moves, self._language)
        if isinstance(found, Refusal):
            self._say(found.sentence, is_refusal=True)
        elif isinstance(found, Row):
            self._take(found)
        else:
            self._play(found)

    @on(OptionList.OptionSelected, "#moves")
    def take_clicked(self, event: OptionList.OptionSelected) -> None:
        """Take the line that was clicked."""
        self._take(self.query_one(AnswerList).row(event.option_index))

    def _take(self, row: Row) -> None:
        """Ask what is to be asked next, or play the move that nothing is left to ask about."""
        if row.after.move is not None:
            self._play(row.after.move)
        else:
            self._asked.append(row.after)
            self._say("")
            self._ask()

    @on(TypingLine.Back)
    def action_back(self) -> None:
        """Take back what is typed, else the last answer."""
        line = self.query_one(TypingLine)
        if self._is_saving:
            self._save_to("")
        elif line.value:
            line.value = ""
        elif len(self._asked) > 1:
            left = self._asked.pop()
            self._say("")
            self._ask()
            self.query_one(AnswerList).mark_taken(left)
            self._tell_marked()

    def _play(self, move: Move) -> None:
        before = self.game.state
        try:
            transition = self.game.play(move)
        except MagnumSalError as error:
            self._say(str(error), is_refusal=True)
            return
        step = Step(before, move, transition.state, transition.events)
        self.query_one(LogPane).tell(step, self._language)
        self._news = news_with(self._news, step, self._bots)
        state = self.game.state
        if self._bots.keys() >= {before.turn_seat, state.turn_seat} and not (
            self._bot_pause or self.game.is_over or state.pending is not None
        ):
            self._think(self.game.step_count)
        else:
            self._say("")
            self._refresh_table()

    def action_choose(self, step: int) -> None:
        """Mark the next line, or the one before."""
        self.query_one(AnswerList).mark(step)
        self._is_chosen, self._is_said = True, False
        self._tell_marked()

    def action_scroll_board(self, pages: int) -> None:
        """Scroll the board, or the log where that is shown in its place."""
        pane = self.query_one("#log" if self.has_class("shows-log") else "#board-pane")
        pane.scroll_relative(y=pages * max(pane.size.height - 2, 1), animate=False)

    def action_turn_page(self) -> None:
        """Show the log instead of the board, or the board again, where there is no room for both."""
        self.toggle_class("shows-log")

    def action_undo(self) -> None:
        """Take back moves up to the last one that a person made."""
        humans = [number for number, seat in enumerate(self._seats_of_moves()) if seat not in self._bots]
        if not humans:
            self._say(label("ui.nothing_to_undo", self._language), is_refusal=True)
            return
        try:
            self.game.undo(to=humans[-1])
        except MagnumSalError as error:
            self._say(str(error), is_refusal=True)
            return
        self._retell()
        self._refresh_table()
        self._say(sentence("ui.undone", self._language, count=self.game.step_count))

    def action_redo(self) -> None:
        """Make moves again that were taken back, up to the next decision of a person."""
        if not self.game.undone:
            self._say(label("ui.nothing_to_redo", self._language), is_refusal=True)
            return
        try:
            self.game.redo()
            while self.game.undone and self.game.state.turn_seat in self._bots:
                self.game.redo()
        except MagnumSalError as error:
            self._say(str(error), is_refusal=True)
        else:
            self._say("")
        self._retell()
        self._refresh_table()

    def _seats_of_moves(self) -> Iterator[int]:
        before = self.game.at(0)
        for _, transition in self.game.transitions():
            yield before.turn_seat
            before = transition.state

    def action_language(self) -> None:
        """Go on in the next language, with the question that is open."""
        languages = list(LANGUAGES)
        self._language = languages[(languages.index(self._language) + 1) % len(languages)]
        self.query_one(KeyLine).speak(self._language)
        self._retell()
        asked = self._asked
        self._say("")
        self._refresh_table()
        if len(asked) > 1:
            self._asked = asked
            self._ask()

    def action_help(self) -> None:
        """Say what the keys do."""
        self.app.push_screen(HelpScreen(self._language))

    def action_save(self) -> None:
        """Ask for the file in which to record the game from now on."""
        self._is_saving = True
        self._empty_line(label("ui.save_as", self._language))
        self._say(label("ui.save_as", self._language))

    def _save_to(self, path: str) -> None:
        self._is_saving = False
        if path:
            try:
                self.game.log.save(Path(path).expanduser())
            except MagnumSalError as error:
                self._refresh_table()
                self._say(str(error), is_refusal=True)
                return
        self._refresh_table()
        self._say(sentence("ui.saved", self._language, path=path) if path else "")

    # what bots do

    @work(thread=True, exclusive=True)
    def _think(self, moves_made: int) -> None:
        """Ask the bot whose turn it is, away from the screen, so that it does not freeze."""
        worker = get_current_worker()
        state = self.game.state
        if self._bot_pause:
            time.sleep(self._bot_pause)
        try:
            move = self._bots[state.turn_seat](state.public(), legal_moves(state))
        except Exception as error:
            # A bot is anybody's program; whatever it raises, the person at the table is told and can undo.
            self.app.call_from_thread(self._say, printable(f"{state.player.name}: {error!r}"), is_refusal=True)
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self._answered, state, moves_made, move)

    def _answered(self, asked: GameState, moves_made: int, move: Move) -> None:
        """Play a bot's move, unless the person has taken moves back meanwhile."""
        if self.is_mounted and self.game.step_count == moves_made and self.game.state is asked:
            self._play(move)
