"""
Notation: a short text for each move, which a person can type and read, and back.

How the moves of one kind are written is said where their rule is, in its ``Notation``.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Final

from ..engine.transitions import legal_moves
from ..errors import MalformedError
from ..errors.messages import brief, cut
from ..model.moves import Move
from ..model.state import GameState, check_state

__all__ = ["as_move", "format_move", "parse_move", "parse_with_suggestions"]

LONGEST_TEXT: Final = 10_000
"""The most characters that are read as a move."""
_MOST_COMPARED: Final = 1000
"""Legal moves that a text which is none is held against."""
_LONGEST_COMPARED: Final = 40
"""Characters of such a text."""


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
    import json

    from .serialization import to_dict

    fields = {name: value for name, value in to_dict(move).items() if name != "type"}
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":")) if fields else ""
    return f"{move.type} {text}".rstrip()


def parse_move(state: GameState, text: str) -> Move:
    """
    Return the move that *text* means in *state*; whether it is legal is asked of ``objection`` or ``apply``.

    Blanks and capitals do not matter, save that a blank separates words. What begins with a brace is the move's JSON
    form.

    >>> from magnum_sal import new_game
    >>> parse_move(new_game(["Ada", "Ben"], seed=7), "stock>s1")
    PlaceMiner(source='stock', target='S1')

    Raises:
        MalformedError: *text* is no move, or leaves open which one; the message says what could be meant.
    """
    return _parse_text(state, text, is_guessing=False)


def parse_with_suggestions(state: GameState, text: str) -> Move:
    """
    Return what ``parse_move`` does; its error also says which legal moves are written much like *text*.

    That takes a list of the legal moves, so it is for what a person has typed once.
    """
    return _parse_text(state, text, is_guessing=True)


def as_move(state: GameState, given: Move | str | Mapping[str, object]) -> Move:
    """
    Return the move that is given as itself, as text for ``parse_with_suggestions``, or as plain data in its JSON form.

    Raises:
        MalformedError: it is no move of the ruleset.
    """
    if isinstance(given, str):
        return parse_with_suggestions(state, given)
    if isinstance(given, Mapping):
        from .serialization import from_dict

        return from_dict(Move, dict(given), ruleset=state.ruleset)
    return given


def _parse_text(state: GameState, text: str, *, is_guessing: bool) -> Move:
    check_state(state)
    if not isinstance(text, str):
        raise MalformedError(f"a move's text: {type(text).__name__} is not a text")
    if len(text) > LONGEST_TEXT:
        raise MalformedError(f"a move's text: {len(text)} characters are more than {LONGEST_TEXT}")
    words = " ".join(text.split())
    if words.startswith("{"):
        from .serialization import from_json

        return from_json(Move, text, ruleset=state.ruleset)
    if words:
        for rule in state.ruleset.rules:
            move = rule.notation.parse(state, words) if rule.notation is not None else None
            if move is not None:
                return move
    return _by_type(state, text.strip(), is_guessing=is_guessing)


def _by_type(state: GameState, text: str, *, is_guessing: bool) -> Move:
    """Read the form that every move has: its type and the JSON of its fields."""
    from .serialization import from_dict
    from .serialization.json_text import read_json

    tag, _, fields = text.partition(" ")
    if tag not in state.ruleset.by_type:
        told = f"{cut(text)!r} is no move in notation, such as >S1, S1>1L2, x1L2 BBG, inn or pass"
        near = " or ".join(map(repr, _near(state, text))) if is_guessing else ""
        raise MalformedError(f"{told}; did you mean {near}?" if near else told)
    data = read_json(fields.strip() or "{}")
    if not isinstance(data, dict):
        raise MalformedError(f"{tag}: what follows is no JSON object")
    return from_dict(Move, data | {"type": tag}, ruleset=state.ruleset)


def _near(state: GameState, text: str) -> list[str]:
    """Return how up to three legal moves are written that look much like *text*, the nearest first."""
    if not 0 < len(text) <= _LONGEST_COMPARED:
        return []
    from difflib import get_close_matches

    written = {}
    for move in islice(legal_moves(state), _MOST_COMPARED):
        known = format_move(state, move)
        written[known.casefold()] = known
    return [written[found] for found in get_close_matches(text.casefold(), written)]
