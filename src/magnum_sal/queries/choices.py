"""
Choose a move step by step in a lazy tree of questions.

Each inner node of the tree is a question about one field of the move, and each leaf is a legal move. A rule may have
a ``questions`` function, which computes only the next question. Otherwise the tree is built from the rule's list
of moves: moves are grouped by the value of the first field, then by the next, as in a prefix tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final, TypeAlias

import attrs

from .._internal.caches import cached
from .._internal.immutable import Immutable
from ..engine.steps import Transition
from ..engine.timing import available_rules, moves_of
from ..engine.transitions import apply_legal
from ..errors import ExtensionError, MisuseError
from ..errors.messages import brief
from ..errors.suggestions import find_similar
from ..model.meaning import fields_of
from ..model.moves import Move
from ..model.rule import Question, Rule
from ..model.state import GameState, check_state
from .sensible import ask_rule, has_usual_answers, useful_moves

__all__ = ["Choice", "choices"]

_Answers: TypeAlias = tuple[tuple[str, Any], ...]
_Moves: TypeAlias = tuple[Move, ...] | list[Move]
_Types: TypeAlias = dict[str, _Moves | None]
"""The moves by ``"type"``; None if they are not listed yet."""

_END: Final = None
"""The answer "no more entries" for a field in which other moves have more entries."""


@attrs.frozen
class _Listed(Immutable):
    """The moves of one kind that are still possible, and the field that the next question is about."""

    moves: tuple[Move, ...]
    """The moves, at least one."""
    fields: tuple[tuple[str, bool], ...]
    """The name of each field, and whether it has one question for each entry."""
    field: int = 0
    """The index of the field to ask for; past the last one if no question is left."""
    entry: int = 0
    """The index of the entry to ask for, in a field with one question for each entry."""


@attrs.frozen
class Choice(Immutable):
    """A question about the move to make, with the answers that lead to legal moves. See ``choices``."""

    state: GameState = attrs.field(repr=False)
    """The position."""
    taken: tuple[tuple[str, Any], ...]
    """The previous questions and their answers, including questions with a single answer."""
    question: str | None
    """
    The name of the question: first ``"type"``, then the fields of the move in order. A field with several entries has
    one question for each entry, such as ``"payments[2]"``. None when no question is left. The index of a payment is the
    seat that is paid, 0 for the first player of the game, not of the turn (HAUL-3).
    """
    answers: tuple[Any, ...]
    """All answers, each once, in a stable order. The answer None for an entry means "no more entries"."""
    move: Move | None
    """The move, once no question is left. None until then, or if no move is legal."""
    default: Any = None
    """The usual answer for a player without a preference, such as the usual payments (HAUL-3), or None."""
    _sensible: bool = attrs.field(default=False, repr=False)
    """Whether only sensible moves can be chosen."""
    _types: _Types | None = attrs.field(default=None, eq=False, repr=False)
    """The kinds of move to choose from, if ``question`` is ``"type"``."""
    _left: _Listed | None = attrs.field(default=None, eq=False, repr=False)
    """The moves that are left, or None if the rule's ``questions`` function computes the answers."""

    @property
    def group(self) -> str | None:
        """The question without the index of an entry, such as ``"payments"``; the group of ``answers_of``."""
        return None if self.question is None else split_question(self.question)[0]

    def take(self, answer: Any) -> Choice:
        """
        Return the next question after *answer*.

        Raises:
            MisuseError: see ``check_answer``.
        """
        taken = (*self.taken, (self.check_answer(answer), answer))
        if self._types is not None:
            return _choose_type(self.state, taken, self._sensible, self._types[answer])
        return _build_choice(self.state, taken, self._sensible, _narrow_moves(self._left, answer))

    def check_answer(self, answer: Any) -> str:
        """
        Check that *answer* is one of ``answers``, and return the name of the question.

        Raises:
            MisuseError: no question is open, or *answer* is not one of ``answers``. The message then lists them, and
                suggests a similar one.
        """
        if self.question is None:
            raise MisuseError("no_question", {"answer": brief(answer)})
        # True == 1 in Python, but a front end treats them as different answers.
        if not any(type(answer) is type(known) and answer == known for known in self.answers):
            near = tuple(find_similar(answer, [known for known in self.answers if isinstance(known, str)]))
            answers = tuple(map(brief, self.answers))
            facts = {"question": self.question, "answer": brief(answer), "answers": answers, "near": near}
            raise MisuseError("not_an_answer", facts)
        return self.question

    def take_default(self) -> Choice:
        """Answer this and the following questions with their defaults. Return the first question without a default."""
        choice = self
        while choice.default is not None:
            choice = choice.take(choice.default)
        return choice

    def take_shortest(self) -> Choice:
        """
        Take the defaults, add no more entries, and return the move or the first question that needs a decision.

        >>> from magnum_sal.testing import position
        >>> choice = choices(position("A: B, 9 groszy")).take("visit_market")
        >>> choice.take(choice.answers[0]).take_shortest().move
        VisitMarket(transactions=(Transaction(type='sell', salt='brown'),), commercial_privilege=False)
        """
        choice = self
        while choice.question is not None:
            # The name of a question about an entry contains the entry's index in brackets.
            is_entry = "[" in choice.question
            if choice.default is not None:
                choice = choice.take_default()
            elif is_entry and _END in choice.answers:
                choice = choice.take(_END)
            else:
                break
        return choice

    def play(self) -> Transition:
        """
        Apply the chosen move, as ``apply`` does.

        This saves the check that the move is legal, because the answers lead only to legal moves.

        Raises:
            MisuseError: a question is still open, or no move is legal.
            HiddenPieceError: the state is public, and the rule of an extension turns up a piece directly.
        """
        if self.move is None:
            raise MisuseError(
                f"play: the question {brief(self.question)} is still open"
                if self.question
                else "play: no move is legal"
            )
        return apply_legal(self.state, self.move)

    def moves(self) -> Iterator[Move]:
        """Yield the moves that are still possible, each once, in the order of the answers."""
        if self.move is not None:
            yield self.move
        for answer in self.answers:
            yield from self.take(answer).moves()


