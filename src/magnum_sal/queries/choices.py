"""
Choose a move step by step in a lazy tree of questions.

Each inner node of the tree is a question about one field of the move, and each leaf is a legal move. A rule may have
a ``questions`` function, which computes only the next question. Otherwise the tree is built from the rule's list
of moves: moves are grouped by the value of the first field, then by the next, as in a prefix tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any, Final, TypeAlias

import attrs

from ..engine.timing import available_rules
from ..engine.transitions import moves_of
from ..errors import ExtensionError, MisuseError
from ..errors.function_failures import FAILURES, blame_function
from ..errors.messages import brief
from ..errors.suggestions import find_similar
from ..model.meaning import fields_of
from ..model.moves import Move
from ..model.rule import Question, Rule
from ..model.state import GameState, check_state

__all__ = ["Choice", "choices"]

_Answers: TypeAlias = tuple[tuple[str, Any], ...]
_Open: TypeAlias = tuple[tuple[_Answers, Move], ...]
"""The moves that are still possible, each with the remaining answers that lead to it."""

_END: Final = None
"""The answer "no more entries" for a field in which other moves have more entries."""


@attrs.frozen
class Choice:
    """A question about the move to make, with the answers that lead to legal moves. See ``choices``."""

    state: GameState = attrs.field(repr=False)
    """The position."""
    taken: tuple[tuple[str, Any], ...]
    """The previous questions and their answers, including questions with a single answer."""
    question: str | None
    """
    The name of the question: first ``"type"``, then the fields of the move in order. A field with several entries has
    one question for each entry, such as ``"payments[2]"``. None when no question is left.
    """
    answers: tuple[Any, ...]
    """All answers, each once, in a stable order. The answer None for an entry means "no more entries"."""
    move: Move | None
    """The move, once no question is left. None until then, or if no move is legal."""
    default: Any = None
    """The usual answer for a player without a preference, such as the usual payments (HAUL-3), or None."""
    _open: _Open | None = attrs.field(default=None, eq=False, repr=False)
    """The moves that are left, or None if the rule's ``questions`` function computes the answers."""

    def take(self, answer: Any) -> Choice:
        """
        Return the next question after *answer*.

        Raises:
            MisuseError: *answer* is not one of ``answers``. The message lists them, and suggests a similar one.
        """
        if self.question is None:
            raise MisuseError("no_question", {"answer": brief(answer)})
        # True == 1 in Python, but a front end treats them as different answers.
        if not any(answer == known and type(answer) is type(known) for known in self.answers):
            near = tuple(find_similar(answer, [known for known in self.answers if isinstance(known, str)]))
            answers = tuple(map(brief, self.answers))
            facts = {"question": self.question, "answer": brief(answer), "answers": answers, "near": near}
            raise MisuseError("not_an_answer", facts)
        taken = (*self.taken, (self.question, answer))
        return _build_choice(self.state, taken, _narrow_moves(self._open, answer))

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

    def moves(self) -> Iterator[Move]:
        """Yield the moves that are still possible, each once, in the order of the answers."""
        if self.move is not None:
            yield self.move
        for answer in self.answers:
            yield from self.take(answer).moves()


def choices(state: GameState) -> Choice:
    """
    Return the first question about the move to make. The answers lead to each legal move exactly once.

    Questions are computed only when needed. A question with a single answer is answered automatically.

    >>> from magnum_sal import new_game
    >>> choice = choices(new_game(["Ada", "Ben"], seed=7))
    >>> choice.question, choice.answers[:3]
    ('type', ('place_miner', 'place_assistant', 'visit_inn'))
    >>> choice.take("place_miner").move
    PlaceMiner(source='stock', target='S1')

    Raises:
        MisuseError: *state* is not a ``GameState``.
    """
    check_state(state)
    return _build_choice(state, (), None)


