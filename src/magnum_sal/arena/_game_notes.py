"""Notes of a game of a match while it is played, and the log that is made of them when it is over."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from ..engine.transitions import game_started
from ..errors import MalformedError
from ..errors.messages import cut
from ..model.events import Event
from ..model.moves import Move
from ..model.player_names import LONGEST_NAME, new_names
from ..model.state import GameState
from ..record.log.entries import EndLine, MoveLine
from ..record.log.game_log import GameLog
from ..record.serialization.json_text import write_json
from ._game_result import GameResult
from ._results_format import match_data
from .match import Match

KEY: Final = "arena"
"""Where a log's metadata say of which match it is, who sat where, and the seeds."""


_MOST_FORCED: Final = 20_000
"""How many numbers of moves that were made for bots are kept; a header has no room for more."""


class GameNotes:
    """The moves of a game as they are made."""

    def __init__(self, match: Match, game: int) -> None:
        self._match = match
        self._game = game
        self._lines: list[MoveLine] = []
        self._forced: list[int] = []
        self._end: GameState | None = None

    def take(self, before: GameState, move: Move, events: tuple[Event, ...]) -> None:
        """Take down a move, and the position that it was made in."""
        self._lines.append(MoveLine(len(self._lines) + 1, before.turn_seat, move, events))

    def take_forced(self, number: int) -> None:
        """Take down that the move of this number is made for a bot that has failed."""
        self._forced.append(number)

    def take_end(self, state: GameState) -> None:
        """Take down the last position."""
        self._end = state

    def log_of(self, result: GameResult) -> GameLog:
        """
        Return the log of the game; the line of an agreed end says why, where the cap or a forfeit has ended it.

        Raises:
            MisuseError: the ruleset is not registered.
        """
        match = self._match
        names = seat_names(match, self._game)
        started = game_started(names, seed=match.setup_seed(match.setup_of(self._game)), ruleset=match.ruleset)
        log = GameLog(started, metadata=self._metadata(result, names))
        log.extend(self._lines)
        if result.ending != "over" and self._end is not None:
            log.append(EndLine(self._reason(result), self._end.scores))
        return log

    def _reason(self, result: GameResult) -> str:
        """Return why the game was not played to its end by the rules."""
        if result.ending == "cap":
            return f"the cap of {self._match.most_moves} moves was met"
        bot = next(bot for bot, counts in enumerate(result.failures) if counts)
        return f"{cut(self._match.labels[bot], 200)} lost by a failure: {', '.join(result.failures[bot])}"

    def _metadata(self, result: GameResult, names: tuple[str, ...]) -> dict[str, Any]:
        match, seats = self._match, range(len(names))
        bot_at = [result.seats.index(seat) for seat in seats]
        told = ", ".join(f"{name} (rank {result.ranks[bot]})" for name, bot in zip(names, bot_at, strict=True))
        own = {
            "match": match_digest(match),
            "game": result.game,
            "setup": result.setup,
            "seed": str(match.seed),
            "bot_seed": str(match.bot_seed),
            "setup_seed": str(match.setup_seed(result.setup)),
            "seats": [
                {
                    "bot": match.labels[bot],
                    "seed": str(match.chance_seed("bot", result.setup, seat)),
                    "rank": result.ranks[bot],
                    "total": result.totals[bot],
                    "failures": dict(result.failures[bot]),
                }
                for seat, bot in zip(seats, bot_at, strict=True)
            ],
            "ending": result.ending,
            "policy": match.policy,
            "most_moves": match.most_moves,
            "move_seconds": match.move_seconds,
            "forced": self._forced if len(self._forced) <= _MOST_FORCED else None,
        }
        # A public copy of the log keeps the comments alone: seeds tell what lies face down.
        return {"comments": [f"Game {result.game} of a match: {told}."], KEY: own}


def seat_names(match: Match, game: int) -> tuple[str, ...]:
    """Return the names of the players in a game's log, by seat: those of the bots where they can be names."""
    seats = match.seats_of(game)
    labels = [match.labels[seats.index(seat)] for seat in range(len(seats))]
    try:
        return new_names([cut(label, LONGEST_NAME) for label in labels])
    except MalformedError:
        return tuple(f"Bot {seats.index(seat) + 1}" for seat in range(len(seats)))


def match_digest(match: Match) -> str:
    """Return what tells one match from others: 16 digits."""
    return hashlib.sha256(write_json(match_data(match)).encode()).hexdigest()[:16]
