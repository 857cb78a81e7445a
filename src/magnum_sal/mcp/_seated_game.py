"""A game of a desk: who plays which seat, and the bots' moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

import attrs

from ..bots import HUMAN, LEVELS, make_bot
from ..engine.determinize import determinize
from ..engine.steps import Step
from ..engine.transitions import legal_moves
from ..errors import LogError, MisuseError
from ..model.player_names import find_seat
from ..model.state import GameState
from ..queries.effects import turns_up
from ..record.game import Game
from ..record.log import MoveLine, RevealLine, UndoLine
from ..words import sentence, step_in_words
from ._seats import find_players, read_players, record_players
from ._settings import DeskSettings

_BITS: Final = 62


@attrs.frozen
class SeatedGame:
    """A game with a player for each seat."""

    id: str
    game: Game
    players: tuple[str, ...]
    """A bot's name, or ``HUMAN`` for a seat of the client, by seat."""

    @property
    def state(self) -> GameState:
        """The full position."""
        return self.game.state

    @property
    def position(self) -> int:
        """The position number: the number of moves and undos in the log."""
        # An undo must not lower this number. Otherwise, a later move would lead to an old number again, and a call for
        # the old position would be accepted for a table that the client has not seen.
        return sum(isinstance(entry, (MoveLine, RevealLine, UndoLine)) for entry in self.game.log.entries)

    @property
    def own_seats(self) -> tuple[int, ...]:
        """The seats of the client."""
        return tuple(seat for seat, player in enumerate(self.players) if player == HUMAN)

    @property
    def is_bots_turn(self) -> bool:
        """Whether a bot has to move."""
        return not self.game.is_over and self.players[self.state.turn_seat] != HUMAN

    def find_seat(self, name: str | None, language: str) -> int | None:
        """
        Return the client's seat with this *name*.

        By default, this is the seat to move if it belongs to the client, or else the client's first seat. It is None
        for a spectator, who has no seat.

        Raises:
            MisuseError: no player has this name, or a bot plays the seat.
        """
        own = self.own_seats
        if name is None:
            if not self.game.is_over and self.state.turn_seat in own:
                return self.state.turn_seat
            return own[0] if own else None
        names = [player.name for player in self.state.players]
        found = find_seat(names, name)
        if found not in own:
            mine = ", ".join(names[seat] for seat in own)
            facts = {"player": names[found], "bot": self.players[found], "mine": mine}
            raise MisuseError(sentence("mcp.not_yours" if mine else "mcp.none_yours", language, **facts))
        return found

    def view(self, seat: int | None) -> GameState:
        """Return the position as a seat sees it; None for a spectator."""
        return self.game.seen_by(seat)

    def play_bots(
        self, settings: DeskSettings, rng: random.Random, clock: Callable[[], float], language: str
    ) -> list[str]:
        """Play the bots' moves until a client's seat is to move or the time is used up. Return what happened."""
        told: list[str] = []
        ends = clock() + settings.bots_seconds
        while self.is_bots_turn and self.position < settings.steps and clock() < ends:
            seat = self.state.turn_seat
            bot = make_bot(_with_limit(self.players[seat], settings.bot_seconds), seed=rng.getrandbits(_BITS))
            view = self.game.seen_by(seat)
            transition = self.game.play(bot(view, legal_moves(view)))
            told += step_in_words(transition.step, language)
        return told

    def tell_last_moves(self, most: int, language: str) -> list[str]:
        """Return what happened in the last moves that have not been undone, at most *most*, the oldest first."""
        # These are the sentences of the answers to the moves. They never name a piece that only one player has seen.
        return [told for step in list(self.game.steps())[-most:] for told in step_in_words(step, language)]

    def undo(self, player: str | None, settings: DeskSettings, language: str) -> list[Step]:
        """
        Undo the last move of a *player* of the client, with all moves after it, and return the undone moves.

        If *player* is None, this is the client's player who moved last.

        Raises:
            MisuseError: a bot plays the seat, there is no move to undo, or the game was ended by agreement. The log
                does not contain the face-down pieces, or a move revealed a piece and the settings are for fair play.
        """
        seats = self.own_seats if player is None else (self.find_seat(player, language),)
        # A finished game from a public log has no face-down pieces, and its earlier positions cannot be played.
        if self.state.is_public:
            raise MisuseError(sentence("mcp.no_undo", language))
        steps = list(self.game.steps())
        # Undoing only bots' moves would be useless, because the bots would move again.
        own = [number for number, step in enumerate(steps) if step.seat in seats]
        if not own:
            raise MisuseError("no_own_move", {})
        undone = steps[own[-1] :]
        # The pieces go back to the same places, so the client would know them when it moves again.
        if settings.is_fair_play and any(map(turns_up, undone)):
            raise MisuseError(sentence("mcp.undo_reveals", language))
        self.game.undo(to=own[-1])
        return undone


