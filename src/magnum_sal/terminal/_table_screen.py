"""The table: the board, the legal moves, what happened, and the line where a person types."""

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
from textual.widgets import Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from .._step import Step
from ..bots import Bot
from ..engine import legal_moves
from ..errors import MagnumSalError
from ..game import Game
from ..labels import LANGUAGES, label, pending_in_words, printable, sentence, step_in_words, titled
from ..moves import Move
from ..render import text
from ..state import GameState
from ._choices import Choice, Refusal, choices, grouped, impossible, typed_move

_KEYS = (
    ("F1", "ui.help"),
    ("F2", "ui.log"),
    ("F3", "ui.language"),
    ("^Z", "ui.undo"),
    ("^Y", "ui.redo"),
    ("^S", "ui.save"),
    ("^Q", "ui.quit"),
)
_WIDE = 132
"""From so many columns on, the moves and the log stand beside the board."""


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
        self._choices: tuple[Choice, ...] = ()
        self._shown: list[Choice | None] = []
        self._is_chosen = False
        self._is_saving = False
        self._board_lines = 0

    def compose(self) -> ComposeResult:
        """Lay out the board, the moves, the log and the line to type in."""
        with Horizontal(id="table"):
            with VerticalScroll(id="board-pane", can_focus=False):
                yield Static(id="board")
            with Vertical(id="side"):
                yield OptionList(id="moves", compact=True, markup=False)
                yield RichLog(id="log", wrap=True, markup=False, max_lines=2000, min_width=0)
        yield Static(id="message")
        yield Input(id="typed", compact=True)
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Show the game as it stands, with its last moves in the log."""
        self.query_one("#moves").can_focus = False
        self.query_one("#log").can_focus = False
        self._lay_out(self.size.width)
        self._name_keys()
        self._retell()
        self._refresh_table()
        self._tell_refused()
        self.query_one("#typed").focus()

    def on_unmount(self) -> None:
        """Let others go on with the log."""
        self.game.close()

    def on_resize(self, event: events.Resize) -> None:
        """Put moves and log beside the board where there is room, else below it."""
        self._lay_out(event.size.width)

    def _lay_out(self, width: int) -> None:
        self.set_class(width >= _WIDE, "wide")

    # what is shown

    def _refresh_table(self) -> None:
        """Show the position and the legal moves of the person to move, or have the bot think."""
        state = self.game.state
        self._draw(text(state, color=True, language=self._language))
        typed = self.query_one("#typed", Input)
        typed.placeholder = label("ui.type_here", self._language)
        with typed.prevent(Input.Changed):
            typed.value = ""
        is_humans = not self.game.is_over and state.turn_seat not in self._bots
        self._choices = choices(state, self._language) if is_humans else ()
        self._list_moves("")
        if self.game.is_over:
            self._say(label("game_over", self._language))
        elif state.pending is not None:
            self._say(titled(pending_in_words(state.pending, self._language)))
        elif not is_humans:
            self._say(sentence("ui.thinking", self._language, name=state.player.name))
            self._think(self.game.step_count)

    def _draw(self, board: str) -> None:
        # Laying the screen out anew is the slowest part of a move, so it is done only when the board has grown.
        lines = board.count("\n") + 1
        self.query_one("#board", Static).update(Text.from_ansi(board), layout=lines != self._board_lines)
        self._board_lines = lines

    def _list_moves(self, typed: str) -> None:
        """
        List the moves that match what was typed, or all where none does: it may be notation. The first is marked.

        Where nothing is typed, what cannot be done now stands below them, with the reason.
        """
        moves = self.query_one("#moves", OptionList)
        moves.clear_options()
        self._shown = []
        self._is_chosen = False
        options: list[Option] = []
        matching = [choice for choice in self._choices if choice.matches(typed)] or self._choices
        for heading, group in grouped(self.game.state, matching, self._language):
            width = min(max(len(choice.notation) for choice in group), 24)
            options.append(Option(Text(f"{heading} ({len(group)})", style="bold"), disabled=True))
            self._shown.append(None)
            for choice in group:
                options.append(Option(Text(f"  {choice.notation:{width}}  {choice.words}")))
                self._shown.append(choice)
        if self._choices and not typed:
            for heading, reason in impossible(self.game.state, self._language):
                options.append(Option(Text(f"{heading}: {reason}", style="dim"), disabled=True))
                self._shown.append(None)
        moves.add_options(options)
        moves.highlighted = next((index for index, choice in enumerate(self._shown) if choice is not None), None)

    def _say(self, words: str, *, is_refusal: bool = False) -> None:
        self.query_one("#message", Static).update(Text(words, style="bold red" if is_refusal else ""), layout=False)

    def _name_keys(self) -> None:
        keys = [part for key, name in _KEYS for part in ((key, "bold"), f" {label(name, self._language)}  ")]
        self.query_one("#keys", Static).update(Text.assemble(*keys))

    def _retell(self) -> None:
        """Write the log pane anew, from the game's moves."""
        self.query_one("#log", RichLog).clear()
        for step in self.game.steps():
            self._tell(step)

    def _tell(self, step: Step) -> None:
        first, *others = step_in_words(step, self._language)
        log = self.query_one("#log", RichLog)
        log.write(Text(first, style="bold"))
        for line in others:
            log.write(Text(f"  {line}"))

    def _tell_refused(self) -> None:
        """Say which seats a person plays because a file may not start the bot that it names for them."""
        names = [player.name for player in self.game.state.players]
        for seat, player in self._refused:
            refusal = sentence("ui.seat_refused", self._language, name=names[seat], player=player)
            self.query_one("#log", RichLog).write(Text(refusal, style="bold red"))
            self._say(refusal, is_refusal=True)

    # what a person does

    @on(Input.Changed, "#typed")
    def filter_moves(self, event: Input.Changed) -> None:
        """List the moves that match what is typed."""
        if not self._is_saving:
            self._list_moves(event.value)

    @on(Input.Submitted, "#typed")
    def play_typed(self, event: Input.Submitted) -> None:
        """Play what is typed or marked, or say what speaks against it."""
        typed = event.value.strip()
        if self._is_saving:
            self._save_to(typed)
        elif typed and not self._is_chosen:
            if not self._choices:
                return
            found = typed_move(self.game.state, typed, self._choices, self._language)
            if isinstance(found, Refusal):
                self._say(found.sentence, is_refusal=True)
            else:
                self._play(found)
        elif (choice := self._marked()) is not None:
            self._play(choice.move)

    @on(OptionList.OptionSelected, "#moves")
    def play_clicked(self, event: OptionList.OptionSelected) -> None:
        """Play the move that was clicked."""
        choice = self._shown[event.option_index]
        if choice is not None:
            self._play(choice.move)

    def _marked(self) -> Choice | None:
        index = self.query_one("#moves", OptionList).highlighted
        return None if index is None else self._shown[index]

    def _play(self, move: Move) -> None:
        before = self.game.state
        try:
            transition = self.game.play(move)
        except MagnumSalError as error:
            self._say(str(error), is_refusal=True)
            return
        self._tell(Step(before, move, transition.state, transition.events))
        state = self.game.state
        if self._bots.keys() >= {before.turn_seat, state.turn_seat} and not (
            self._bot_pause or self.game.is_over or state.pending is not None
        ):
            self._think(self.game.step_count)
        else:
            self._say("")
            self._refresh_table()

    def action_choose(self, step: int) -> None:
        """Mark the next legal move, or the one before."""
        moves = self.query_one("#moves", OptionList)
        if moves.highlighted is None:
            return
        if step > 0:
            moves.action_cursor_down()
        else:
            moves.action_cursor_up()
        if not any(self._shown[moves.highlighted + 1 :]):
            moves.scroll_end(animate=False)  # what cannot be done stands below the last move, and is never marked
        self._is_chosen = True

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
        self._retell()
        self._refresh_table()

    def _seats_of_moves(self) -> Iterator[int]:
        before = self.game.at(0)
        for _, transition in self.game.transitions():
            yield before.turn_seat
            before = transition.state

    def action_language(self) -> None:
        """Go on in the next language."""
        languages = list(LANGUAGES)
        self._language = languages[(languages.index(self._language) + 1) % len(languages)]
        self._name_keys()
        self._retell()
        self._refresh_table()

    def action_help(self) -> None:
        """Say how moves are chosen."""
        self._say(label("ui.help_text", self._language))

    def action_save(self) -> None:
        """Ask for the file in which to record the game from now on."""
        self._is_saving = True
        typed = self.query_one("#typed", Input)
        typed.value = ""
        typed.placeholder = label("ui.save_as", self._language)
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