def choices(state: GameState, *, sensible: bool = False) -> Choice:
    """
    Return the first question about the move to make. The answers lead to each legal move exactly once.

    Questions are computed only when needed. A question with a single answer is answered automatically.

    >>> from magnum_sal import new_game
    >>> choice = choices(new_game(["Ada", "Ben"], seed=7))
    >>> choice.question, choice.answers[:3]
    ('type', ('place_miner', 'place_assistant', 'visit_inn'))
    >>> choice.take("place_miner").move
    PlaceMiner(source='stock', target='S1')

    Args:
        state: The position.
        sensible: Whether the answers lead to the moves of ``sensible_moves`` only. For this, the moves of a
            rule are listed only if it has no ``questions`` function, or if its usual answers could waste something.

    Raises:
        MisuseError: *state* is not a ``GameState``.
    """
    check_state(state)
    types = _list_types(state, sensible)
    # A player must have a move, even if every move wastes something.
    if sensible and not types:
        sensible, types = False, _list_types(state, sensible=False)
    # Nobody can answer: it is nobody's turn to move, or no move is legal.
    if not types:
        return Choice(state, (), None, (), None)
    if len(types) > 1:
        return Choice(state, (), "type", tuple(types), None, None, sensible, types)
    ((only, listed),) = types.items()
    return _choose_type(state, (("type", only),), sensible, listed)


@cached(most=1024)
def split_question(question: str) -> tuple[str, int | None]:
    """Return the group of a question, and the index of the entry that it asks for, if any."""
    group, bracket, index = question.partition("[")
    return group, int(index[:-1]) if bracket else None


def possible_types(state: GameState) -> tuple[str, ...]:
    """Return the ``"type"`` of each kind of move that has a legal move, in the order of the ruleset."""
    return tuple(_list_types(state, sensible=False))


def _list_types(state: GameState, sensible: bool) -> _Types:
    """Return the kinds of move with at least one move, in the order of the ruleset, and the moves that were listed."""
    types: _Types = {}
    for rule in available_rules(state):
        if _is_asked(rule, sensible):
            # Whatever the answers are, the usual answers lead to a sensible move.
            found = ask_rule(state, rule, {})
            if isinstance(found, Move) or found.answers:
                types[rule.move.type] = None
            continue
        moves: Any = useful_moves(state, rule) if sensible else moves_of(state, rule)
        if moves.__class__ is list or moves.__class__ is tuple:
            if moves:
                types[rule.move.type] = moves
        # A generator lists its moves only if the player chooses this kind of move.
        elif next(iter(moves), None) is not None:
            types[rule.move.type] = None
    return types


