"""The table screen: run a game, ask the bots, and handle the actions of a person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container
from dataclasses import dataclass  # Textual's messages are designed for dataclasses
from pathlib import Path

from rich.text import Text
from textual import on, work
from textual.message import Message
from textual.widgets import Input, OptionList

from ...bots import BotError
from ...errors import LogError, MagnumSalError
from ...model.moves import Move
from ...model.state import GameState
from ...queries.choices import choices
from ...record.game import Game
from ...words import capitalize, error_in_words, label, pending_in_words, printable, sentence
from ...words.agreement import describe_ending
from .._output import expand_home
from ._answers import AnswerList, InputLine, MessageLine, Refusal, Row, parse_input
from ._dialogs import AdviceScreen, ReadingScreen
from ._hints import Guide
from ._keys import TABLE_BINDINGS, KeyLine, find_next_language, render_help
from ._rules_screen import RulesScreen, find_row_rule
from ._table_view import LogPane, TableView, legend, news_with


class TableScreen(TableView):
    """A game in progress."""

    BINDINGS = TABLE_BINDINGS

    class Over(Message):
        """Sent when the game ends, or when a person opens the end screen again."""

    @dataclass
    class Moved(Message):
        """Sent when the game is no longer recorded at *path* but elsewhere."""

        path: Path

    @dataclass
    class Spoken(Message):
        """Sent when the language of the table changes."""

        language: str

    _thought_about: GameState | None = None
    """The position about which a bot is thinking."""
    _has_failed = False
    """Whether a bot has failed to return a move. The person can ask the bot again."""
    _is_saving = False
    """Whether the input line is asking for the file in which to record the game."""

    def on_mount(self) -> None:
        """Show the current position, with the last moves in the log."""
        self.query_one(KeyLine).speak(self.language)
        self._rewrite_log()
        self._refresh_table()
        self._announce_end()
        for words in self._warnings:
            self.warn(words)
        self.query_one("#typed").focus()

    def on_unmount(self) -> None:
        # Closing the log releases its lock, so that another program can continue the game.
        self.game.close()
        # Otherwise, each rematch would leave the program of a process bot running.
        for bot in self._bots.values():
            bot.close()

    @on(Input.Changed, "#typed")
    def narrow(self, event: Input.Changed) -> None:
        """List the rows that match the typed text."""
        if not self._is_saving:
            self.query_one(AnswerList).narrow(event.value)
            self._is_chosen = False
            # Drawing the board is slow, so draw it only if the rows need more or less room.
            if self._make_room():
                self._draw_table()
            self._say("")
            self._show_preview()

    @on(Input.Submitted, "#typed")
    def submit_input(self, event: Input.Submitted) -> None:
        typed, listed = event.value.strip(), self.query_one(AnswerList)
        if self._is_saving:
            self._save_to(typed)
        # Enter takes the person's last input: the typed text, or a row marked with the arrow keys since then.
        elif typed and not self._is_chosen:
            self._take_input(typed)
        elif listed.marked is not None:
            self._take(listed.marked)
        elif self.game.is_over:
            self.post_message(self.Over())
        elif self._has_failed:
            self._refresh_table()

    def _take_input(self, typed: str) -> None:
        if not self._asked:
            return
        listed = self.query_one(AnswerList)
        found = parse_input(self.game.state, typed, listed.answers, listed.moves, self.language)
        if isinstance(found, Refusal):
            self._say(found.sentence, is_refusal=True, rule=found.rule)
        elif isinstance(found, Row):
            self._take(found)
        else:
            self._play(found)

    @on(OptionList.OptionSelected, "#moves")
    def take_selection(self, event: OptionList.OptionSelected) -> None:
        self._take(self.query_one(AnswerList).row(event.option_index))

    def _take(self, row: Row) -> None:
        """Ask the next question, or play the move if no question is left."""
        if row.after.move is not None:
            self._play(row.after.move)
        else:
            self._asked.append(row.after)
            self._say("")
            self._ask()

    @on(InputLine.Back)
    def action_back(self) -> None:
        """Clear the typed text, or take back the last answer."""
        line = self.query_one(InputLine)
        if self._is_saving:
            self._save_to("")
        elif line.value:
            line.value = ""
        elif len(self._asked) > 1:
            left = self._asked.pop()
            self._say("")
            self._ask()
            self.query_one(AnswerList).mark_answer(left)
            self._show_preview()

    def _play(self, move: Move) -> None:
        """Play a person's move, or show the objection."""
        try:
            self._make(move)
        except MagnumSalError as error:
            self._say(error_in_words(error, self.language), is_refusal=True)

    def action_choose(self, step: int) -> None:
        self.query_one(AnswerList).mark(step)
        self._is_chosen = True
        self._say("")
        self._show_preview()

    def action_scroll_board(self, pages: int) -> None:
        """Scroll the board, or the log if it is shown instead."""
        pane = self.query_one("#log" if self.has_class("shows-log") else "#board-pane")
        pane.scroll_relative(y=pages * max(pane.size.height - 2, 1), animate=False)

    def action_turn_page(self) -> None:
        """Switch between the board and the log if there is no room for both."""
        self.toggle_class("shows-log")

    def action_undo(self) -> None:
        """Undo moves up to and including the last one that a person made."""
        self._change_history(undo_to_person, "error.nothing_to_undo", "ui.undone")

    def action_redo(self) -> None:
        """Redo moves up to the next decision of a person."""
        self._change_history(redo_to_person, "error.nothing_to_redo", "")

    def _change_history(self, change: Callable[[Game, Container[int]], bool], nothing: str, done: str) -> None:
        """Undo or redo moves. Show the message *done*, or *nothing* if no moves were changed."""
        try:
            is_changed = change(self.game, self._bots)
        except MagnumSalError as error:
            self._say(error_in_words(error, self.language), is_refusal=True)
            return
        if not is_changed:
            self._say(label(nothing, self.language), is_refusal=True)
            return
        self._rewrite_log()
        self._say("")
        self._refresh_table()
        self._announce_end()
        if done:
            self._say(sentence(done, self.language, count=self.game.step_count))

    def action_language(self) -> None:
        """Switch to the next language and keep the open question."""
        self.language = find_next_language(self.language)
        self.post_message(self.Spoken(self.language))
        self.query_one(KeyLine).speak(self.language)
        self._rewrite_log()
        # _refresh_table() begins with the first question again, so keep the answers given so far.
        asked = self._asked
        self._say("")
        self._refresh_table()
        if len(asked) > 1:
            self._asked = asked
            self._ask()
        if self._is_saving:
            self._show_file_question()

    def action_help(self) -> None:
        self.app.push_screen(ReadingScreen(render_help(self.language)))

    def action_legend(self) -> None:
        self.app.push_screen(ReadingScreen(Text.from_ansi(legend(self.game.state, self.language))))

    def action_rules(self) -> None:
        """Show all rules, opened at the rule that forbids the typed move, or at the rule for the marked row."""
        rule, marked = self.query_one(MessageLine).rule, self.query_one(AnswerList).marked
        if rule is None and marked is not None and self._asked:
            rule = find_row_rule(self._asked[-1], marked)
        self.app.push_screen(RulesScreen(self.game.state.ruleset, self.language, rule))

    def action_hints(self) -> None:
        """Turn hints on or off."""
        self._guide = Guide() if self._guide is None else None
        self._explain()
        self._draw_table()

    def action_advice(self) -> None:
        """Show a bot's advice or, after the game, its review."""
        self.app.push_screen(AdviceScreen(self.game, self.language))

    def action_save(self) -> None:
        """Ask for the file in which to record the game, until Enter or Escape."""
        self._empty_line("")
        self._is_saving = True
        self._show_file_question()

    def _show_file_question(self) -> None:
        self.query_one(InputLine).placeholder = label("ui.save_as", self.language)
        self._say("")

    def _empty_line(self, placeholder: str) -> None:
        # While the line asks for a file, a bot's move, an undo or another language must not clear what is typed in it.
        if not self._is_saving:
            super()._empty_line(placeholder)

    def _say(self, words: str, *, is_refusal: bool = False, rule: str | None = None) -> None:
        # A typed file name looks like a move. So the line above it asks for a file, unless something has failed.
        if self._is_saving and not is_refusal:
            words = label("ui.save_as", self.language)
        super()._say(words, is_refusal=is_refusal, rule=rule)

    def _save_to(self, path: str) -> None:
        self._is_saving = False
        if path:
            before = self.game.log.target
            try:
                self.game.log.save(expand_home(path))
                if isinstance(before, Path):
                    # The game now has its own file. Its autosave is removed, because the two records would differ from
                    # the next move on.
                    self.post_message(self.Moved(before))
            except MagnumSalError as error:
                self._refresh_table()
                self._say(error_in_words(error, self.language), is_refusal=True)
                return
        self._refresh_table()
        self._say(sentence("ui.saved", self.language, path=path) if path else "")

    def _refresh_table(self) -> None:
        """Show the position, and ask the person to move."""
        state = self.game.state
        is_decided = self.game.is_over or state.pending is not None
        is_humans = not is_decided and state.turn_seat not in self._bots
        # Ask about what the person knows, so that the previews reveal no hidden pieces.
        self._asked = [choices(state.seen_by(state.turn_seat))] if is_humans else []
        self._has_failed = False
        self._ask()
        if self.game.is_over:
            result, *_ = describe_ending(state, self.game.end_reason, self.language)
            self._say(f"{label('game_over', self.language)}: {result}")
        elif state.pending is not None:
            self._say(capitalize(pending_in_words(state, self.language)))
        elif not is_humans:
            self._say(sentence("ui.thinking", self.language, name=state.player.name))
            self._ask_bot()
        self.query_one("#board-pane").scroll_home(animate=False)

    def _make(self, move: Move) -> None:
        step = self.game.play(move).step
        made = self.game.step_count
        own = [event for number, event in self._secrets() if number == made]
        self.query_one(LogPane).tell(step, self.language, own)
        self._news = news_with(self._news, step, self._bots)
        state = self.game.state
        # Without a pause nobody could see the table between two moves of bots, so it is not drawn.
        if self._bots.keys() >= {step.seat, state.turn_seat} and not (
            self._bot_pause or self.game.is_over or state.pending is not None
        ):
            self._ask_bot()
        else:
            self._say("")
            self._refresh_table()
            self._announce_end()

    def _announce_end(self) -> None:
        # _refresh_table() does not send the message, because it also runs long after the end, for example after F3.
        if self.game.is_over:
            self.post_message(self.Over())

    def _ask_bot(self) -> None:
        """Ask the bot for a move, unless it is already thinking about this position."""
        state = self.game.state
        if state is not self._thought_about:
            self._thought_about = state
            self._await_move(state)

    @work(exclusive=True)
    async def _await_move(self, asked: GameState) -> None:
        """Wait until the bot has answered. It thinks in a thread of its own, so that the screen does not freeze."""
        await asyncio.sleep(self._bot_pause)
        answer: Move | BotError
        try:
            # A bot knows no more than a player at the table.
            answer = await self._bots[asked.turn_seat].choose_move(asked.seen_by(asked.turn_seat))
        except BotError as error:
            answer = error
        # The next question cancels this worker, so the worker ends before the answer is used.
        self.call_later(self._take_answer, asked, answer)

    def _take_answer(self, asked: GameState, answer: Move | BotError) -> None:
        """Play a bot's move, or report its failure, unless the person has undone moves in the meantime."""
        if self._thought_about is asked:
            self._thought_about = None
        # After an undo, a different move can lead to the same number of moves. States are immutable, so a different
        # position is a different object.
        if not self.is_mounted or self.game.state is not asked:
            return
        if isinstance(answer, BotError):
            self._report_bot_failure(asked, answer)
            return
        try:
            self._make(answer)
        except LogError as error:  # not the bot's fault
            self._has_failed = True
            self._say(error_in_words(error, self.language), is_refusal=True)
        except MagnumSalError as error:
            self._report_bot_failure(asked, error)

    def _report_bot_failure(self, asked: GameState, error: MagnumSalError) -> None:
        """Report that a bot has failed to return a move. The person can ask the bot again."""
        self._has_failed = True
        name, reason = asked.player.name, printable(str(error), 200)
        self._say(sentence("ui.bot_failed", self.language, name=name, reason=reason), is_refusal=True)


def undo_to_person(game: Game, bots: Container[int]) -> bool:
    """Undo moves up to and including the last one that a person made, and return whether there was one."""
    # Undoing only bots' moves would be useless, because the bots would move again at once.
    by_people = [number for number, step in enumerate(game.steps()) if step.seat not in bots]
    if by_people:
        game.undo(to=by_people[-1])
    return bool(by_people)


def redo_to_person(game: Game, bots: Container[int]) -> bool:
    """Redo moves up to the next decision of a person, and return whether there were any."""
    if not game.undone:
        return False
    game.redo()
    while game.undone and game.state.turn_seat in bots:
        game.redo()
    return True
