"""Find the answers at the place that a user points to, or the reason why no move is possible there."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from ..engine.transitions import objection
from ..errors import MalformedError, MisuseError, Objection
from ..errors.messages import brief
from ..model.fields import SOURCE
from ..model.meaning import SLOT, Field, fields_of
from ..model.mine import SPACES
from ..model.moves import Move, Transaction, VisitMarket
from ..model.pieces import SALT_KINDS, STOCK
from ..model.rule import Rule
from ..model.state import GameState, check_state
from ..queries.choices import Choice, choices, split_question
from ..queries.why_not import why_not
from .board_facts import house_of, places_of


def place_of_answer(choice: Choice, answer: Any) -> str | None:
    """
    Return the ``data-place`` of an answer in the picture, or None if the answer has no place there.

    >>> from magnum_sal import choices, new_game
    >>> choice = choices(new_game(["Ada", "Ben"], seed=7))
    >>> place_of_answer(choice, "visit_inn"), place_of_answer(choice.take("visit_workshop"), 2)
    ('inn', 'workshop:2')

    Args:
        choice: A question from ``choices`` or ``Choice.take``.
        answer: One of the answers to *choice*.

    Raises:
        MisuseError: *choice* is not a ``Choice`` or has no open question, or *answer* is not one of its answers.
    """
    if not isinstance(choice, Choice):
        raise MisuseError(f"expected a Choice (see choices), got {brief(choice)}")
    question = choice.check_answer(answer)
    kind = choice.taken[0][1] if choice.taken else None
    return _place(choice.state, kind, question, answer, places_of(choice.state))


def choices_at(state: GameState, place: str) -> tuple[Choice, ...]:
    """
    Return the questions or moves that follow if the user answers by pointing at a place.

    A miner's move can be found at its source and at its target. If no move is possible at the place, the tuple is
    empty, and ``objection_at`` returns the reason.

    >>> from magnum_sal import new_game
    >>> [choice.move for choice in choices_at(new_game(["Ada", "Ben"], seed=7), "S1")]
    [PlaceMiner(source='stock', target='S1')]

    Args:
        state: The position.
        place: The ``data-place`` of an element in the picture.

    Raises:
        MisuseError: *state* is not a ``GameState``, or *place* is not a string.
    """
    if not isinstance(place, str):
        raise MisuseError(f"place: {brief(place)} is not a place of the table")
    return choices_by_place(state).get(place, ())


def choices_by_place(state: GameState) -> dict[str, tuple[Choice, ...]]:
    """
    Return the answer of ``choices_at`` for every place where a move is possible.

    A front end can mark these places, and compute this once for each position.

    >>> from magnum_sal import new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> "S1" in choices_by_place(state), "S3" in choices_by_place(state)
    (True, False)

    Raises:
        MisuseError: *state* is not a ``GameState``.
    """
    first, places = choices(state), places_of(state)
    # If there is only one option, the question is already answered.
    found: dict[str, tuple[Choice, ...]] = dict.fromkeys(_find_places_of_answers(first, 0, places), (first,))
    for place, choice in _list_choices_by_place(first, places, frozenset(found)):
        found[place] = (*found.get(place, ()), choice)
    return found


def objection_at(state: GameState, place: str) -> Objection | None:
    """
    Return why no move is possible at a place, or None if a move is possible or no move ever uses the place.

    >>> from magnum_sal import new_game
    >>> str(objection_at(new_game(["Ada", "Ben"], seed=7), "S3"))
    'S3 is not connected to the entrance: S1 is empty [CHAIN-1]'

    The arguments and errors are the same as for ``choices_at``.
    """
    check_state(state)
    if choices_at(state, place):
        return None
    # First come objections to individual moves that concern the place, because they are the most specific. If no such
    # move can be built, return the objection to the whole kind of move.
    against, house = why_not(state), place.partition(":")[0]
    # Visits come before assistants, because a player without money who points at the inn wants to hire a miner.
    for rule in sorted(state.ruleset.by_type.values(), key=lambda rule: house_of(rule) != house):
        # If a kind of move is impossible now, report this for the house, not for each item in it.
        if rule.move.type in against and house_of(rule) != house:
            continue
        for move in _near(state, rule, place):
            found = objection(state, move)
            if found is not None:
                return found
    for tag, found in against.items():
        if _is_of(state, state.ruleset.by_type[tag], place):
            return found
    return None


def _list_choices_by_place(
    choice: Choice, places: frozenset[str], above: frozenset[str]
) -> Iterator[tuple[str, Choice]]:
    """Yield each place that an answer refers to, with the choice after this answer, except the places in *above*."""
    # The walk answers only two kinds of question automatically: the kind of move, and where a miner comes from. All
    # other choices stay open, as questions for the user. Answering all questions would list every move, and a state can
    # have a hundred thousand moves.
    for answer in choice.answers:
        after = choice.take(answer)
        here = _find_places_of_answers(after, len(choice.taken), places) - above
        for place in sorted(here):
            yield place, after
        if not choice.taken or _asks_from_where(choice):
            yield from _list_choices_by_place(after, places, above | here)


def _find_places_of_answers(choice: Choice, since: int, places: frozenset[str]) -> frozenset[str]:
    """Return the places that the answers from index *since* onwards refer to."""
    answered = choice.taken[since:]
    found = (_place(choice.state, choice.taken[0][1], *given, places) for given in answered)
    return frozenset(place for place in found if place is not None)


def _asks_from_where(choice: Choice) -> bool:
    """Return whether the open question asks for a miner's source; the target comes next."""
    move = choice.state.ruleset.by_type[choice.taken[0][1]].move
    return any(field.name == choice.question and field.meaning is SOURCE for field in fields_of(move))


