"""A game in hand: the one mutable class, which plays, takes back, records, and tells who listens."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..engine.chance import Piece, Reveal, build_table_start
from ..engine.evolve import evolve
from ..engine.transitions import Transition, start_event
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.moves import Move
from ..model.ruleset import Ruleset
from ..model.setup import Setup
from ..model.state import GameState, as_picture
from ..queries.steps import Step, steps_of
from ..rules.standard import STANDARD
from .log.files import Target
from .log.game_log import GameLog
from .log.history import History
from .log.loading import Source, read_log
from .log.replay import Verify
from .log.rows import Row, rows_of
from .notation import as_move
from .notices import Ended, Listener, Notice, Played, Redone, Revealed, Undone

__all__ = ["Ended", "Game", "Listener", "Notice", "Played", "Redone", "Revealed", "Undone"]


def __dir__() -> list[str]:
    return __all__


_LOGGER: Final = logging.getLogger(__name__)


class Game:
    """
    A game as it is played: a state that changes, its history, and its log.

    Use it from one thread at a time; the states it hands out can go anywhere.

    >>> game = Game.new(["Ada", "Ben"], seed=7)
    >>> from magnum_sal import PlaceMiner
    >>> events = game.play(PlaceMiner("stock", "S1")).events
    >>> game.undo() == game.at(0)
    True
    >>> game.play(">S1").events == game.play({"type": "place_miner", "source": "stock", "target": "S1"}).events
    False
    >>> game.moves
    (PlaceMiner(source='stock', target='S1'), PlaceMiner(source='stock', target='S1'))
    """

    def __init__(self, log: GameLog, history: History) -> None:
        """Make a game of a log and the history it records; ``new`` and ``from_log`` are the ways in."""
        self._log = log
        self._history = history
        self._listeners: list[Listener] = []
        self._notices: deque[Notice] = deque()
        self._is_telling = False

    @classmethod
    def new(
        cls,
        players: Sequence[str],
        *,
        seed: int | None = None,
        setup: Setup | None = None,
        ruleset: Ruleset = STANDARD,
        log: Target | None = None,
        metadata: Mapping[str, Any] | None = None,
        durable: bool = False,
    ) -> Game:
        """
        Return a new game.

        Args:
            players: The names by seat, as ``new_game`` takes them.
            seed: Decides all that chance decides; whoever knows or guesses it knows every face-down piece.
            setup: The setup itself. With neither, it is drawn from the system's entropy, so that nobody can work it
                out.
            ruleset: The rules to play by.
            log: Where to record the game: a path, where there must be no file yet, or a text stream.
            metadata: Anything to keep in the log's header, as plain JSON data, such as a list of "comments".
            durable: Whether each line is forced to the disk (fsync) before a move counts as made.

        Raises:
            MalformedError: as ``new_game``, or *metadata* are no plain JSON data.
            MisuseError: as ``new_game``, or the game is recorded and its ruleset is not registered.
            LogError: the log exists, or cannot be written.
        """
        started = start_event(players, seed=seed, setup=setup, ruleset=ruleset)
        return cls(GameLog(started, metadata=metadata, target=log, durable=durable), History(evolve(None, started)))

    @classmethod
    def open_table(
        cls,
        players: Sequence[str],
        *,
        start_seat: int = 0,
        ruleset: Ruleset = STANDARD,
        log: Target | None = None,
        metadata: Mapping[str, Any] | None = None,
        durable: bool = False,
    ) -> Game:
        """
        Return a new game whose pieces lie on a real table, where ``reveal`` says what is turned up.

        >>> from magnum_sal import RoyalOrder
        >>> game = Game.open_table(["Ada", "Ben"])
        >>> state = game.reveal(RoyalOrder.parse("BG=11")).state
        >>> state.pending, state.castle.open[0]
        (Pending(pile='order', place=1), RoyalOrder(salt=SaltAmount(brown=1, green=1, white=0), payment=11))

        The first three arguments and their errors are those of ``open_table``, the others those of ``new``.
        """
        started = build_table_start(players, start_seat=start_seat, ruleset=ruleset)
        return cls(GameLog(started, metadata=metadata, target=log, durable=durable), History(evolve(None, started)))

    @classmethod
    def from_log(
        cls, source: Source, *, verify: Verify = True, durable: bool = False, ruleset: Ruleset = STANDARD
    ) -> Game:
        """
        Return the game that a log records, as it stood after the log's last whole line.

        A game read from a path goes on in that file. A last line that was cut off is left out, reported in
        ``log.torn``, and replaced by the next line written; reading alone changes nothing. A game read from bytes or an
        open file goes on in memory, until ``log.save`` gives it a file. The public log of a game that has a full one
        is folded, whatever *verify* says.

        Args:
            source: A path, the log's bytes, or an open file.
            verify: True holds every line against its checksum and every move against the rules. ``"report"`` takes the
                recorded events as they are, and lists in ``log.disagreements`` where today's rules differ. False checks
                nothing but the form.
            durable: Whether each further line is forced to the disk (fsync).
            ruleset: Serves where the log names a ruleset of this name; others are found among the registered ones.

        Raises:
            LogError: the log cannot be read, or does not verify; the error names line, field and difference.
        """
        reading = read_log(source, verify=verify, ruleset=ruleset)
        return cls(GameLog._of(reading, source, durable=durable), reading.replay.history)

    @property
    def state(self) -> GameState:
        """The position now."""
        return self._history.state

    @property
    def log(self) -> GameLog:
        """The game's record."""
        return self._log

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand, in order."""
        return tuple(step.move for step in self._history.steps if not isinstance(step.move, Reveal))

    @property
    def step_count(self) -> int:
        """How many steps stand: the moves, and the pieces that were turned up by ``reveal``."""
        return len(self._history.steps)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves taken back that ``redo`` makes again, the next one first."""
        return tuple(step.move for step in reversed(self._history.undone) if not isinstance(step.move, Reveal))

    @property
    def end_reason(self) -> str | None:
        """Why the game was ended by agreement, or by the arena at its cap or with a forfeit; None where it was not."""
        return self._history.end_reason

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or by agreement."""
        return self.state.is_over or self.end_reason is not None

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: the position, and what the last move brought."""
        return as_picture(self.state, tuple(deque(self.steps(), maxlen=1)))

    def at(self, moves: int) -> GameState:
        """
        Return the position after that many *moves*; 0 is the first position.

        Pieces that were turned up by ``reveal`` count as moves do here, and wherever moves are numbered.

        Raises:
            MisuseError: so many do not stand.
        """
        steps = self._history.steps
        if type(moves) is not int or not 0 <= moves <= len(steps):
            raise MisuseError(f"{brief(moves)} is not a number of moves from 0 to {len(steps)}")
        return steps[moves - 1].transition.state if moves else self._history.opening

    def steps(self) -> Iterator[Step]:
        """Yield the moves that stand as steps, each with the pieces turned up after it."""
        return steps_of(self._history.opening, self.history())

    def history(self) -> Iterator[tuple[Move | Reveal, Transition]]:
        """Yield the moves and the pieces turned up that stand, one by one as ``at`` counts them, with their events."""
        return ((step.move, step.transition) for step in self._history.steps)

    def to_rows(self) -> list[Row]:
        """
        Return a row for each move that stands.

        ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows)`` make tables of them. "Analyse matches and games as
        tables" has every column with its unit.
        """
        return rows_of(self._history.opening, self._history.steps)

    def play(self, move: Move | str | Mapping[str, object]) -> Transition:
        """
        Make a legal *move* and return what came of it. The move counts once it is in the log.

        Args:
            move: The move; or how it is written, such as ``"x1L1 B"``; or its JSON form, as text or as plain data.

        Raises:
            IllegalMoveError: the rules do not allow it.
            HiddenPieceError: the game is public, and the rule of an extension turns up a piece by itself.
            MalformedError: *move* is no move of the ruleset, in none of these forms; what was meant is guessed at.
            MisuseError: the game was ended by agreement.
            LogError: the log cannot be written; the game is then as before.
        """
        self._history.check_open()
        before = self.state
        made = as_move(before, move)
        after, transition = self._history.play(made)
        self._record(after)
        self._tell(Played(Step(before, made, *transition)))
        return transition

    def reveal(self, piece: Piece) -> Transition:
        """
        Say that the pending piece turned out to be *piece*, and return what came of it, once it is in the log.

        Raises:
            MalformedError: *piece* is nothing that can lie in such a pile.
            MisuseError: nothing is pending, *piece* cannot lie there, or the game was ended by agreement.
            LogError: the log cannot be written; the game is then as before.
        """
        after, transition = self._history.reveal(piece)
        self._record(after)
        self._tell(Revealed(piece, transition))
        return transition

    def undo(self, *, to: int | None = None) -> GameState:
        """
        Take back the last move, or all after the first *to*, and return the position then; 0 goes back to the start.

        A piece that was turned up is taken back as a move is.

        Raises:
            MisuseError: there are no such moves, or the game was ended by agreement.
            LogError: the log cannot be written; the game is then as before.
        """
        self._record(self._history.undo(to))
        self._tell(Undone(self.step_count))
        return self.state

    def redo(self) -> Transition:
        """
        Make the next move again that was taken back, and return what came of it.

        Raises:
            MisuseError: there is none, or the game was ended by agreement.
            LogError: the log cannot be written; the game is then as before.
        """
        before = self.state
        after, transition = self._history.redo()
        self._record(after)
        move = after.steps[-1].move
        if isinstance(move, Reveal):
            self._tell(Revealed(move.piece, transition))
        else:
            self._tell(Redone(Step(before, move, *transition)))
        return transition

    def end(self, reason: str) -> None:
        """
        End the game by agreement; it is scored as it stands (END-1), and no move can follow.

        Args:
            reason: Why, for the record: 1 to 1000 printable characters.

        Raises:
            MalformedError: *reason* is no such text.
            MisuseError: the game is over already.
            LogError: the log cannot be written; the game is then as before.
        """
        after = self._history.end(reason)
        self._record(after)
        self._tell(Ended(str(after.end_reason)))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """
        Have *listener* told of everything that happens from now on, and return a function that ends that.

        It is told once the game has changed, in the order of the changes, also where a listener plays on. What it
        raises is reported to the logger ``magnum_sal.record.game``, and neither the game nor other listeners notice.

        Raises:
            MisuseError: *listener* cannot be called.
        """
        if not callable(listener):
            raise MisuseError(f"listener: {brief(listener)} cannot be called")
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def close(self) -> None:
        """
        Let other programs go on with the game's log; what is made here later takes the log again, if it has not grown.

        A game that is not closed lets its log go when it is collected, or the program ends. As a context manager a game
        closes itself.
        """
        self._log.close()

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _record(self, after: History) -> None:
        """Write the last entry of *after*, and go on from there once it is written."""
        self._log.append(after.entries[-1])
        self._history = after

    def _tell(self, notice: Notice) -> None:
        self._notices.append(notice)
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._notices:
                current = self._notices.popleft()
                for listener in tuple(self._listeners):
                    try:
                        listener(current)
                    except Exception:
                        # The move is made and recorded; an error raised here would say that it is not.
                        _LOGGER.exception("a listener failed on %r", type(current).__name__)
        finally:
            self._is_telling = False
            self._notices.clear()

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.state.players)
        return f"<Game of {names}: {self.step_count} moves>"
