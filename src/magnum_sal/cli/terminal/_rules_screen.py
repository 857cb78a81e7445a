"""The rules: find the rule for a move or a question, search rule texts, and show rules over the table."""

from __future__ import annotations

from typing import Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ...model.rule_text import RuleText
from ...model.ruleset import Ruleset
from ...queries.choices import Choice
from ...words import capitalize, label, sentence
from ...words.rule_texts import rule_texts
from .._rule_texts import search_rules
from ._answers import Row
from ._keys import RULES_BINDINGS

_KINDS: Final = {
    "place_miner": "MOVE-1",
    "extract_salt": "MINE-1",
    "place_assistant": "ASST-1",
    "visit_inn": "INN-1",
    "visit_workshop": "SHOP-1",
    "visit_pump_house": "PUMP-1",
    "visit_market": "MARKET-1",
    "visit_town_square": "SQUARE-1",
    "visit_castle": "CASTLE-1",
    "pass": "TURN-4",
    "rest": "TURN-4",
    "use_rope": "ROPE-1",
    "use_bucket": "BUCKET-1",
    "use_food": "FOOD-1",
    "end_turn": "TURN-2",
    "complete_order": "CASTLE-3",
    "pay_penalty": "CASTLE-4",
}
_QUESTIONS: Final = {
    ("place_miner", "source"): "CHAIN-2",
    ("place_miner", "target"): "CHAIN-1",
    ("extract_salt", "pickaxes"): "PICK-1",
    ("extract_salt", "carts"): "CART-1",
    ("extract_salt", "payments"): "HAUL-1",
    ("visit_market", "commercial_privilege"): "MARKET-3",
}
"""The rules for individual questions, by kind of move and field."""


def find_question_rule(choice: Choice) -> str | None:
    """Return the id of the rule for an open question or the chosen move; None before the kind of move is chosen."""
    kind = _kind(choice)
    if kind is None:
        return None
    return _QUESTIONS.get((kind, choice.group or "")) or rule_of(choice.state.ruleset, kind)


def find_row_rule(choice: Choice, marked: Row) -> str | None:
    """Return the id of a marked row's rule: for its kind of move or, once that is chosen, for the open question."""
    kind = _kind(marked.after)
    if kind is not None and (choice.question == "type" or marked.is_whole):
        return rule_of(choice.state.ruleset, kind)
    return find_question_rule(choice)


def _kind(choice: Choice) -> str | None:
    """Return the chosen kind of move, or None if it has not been chosen yet."""
    return choice.move.type if choice.move is not None else dict(choice.taken).get("type")


def rule_of(ruleset: Ruleset, kind: str) -> str | None:
    """Return the id of the rule for a *kind* of move; for an extension's move, the first rule with a text."""
    if kind in _KINDS:
        return _KINDS[kind]
    texts = ruleset.by_type[kind].texts.values()
    return next((text.id for brought in texts for text in brought), None)


def format_rule(rule: RuleText) -> Text:
    """Format a rule for reading: title and id, text, and the rulings with their reasons."""
    text = Text.assemble(
        (f"{capitalize(rule.title)} ", "bold"), (f"[{rule.id}]", "dim"), "\n\n", (rule.summary, "bold")
    )
    text.append(f"\n\n{' '.join(rule.text.split())}")
    for ruling in rule.rulings:
        text.append(f"\n\n{ruling.question}", "italic")
        text.append(f"\n{' '.join(ruling.decision.split())} ")
        text.append(" ".join(ruling.reason.split()), "dim")
    return text


class RulesScreen(ModalScreen[None]):
    BINDINGS = RULES_BINDINGS

    def __init__(self, ruleset: Ruleset, language: str, first: str | None = None) -> None:
        """Create the screen for the rules of a game, opened at the rule with the id *first*."""
        super().__init__()
        self._texts = rule_texts(ruleset, language)
        self._language = language
        self._first = first
        self._shown: tuple[RuleText, ...] = ()

    def compose(self) -> ComposeResult:
        yield Input(id="filter", compact=True, placeholder=label("ui.rules.filter", self._language))
        with Horizontal():
            names = OptionList(id="names", compact=True, markup=False)
            # The search field keeps the focus, so that typing works at any time.
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
        names.add_options([Option(Text(f"{rule.id}  {capitalize(rule.title)}", no_wrap=True)) for rule in self._shown])
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
    def show_rule(self) -> None:
        self._show()

    @on(Input.Submitted, "#filter")
    def action_close(self) -> None:
        self.dismiss()

    def action_back(self) -> None:
        """Clear the search text, or return to the table if there is none."""
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