def _place(state: GameState, kind: str | None, question: str, answer: Any, places: Iterable[str]) -> str | None:
    """Return the place of an answer to a question about a kind of move. For the kind itself, return its building."""
    if question == "type":
        return house_of(state.ruleset.by_type[answer])
    rule = state.ruleset.by_type[kind or question]
    if isinstance(answer, Transaction):
        answer = answer.salt  # a trade belongs to its column
    name = split_question(question)[0]
    field = next((field for field in fields_of(rule.move) if field.name == name), None)
    if answer == STOCK:
        named: tuple[str, ...] = (f"{STOCK}:{state.turn_seat}",)
    elif isinstance(answer, str):
        named = (answer, f"{house_of(rule)}:{answer}")
    elif field is not None and field.meaning is SLOT and type(answer) is int:
        named = (f"{house_of(rule)}:{answer}",)
    else:
        named = ()
    return next((place for place in named if place in places), None)


def _is_of(state: GameState, rule: Rule, place: str) -> bool:
    """Return whether a kind of move concerns a place, even if the move is not possible now."""
    house, _, rest = place.partition(":")
    if rule.building is not None:
        return house_of(rule) == house
    roles = [field for field in fields_of(rule.move) if field.role is not None]
    if house == STOCK:
        return rest == str(state.turn_seat) and any(field.meaning is SOURCE for field in roles)
    return place in SPACES and any(_can_be(state, field, place) for field in roles)


def _near(state: GameState, rule: Rule, place: str) -> Iterator[Move]:
    """Yield the moves of a rule, legal or not, that concern a place and need no other choices."""
    house, _, rest = place.partition(":")
    if rule.move is VisitMarket and house == house_of(rule) and rest in SALT_KINDS:
        yield from (VisitMarket((Transaction(trade, rest),)) for trade in ("buy", "sell"))
    fields = fields_of(rule.move)
    if not fields and house_of(rule) == place:
        yield rule.move()
    here = [field for field in fields if _can_be(state, field, _to_field_value(rule, field, place))]
    for field in here:
        # A field that is neither at the place nor a source, such as the extracted salt, needs a choice that the user
        # has not made. It has no candidates, so the product below is empty.
        others = [_sources(state) if other.meaning is SOURCE else () for other in fields if other is not field]
        for given in itertools.product(*others):
            sources = iter(given)
            values = {
                other.name: _to_field_value(rule, field, place) if other is field else next(sources) for other in fields
            }
            try:
                yield rule.move(**values)
            except MalformedError:
                continue


def _to_field_value(rule: Rule, field: Field, place: str) -> object:
    """Return the value that a field uses to refer to a place."""
    house, _, rest = place.partition(":")
    is_slot = field.meaning is SLOT and house == house_of(rule) and rest.isdecimal() and len(rest) < 4
    return int(rest) if is_slot else place


def _can_be(state: GameState, field: Field, value: object) -> bool:
    meaning = field.meaning
    return (
        meaning is not None and not field.is_tuple and meaning.accepts(value) and meaning.is_known(value, state.ruleset)
    )


def _sources(state: GameState) -> tuple[str, ...]:
    """Return the places where the player to move has rested miners, the stock first."""
    seat = state.turn_seat
    in_mine = tuple(space for space in SPACES if state.mine.rested_in(space, seat))
    return ((STOCK,) if state.players[seat].stock else ()) + in_mine
