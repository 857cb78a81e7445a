"""The rules, over the table: a list to filter and choose from, and the text of the one that is marked."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ..model.rule_text import RuleText
from ..model.ruleset import Ruleset
from ..words import label, sentence, titled
from ._keys import RULES_BINDINGS
from ._rule_lookup import format_rule, rules, search_rules


class RulesScreen(ModalScreen[None]):
    BINDINGS = RULES_BINDINGS

    def __init__(self, ruleset: Ruleset, language: str, first: str | None = None) -> None:
        """Make the screen for the rules of a game, with the one of the id *first* open."""
        super().__init__()
        self._texts = rules(ruleset, language)
        self._language = language
        self._first = first
        self._shown: tuple[RuleText, ...] = ()

    def compose(self) -> ComposeResult:
        yield Input(id="filter", compact=True, placeholder=label("ui.rules.filter", self._language))
        with Horizontal():
            names = OptionList(id="names", compact=True, markup=False)
            names.can_focus = False
            yield names
            with VerticalScroll(id="text-pane", can_focus=False):
                yield Static(id="text")
        yield Static(Text(label("ui.rules.keys", self._language)), id="rules-keys")

    def on_mount(self) -> None:
        self._list("")
        numbers = {rule.id: number for number, rule in enumerate(self._shown)}
        self.query_one("#names", OptionList).highlighted = numbers.get(self._first or "", 0)

    def _list(self, typed: str) -> None:
        self._shown = search_rules(self._texts, typed)
        names = self.query_one("#names", OptionList)
        names.clear_options()
        names.add_options([Option(Text(f"{rule.id}  {titled(rule.title)}", no_wrap=True)) for rule in self._shown])
        names.highlighted = 0 if self._shown else None
        self._show()

    def _show(self) -> None:
        number = self.query_one("#names", OptionList).highlighted
        typed = self.query_one("#filter", Input).value
        text = (
            Text(sentence("ui.rules.none", self._language, text=typed))
            if number is None or number >= len(self._shown)
            else format_rule(self._shown[number])
        )
        self.query_one("#text", Static).update(text)
        self.query_one("#text-pane").scroll_home(animate=False)

    @on(Input.Changed, "#filter")
    def narrow(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(OptionList.OptionHighlighted, "#names")
    def show_marked(self) -> None:
        self._show()

    @on(Input.Submitted, "#filter")
    def action_close(self) -> None:
        self.dismiss()

    def action_back(self) -> None:
        """Take back what is typed, else go back to the table."""
        typed = self.query_one("#filter", Input)
        if typed.value:
            typed.value = ""
        else:
            self.dismiss()

    def action_mark(self, step: int) -> None:
        names = self.query_one("#names", OptionList)
        (names.action_cursor_down if step > 0 else names.action_cursor_up)()

    def action_scroll_text(self, pages: int) -> None:
        pane = self.query_one("#text-pane")
        pane.scroll_relative(y=pages * max(pane.size.height - 2, 1), animate=False)
