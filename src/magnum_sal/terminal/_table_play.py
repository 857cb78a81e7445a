"""How a game goes on at the table: who is asked next, each move made, and bots, which think beside the screen."""

from __future__ import annotations

import time
from collections.abc import Container

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from ..engine.transitions import legal_moves
from ..errors import LogError, MagnumSalError
from ..model.moves import Move
from ..model.state import GameState
from ..queries.choices import choices
from ..queries.steps import Step
from ..record.game import Game
from ..words import label, pending_in_words, printable, sentence, titled
from ._board import news_with
from ._end_screen import describe_ending
from ._log_pane import LogPane
from ._table_view import TableView


class TablePlay(TableView):
    """A game that goes on; what a person does is up to ``TableScreen``."""

    class Over(Message):
        """The game is over, or a person asks again what comes next."""

    _has_failed = False
    """Whether a bot has said no move, and is asked again when a person wants it."""

    def _refresh_table(self) -> None:
        """Show the position, and ask what the person to move does."""
        state = self.game.state
        is_decided = self.game.is_over or state.pending is not None
        is_humans = not is_decided and state.turn_seat not in self._bots
        # Nothing shines through of hidden pieces in what answers would bring: they are asked of what everybody sees.
        self._asked = [choices(state.public())] if is_humans else []
        self._has_failed = False
        self._ask()
        if self.game.is_over:
            self._say(f"{label('game_over', self.language)}: {describe_ending(self.game, self.language)[0]}")
            self.post_message(self.Over())
        elif state.pending is not None:
            self._say(titled(pending_in_words(state.pending, self.language, state.ruleset)))
        elif not is_humans:
            self._say(sentence("ui.thinking", self.language, name=state.player.name))
            self._think(self.game.step_count)
        self.query_one("#board-pane").scroll_home(animate=False)

    def _make(self, move: Move) -> None:
        before = self.game.state
        transition = self.game.play(move)
        step = Step(before, move, transition.state, transition.events)
        self.query_one(LogPane).tell(step, self.language)
        self._news = news_with(self._news, step, self._bots)
        state = self.game.state
        if self._bots.keys() >= {before.turn_seat, state.turn_seat} and not (
            self._bot_pause or self.game.is_over or state.pending is not None
        ):
            self._think(self.game.step_count)
        else:
            self._say("")
            self._refresh_table()

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
            self.app.call_from_thread(self._failed, state, moves_made, repr(error))
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self._answered, state, moves_made, move)

    def _answered(self, asked: GameState, moves_made: int, move: Move) -> None:
        """Play a bot's move, unless the person has taken moves back meanwhile."""
        if not self._is_waited_for(asked, moves_made):
            return
        try:
            self._make(move)
        except LogError as error:  # which is not the bot's fault
            self._has_failed = True
            self._say(str(error), is_refusal=True)
        except MagnumSalError as error:
            self._failed(asked, moves_made, str(error))

    def _failed(self, asked: GameState, moves_made: int, reason: str) -> None:
        """Say that a bot has said no move, and ask it again when the person wants it."""
        if self._is_waited_for(asked, moves_made):
            self._has_failed = True
            name, reason = asked.player.name, printable(reason, 200)
            self._say(sentence("ui.bot_failed", self.language, name=name, reason=reason), is_refusal=True)

    def _is_waited_for(self, asked: GameState, moves_made: int) -> bool:
        return self.is_mounted and self.game.step_count == moves_made and self.game.state is asked


def undo_to_person(game: Game, bots: Container[int]) -> bool:
    """Undo moves up to the last one that a person made, and return whether there was one."""
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