def _with_limit(bot: str, seconds: float) -> str:
    """Return the name of a bot with a time limit for its search, unless the name has one already."""
    head, _, options = bot.partition(":")
    if not LEVELS.get(head, head).startswith("search") or "seconds" in options:
        return bot
    return f"{bot}{',' if options else ':'}seconds={seconds:g}"


def start_game(name: str, given: Sequence[str], seed: int | None, settings: DeskSettings, language: str) -> SeatedGame:
    """
    Create a new game. Each of the players *given* is a name, or a name with a bot as in ``"Ben=journeyman"``.

    Raises:
        MalformedError: the names or their number are invalid.
        MisuseError: a bot is not offered, or there is a seed and the settings are for fair play.
    """
    if settings.is_fair_play and seed is not None:
        raise MisuseError(sentence("mcp.no_seed", language))
    names, players = read_players(given, settings, language)
    game = Game.new(names, seed=seed, ruleset=settings.ruleset, metadata=record_players(players))
    return SeatedGame(name, game, players)


def resume_game(
    name: str,
    log: bytes,
    given: Sequence[str] | None,
    settings: DeskSettings,
    rng: random.Random,
    language: str,
    *,
    is_file: bool,
) -> tuple[SeatedGame, bool]:
    """
    Continue the game of a log. The second value says whether the face-down pieces were shuffled again.

    For *given* and *is_file*, see ``find_players``.

    Raises:
        LogError: the log cannot be read, does not verify, or has too many moves.
        MisuseError: as for ``find_players``.
    """
    game = Game.from_log(log, ruleset=settings.ruleset)
    if game.step_count > settings.steps:
        raise LogError(None, None, sentence("mcp.too_long", language, most=settings.steps))
    players = find_players(game, given, settings, language, is_file=is_file)
    metadata = record_players(players, game.log.metadata)
    if settings.is_fair_play and game.is_over:
        # Without the face-down pieces, no move can be undone. Otherwise, a client could load the game again and again,
        # undo the last moves, and look for pieces with other moves.
        game = Game.from_log("".join(game.log.public().lines()).encode(), ruleset=settings.ruleset)
    is_shuffled = game.state.is_public or settings.is_fair_play
    if not is_shuffled or game.is_over:
        # The game is saved with its present players, or else a bot could lose its secrets to the client later.
        game.log.header = attrs.evolve(game.log.header, metadata=metadata)
        return SeatedGame(name, game, players), False
    # A log without the face-down pieces can be continued only with pieces that agree with it, and with what one of the
    # client's seats has seen. For fair play, a log with these pieces is treated alike. Otherwise, a client that loads
    # it twice would know the pieces the second time.
    seated = SeatedGame(name, game, players)
    knowing = [seat for seat in seated.own_seats if any(True for _ in game.secrets(seat))]
    viewer = knowing[0] if knowing else seated.find_seat(None, language)
    dealt = determinize(seated.view(viewer), rng)
    return SeatedGame(name, Game.from_position(dealt, metadata=metadata), players), True
