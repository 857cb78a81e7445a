"""Asking who plays, with which variant, and where the game is recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Final, Protocol

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widgets import Button, Checkbox, Input, Label, Select, Static

from ..bots import bot_names
from ..errors import MagnumSalError
from ..game import Game
from ..installed import rulesets
from ..labels import label, switch_label
from ..pieces import SEAT_LETTERS
from ..ruleset import Ruleset
from ..standard import STANDARD
from ..switches import SWITCHES, Setting, Switch
from ._seats import HUMAN, NewGame, seats_of, seed_given

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
_NEEDS_COMMAND: Final = "process"
"""The one name of a bot that says nothing without the command of a program."""
_ABSENT: Final = "absent"


def _id(switch: Switch) -> str:
    """Return the id of a switch's box; those of somebody's ruleset can be called as another widget is."""
    return switch.name if switch in SWITCHES else f"own-{switch.name}"


class Begin(Protocol):
    """Shows the table of a game that is gone on with."""

    def __call__(self, game: Game, players: Sequence[str], refused: Sequence[tuple[int, str]], /) -> None:
        """Show the table of *game*; *players* are HUMAN or bots' names, *refused* the others."""


class SetupScreen(Screen[None]):
    """The first screen: seats, rules and variant, seed and log."""

    CSS_PATH: ClassVar[CSSPathType | None] = "setup_screen.tcss"

    def __init__(
        self, language: str, begin: Begin, begin_new: Callable[[NewGame], None], proposed: Ruleset = STANDARD
    ) -> None:
        """Make the screen in *language* with a *proposed* ruleset; a game is begun by one of the two functions."""
        super().__init__()
        known = rulesets()
        self._rulesets = {one.name: one.ruleset for one in known if one.ruleset is not None}
        self._rulesets[proposed.name] = proposed
        self._ruleset = proposed
        self._failed = "\n".join(one.error for one in known if one.error is not None)
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
            if len(self._rulesets) > 1:
                with Horizontal(classes="row rules"):
                    yield Label(Text(self._say("ui.rules")), id="rules")
                    names = [(Text(label(one.name, self._language, one)), one.name) for one in self._rulesets.values()]
                    yield Select(names, value=self._ruleset.name, id="ruleset", allow_blank=False, compact=True)
            for switch in SWITCHES:
                yield self._box(switch)
            with Vertical(id="own"):
                for switch in self._ruleset.own_switches:
                    yield self._box(switch)
            yield Input(id="seed", compact=True, placeholder=self._say("ui.seed"))
            yield Input(id="log", compact=True, placeholder=self._say("ui.log_file"))
            with Horizontal(classes="row"):
                yield Button(self._say("ui.start"), id="start", variant="primary", compact=True)
                yield Button(self._say("ui.resume"), id="resume", compact=True)
            yield Static(Text(self._failed, style="bold red"), id="message")

    def _box(self, switch: Switch) -> Checkbox:
        """Return the box for a switch of the chosen ruleset, as it is set there."""
        setting = self._ruleset.setting(switch.name)
        is_on = setting != switch.off
        words = switch_label(switch, setting if is_on else switch.on, self._language, self._ruleset)
        return Checkbox(Text(words), value=is_on, id=_id(switch), compact=True)

    @on(Select.Changed, "#ruleset")
    async def _show_switches(self, event: Select.Changed) -> None:
        """Show the switches of the ruleset that was chosen, as they are set there."""
        chosen = self._rulesets[str(event.value)]
        if chosen is self._ruleset:
            return
        self._ruleset = chosen
        for switch in SWITCHES:
            self.query_one(f"#{_id(switch)}", Checkbox).value = chosen.setting(switch.name) != switch.off
        own = self.query_one("#own", Vertical)
        await own.remove_children()
        await own.mount_all([self._box(switch) for switch in chosen.own_switches])

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
        log = self._value("log")
        return NewGame(
            names=tuple(name for name, _ in present),
            players=tuple(player for _, player in present),
            seed=seed_given(self._value("seed")),
            ruleset=self._ruleset.switched(**{switch.name: self._set(switch) for switch in self._ruleset.switches}),
            log=str(Path(log).expanduser()) if log else None,
        )

    def _set(self, switch: Switch) -> Setting:
        """Return what a switch is set to: as the ruleset has it, where its box is as it was."""
        setting = self._ruleset.setting(switch.name)
        is_on = self.query_one(f"#{_id(switch)}", Checkbox).value
        if is_on == (setting != switch.off):
            return setting
        return switch.on if is_on else switch.off

    def _value(self, field: str) -> str:
        return self.query_one(f"#{field}", Input).value.strip()

    def _say(self, key: str) -> str:
        return label(key, self._language)
