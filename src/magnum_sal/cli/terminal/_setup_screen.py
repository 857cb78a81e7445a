"""The setup screen: the players, rules and log of a new game, or the game to resume."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass  # Textual's messages are designed for dataclasses
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Checkbox, Input, Label, OptionList, Select, Static

from ...bots import HUMAN, LEVELS, bot_names
from ...bots.installed import rulesets
from ...errors import MagnumSalError
from ...model.pieces import SEAT_LETTERS
from ...model.ruleset import Ruleset
from ...model.switches import SWITCHES, Setting, Switch
from ...record.game import Game
from ...words import capitalize, error_in_words, has_label, label, sentence, switch_label
from ...words.rule_texts import rule_texts
from .._output import expand_home
from ._autosaves import Autosaves
from ._keys import SETUP_BINDINGS, SETUP_KEYS, render_keys
from .seats import NewGame, parse_seed, resume_game, seats_of

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
_NEED_MORE: Final = ("policy", "process")
"""The bot names that must be followed by more: the file of a policy, or the command of a program."""
_USUAL_BOT: Final = "apprentice"
_ABSENT: Final = "absent"

Begin: TypeAlias = Callable[[Game, Sequence[str], Sequence[tuple[int, str]], bool], None]
"""Shows the table of a game, given its players (HUMAN or bots' names), the refused bots, and whether to show hints."""


def _id(switch: Switch) -> str:
    """Return the id of a switch's checkbox. The prefix keeps custom switches apart from other widgets."""
    return switch.name if switch in SWITCHES else f"own-{switch.name}"


class SwitchBox(Checkbox):
    """A checkbox for a switch. An X shows that the switch is on, so people need not distinguish colours."""

    def render(self) -> Content:
        self.BUTTON_INNER = "X" if self.value else " "
        return super().render()


class SetupScreen(Screen[None]):
    """The first screen: resume the last game, play a first game, or set up a new one."""

    BINDINGS = SETUP_BINDINGS

    @dataclass
    class OtherLanguage(Message):
        """Sent when the person wants the next language."""

        entered: Mapping[str, Any]
        """The values of the form by the ids of its fields."""

    def __init__(
        self,
        language: str,
        begin: Begin,
        proposed: Ruleset,
        autosaves: Autosaves | None,
        entered: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """
        Create the screen with *proposed* selected. The screen passes a new or resumed game to *begin*.

        The form begins with the values that a person has *entered* in another language, by the ids of their fields.
        """
        super().__init__()
        known = rulesets()
        # A package whose ruleset fails must not hide the others. Its error is shown below the form.
        self._rulesets = {one.name: one.ruleset for one in known if one.ruleset is not None}
        self._rulesets[proposed.name] = proposed
        self._entered = entered
        self._ruleset = self._rulesets[entered.get("ruleset", proposed.name)]
        self._bots = [*LEVELS, *(name for name in bot_names() if name not in (*_NEED_MORE, *LEVELS))]
        self._failed = "\n".join(one.error for one in known if one.error is not None)
        self._language = language
        self._begin = begin
        self._autosaves = autosaves
        self._last_time = None if autosaves is None else autosaves.last_time()

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="form", can_focus=False):
            yield Static(Text("Magnum Sal", style="bold"))
            if self._last_time is not None:
                words = sentence("ui.go_on", self._language, when=f"{self._last_time:%Y-%m-%d %H:%M}")
                yield Button(Text(capitalize(words)), id="last", variant="success", compact=True)
            yield Button(Text(capitalize(self._say("ui.first_game"))), id="first", variant="success", compact=True)
            yield Static(Text(capitalize(self._say("ui.new_game")), style="bold"), classes="heading")
            yield from self._seats()
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
                yield Button(Text(capitalize(self._say("ui.start"))), id="start", variant="primary", compact=True)
                yield Button(Text(capitalize(self._say("ui.resume"))), id="resume", compact=True)
        yield Static(Text(self._failed, style="bold red"), id="message")
        yield Static(render_keys(SETUP_KEYS, self._language), id="keys")

    def on_mount(self) -> None:
        for field in self._fields:
            if field.id in self._entered:
                field.value = self._entered[field.id]

    def _seats(self) -> Iterator[Horizontal]:
        kinds = [
            (Text(self._say("ui.human")), HUMAN),
            *((Text(self._describe_bot(bot)), bot) for bot in self._bots),
            (Text(self._say("ui.absent")), _ABSENT),
        ]
        first = (HUMAN, _USUAL_BOT, _ABSENT, _ABSENT)
        for seat in range(len(NAMES)):
            yield Horizontal(
                Label(Text(SEAT_LETTERS[seat])),
                Input(NAMES[seat], id=f"name{seat}", compact=True, placeholder=self._say("ui.name")),
                Select(kinds, value=first[seat], id=f"player{seat}", allow_blank=False, compact=True),
                classes="row",
            )

    def _describe_bot(self, bot: str) -> str:
        """Return a bot's name and description in words. Bots from packages are not imported and have only an id."""
        key = f"ui.bot.{bot}"
        return self._say(key) if has_label(key, self._language) else bot

    def _box(self, switch: Switch) -> SwitchBox:
        setting = self._ruleset.setting(switch.name)
        is_on = setting != switch.off
        words = switch_label(switch, setting if is_on else switch.on, self._language, self._ruleset)
        return SwitchBox(Text(words), value=is_on, id=_id(switch), compact=True)

    @on(Select.Changed, "#ruleset")
    async def _show_switches(self, event: Select.Changed) -> None:
        chosen = self._rulesets[str(event.value)]
        if chosen is self._ruleset:
            return
        self._ruleset = chosen
        for switch in SWITCHES:
            self.query_one(f"#{_id(switch)}", Checkbox).value = chosen.setting(switch.name) != switch.off
        own = self.query_one("#own", Vertical)
        await own.remove_children()
        await own.mount_all([self._box(switch) for switch in chosen.own_switches])

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Describe the variant whose checkbox has the focus."""
        texts = rule_texts(self._ruleset, self._language)
        about = {_id(switch): switch.rule for switch in self._ruleset.switches}.get(event.widget.id or "", "")
        if about in texts:
            self._tell(f"{texts[about].summary} [{about}]")
        else:
            self._tell(self._failed, is_refusal=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        try:
            match event.button.id:
                case "start":
                    self._begin_new(self._read_form(), is_guided=False)
                case "first":
                    self._begin_new(self._first_game(), is_guided=True)
                case "last":
                    assert self._autosaves is not None
                    self._resume(self._autosaves.last_game())
                case _ if not self._value("log"):
                    self._tell(capitalize(self._say("ui.no_log")), is_refusal=True)
                case _:
                    self._resume(resume_game(expand_home(self._value("log"))))
        except MagnumSalError as error:
            self._tell(error_in_words(error, self._language), is_refusal=True)

    def _begin_new(self, wanted: NewGame, *, is_guided: bool) -> None:
        self._begin(wanted.begin(), wanted.players, (), is_guided)

    def _resume(self, game: Game) -> None:
        seating = seats_of(game)
        self._begin(game, seating.players, seating.refused, False)

    def _first_game(self) -> NewGame:
        """Return a game with one bot in the chosen ruleset, without variants that a beginner would have to learn."""
        bot = str(self.query_one("#player1", Select).value)
        names = (self._value("name0") or NAMES[0], self._value("name1") or NAMES[1])
        players = (HUMAN, _USUAL_BOT if bot in (HUMAN, _ABSENT) else bot)
        usual = {switch.name: switch.off for switch in self._ruleset.switches}
        return NewGame(names=names, players=players, ruleset=self._ruleset.with_switches(**usual))

    def _read_form(self) -> NewGame:
        seats = [
            (self._value(f"name{seat}"), str(self.query_one(f"#player{seat}", Select).value))
            for seat in range(len(NAMES))
        ]
        present = [(name, player) for name, player in seats if player != _ABSENT]
        log = self._value("log")
        return NewGame(
            names=tuple(name for name, _ in present),
            players=tuple(player for _, player in present),
            seed=parse_seed(self._value("seed")),
            ruleset=self._ruleset.with_switches(
                **{switch.name: self._set(switch) for switch in self._ruleset.switches}
            ),
            log=expand_home(log) if log else None,
        )

    def _set(self, switch: Switch) -> Setting:
        """Return the setting of a switch: the ruleset's setting, unless its checkbox was changed."""
        setting = self._ruleset.setting(switch.name)
        is_on = self.query_one(f"#{_id(switch)}", Checkbox).value
        # A setting can be a number, which a checkbox cannot show. An untouched checkbox must not change the setting.
        if is_on == (setting != switch.off):
            return setting
        return switch.on if is_on else switch.off

    def action_move(self, step: int) -> None:
        """Move to the next or previous field, or to the next or previous line of an open list."""
        focused = self.focused
        if isinstance(focused, OptionList):
            (focused.action_cursor_down if step > 0 else focused.action_cursor_up)()
        else:
            (self.focus_next if step > 0 else self.focus_previous)()

    def action_language(self) -> None:
        self.post_message(self.OtherLanguage({str(field.id): field.value for field in self._fields}))

    @property
    def _fields(self) -> list[Any]:  # each kind of field has values of another type
        """The fields in which the person enters something."""
        return [field for kind in (Input, Select, Checkbox) for field in self.query(kind)]

    def _tell(self, words: str, *, is_refusal: bool = False) -> None:
        self.query_one("#message", Static).update(Text(words, style="bold red" if is_refusal else ""))

    def _value(self, field: str) -> str:
        return self.query_one(f"#{field}", Input).value.strip()

    def _say(self, key: str) -> str:
        return label(key, self._language)
