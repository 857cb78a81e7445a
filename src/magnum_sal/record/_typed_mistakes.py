"""Explain why a typed text is not a move, for example because it names a tool that the player cannot get."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ..errors import MalformedError
from ..errors.messages import cut
from ..errors.suggestions import split_into_words
from ..model.functions_above import list_names
from ..model.mine.geometry import INDEX, RANGES
from ..model.rule import Rule
from ..model.ruleset import Ruleset
from ..model.state import GameState

# A space in a text: S9 or 9L9. The x of an extraction (x9L9) comes directly before the space.
_SPACE: Final = re.compile(r"(?:(?<![^\W_x])S\d+|(?<!\d)\d[A-Z]\d+)(?![^\W_])", re.IGNORECASE)
_ORDER: Final = re.compile(r"(?<!\w)[BGW]+=\d+(?!\w)", re.IGNORECASE)
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")


def explain_text(
    state: GameState, text: str, suggest: Callable[[], tuple[str, ...]], found_by_rule: MalformedError | None
) -> MalformedError:
    """
    Return the error for *text*, which is not a move in *state*, with the most helpful reason.

    Args:
        state: The position in which the text was typed.
        text: The text, with single spaces.
        suggest: Returns the notation of legal moves that the text may mean. It is called only if needed, because it
            lists the legal moves.
        found_by_rule: The error of the first rule that recognized the text as its own, or None.
    """
    error = _find_unknown_space(text, suggest) or found_by_rule or _find_closed_order(state, text)
    if error is None:
        rule = _find_rule(state.ruleset, text)
        error = _find_absent_tool(state, text, None if rule is None else rule.tool)
        if error is None and rule is not None and rule.notation is not None:
            error = MalformedError("wrong_form", {"text": cut(text), "form": rule.notation.example, "near": suggest()})
    if error is None:
        error = MalformedError("not_a_move", {"text": cut(text), "near": suggest()})
    error.ruleset = state.ruleset
    return error


def _find_unknown_space(text: str, suggest: Callable[[], tuple[str, ...]]) -> MalformedError | None:
    unknown = next((space for space in _SPACE.findall(text) if space.upper() not in INDEX), None)
    if unknown is None:
        return None
    return MalformedError("unknown_space", {"name": unknown, "spaces": RANGES, "near": suggest()})


def _find_closed_order(state: GameState, text: str) -> MalformedError | None:
    opened = tuple(str(order) for order in state.castle.open if order is not None)
    closed = next((order for order in _ORDER.findall(text) if _sort_letters(order) not in opened), None)
    return None if closed is None else MalformedError("order_not_open", {"order": closed, "orders": opened})


def _sort_letters(order: str) -> str:
    """
    Return an order as ``str`` writes it.

    >>> _sort_letters("gb=11")
    'BG=11'
    """
    salt, _, payment = order.upper().partition("=")
    return f"{''.join(sorted(salt))}={payment}"


def _find_rule(ruleset: Ruleset, text: str) -> Rule | None:
    """Return the first rule whose notation begins with the same word as *text*, such as "pump"."""
    asked = _FIRST_WORD.match(text)
    for rule in ruleset.rules:
        known = None if rule.notation is None else _FIRST_WORD.match(rule.notation.example)
        if asked is not None and known is not None and asked[0].casefold() == known[0].casefold():
            return rule
    return None


def _find_absent_tool(state: GameState, text: str, used: str | None) -> MalformedError | None:
    """Return the error for a tool in *text*, except *used*, that the player can neither use nor buy."""
    asked, offer = split_into_words(text.replace("_", " ")), state.workshop.offer
    at_hand = {card.tool for card in state.player.tools} | {*offer, used}
    for tool in state.ruleset.tool_kinds:
        is_named = any(name <= asked for name in list_names(state.ruleset, tool))
        if is_named and tool not in at_hand:
            offered = tuple(dict.fromkeys(tool for tool in offer if tool is not None))
            return MalformedError("tool_not_at_hand", {"tool": tool, "offer": offered})
    return None
