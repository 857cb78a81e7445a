"""Hints that explain a first game: their conditions, and the line above the question that shows them."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any, Final

from rich.text import Text
from textual.widgets import Static

from ...model.state import GameState
from ...queries import facts
from ...queries.choices import Choice
from ...words import label, sentence
from ...words.rule_texts import rule_texts
from ._rules_screen import find_question_rule

Facts = dict[str, Any]

_FEW_GROSZY: Final = 4
_FEW_ORDERS: Final = 2
_ARRIVAL: Final = ("CASTLE-3", "CASTLE-4")
"""The rules about the decision after an arrival at the castle."""
_MOST_LINES: Final = 4
_BORDER: Final = 2


class Guide:
    """
    The hints that a game has shown so far, and the next one.

    Each hint depends only on the position, so it always fits, whatever was played before. A hint appears at only one
    decision. While the player composes a move, the hint is the rule for the open question.
    """

    def __init__(self) -> None:
        self._given: dict[str, int] = {}

    def hint(self, choice: Choice, steps_made: int, language: str) -> str:
        """Return the hint for the open question after *steps_made* steps; empty if no hint is left."""
        # A first game could follow a script with a hint for each position. The script would break at the first
        # unexpected move, and with every change to a rule. So hints follow from the position and the possible moves. A
        # hint belongs to the decision at which it first appeared: it stays while the decision is open, and later
        # decisions get another hint.
        for key, told in hints(choice, language):
            if self._given.setdefault(key, steps_made) == steps_made:
                return sentence(key, language, choice.state.ruleset, **told)
        rule, texts = find_question_rule(choice), rule_texts(choice.state.ruleset, language)
        return texts[rule].summary if rule is not None and rule in texts else ""


def hints(choice: Choice, language: str) -> Iterator[tuple[str, Facts]]:
    """Yield the ids of all hints that fit a position, the most urgent first, each with the facts for its words."""
    state = choice.state
    if choice.question != "type":
        if find_question_rule(choice) in _ARRIVAL:
            yield "hint.arrived", {}
        return
    kinds = set(choice.answers)
    if "use_rope" in kinds:
        yield "hint.rope", {}
    elif "end_turn" in kinds:
        yield "hint.free", {}
    yield from _in_the_mine(state, kinds)
    yield from _in_town(state, kinds, language)
    is_last = state.phase >= len(state.ruleset.orders)
    if not is_last and state.orders_to_end - state.castle.completed <= _FEW_ORDERS:
        yield "hint.phase", {"done": state.castle.completed, "needed": state.orders_to_end}
    yield "hint.rules", {}


def _in_the_mine(state: GameState, kinds: set[Any]) -> Iterator[tuple[str, Facts]]:
    here = facts.miners_by_space(state)
    if "place_miner" in kinds and not here:
        yield "hint.start", {}
    if "extract_salt" in kinds:
        yield "hint.extract", {}
    for chamber, at in state.mine.chambers():
        # Water reduces the strength of the miners (MINE-1). At a strength of 0, they cannot extract a single cube.
        if at.salt and chamber in here and here[chamber].rested and facts.strength(state, chamber) <= 0:
            yield "hint.water", {"chamber": chamber}
            break
    if any(miners.tired for miners in here.values()):
        yield "hint.tired", {}
    if "place_miner" in kinds:
        unseen = {chamber for chamber, at in state.mine.chambers() if not at.revealed}
        reached = [space for space in facts.reachable_spaces(state) if space in unseen]
        if reached:
            yield "hint.reveal", {"chambers": ", ".join(reached)}
        if here:
            yield "hint.further", {}


def _in_town(state: GameState, kinds: set[Any], language: str) -> Iterator[tuple[str, Facts]]:
    player = state.player
    orders = facts.completable_orders(state)
    # A miner in the castle line is already on the way, so the delivery needs no further miner.
    if orders and "visit_castle" in kinds and not player.line_left + player.line_right:
        yield "hint.deliver", {}
    if player.money < _FEW_GROSZY and "visit_town_square" in kinds:
        yield "hint.poor", {}
    if not player.stock and "visit_inn" in kinds:
        yield "hint.hire", {}
    if not player.tools and "visit_workshop" in kinds:
        yield "hint.tools", {}
    # Orders pay more than the market, so the market is for salt that fits no order.
    if player.salt and not orders and "visit_market" in kinds:
        yield "hint.sell", {}
    free = [building for building, seat in state.assistants.items() if seat is None]
    if free and "place_assistant" in kinds:
        named = ", ".join(label(building, language, state.ruleset) for building in free)
        yield "hint.assistant", {"buildings": named}


class HintLine(Static):
    """The line that shows a hint. Without a hint, it takes up no room."""

    _said = Text()

    def show_hint(self, words: str, language: str) -> None:
        """Show *words* after the name of the key that turns hints off."""
        self._said = Text.assemble((f"{label('ui.hint', language)}: ", "bold"), words) if words else Text()
        self.update(self._said, layout=False)

    def lines(self, columns: int) -> int:
        return min(len(wrap(self._said.plain, max(columns - _BORDER, 1))), _MOST_LINES)
