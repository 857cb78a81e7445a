"""The history of a running game: the steps made, the undone steps that can be redone, and the log's lines."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Mapping
from typing import Any, Self

import attrs

from ...engine.chance import Piece, Reveal, turn_up
from ...engine.evolve import evolve_all
from ...engine.secrets import check_secret, opening_secrets, secret_events
from ...engine.steps import Step, Transition, of_move, steps_of
from ...engine.transitions import apply
from ...errors import MisuseError
from ...errors.messages import brief
from ...model.events import GameStarted, TileLookedAt, TileSeen
from ...model.looks import LOOKS, Looks
from ...model.moves import Move
from ...model.pieces import ChamberTile
from ...model.state import GameState, drafted, sealed
from .entries import EndLine, Entry, MoveLine, RevealLine, SecretLine, UndoLine, check_reason


@attrs.frozen
class RecordedStep:
    """A move or a reveal, with its transition."""

    move: Move | Reveal
    """The move, or the piece that was turned up."""
    transition: Transition
    """The state after the step, and its events. ``History.transitions`` adds the step of a move."""
    secrets: tuple[TileSeen, ...] = ()
    """The tiles that players saw alone in this step, as far as they are known here (PUBLIC-1)."""


@attrs.frozen
class History:
    """An immutable history of a game from its first position. Each operation returns a new history."""

    opening: GameState
    """The first position."""
    started: GameStarted | None = None
    """The first event. None in a new ``Game``, whose log contains it, and if the game was loaded as a position."""
    metadata: Mapping[str, Any] = attrs.field(factory=dict)
    """The metadata in the header of the log."""
    steps: tuple[RecordedStep, ...] = ()
    """The moves and reveals that have not been undone."""
    undone: tuple[RecordedStep, ...] = ()
    """The undone steps that can be redone. The last one is redone first."""
    entries: tuple[Entry, ...] = ()
    """The lines of the log after the header."""
    end_reason: str | None = None
    """Why the game was ended by agreement, or None."""
    opening_secrets: tuple[TileSeen, ...] = ()
    """The tiles that players saw alone before the first step, as far as they are known here."""
    is_from_position: bool = False
    """Whether the game was dealt before the first position, so that the setup of ``started`` names no piece."""

    @property
    def state(self) -> GameState:
        """The position after the last step."""
        return self.steps[-1].transition.state if self.steps else self.opening

    @property
    def last_step(self) -> Step | None:
        """The last move, including the pieces turned up after it. None if there is no move."""
        return next(iter(self.last_steps(1)), None)

    def last_steps(self, most: int) -> tuple[Step, ...]:
        """Return up to *most* of the last moves, each with the pieces turned up after it."""
        first = len(self.steps)
        while first and most:
            first -= 1
            most -= isinstance(self.steps[first].move, Move)
        course = ((made.move, made.transition) for made in self.steps[first:])
        return tuple(steps_of(self.position_after(first), course))

    def position_after(self, number: int) -> GameState:
        """Return the position after the first *number* steps."""
        return self.steps[number - 1].transition.state if number else self.opening

    def transitions(self) -> Iterator[tuple[Move | Reveal, Transition]]:
        """Yield the moves and reveals with their transitions, in order."""
        before = self.opening
        for step in self.steps:
            move, transition = step.move, step.transition
            yield move, transition if isinstance(move, Reveal) else of_move(before, move, transition)
            before = transition.state

    def check_open(self) -> None:
        """Raise ``MisuseError`` if the game was ended by agreement."""
        if self.end_reason is not None:
            # The names distinguish an agreement of these players, which can be translated, from any other reason.
            players = tuple(player.name for player in self.state.players)
            raise MisuseError("ended_by_agreement", {"reason": self.end_reason, "players": players})

    def play(self, move: Move) -> tuple[Self, Transition]:
        """Return the history after a legal *move*, and the transition."""
        self.check_open()
        transition = apply(self.state, move)
        # The step of a transition refers to the position before the move. If the history kept it, this position would
        # keep its cached results, so the history stores only the two values.
        after, _ = self._make(RecordedStep(move, Transition(*transition), secret_events(*transition)))
        return after, transition

    def reveal(self, piece: Piece) -> tuple[Self, Transition]:
        """Return the history after *piece* was turned up as the pending piece, and the transition."""
        self.check_open()
        return self._make(RecordedStep(Reveal(piece), turn_up(self.state, piece)))

    def redo(self) -> tuple[Self, Transition]:
        """
        Return the history with the next undone step redone, and the transition.

        A tile that a player named for the step is left out if it is no longer possible.
        """
        self.check_open()
        if not self.undone:
            raise MisuseError("nothing_to_redo", {})
        step = self.undone[-1]
        if self.state.is_public:
            # In a public game, players have named the tiles. A tile named since the undo may rule out one of them.
            after, transition = self._make(attrs.evolve(step, secrets=()))
            after = after.repeat_secrets(step.secrets)
        else:
            after, transition = self._make(step)
        return after, transition if isinstance(step.move, Reveal) else of_move(self.state, step.move, transition)

    def undo(self, to: int | None) -> Self:
        """Return the history with only the first *to* steps, or without the last step if *to* is None."""
        self.check_open()
        standing = len(self.steps)
        if not standing:
            raise MisuseError("nothing_to_undo", {})
        left = standing - 1 if to is None else to
        if type(left) is not int or not 0 <= left < standing:
            raise MisuseError(f"to: expected 0 to {standing - 1} moves, got {brief(left)}")
        return attrs.evolve(
            self,
            # Nothing is deleted from the log: an undo is one more line. The undone steps are kept in reverse order, so
            # that a redo takes the last one.
            steps=self.steps[:left],
            undone=(*self.undone, *reversed(self.steps[left:])),
            entries=(*self.entries, UndoLine(left)),
        )

    def repeat_secrets(self, secrets: tuple[TileSeen, ...]) -> Self:
        """Return the history with the *secrets* that are still possible."""
        after = self
        for event in secrets:
            with contextlib.suppress(MisuseError):  # ``correct_steps`` reports the others
                after = after.note_secret(event)
        return after

    def end(self, reason: str) -> Self:
        """Return the history with the game ended by agreement."""
        self.check_open()
        # END-1: the players may stop early and score the current position. After the last phase, the rules have already
        # scored it.
        if self.state.is_over:
            raise MisuseError("ended_already", {})
        return self.with_end(EndLine(check_reason(reason), self.state.scores))

    def with_opening_secrets(self) -> Self:
        """Return the history with the lines for the tiles that players saw while the game was set up."""
        after = self
        for event in opening_secrets(self.opening):
            after = after.with_secret(0, event)
        return after

    def with_end(self, line: EndLine) -> Self:
        """Return the history after *line*, which ends the game by agreement."""
        return attrs.evolve(self, entries=(*self.entries, line), end_reason=line.reason)

    def with_step(self, step: RecordedStep, entry: Entry) -> Self:
        """Return the history with one more step. Undone steps stay available only if *step* repeats the next one."""
        # Playing the same move again is a redo, so the other undone steps stay available. After any other move, the
        # undone steps no longer fit.
        is_again = bool(self.undone) and self.undone[-1].move == step.move
        undone, entries = self.undone[:-1] if is_again else (), (*self.entries, entry)
        opening, steps = self.opening, self.steps
        if steps:
            # The new state keeps its cached results, because its legal moves are needed next. Only the state before it
            # becomes a past state now.
            last, (state, events) = steps[-1], steps[-1].transition
            steps = (*steps[:-1], RecordedStep(last.move, Transition(_slim(state), events), last.secrets))
        else:
            opening = _slim(opening)
        # This runs for every move of a game, and attrs.evolve() takes three times as long.
        return type(self)(
            opening,
            self.started,
            self.metadata,
            (*steps, step),
            undone,
            entries,
            self.end_reason,
            self.opening_secrets,
            self.is_from_position,
        )

    def _make(self, step: RecordedStep) -> tuple[Self, Transition]:
        """Return the history with *step* and its log entry added, and the transition."""
        number, move, events = len(self.steps) + 1, step.move, step.transition.events
        entry = (
            RevealLine(number, move.piece, events)
            if isinstance(move, Reveal)
            else MoveLine(number, self.state.turn_seat, move, events)
        )
        after = self.with_step(step, entry)
        for event in step.secrets:
            after = attrs.evolve(after, entries=(*after.entries, SecretLine(number, event)))
        return after, step.transition

    def find_view(self, seat: int | None) -> GameState:
        """Return *seat*'s view of the current position, with all its recorded secrets. None stands for spectators."""
        view = self.state.seen_by(seat)
        # A full state contains all tiles, so nothing has to be added.
        if seat is None or not view.ruleset.has_looks or not self.state.is_public:
            return view
        standing = {look.chamber for look in view.extras[LOOKS].made if look.seat == seat}
        secrets = (*self.opening_secrets, *(event for step in self.steps for event in step.secrets))
        return evolve_all(view, (event for event in secrets if event.seat == seat and event.chamber in standing))

    def note_secret(self, event: TileSeen) -> Self:
        """Return the history with a secret of a player who has looked at a tile; see ``Game.note_look``."""
        self.check_open()
        self.check_secret(event)
        return self.with_secret(self._number_for(event), event)

    def check_secret(self, event: TileSeen) -> None:
        """
        Check that *event* can be noted.

        Raises:
            MisuseError: the seat has not looked there, the tile is already recorded, or it cannot lie there.
        """
        # In a dealt game the tiles are facts. Only a tile that a player has named can be wrong.
        is_dealt = self.is_from_position or (self.started is not None and not self.started.setup.is_unseen)
        check_secret(self.find_view(event.seat), event, may_replace=self.state.is_public and not is_dealt)

    def with_secret(self, number: int, event: TileSeen) -> Self:
        """
        Return the history with *event*, which belongs to step *number* (0 for the opening), and its line.

        The event replaces another tile that the seat has named for the same look.
        """
        # In a dealt game, the rules may have found the secret already. Its line is added all the same.
        after = attrs.evolve(self, entries=(*self.entries, SecretLine(number, event)))
        if event in self.secrets_of(number):
            return after
        others = (other for other in self.secrets_of(number) if _look_of(other) != _look_of(event))
        secrets = (*others, event)
        if number == 0:
            return attrs.evolve(after, opening_secrets=secrets)
        after_step = attrs.evolve(self.steps[number - 1], secrets=secrets)
        return attrs.evolve(after, steps=(*self.steps[: number - 1], after_step, *self.steps[number:]))

    def find_dealt_tile(self, chamber: str) -> ChamberTile | None:
        """Return the tile of *chamber* according to the header of the log, or None if the header does not name it."""
        if self.is_from_position:
            hidden = self.opening.hidden
            return None if hidden is None else hidden.tile_of(chamber)
        return None if self.started is None else self.started.setup.tile_of(chamber)

    def secrets_of(self, number: int) -> tuple[TileSeen, ...]:
        """Return the recorded secrets of step *number*, or of the opening if *number* is 0."""
        return self.steps[number - 1].secrets if number else self.opening_secrets

    def is_looked_at(self, number: int, event: TileSeen) -> bool:
        """Check whether the seat of *event* looked at its tile in step *number*, or before the first step."""
        if number:
            return TileLookedAt(event.seat, event.chamber) in self.steps[number - 1].transition.events
        looks: Looks | None = self.opening.extras.get(LOOKS)
        return looks is not None and looks.find_look(event.seat, event.chamber) is not None

    def is_recorded(self, line: SecretLine) -> bool:
        """Check whether *line* repeats the last line about the same look since its step was last made."""
        for entry in reversed(self.entries):
            if (
                isinstance(entry, SecretLine)
                and entry.number == line.number
                and _look_of(entry.event) == _look_of(line.event)
            ):
                return entry == line
            if isinstance(entry, (MoveLine, RevealLine)) and entry.number == line.number:
                return False
        return False

    def _number_for(self, event: TileSeen) -> int:
        """
        Return the number of the step to which *event* belongs; 0 for the opening.

        If the seat has already named a tile for the chamber, *event* belongs to the same step. Otherwise, it belongs to
        the step of the seat's last look at the chamber.
        """
        numbers = range(len(self.steps), -1, -1)
        named = (number for number in numbers if _look_of(event) in map(_look_of, self.secrets_of(number)))
        looked = (number for number in numbers if self.is_looked_at(number, event))
        return next(itertools.chain(named, looked))


def _look_of(event: TileSeen) -> TileLookedAt:
    """Return the look in which a tile was seen."""
    return TileLookedAt(event.seat, event.chamber)


def _slim(state: GameState) -> GameState:
    # Drop cached values of past states, especially their legal moves. Otherwise, the history would keep them in memory.
    return sealed(drafted(state))
