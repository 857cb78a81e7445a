"""All answers that the questions of ``choices`` can ever have, in a promised order: the action space of the game."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from .._internal.caches import cached
from .._internal.checks import check_whole
from .._internal.field_help import provide_field_help
from ..errors import FAILURES, ExtensionError, blame_function
from ..errors.messages import brief
from ..model.fields import (
    ACTIONS,
    CARDS,
    FLAG,
    KIND,
    MINERS,
    PHASE,
    SEAT,
    SLOT,
    WATER,
    Field,
    Meaning,
    fields_of,
)
from ..model.meaning import Within
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS, SALT_KINDS
from ..model.rule import Rule
from ..model.ruleset import Ruleset, by_players, check_ruleset, most_water

if TYPE_CHECKING:
    from .choices import Choice

__all__ = ["Answer", "answers_of"]

_END: Final = None
"""The answer "no more entries" to a question about an entry (see ``choices``)."""


class Answer(NamedTuple):
    """An answer to a group of questions. See ``answers_of``."""

    group: str
    """The name of the questions, without the index of an entry: ``"payments"`` covers ``"payments[2]"``."""
    value: Any
    """The answer, as in ``Choice.answers``."""


provide_field_help(Answer)


def answers_of(ruleset: Ruleset, players: int) -> tuple[Answer, ...]:
    """
    Return every answer that can ever be given to a question of ``choices``, each once.

    An answer consists of the group of the question (``Choice.group``) and a value. Programs that learn number their
    actions by the position in this tuple. Some of the answers may never occur, but no game has an answer that is
    missing here.

    The order is fixed: first the types of moves, then the groups in the order in which the moves of the ruleset have
    their fields. In each group, values are in ascending order or in the order of the ruleset, and None ("no more
    entries", or no value) comes after the values of its move. The order changes only if the ruleset changes.

    >>> from magnum_sal import STANDARD
    >>> answers = answers_of(STANDARD, 2)
    >>> answers[0], answers.index(("salt", "green")) < len(answers)
    (Answer(group='type', value='place_miner'), True)

    Args:
        ruleset: The rules. Settings of switches and numbers of pieces change the answers.
        players: The number of players, 2 to 4.

    Raises:
        MisuseError: *ruleset* is not a ``Ruleset``, or the number of players is invalid.
        ExtensionError: the values of a field of an extension's move have no known bound; see ``Rule.answers``.
    """
    check_game(ruleset, players)
    groups: dict[str, dict[tuple[type[Any], Any], None]] = {"type": {(str, name): None for name in ruleset.by_type}}
    for rule in ruleset.rules:
        for group, values in _list_values(rule, ruleset, players):
            groups.setdefault(group, {}).update({(type(value), value): None for value in values})
    return tuple(Answer(group, value) for group, values in groups.items() for _, value in values)


# True equals 1 in Python, but they are different answers, so the keys contain the type.
@cached(most=64)
def number_answers(ruleset: Ruleset, players: int) -> Mapping[tuple[str, type[Any], Any], int]:
    """Return the index of each answer by group, type and value. Raises the errors of ``answers_of``."""
    return {(group, type(value), value): index for index, (group, value) in enumerate(answers_of(ruleset, players))}


def number_possible_answers(choice: Choice, numbers: Mapping[tuple[str, type[Any], Any], int]) -> list[int]:
    """
    Return the index of each possible answer to the open question of *choice*, given the result of ``number_answers``.

    Raises:
        ExtensionError: the rule of the move does not state one of the answers.
    """
    group = choice.group or ""
    try:
        return [numbers[group, type(answer), answer] for answer in choice.answers]
    except KeyError:
        raise describe_unstated_answer(choice, numbers) from None


def describe_unstated_answer(choice: Choice, numbers: Mapping[tuple[str, type[Any], Any], int]) -> ExtensionError:
    """Return the error for the first possible answer to the open question of *choice* that *numbers* lacks."""
    # The kinds of moves are always known, so the first question has been answered with one of them.
    kind = choice.taken[0][1]
    lacking = next(answer for answer in choice.answers if (choice.group, type(answer), answer) not in numbers)
    return ExtensionError(
        f"the rule of {kind!r}: Rule.answers lacks the answer {brief(lacking)} to the question {choice.question!r}"
    )


def check_game(ruleset: object, players: object) -> None:
    """Raise ``MisuseError`` if there is no game with this ruleset and number of players."""
    check_ruleset(ruleset)
    check_whole("players", players, MIN_PLAYERS, MAX_PLAYERS)


def _list_values(rule: Rule, ruleset: Ruleset, players: int) -> Iterable[tuple[str, Iterable[Any]]]:
    """Yield each group of questions about the moves of *rule* with its values."""
    given = _read_stated_values(rule, ruleset, players)
    fields = fields_of(rule.move)
    for field in fields:
        yield field.name, given[field.name] if field.name in given else _values_of(rule, field, ruleset, players)
    # The ``questions`` function of an extension's rule may ask for more than the fields.
    names = {field.name for field in fields}
    yield from ((group, values) for group, values in given.items() if group not in names)


def _read_stated_values(rule: Rule, ruleset: Ruleset, players: int) -> Mapping[str, Sequence[Any]]:
    """Return the values that a rule states itself, by group."""
    if rule.answers is None:
        return {}
    try:
        return {group: tuple(values) for group, values in rule.answers(ruleset, players).items()}
    except FAILURES as error:
        raise blame_function(f"the rule of {rule.move.type!r}: answers", error) from error


def _values_of(rule: Rule, field: Field, ruleset: Ruleset, players: int) -> tuple[Any, ...]:
    """Return the values of a field, which follow from its meaning, from its bounds, or from its type."""
    values = _values_by_meaning(field, ruleset, players)
    if values is None:
        raise ExtensionError(
            f"the rule of {rule.move.type!r}: the answers to the question {field.name!r} cannot be listed, because "
            f"its values have no known bound; state them in Rule.answers: answers=lambda ruleset, players: "
            f"{{{field.name!r}: ...}}"
        )
    return (*values, _END) if field.is_tuple or field.may_be_none else tuple(values)


def _values_by_meaning(field: Field, ruleset: Ruleset, players: int) -> Iterable[Any] | None:
    bounds = _bounds_of(field.hint)
    if bounds is not None and bounds.most is not None and field.type is int:
        return range(bounds.least, bounds.most + 1)
    if field.meaning is None:
        return (False, True) if field.type is bool else None
    if field.meaning in _VALUES:
        return _VALUES[field.meaning](ruleset, players)
    return None if field.meaning.ids is None else dict.fromkeys(field.meaning.ids(ruleset))


def _bounds_of(hint: Any) -> Within | None:
    """Return the bounds in the annotations of a type, or None."""
    marks = typing.get_args(hint)[1:] if typing.get_origin(hint) is typing.Annotated else ()
    return next((mark for mark in marks if isinstance(mark, Within)), None)


def _count_slots(ruleset: Ruleset, players: int) -> range:
    return range(max(len(ruleset.workshop_prices), by_players(ruleset.open_orders, players)))


_Values: TypeAlias = Callable[[Ruleset, int], Iterable[Any]]

_VALUES: Final[Mapping[Meaning, _Values]] = {
    FLAG: lambda *_: (False, True),
    KIND: lambda *_: SALT_KINDS,
    SEAT: lambda _, players: range(players),
    SLOT: _count_slots,
    # Water flows from chamber to chamber, so a single chamber may hold all of it.
    WATER: lambda ruleset, _: range(most_water(ruleset) + 1),
    MINERS: lambda ruleset, _: range(ruleset.miners_per_colour + 1),
    CARDS: lambda ruleset, _: range(len(ruleset.tools) + 1),
    ACTIONS: lambda ruleset, _: range(max(ruleset.actions, ruleset.actions_first_round) + 1),
    PHASE: lambda ruleset, _: range(1, ruleset.phases + 1),
}
"""The values of a meaning by ruleset and number of players, if the meaning has no ids."""
