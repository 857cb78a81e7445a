"""The sessions of a server: games as immutable values, with the views and logs that clients may see."""

from __future__ import annotations

import attrs

from ..engine.evolve import evolve
from ..errors import LogError, MalformedError, MisuseError
from ..model.events import GameStarted
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..record.log import GameLog
from ..record.log.entries import check_metadata
from ..record.log.history import History
from ..record.log.loading import read_log


@attrs.frozen
class Session(History):
    """A game on a server. It is immutable: each change returns a new session."""

    @classmethod
    def start(cls, started: GameStarted) -> Session:
        """Create the session for a new game."""
        return cls(evolve(None, started), started).with_opening_secrets()

    @classmethod
    def from_log(cls, text: bytes, ruleset: Ruleset) -> Session:
        """Create a session from the log of a game."""
        session, damage = cls.recover(text, ruleset)
        if damage is not None:
            raise damage
        return session

    @classmethod
    def recover(cls, text: bytes, ruleset: Ruleset) -> tuple[Session, LogError | None]:
        """Create a session from a log, up to its first damaged line; return it with the error in this line, or None."""
        reading = read_log(text, ruleset=ruleset, until_ruin=True)
        return cls(**attrs.asdict(reading.replay.history, recurse=False)), reading.ruin

    @property
    def state(self) -> GameState:
        """The current position, as a copy without cached facts, so that sessions do not keep long lists of moves."""
        return attrs.evolve(super().state)

    @property
    def size(self) -> int:
        """
        The size of the game: the number of steps or of log lines, whichever is larger.

        The line that ends the game by agreement does not count.
        """
        # That line is always the last one, and players must be able to end a game that has reached the limit.
        lines = len(self.entries) - (self.end_reason is not None)
        # Undone steps stay in memory, and undoing adds a line to the log. So a client cannot evade the limit by undoing
        # moves.
        return max(len(self.steps) + len(self.undone), lines)

    def log(self, *, full: bool, viewer: int | None = None) -> GameLog:
        """
        Return an in-memory log of the game: public, or for *viewer*, or complete if *full* is set.

        Raises:
            MisuseError: the game was loaded as a position.
            MalformedError: *full* is set, and there is a *viewer*, or the viewer is not a seat of the game.
        """
        if self.started is None:
            raise MisuseError("the game was loaded from a position, so it has no log")
        position = self.opening if self.is_from_position else None
        log = GameLog(self.started, position=position)
        # The metadata of a loaded log may be nested more deeply than that of a new log, so it is checked here.
        log.header = attrs.evolve(log.header, metadata=check_metadata(self.metadata))
        log.extend(self.entries)
        check_viewer(viewer, self.state)
        if is_full(full, viewer):
            return log
        return log.public() if viewer is None else log.seen_by(viewer)

    def find_view(self, seat: int | None) -> GameState:
        """Return the view of *seat*, as a ``History`` does. Raises ``MalformedError`` if there is no such seat."""
        check_viewer(seat, self.state)
        return super().find_view(seat)


def check_viewer(viewer: int | None, state: GameState) -> None:
    """Raise ``MalformedError`` if *viewer* is given but is not a seat of the game."""
    if viewer is not None and viewer >= (seats := len(state.players)):
        raise MalformedError(f"viewer: {viewer} is not a seat of {seats} players (0 to {seats - 1})")


def is_full(full: bool, viewer: int | None) -> bool:
    """Return *full*. Raise ``MalformedError`` if a *viewer* is given, too: the two exclude each other."""
    if full and viewer is not None:
        raise MalformedError("full: give either full or a viewer, not both")
    return full
