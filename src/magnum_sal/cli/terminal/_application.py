"""The application: its screens, its language, and the current game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.types import CSSPathType

from ...bots import HUMAN, Bot
from ...errors import MagnumSalError
from ...model.ruleset import Ruleset
from ...record.game import Game
from ...rules.standard import STANDARD
from ...words import error_in_words, label, sentence
from .._output import describe_incomplete_line
from ._autosaves import Autosaves
from ._dialogs import AGAIN, LEAVE, NEW, REVIEW, EndScreen, LeaveScreen
from ._keys import APPLICATION_BINDINGS, find_next_language
from ._setup_screen import SetupScreen
from ._table_screen import TableScreen
from .seats import bots_of, create_same_game


class Application(App[None]):
    TITLE: str | None = "Magnum Sal"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    CSS_PATH: ClassVar[CSSPathType | None] = "styles.tcss"
    BINDINGS = APPLICATION_BINDINGS

    def __init__(
        self,
        game: Game | None = None,
        *,
        players: Sequence[str | Bot] = (),
        refused: Sequence[tuple[int, str]] = (),
        ruleset: Ruleset = STANDARD,
        language: str = "en",
        bot_pause: float = 0.4,
        autosaves: Autosaves | None = None,
    ) -> None:
        """
        Create the application with the arguments of ``play``. *autosaves*, if any, records games without a log.

        A bot waits *bot_pause* seconds before its move, so that people can follow. With 0, the screen shows only
        people's turns.
        """
        label("shaft", language)  # raises an error for an unknown language before the screen changes
        super().__init__()
        self.game_language = language
        self.bot_pause = bot_pause
        self._first_game = game
        self._players = players
        self._first_refused = refused
        self._proposed = ruleset
        self._autosaves = autosaves

    def on_mount(self) -> None:
        if self._first_game is None:
            self.set_up()
        else:
            self.begin(self._first_game, self._players, self._first_refused)

    def set_up(self) -> None:
        self._show(SetupScreen(self.game_language, self.begin, self._proposed, self._autosaves))

    def begin(
        self,
        game: Game,
        players: Sequence[str | Bot] = (),
        refused: Sequence[tuple[int, str]] = (),
        is_guided: bool = False,
    ) -> None:
        """Show the table of *game*, and autosave the game if it has no log. See ``play`` for the other arguments."""
        self._players = players or (HUMAN,) * len(game.state.players)
        warnings: list[str] = []
        if self._autosaves is not None and game.log.target is None:
            try:
                self._autosaves.keep(game)
            except MagnumSalError as error:
                # A game that cannot be recorded can still be played.
                reason = error_in_words(error, self.game_language)
                warnings.append(sentence("ui.unrecorded", self.game_language, reason=reason))
        warnings += describe_incomplete_line(game, self.game_language)
        for seat, player in refused:
            name = game.state.players[seat].name
            warnings.append(sentence("ui.seat_refused", self.game_language, name=name, player=player))
        table = TableScreen(
            game,
            bots_of(self._players),
            self.game_language,
            bot_pause=self.bot_pause,
            is_guided=is_guided,
            warnings=warnings,
        )
        self._proposed = game.state.ruleset
        self._show(table)

    def _show(self, screen: SetupScreen | TableScreen) -> None:
        # If a bot makes the last move while a page is open, the end screen is above that page. So close the pages.
        while len(self.screen_stack) > 1 and not isinstance(self.screen, (SetupScreen, TableScreen)):
            self.pop_screen()
        # Replace the screen instead of adding one, so that the previous table is closed together with its game.
        if isinstance(self.screen, (SetupScreen, TableScreen)):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def on_setup_screen_other_language(self, wanted: SetupScreen.OtherLanguage) -> None:
        self.game_language = find_next_language(self.game_language)
        self._show(SetupScreen(self.game_language, self.begin, self._proposed, self._autosaves, wanted.entered))

    def on_table_screen_spoken(self, spoken: TableScreen.Spoken) -> None:
        """Use the language of the table for later games."""
        self.game_language = spoken.language

    def on_table_screen_moved(self, moved: TableScreen.Moved) -> None:
        """Remove the autosave of a game that is now recorded in another file."""
        if self._autosaves is not None:
            self._autosaves.forget(moved.path)

    def on_table_screen_over(self) -> None:
        """Show how the game ended, and ask what comes next."""
        if (table := self._table) is not None and not isinstance(self.screen, EndScreen):
            self.push_screen(EndScreen(table.game, self.game_language), self._go_on)

    def _go_on(self, chosen: str | None) -> None:
        if chosen == LEAVE:
            self.exit()
        elif chosen == NEW:
            self.set_up()
        elif (table := self._table) is not None:
            if chosen == REVIEW:
                table.action_advice()
            elif chosen == AGAIN:
                self.begin(create_same_game(table.game, self._players), self._players)

    @property
    def _table(self) -> TableScreen | None:
        return next((screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None)

    async def action_quit(self) -> None:
        table = self._table
        # A mistyped key must not end an unfinished game.
        if table is None or table.game.is_over:
            self.exit()
        elif not isinstance(self.screen, LeaveScreen):
            self.push_screen(LeaveScreen(self._describe_record(table.game), self.game_language), self._leave)

    def _describe_record(self, game: Game) -> str:
        """Return a message that says where a game is recorded, and how to resume it."""
        target = game.log.target
        if not isinstance(target, Path) or not game.log.is_saved():
            return label("ui.leave.lost", self.game_language)
        is_kept = self._autosaves is not None and self._autosaves.has(target)
        key = "ui.leave.kept" if is_kept else "ui.leave.recorded"
        return sentence(key, self.game_language, path=str(target))

    def _leave(self, is_left: bool | None) -> None:
        if is_left:
            self.exit()
