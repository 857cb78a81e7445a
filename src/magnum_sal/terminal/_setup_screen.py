"""Asking who plays, with which variant, and where the game is recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

import attrs
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widgets import Button, Checkbox, Input, Label, Select, Static

from ..bots import bot_names
from ..errors import MagnumSalError
from ..game import Game
from ..labels import label, switch_label
from ..pieces import SEAT_LETTERS
from ..standard import STANDARD
from ..switches import SWITCHES
from ._seats import HUMAN, NewGame, seats_of, seed_given

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
_NEEDS_COMMAND: Final = "process"
"""The one name of a bot that says nothing without the command of a program."""
_ABSENT: Final = "absent"


class Begin(Protocol):
    """Shows the table of a game that is gone on with."""

    def __call__(self, game: Game, players: Sequence[str], refused: Sequence[tuple[int, str]], /) -> None:
        """Show the table of *game*; *players* are HUMAN or bots' names, *refused* the others."""


class SetupScreen(Screen[None]):
    """The first screen: seats, variant, seed and log."""

    CSS_PATH: ClassVar[CSSPathType | None] = "setup_screen.tcss"

    def __init__(self, language: str, begin: Begin, begin_new: Callable[[NewGame], None]) -> None:
        """Make the screen in *language*; a game is begun by one of the two functions."""
        super().__init__()
        self._language = language
        self._begin = begin
        self._begin_new = begin_new

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        bots = [name for name in bot_names() if name != _NEEDS_COMMAND]
        kinds = [(self._say("ui.human"), HUMAN), *((name, name) for name in bots), (self._say("ui.absent"), _ABSENT)]
        first = (HUMAN, "greedy" if "greedy" in bots else bots[0], _ABSENT, _ABSENT)
        with VerticalScroll():
            yield Static(Text(f"Magnum Sal: {self._say('ui.new_game')}", style="bold"))
            for seat in range(len(NAMES)):
                with Horizontal(classes="row"):
                    yield Label(Text(SEAT_LETTERS[seat]))
                    yield Input(NAMES[seat], id=f"name{seat}", compact=True, placeholder=self._say("ui.name"))
                    yield Select(kinds, value=first[seat], id=f"player{seat}", allow_blank=False, compact=True)
            for switch in SWITCHES:
                words = switch_label(switch, switch.on, self._language)
                yield Checkbox(Text(words), id=switch.name, compact=True)
            yield Input(id="seed", compact=True, placeholder=self._say("ui.seed"))
            yield Input(id="log", compact=True, placeholder=self._say("ui.log_file"))
            with Horizontal(classes="row"):
                yield Button(self._say("ui.start"), id="start", variant="primary", compact=True)
                yield Button(self._say("ui.resume"), id="resume", compact=True)
            yield Static(id="message")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Begin or resume a game, or say what speaks against it."""
        try:
            if event.button.id == "start":
                self._begin_new(self._wanted())
            else:
                game = Game.from_log(self._value("log") or self._say("ui.log_file"))
                game.log.lock()
                seating = seats_of(game)
                self._begin(game, seating.players, seating.refused)
        except MagnumSalError as error:
            self.query_one("#message", Static).update(Text(str(error), style="bold red"))

    def _wanted(self) -> NewGame:
        seats = [
            (self._value(f"name{seat}"), str(self.query_one(f"#player{seat}", Select).value))
            for seat in range(len(NAMES))
        ]
        present = [(name, player) for name, player in seats if player != _ABSENT]
        settings: dict[str, Any] = {
            switch.name: switch.on if self.query_one(f"#{switch.name}", Checkbox).value else switch.off
            for switch in SWITCHES
        }
        log = self._value("log")
        return NewGame(
            names=tuple(name for name, _ in present),
            players=tuple(player for _, player in present),
            seed=seed_given(self._value("seed")),
            ruleset=attrs.evolve(STANDARD, **settings),
            log=str(Path(log).expanduser()) if log else None,
        )

    def _value(self, field: str) -> str:
        return self.query_one(f"#{field}", Input).value.strip()

    def _say(self, key: str) -> str:
        return label(key, self._language)
