"""A session: a game in a server's hand as an immutable value, with its history and its record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from ..engine.chance import Piece, Reveal, reveal
from ..engine.evolve import evolve
from ..engine.transitions import Transition, apply
from ..errors import MisuseError
from ..model.events import GameStarted
from ..model.moves import Move
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..queries.steps import Step, steps_of
from ..record.history import Made
from ..record.log import EndLine, GameLog, MoveLine, RevealLine, UndoLine
from ..record.log.entries import Entry, checked_reason
from ..record.log.loading import read_log


@attrs.frozen
class Session:
    """A game in a server's hand, which never changes: what is done to it returns another one."""

    opening: GameState
    """The first position."""
    started: GameStarted | None = None
    """The first event, None where the game was loaded as a position."""
    metadata: Mapping[str, Any] = attrs.field(factory=dict)
    """What the header of the log has beside it."""
    steps: tuple[Made, ...] = ()
    """The moves that stand, and the pieces that were turned up."""
    undone: tuple[Made, ...] = ()
    """Those taken back that can be made again, the next one last."""
    entries: tuple[Entry, ...] = ()
    """The lines of the log after the header."""
    end_reason: str | None = None
    """Why the game was ended by agreement, None while it was not."""

    @classmethod
    def of(cls, started: GameStarted) -> Session:
        """Return the session of a new game."""
        return cls(evolve(None, started), started)

    @classmethod
    def of_log(cls, text: bytes, ruleset: Ruleset) -> Session:
        """Return the session of the game that a log records."""
        reading = read_log(text, ruleset=ruleset)
        history = reading.replay.history
        return cls(
            history.opening,
            reading.header.started,
            reading.header.metadata,
            tuple(history.steps),
            tuple(history.undone),
            tuple(reading.replay.entries),
            history.end_reason,
        )

    @property
    def state(self) -> GameState:
        """The position now, without what was worked out about it: a session keeps no long lists."""
        return attrs.evolve(self.steps[-1].transition.state if self.steps else self.opening)

    @property
    def size(self) -> int:
        """How much it holds: the steps, and the lines of the log."""
        return max(len(self.steps) + len(self.undone), len(self.entries))

    def last_steps(self, most: int) -> tuple[Step, ...]:
        """Return the last moves that stand, at most so many, each with the pieces turned up after it."""
        first = len(self.steps)
        while first and most:
            first -= 1
            most -= isinstance(self.steps[first].move, Move)
        before = self.steps[first - 1].transition.state if first else self.opening
        return tuple(steps_of(before, ((made.move, made.transition) for made in self.steps[first:])))

    def played(self, move: Move) -> tuple[Session, Transition]:
        """Return the session after a legal *move*, and what came of it."""
        self._check_open()
        state = self.state
        transition = apply(state, move)
        entry = MoveLine(len(self.steps) + 1, state.turn_seat, move, transition.events)
        return self._with(Made(move, transition), entry), transition

    def revealed(self, piece: Piece) -> tuple[Session, Transition]:
        """Return the session after the pending piece turned out to be *piece*, and what came of it."""
        self._check_open()
        transition = reveal(self.state, piece)
        entry = RevealLine(len(self.steps) + 1, piece, transition.events)
        return self._with(Made(Reveal(piece), transition), entry), transition

    def taken_back(self, to: int | None) -> Session:
        """Return the session with the first *to* steps standing, or all but the last."""
        self._check_open()
        standing = len(self.steps)
        if not standing:
            raise MisuseError("no move stands that could be taken back")
        left = standing - 1 if to is None else to
        if not left < standing:
            raise MisuseError(f"to: {left} is not a number of moves from 0 to {standing - 1}")
        return attrs.evolve(
            self,
            steps=self.steps[:left],
            undone=(*self.undone, *reversed(self.steps[left:])),
            entries=(*self.entries, UndoLine(left)),
        )

    def made_again(self) -> tuple[Session, Transition]:
        """Return the session with the next step again that was taken back, and what came of it."""
        self._check_open()
        if not self.undone:
            raise MisuseError("no move was taken back that could be made again")
        move = self.undone[-1].move
        return self.revealed(move.piece) if isinstance(move, Reveal) else self.played(move)

    def ended(self, reason: str) -> Session:
        """Return the session of the game, ended by agreement."""
        self._check_open()
        if self.state.is_over:
            raise MisuseError("the game is over by the rules, so nobody can end it by agreement")
        text = checked_reason(reason)
        entry = EndLine(text, self.state.scores)
        return attrs.evolve(self, entries=(*self.entries, entry), end_reason=text)

    def log(self, *, full: bool) -> GameLog:
        """Return the game's log, in memory: the public one unless *full*."""
        if self.started is None:
            raise MisuseError("the game was loaded as a position, which has no log")
        log = GameLog(self.started, metadata=self.metadata)
        log.extend(self.entries)
        return log if full else log.public()

    def _with(self, step: Made, entry: Entry) -> Session:
        is_again = bool(self.undone) and self.undone[-1].move == step.move
        return attrs.evolve(
            self,
            steps=(*self.steps, step),
            undone=self.undone[:-1] if is_again else (),
            entries=(*self.entries, entry),
        )

    def _check_open(self) -> None:
        if self.end_reason is not None:
            raise MisuseError(f"the game was ended by agreement: {self.end_reason}")
