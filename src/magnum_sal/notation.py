"""
Notation: a short text for each move, which a person can type and read, and back.

How the moves of one kind are written is said where their rule is, in its ``Notation``.
"""

from __future__ import annotations

import json
from typing import Final

from ._wording import brief, cut
from .errors import MalformedError
from .moves import Move
from .state import GameState, check_state

LONGEST_TEXT: Final = 10_000
"""The most characters that are read as a move."""


def format_move(state: GameState, move: Move) -> str:
    """
    Return the text of a legal *move* in *state*, as the notation page of the docs defines it.

    >>> from magnum_sal import PlaceMiner, new_game
    >>> format_move(new_game(["Ada", "Ben"], seed=7), PlaceMiner("stock", "S1"))
    '>S1'

    A move whose rule has no notation of its own is written as its type and, if it has fields, their JSON.

    Raises:
        MalformedError: *move* is no move of the state's ruleset.
    """
    check_state(state)
    rule = state.ruleset.by_move.get(type(move))
    if rule is None:
        raise MalformedError(f"{brief(move)} is no move that the ruleset {state.ruleset.name!r} knows")
    if rule.notation is not None:
        return rule.notation.format(state, move)
    from .serialization import to_dict

    fields = {name: value for name, value in to_dict(move).items() if name != "type"}
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":")) if fields else ""
    return f"{move.type} {text}".rstrip()


def parse_move(state: GameState, text: str) -> Move:
    """
    Return the move that *text* means in *state*; whether it is legal is asked of ``objection`` or ``apply``.

    Blanks and capitals do not matter, save that a blank separates words.

    >>> from magnum_sal import new_game
    >>> parse_move(new_game(["Ada", "Ben"], seed=7), "stock>s1")
    PlaceMiner(source='stock', target='S1')

    Raises:
        MalformedError: *text* is no move, or leaves open which one; the message says what could be meant.
    """
    check_state(state)
    if not isinstance(text, str):
        raise MalformedError(f"a move's text: {type(text).__name__} is not a text")
    if len(text) > LONGEST_TEXT:
        raise MalformedError(f"a move's text: {len(text)} characters are more than {LONGEST_TEXT}")
    words = " ".join(text.split())
    if words:
        for rule in state.ruleset.rules:
            move = rule.notation.parse(state, words) if rule.notation is not None else None
            if move is not None:
                return move
    return _by_type(state, text.strip())


def _by_type(state: GameState, text: str) -> Move:
    """Read the form that every move has: its type and the JSON of its fields."""
    from .serialization import from_dict, read_json

    tag, _, fields = text.partition(" ")
    if tag not in state.ruleset.by_tag:
        raise MalformedError(f"{cut(text)!r} is no move in notation, such as >S1, S1>1L2, x1L2 BBG, inn or pass")
    data = read_json(fields.strip() or "{}")
    if not isinstance(data, dict):
        raise MalformedError(f"{tag}: what follows is no JSON object")
    return from_dict(Move, data | {"type": tag}, ruleset=state.ruleset)
