"""
Notation: format moves as short strings that people can read and type, and parse these strings.

The ``Notation`` of each rule defines how its moves are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from ..engine.transitions import no_move
from ..errors import MalformedError
from ..errors.messages import brief
from ..model.functions_above import read_moves
from ..model.meaning import fields_of
from ..model.moves import Move
from ..model.state import GameState, check_state
from ._typed_mistakes import explain_text

__all__ = ["as_move", "find_move", "format_move", "parse_move"]

LONGEST_TEXT: Final = 10_000
"""The maximum number of characters in a move's notation."""


def format_move(state: GameState, move: Move) -> str:
    """
    Format a legal *move* in *state*, as defined on the notation page of the docs.

    >>> from magnum_sal import PlaceMiner, new_game
    >>> format_move(new_game(["Ada", "Ben"], seed=7), PlaceMiner("stock", "S1"))
    '>S1'

    A move whose rule has no notation is written as its type, followed by the JSON of its fields, if any.

    Raises:
        MalformedError: *move* is not a move of the state's ruleset.
    """
    check_state(state)
    rule = state.ruleset.by_move.get(type(move))
    if rule is None:
        raise no_move(state, move)
    if rule.notation is not None:
        return rule.notation.format(state, move)
    # ``import magnum_sal`` loads this module, and only moves of extensions need ``json``, which is slow to import.
    import json

    from .serialization import to_dict

    fields = {name: value for name, value in to_dict(move).items() if name != "type"}
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":")) if fields else ""
    return f"{move.type} {text}".rstrip()


def parse_move(state: GameState, text: str) -> Move:
    """
    Parse *text* as a move in *state*. The move may be illegal; check it with ``objection`` or ``apply``.

    Case does not matter in notation, and spaces only separate words. Text that begins with a brace is parsed as the
    JSON form of a move.

    >>> from magnum_sal import new_game
    >>> parse_move(new_game(["Ada", "Ben"], seed=7), "stock>s1")
    PlaceMiner(source='stock', target='S1')

    Raises:
        MalformedError: *text* is not a move, or is ambiguous. The message names the space, tool or order that does not
            exist here, or suggests up to three moves that the text may mean. ``error.values["near"]`` lists them.
    """
    return _parse_text(state, text)


def find_move(state: GameState, text: str) -> Move | None:
    """
    Return the move that *text* stands for, or None if it is not a move or is ambiguous.

    Unlike ``parse_move``, it never lists the legal moves, so it is fast for any text.
    """
    try:
        return _parse_text(state, text, is_explained=False)
    except MalformedError:
        return None


def _parse_text(state: GameState, text: str, *, is_explained: bool = True) -> Move:
    check_state(state)
    if not isinstance(text, str):
        raise MalformedError(f"a move's text: expected a text, got {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise MalformedError("move_too_long", {"length": len(text), "most": LONGEST_TEXT})
    # Spaces only separate words in notation, but they matter inside JSON strings. So notations get *words*, and the two
    # forms with JSON get the unchanged text.
    words = " ".join(text.split())
    if words.startswith("{"):
        from .serialization import from_json

        return from_json(Move, text, ruleset=state.ruleset)
    found: MalformedError | None = None
    # A notation returns None for a text that does not belong to its rule. It raises an error for a text that belongs to
    # its rule but does not determine the move. The rule of an extension may still read such a text.
    for rule in state.ruleset.rules if words else ():
        try:
            move = rule.notation.parse(state, words) if rule.notation is not None else None
        except MalformedError as error:
            found = found or error
        else:
            if move is not None:
                return move
    move = _parse_general_form(state, text.strip())
    if move is not None:
        return move
    if is_explained:
        from ._suggested_moves import suggest_moves

        find, write = partial(find_move, state), partial(format_move, state)
        suggest = partial(suggest_moves, state, text.strip(), find, write)
        raise explain_text(state, words, suggest, found)
    raise MalformedError("the text is not a move")


def as_move(state: GameState, given: Move | str | Mapping[str, object]) -> Move:
    """
    Return *given* as a move. Text is parsed by ``parse_move``, and plain data is read as the JSON form.

    Raises:
        MalformedError: *given* is not a move of the ruleset.
    """
    if isinstance(given, str):
        return parse_move(state, given)
    if isinstance(given, Mapping):
        from .serialization import from_dict

        try:
            # The reader of JSON forms accepts only plain dicts.
            return from_dict(Move, dict(given), ruleset=state.ruleset)
        except MalformedError as error:
            # A move names a tool by its slot. If the id of a tool was given, the error also states its slot, which the
            # reader of JSON forms cannot look up.
            slot, offer = given.get("slot"), state.workshop.offer
            if isinstance(slot, str) and slot in offer:
                raise MalformedError(f"{error}; the {slot} is in slot {offer.index(slot)}") from None
            raise
    if type(given) not in state.ruleset.by_move:
        raise no_move(state, given)
    return given


def _parse_general_form(state: GameState, text: str) -> Move | None:
    """Parse the form that works for every move: its type, then the JSON of its fields. Return None for other texts."""
    tag, _, fields = text.partition(" ")
    kind = state.ruleset.by_type.get(tag)
    # A type alone is a move only if the move has no fields. Text after a type is treated as this form only if it begins
    # like JSON.
    if kind is None or not (fields.lstrip().startswith(("{", "[")) if fields else not fields_of(kind.move)):
        return None
    from .serialization import from_dict
    from .serialization.json_text import read_json

    data = read_json(fields.strip() or "{}")
    if not isinstance(data, dict):
        raise MalformedError(f"{tag}: expected a JSON object after it")
    if data.get("type", tag) != tag:
        raise MalformedError(f"{tag}: its fields have another type, {brief(data['type'])}")
    return from_dict(Move, data | {"type": tag}, ruleset=state.ruleset)


# ``GameState.play`` also accepts text, but the model cannot import this module.
read_moves(as_move)
