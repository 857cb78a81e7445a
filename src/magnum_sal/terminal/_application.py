"""The application: its screens, its language, and the game that is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import App

from ..bots import Bot
from ..game import Game
from ..labels import label
from ..ruleset import Ruleset
from ..standard import STANDARD
from ._seats import HUMAN, NewGame, bots_of
from ._setup_screen import SetupScreen
from ._table_screen import TableScreen


class Application(App[None]):
    """Magnum Sal in the terminal."""

    TITLE: str | None = "Magnum Sal"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False

    def __init__(
        self,
        game: Game | None = None,
        *,
        players: Sequence[str | Bot] = (),
        refused: Sequence[tuple[int, str]] = (),
        ruleset: Ruleset = STANDARD,
        language: str = "en",
        bot_pause: float = 0.4,
    ) -> None:
        """
        Make the application.

        Args:
            game: A game to go on with; None to ask for players first.
            players: Who plays each seat of *game*: ``HUMAN``, a bot's name, or a bot; people alone when empty.
            refused: Seats with the bots that a file names for them and that were not taken from it.
            ruleset: The rules that are proposed to who is asked.
            language: One of ``LANGUAGES``.
            bot_pause: Seconds to wait before a bot's move, so that one can follow; at 0 only people's turns are drawn.
        """
        label("shaft", language)  # refuses a language that is not known, before the screen is taken over
        super().__init__()
        self.game_language = language
        self.bot_pause = bot_pause
        self._first_game = game
        self._first_players = players
        self._first_refused = refused
        self._proposed = ruleset

    def on_mount(self) -> None:
        """Show the table of the game given, or ask for players."""
        if self._first_game is None:
            self.push_screen(SetupScreen(self.game_language, self.begin, self.begin_new, self._proposed))
        else:
            self.begin(self._first_game, self._first_players, self._first_refused)

    def begin(self, game: Game, players: Sequence[str | Bot] = (), refused: Sequence[tuple[int, str]] = ()) -> None:
        """Show the table of *game*; arguments are those of the class."""
        who = players or (HUMAN,) * len(game.state.players)
        self.push_screen(TableScreen(game, bots_of(who), self.game_language, refused=refused, bot_pause=self.bot_pause))

    def begin_new(self, wanted: NewGame) -> None:
        """Begin the game that a person asked for; errors are those of ``NewGame.begin``."""
        self.begin(wanted.begin(), wanted.players)
