"""Errors for objects that are not moves, and for rules that return something else than moves."""

from __future__ import annotations

from ..errors import ExtensionError, MalformedError
from ..errors.messages import brief
from ..model.rule import Rule
from ..model.state import GameState


def no_list(rule: Rule) -> ExtensionError:
    """Return the error for a rule that lists nothing, not even an empty list."""
    return ExtensionError(f"the rule of {rule.move.type!r}: moves returned None instead of moves")


def no_move(state: GameState, given: object) -> MalformedError:
    """Return the error for an object that is not a move, with a hint on how to get a move."""
    told = f"{brief(given)} is not a move in the ruleset {state.ruleset.name!r}"
    if isinstance(given, str):
        told += "; use parse_move(state, text) to parse a text"
    elif isinstance(given, dict):
        told += "; use from_dict(Move, data) to read the JSON form"
    elif isinstance(given, type):
        told += "; it is a class: call it to create a move"
    return MalformedError(told)