def _is_asked(rule: Rule, sensible: bool) -> bool:
    """Check whether the ``questions`` function of *rule* leads to the moves, so that they need not be listed."""
    return rule.questions is not None and (not sensible or has_usual_answers(rule.move))


def _choose_type(state: GameState, taken: _Answers, sensible: bool, listed: _Moves | None) -> Choice:
    """Return the first question about a kind of move. *listed* has its moves, or None if they are not listed yet."""
    rule = state.ruleset.by_type[taken[0][1]]
    if _is_asked(rule, sensible):
        return _build_choice(state, taken, sensible, None)
    if listed is None:
        listed = list(useful_moves(state, rule) if sensible else moves_of(state, rule))
    return _build_choice(state, taken, sensible, _list_moves(rule, tuple(listed)))


# The remaining moves are narrowed down, never listed again: each answer keeps only the moves that contain it, so a path
# through the tree scans the list once for each question. Rules with many moves avoid even this with ``questions``.
#
# Must agree with legal_moves() and sensible_moves(): the answers lead to each of their moves exactly once.
def _build_choice(state: GameState, taken: _Answers, sensible: bool, left: _Listed | None) -> Choice:
    """Return the next question that has several answers, or the move. The kind of move has been taken."""
    while True:
        if left is None:
            rule = state.ruleset.by_type[taken[0][1]]
            found = ask_rule(state, rule, dict(taken[1:]))
            if sensible and isinstance(found, Question) and found.default is not None:
                found = Question(found.name, (found.default,), found.default)
        else:
            left = _skip_ends(left)
            found = _question(left)
        if isinstance(found, Move):
            return Choice(state, taken, None, (), found)
        # Only a rule of an extension can ask a question without answers.
        if not found.answers:
            return Choice(state, taken, None, (), None)
        # A question with a single answer leaves no choice, so the loop answers it.
        if len(found.answers) > 1:
            return Choice(state, taken, found.name, found.answers, None, found.default, sensible, None, left)
        (only,) = found.answers
        left = _narrow_moves(left, only)
        taken = (*taken, (found.name, only))


def _list_moves(rule: Rule, moves: tuple[Move, ...]) -> _Listed:
    """Return the *moves* of a rule, ready for the question about their first field."""
    if strange := [move for move in moves if type(move) is not rule.move]:
        told = f"the rule of {rule.move.type!r}: moves returned {brief(strange[0])}"
        raise ExtensionError(f"{told}, which is not a {rule.move.__name__}")
    # None marks the end of the entries, so a field in which an entry can be None gets a single question.
    fields = tuple(
        (
            field.name,
            all(type(held) is tuple and _END not in held for held in map(attrgetter(field.name), moves)),
        )
        for field in fields_of(rule.move)
    )
    return _Listed(moves, fields)


def _skip_ends(left: _Listed) -> _Listed:
    """Skip the next questions whose only answer is "no more entries" in all moves that are *left*."""
    field, entry = left.field, left.entry
    while field < len(left.fields):
        name, has_entries = left.fields[field]
        if not has_entries or any(len(held) > entry for held in map(attrgetter(name), left.moves)):
            break
        field, entry = field + 1, 0
    return left if field == left.field else _Listed(left.moves, left.fields, field, entry)


def _question(left: _Listed) -> Question | Move:
    """Return the next question about the moves that are *left*, or the move if no question remains."""
    if left.field == len(left.fields):
        return left.moves[0]
    name, has_entries = left.fields[left.field]
    values = map(attrgetter(name), left.moves)
    if not has_entries:
        return Question(name, tuple(dict.fromkeys(values)))
    entry = left.entry
    entries = [held[entry] if len(held) > entry else _END for held in values]
    return Question(f"{name}[{entry}]", tuple(dict.fromkeys(entries)))


def _narrow_moves(left: _Listed | None, answer: Any) -> _Listed | None:
    """Return the moves of *left* with *answer* to its question, ready for the next question."""
    if left is None:
        return None
    name, has_entries = left.fields[left.field]
    entry = left.entry
    pairs = zip(left.moves, map(attrgetter(name), left.moves), strict=True)
    if not has_entries:
        moves = [move for move, held in pairs if held == answer]
    elif answer is _END:
        moves = [move for move, held in pairs if len(held) == entry]
    else:
        moves = [move for move, held in pairs if len(held) > entry and held[entry] == answer]
        return _Listed(tuple(moves), left.fields, left.field, entry + 1)
    return _Listed(tuple(moves), left.fields, left.field + 1)
