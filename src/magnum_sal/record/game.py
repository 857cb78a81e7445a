"""A running game: a mutable object that plays, undoes and records moves, and notifies listeners."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, overload

from ..engine.chance import Piece, Reveal, build_table_start, read_piece, read_tile
from ..engine.evolve import evolve
from ..engine.steps import Step, Transition, steps_of
from ..engine.transitions import start_event
from ..errors import MalformedError, MisuseError
from ..errors.messages import brief
from ..model.events import TileSeen
from ..model.fields import CHAMBER, SEAT
from ..model.functions_above import as_picture
from ..model.moves import Move
from ..model.pieces import ChamberTile
from ..model.ruleset import Ruleset
from ..model.setup import Setup
from ..model.state import GameState, check_seat, check_state
from ..rules.standard import STANDARD
from .log.corrections import Correction, correct_steps
from .log.entries import build_start_event, check_position
from .log.files import Target
from .log.game_log import GameLog
from .log.history import History
from .log.loading import Source, read_log
from .log.replay import Verify
from .log.rows import Row, RowsBy, rows_of
from .notation import as_move
from .notices import Ended, Listener, Listeners, LookNoted, Notice, Played, Redone, Revealed, Undone

__all__ = ["Correction", "Ended", "Game", "Listener", "LookNoted", "Notice", "Played", "Redone", "Revealed", "Undone"]


def __dir__() -> list[str]:
    return __all__


class Game:
    """
    A running game: its current state, history and log.

    Use a game from one thread at a time. Its states are immutable and can be shared between threads. A copy of a game
    (``copy.copy``, ``copy.deepcopy`` or a pickle) is an independent game in memory, with neither the file nor the
    listeners of the original.

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
        """Create a game from a log and the history that the log records. Call ``new`` or ``from_log`` instead."""
        # A game keeps everything in one immutable history, which each operation replaces as a whole. An operation that
        # fails leaves the old history, and thus the whole game, unchanged.
        self._log = log
        self._history = history
        self._listeners = Listeners()

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
        Create a new game.

        Args:
            players: The names by seat, in the format of ``new_game``.
            seed: The seed of all random draws. A player who knows or guesses the seed knows every face-down piece.
            setup: The setup to use instead of a seed. With neither, the setup is drawn from unpredictable system
                entropy.
            ruleset: The rules of the game.
            log: Where to record the game: a path where no file exists, or a text stream.
            metadata: Plain JSON data to store in the log's header, such as a list of "comments".
            durable: Whether each line is flushed to disk (fsync) before the move counts as made.

        Raises:
            MalformedError: as in ``new_game``, or *metadata* is not plain JSON data.
            MisuseError: as in ``new_game``, or the game is recorded and its ruleset is not registered.
            LogError: the log file already exists or cannot be written.
        """
        started = start_event(players, seed=seed, setup=setup, ruleset=ruleset)
        opening = evolve(None, started)
        game = cls(GameLog(started, metadata=metadata, target=log, durable=durable), History(opening))
        game._record(game._history.with_opening_secrets())
        return game

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
        Create a new game whose pieces lie on a real table. Call ``reveal`` for each piece that is turned up.

        >>> from magnum_sal import RoyalOrder
        >>> game = Game.open_table(["Ada", "Ben"])
        >>> state = game.reveal(RoyalOrder.parse("BG=11")).state
        >>> state.pending, state.castle.open[0]
        (Pending(pile='order', place=1), RoyalOrder(salt=SaltAmount(brown=1, green=1, white=0), payment=11))

        For the first three arguments and their errors, see the function ``open_table``. For the others, see ``new``.
        """
        started = build_table_start(players, start_seat=start_seat, ruleset=ruleset)
        return cls(GameLog(started, metadata=metadata, target=log, durable=durable), History(evolve(None, started)))

    @classmethod
    def from_position(
        cls,
        state: GameState,
        *,
        log: Target | None = None,
        metadata: Mapping[str, Any] | None = None,
        durable: bool = False,
    ) -> Game:
        """
        Create a new game that starts from *state*, which can be any position of a dealt game.

        The header of the log contains the position. A public state does not name the face-down pieces, so deal them
        first with ``determinize``:

        >>> import random
        >>> from magnum_sal import determinize
        >>> earlier = Game.new(["Ada", "Ben"], seed=7)
        >>> _ = earlier.play(">S1")
        >>> game = Game.from_position(determinize(earlier.state.public(), random.Random(1)))
        >>> game.at(0).public() == earlier.state.public()
        True

        Args:
            state: A full state, such as the one that ``testing.position`` returns.
            log: Where to record the game, as for ``new``.
            metadata: Plain JSON data to store in the log's header, as for ``new``.
            durable: Whether each line is flushed to disk (fsync), as for ``new``.

        Raises:
            MalformedError: the parts of *state* do not fit together, or *metadata* is not plain JSON data.
            MisuseError: *state* is public, or the game is recorded and its ruleset is not registered.
            LogError: the log file already exists or cannot be written.
        """
        check_state(state)
        if state.is_public:
            raise MisuseError(
                "state: the face-down pieces are unknown; deal them first: determinize(state, random.Random())"
            )
        check_position(state)
        recorded = GameLog(build_start_event(state), position=state, metadata=metadata, target=log, durable=durable)
        game = cls(recorded, History(state, is_from_position=True))
        game._record(game._history.with_opening_secrets())
        return game

    @classmethod
    def from_log(
        cls, source: Source, *, verify: Verify = True, durable: bool = False, ruleset: Ruleset = STANDARD
    ) -> Game:
        """
        Resume the game that a log records, in the state after the log's last whole line.

        A game read from a path appends further lines to that file. A truncated last line is ignored, reported in
        ``log.torn``, and replaced by the next line written. Reading does not change the file. A game read from bytes or
        an open file continues in memory until you call ``log.save``. If a log has schema 1 or 2, the game accepts no
        moves until you call ``log.save``, whatever the source. If a public log omits pieces, its events are never
        checked against the rules.

        Args:
            source: A path, the log's bytes, or an open file.
            verify: True checks every line against its checksum and every move against the rules. ``"report"`` accepts
                the recorded events and lists the differences from the current rules in ``log.disagreements``. False
                checks only the format.
            durable: Whether each further line is flushed to disk (fsync).
            ruleset: The ruleset to use if the log contains its name. Other names are looked up in the registry.

        Raises:
            LogError: the log cannot be read or fails verification. The error names the place and the difference.
            MisuseError: an argument is invalid.
        """
        reading = read_log(source, verify=verify, ruleset=ruleset)
        return cls(GameLog._of(reading, source, durable=durable), reading.replay.history)

    def __reduce__(self) -> tuple[type[Game], tuple[GameLog, History]]:
        return type(self), (copy.copy(self._log), self._history)

    @property
    def state(self) -> GameState:
        """The current position."""
        return self._history.state

    @property
    def log(self) -> GameLog:
        """The game's record."""
        return self._log

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that have not been undone, in order."""
        return tuple(step.move for step in self._history.steps if not isinstance(step.move, Reveal))

    @property
    def step_count(self) -> int:
        """The number of steps that have not been undone: moves, and pieces turned up by ``reveal``."""
        return len(self._history.steps)

    @property
    def undone(self) -> tuple[Move, ...]:
        """
        The undone moves that ``redo`` can restore, starting with the next one.

        Pieces turned up by ``reveal`` are left out. ``redo_count`` also counts them.
        """
        return tuple(step.move for step in reversed(self._history.undone) if not isinstance(step.move, Reveal))

    @property
    def redo_count(self) -> int:
        """The number of undone steps that ``redo`` can restore: moves, and pieces turned up by ``reveal``."""
        return len(self._history.undone)

    @property
    def end_reason(self) -> str | None:
        """Why the game was ended by agreement, or by the arena (at the cap on moves, or by forfeit). None otherwise."""
        return self._history.end_reason

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or by agreement."""
        return self.state.is_over or self.end_reason is not None

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks: the position, with the effects of the last move and an early end."""
        last = self.last_step
        return as_picture(self.state, () if last is None else (last,), self.end_reason)

    def at(self, moves: int) -> GameState:
        """
        Return the position after the given number of *moves*. 0 returns the first position.

        Here, and wherever moves are numbered, a piece turned up by ``reveal`` counts as a move.

        Raises:
            MisuseError: the game has fewer moves.
        """
        self._check_moves(moves)
        return self._history.position_after(moves)

    def _check_moves(self, moves: object) -> None:
        # Python treats ``True`` as 1, but it is not a number of moves, so the type must be exactly int.
        if type(moves) is not int or not 0 <= moves <= self.step_count:
            raise MisuseError(f"expected 0 to {self.step_count} moves, got {brief(moves)}")

    def end_reason_at(self, moves: int) -> str | None:
        """
        Return ``end_reason`` for the position after the given number of *moves*: only the last position has one.

        Raises the errors of ``at``.
        """
        self._check_moves(moves)
        return self.end_reason if moves == self.step_count else None

    def steps(self) -> Iterator[Step]:
        """Yield a step for each move that has not been undone, including the pieces turned up after it."""
        return steps_of(self._history.opening, self.history())

    @property
    def last_step(self) -> Step | None:
        """
        The last move that has not been undone, including the pieces turned up after it. None before the first move.

        >>> from magnum_sal import words
        >>> game = Game.new(["Ada", "Ben"], seed=7)
        >>> _ = game.play("inn")
        >>> words.step_in_words(game.last_step)
        ('Ada: hires a miner for 6 groszy', 'Round 1: Ben has 1 action')
        """
        return self._history.last_step

    def history(self) -> Iterator[tuple[Move | Reveal, Transition]]:
        """Yield the moves and reveals that have not been undone, in order, each with its transition."""
        return self._history.transitions()

    def to_rows(self, *, by: RowsBy = "move") -> list[Row]:
        """
        Return the game as rows for a table, without the moves that have been undone.

        Pass the rows to ``pandas.DataFrame(rows)`` or ``polars.DataFrame(rows)``. The page "Analyse matches and games
        as tables" lists every column with its unit.

        Args:
            by: ``"move"`` for a row for each move and, once the game is over, a closing row for each seat, with the
                final standing and ``"end"`` as its ``type``. ``"round"`` for a row for each seat at the end of each
                round.

        Raises:
            MisuseError: *by* has another value.
        """
        return rows_of(self._history, by)

    def play(self, move: Move | str | Mapping[str, object]) -> Transition:
        """
        Play a legal *move* and return its transition. The move counts as played once it is in the log.

        Pass the transition's ``step`` to ``words.step_in_words``, or as ``last`` to ``render.svg`` and ``render.text``.

        Args:
            move: A move, its notation such as ``"x1L1 B"``, or its JSON form as text or plain data.

        Raises:
            IllegalMoveError: the move is illegal.
            HiddenPieceError: the game is public, and the rule of an extension turns up a piece directly.
            MalformedError: *move* is not a move of the ruleset in any of these forms. The message suggests moves.
            MisuseError: the game was ended by agreement, or its log has schema 1 or 2 and was not saved again.
            LogError: the log cannot be written. The game is unchanged.
        """
        # Report that the game has ended before any error in the text of the move.
        self._history.check_open()
        after, transition = self._history.play(as_move(self.state, move))
        self._record(after)
        self._listeners.notify(Played(transition.step))
        return transition

    def reveal(self, piece: Piece) -> Transition:
        """
        Turn up *piece* as the pending piece, write it to the log, and return the transition.

        A tile or an order may be a text, such as ``"BGG/2"`` or ``"BBG=17"``.

        Raises:
            MalformedError: *piece* has the wrong type for the pending pile, or a text is not a tile or an order.
            MisuseError: no piece is pending, the pile cannot contain *piece*, or the game was ended by agreement.
            LogError: the log cannot be written. The game is unchanged.
        """
        self._history.check_open()
        after, transition = self._history.reveal(read_piece(self.state, piece))
        self._record(after)
        self._listeners.notify(*self._list_repeats(self.step_count))
        return transition

    def seen_by(self, seat: int | None) -> GameState:
        """
        Return a seat's view of the current position, with all tiles that this seat is known to have seen.

        For None, which stands for spectators, the view is the public form.

        In a dealt game, this is ``state.seen_by(seat)``. On a real table, and in a game read from the log of a seat,
        the view contains the tiles that ``note_look`` or the log's lines have named.

        Raises:
            MisuseError: *seat* is not a seat of this game.
        """
        return self._history.find_view(seat)

    def secrets(self, seat: int) -> Iterator[tuple[int, TileSeen]]:
        """
        Yield the tiles that a seat has seen alone, as far as they are known here, each with the number of the move.

        Number 0 stands for looks before the first move. Undone moves are left out.

        Raises:
            MisuseError: *seat* is not a seat of this game.
        """
        check_seat(seat, len(self.state.players))
        known = ((number, self._history.secrets_of(number)) for number in range(self.step_count + 1))
        return ((number, event) for number, events in known for event in events if event.seat == seat)

    def note_look(self, seat: int, chamber: str, tile: ChamberTile | str) -> GameState:
        """
        Record the tile that *seat* has seen on a real table, and return the view of the seat.

        A game on a real table continues without this tile, because only one player knows it. Record it for a bot, or
        for a player who wants advice from this program. Public logs do not contain it (PUBLIC-1). Undoing the move in
        which the player looked also removes the tile.

        On a real table, another tile for the same chamber replaces the one recorded earlier. If tiles that are turned
        up later prove a recorded tile wrong, the view forgets it, and the look is ``pending`` there again.

        Args:
            seat: The player who has looked.
            chamber: The id of the chamber, such as ``"1L2"``.
            tile: The printed face of the tile, or its text, such as ``"BGG/2"``.

        Raises:
            MalformedError: an argument has the wrong type, or there is no such chamber.
            MisuseError: the seat has not looked at a face-down tile there, this tile is already recorded, the tile
                cannot lie there, or the game was ended by agreement. In a dealt game, the tile is always known.
            LogError: the log cannot be written. The game is unchanged.
        """
        for name, given, meaning in (("seat", seat, SEAT), ("chamber", chamber, CHAMBER)):
            if not meaning.accepts(given):
                raise MalformedError(f"{name}: {brief(given)} is not {meaning.expected}")
        if type(tile) is str:
            tile = read_tile(tile)
        if not isinstance(tile, ChamberTile):
            raise MalformedError(f"tile: expected a ChamberTile, got {brief(tile)}")
        event = TileSeen(seat, chamber, tile)
        after = self._history.note_secret(event)
        self._record(after)
        self._listeners.notify(LookNoted(event))
        return after.find_view(seat)

    def undo(self, *, to: int | None = None) -> GameState:
        """
        Undo the last move, or all moves after the first *to*, and return the new position. ``to=0`` undoes them all.

        Reveals are undone like moves.

        Raises:
            MisuseError: there is no such move to undo, or the game was ended by agreement.
            LogError: the log cannot be written. The game is unchanged.
        """
        self._record(self._history.undo(to))
        self._listeners.notify(Undone(self.step_count))
        return self.state

    def steps_to_redo(self) -> Iterator[Step]:
        """Yield the undone moves that ``redo`` can restore as steps, starting with the next one."""
        undone = ((step.move, step.transition) for step in reversed(self._history.undone))
        return steps_of(self._history.state, undone)

    def redo(self) -> Transition:
        """
        Redo the next undone move or reveal and return its transition.

        Raises:
            MisuseError: there is no move to redo, or the game was ended by agreement.
            LogError: the log cannot be written. The game is unchanged.
        """
        after, transition = self._history.redo()
        self._record(after)
        self._listeners.notify(*self._list_repeats(self.step_count))
        return transition

    @overload
    def correct(self, number: int, replacement: Move | Piece | Mapping[str, object]) -> Correction: ...
    @overload
    def correct(self, number: Mapping[int, Move | Piece | Mapping[str, object]]) -> Correction: ...
    def correct(self, number: Any, replacement: Any = None) -> Correction:  # The overloads declare the types.
        """
        Replace the move or the piece of step *number* with *replacement*, and repeat the later steps that still fit.

        Steps are counted from 1, like the lines of the log: ``at(number)`` is the position after the step. The first
        later step that is no longer possible, and all steps after it, are dropped. A step also counts as impossible if
        another seat would have to make the move, or if the piece would now lie elsewhere. The result lists the dropped
        steps, the looks whose tile from ``note_look`` is not possible after the correction, and the kept moves that
        take another tool or order, because a move names a slot. If *replacement* is the same as before, nothing
        changes.

        Pass a dict to correct several steps at once, such as two pieces that were entered in each other's place:
        ``correct({2: "GG=13", 3: "BG=11"})``. A piece in the dict may lie elsewhere than before. If one of these steps
        cannot be corrected, or a step before it would be dropped, a ``MisuseError`` names the step and nothing changes.

        The log gets an undo, the corrected steps, and the repeated steps again. Listeners get a notice of each of them.
        Unless nothing changes, no undone move can be redone afterwards.

        Args:
            number: The number of the step, or a dict with the replacement for each of several numbers.
            replacement: For a piece that was turned up, another piece, as for ``reveal``. For a move, another legal
                move, as for ``play``.

        Raises:
            IllegalMoveError: the move is illegal in the position before the step.
            MalformedError: *replacement* is not a move, or has the wrong type for the pile, or a text is not a tile or
                an order.
            MisuseError: step *number* does not exist, the pile could not contain the piece at that time, the game was
                ended by agreement, or one of several steps cannot be corrected. The ``__cause__`` says why.
            LogError: the log cannot be written. The game is unchanged.
        """
        replacements = tuple(number.items()) if isinstance(number, Mapping) else ((number, replacement),)
        after, correction = correct_steps(self._history, replacements)
        if after is not self._history:
            self._record(after)
            corrected = [number for number, _ in replacements]
            first = min(corrected)
            repeats = enumerate(self._list_repeats(first), start=first)
            self._listeners.notify(
                Undone(first - 1),
                *(
                    Played(notice.step) if number in corrected and isinstance(notice, Redone) else notice
                    for number, notice in repeats
                ),
            )
        return correction

    def end(self, reason: str) -> None:
        """
        End the game by agreement. The current position is scored (END-1), and no move can follow.

        Args:
            reason: The reason to record, a string of 1 to 1000 printable characters.

        Raises:
            MalformedError: *reason* is not a string of 1 to 1000 printable characters.
            MisuseError: the game is already over.
            LogError: the log cannot be written. The game is unchanged.
        """
        after = self._history.end(reason)
        self._record(after)
        self._listeners.notify(Ended(str(after.end_reason)))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """
        Call *listener* with a notice of every change from now on, and return a function that unsubscribes it.

        A listener can be subscribed several times. Each returned function ends its own subscription.

        Listeners are called after the game has changed, in the order of the changes, even if a listener makes a move.
        Exceptions are logged to ``magnum_sal.record.game`` and do not affect the game or other listeners.

        Raises:
            MisuseError: *listener* is not callable, or is an ``async`` function, which nobody would await.
        """
        return self._listeners.add(listener)

    def close(self) -> None:
        """
        Release the game's log to other programs. A later move locks the log again, unless its file has changed.

        An open game releases its log when it is garbage-collected or the program ends. A game used as a context manager
        closes itself.
        """
        self._log.close()

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _list_repeats(self, first: int) -> Iterator[Notice]:
        """Yield a notice of each step from number *first* on. A reveal has the same notice as the first time."""
        for before, step in enumerate(self._history.steps[first - 1 :], start=first - 1):
            if isinstance(step.move, Reveal):
                yield Revealed(step.move.piece, step.transition)
            else:
                yield Redone(Step(self.at(before), step.move, *step.transition))

    def _record(self, after: History) -> None:
        """Write the new entries of *after* to the log, and then make *after* the current history."""
        # The order matters. If the disk is full, ``extend`` raises an error, and the game has not changed. In the
        # opposite order, the game would contain a move that is not in the log.
        self._log.extend(after.entries[len(self._history.entries) :])
        self._history = after

    if not TYPE_CHECKING:  # Type checkers would accept every name.

        def __getattr__(self, name: str) -> NoReturn:
            hint = f"; use game.state.{name}" if name in dir(GameState) and not name.startswith("_") else ""
            raise AttributeError(f"'Game' object has no attribute {name!r}{hint}", name=name, obj=self)

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.state.players)
        return f"<Game of {names}: {self.step_count} moves>"