# The remaining moves are narrowed down, never listed again: an answer keeps the moves that have it, and its question
# is removed from them. So a path through the tree goes through the list once for each question. Rules with many moves
# avoid even this with ``questions``.
#
# Must agree with legal_moves(): the answers lead to each of its moves exactly once.
def _build_choice(state: GameState, taken: _Answers, left: _Open | None) -> Choice:
    """Return the next question that has several answers, or the move."""
    while True:
        if not taken:
            question = Question("type", possible_types(state))
        else:
            rule = state.ruleset.by_type[taken[0][1]]
            if rule.questions is not None:
                found = _ask_rule(state, rule, dict(taken[1:]))
            else:
                left = _without_ends(_list_moves(state, rule) if left is None else left)
                found = _question(left)
            if isinstance(found, Move):
                return Choice(state, taken, None, (), found)
            question = found
        # Nobody can answer: it is nobody's turn to move, or no move is legal.
        if not question.answers:
            return Choice(state, taken, None, (), None)
        # A question with a single answer leaves no choice, so the loop answers it.
        if len(question.answers) > 1:
            return Choice(state, taken, question.name, question.answers, None, question.default, left)
        (only,) = question.answers
        left = _narrow_moves(left, only)
        taken = (*taken, (question.name, only))


def possible_types(state: GameState) -> tuple[str, ...]:
    """Return the ``"type"`` of each kind of move that has a legal move, in the order of the ruleset."""
    return tuple(rule.move.type for rule in available_rules(state) if _has_move(state, rule))


def _has_move(state: GameState, rule: Rule) -> bool:
    if rule.questions is None:
        return next(iter(moves_of(state, rule)), None) is not None
    found = _ask_rule(state, rule, {})
    return isinstance(found, Move) or bool(found.answers)


def _ask_rule(state: GameState, rule: Rule, taken: Mapping[str, Any]) -> Question | Move:
    """Return the next question of a rule with its own questions, or the move."""
    assert rule.questions is not None
    try:
        found: Any = rule.questions(state, taken)
    except FAILURES as error:
        raise blame_function(f"the rule of {rule.move.type!r}: questions", error) from error
    if not isinstance(found, Question | Move):
        told = f"the rule of {rule.move.type!r}: questions returned {brief(found)}"
        raise ExtensionError(f"{told} instead of a Question or a move")
    answer: Question | Move = found
    return answer


def _list_moves(state: GameState, rule: Rule) -> _Open:
    """Return the legal moves of *rule*, each with the answers that lead to it."""
    moves = tuple(moves_of(state, rule))
    if strange := [move for move in moves if type(move) is not rule.move]:
        told = f"the rule of {rule.move.type!r}: moves returned {brief(strange[0])}"
        raise ExtensionError(f"{told}, which is not a {rule.move.__name__}")
    # None marks the end of the entries. So there is a single question for a field that can hold None as an entry.
    rows = frozenset(
        field.name
        for field in fields_of(rule.move)
        if all(type(held) is tuple and _END not in held for held in map(attrgetter(field.name), moves))
    )
    return tuple((tuple(_answers(move, rows)), move) for move in moves)


def _answers(move: Move, rows: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Yield each question about *move* with its answer. Fields in *rows* have one question per entry."""
    for field in fields_of(type(move)):
        held = getattr(move, field.name)
        if field.name not in rows:
            yield field.name, held
            continue
        for index, entry in enumerate((*held, _END)):
            yield f"{field.name}[{index}]", entry


def _without_ends(left: _Open) -> _Open:
    """Skip the next questions whose only answer is "no more entries" in all moves that are *left*."""
    while left[0][0] and "[" in left[0][0][0][0] and all(answers[0][1] is _END for answers, _ in left):
        left = tuple((answers[1:], move) for answers, move in left)
    return left


def _question(left: _Open) -> Question | Move:
    """Return the next question about the moves that are *left*, or the move if no question remains."""
    answers, move = left[0]
    if not answers:
        return move
    return Question(answers[0][0], tuple(dict.fromkeys(answers[0][1] for answers, _ in left)))


def _narrow_moves(left: _Open | None, answer: Any) -> _Open | None:
    return None if left is None else tuple((answers[1:], move) for answers, move in left if answers[0][1] == answer)
