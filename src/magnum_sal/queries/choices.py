"""Choosing a move step by step: a tree of questions, of which only what is asked is worked out."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final, TypeAlias

import attrs

from ..engine.timing import available_rules
from ..engine.transitions import moves_of
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.meaning import fields_of
from ..model.moves import Move
from ..model.rule import Question, Rule
from ..model.state import GameState, check_state

__all__ = ["Choice", "choices"]

_Answers: TypeAlias = tuple[tuple[str, Any], ...]
_Open: TypeAlias = tuple[tuple[_Answers, Move], ...]
"""Moves that are still possible, each with the answers that lead to it from here."""

_END: Final = None
"""The answer where the entries of a field end and those of another move go on."""


@attrs.frozen
class Choice:
    """A question about the move to make, with the answers that lead to legal ones; see ``choices``."""

    state: GameState = attrs.field(repr=False)
    """The position."""
    taken: tuple[tuple[str, Any], ...]
    """What was asked and answered so far, questions with a single answer included."""
    question: str | None
    """
    What is asked: ``"type"`` at first, then the fields of the move in their order, and the entries of those that hold
    several, such as ``"payments[2]"``; None when nothing is left to ask.
    """
    answers: tuple[Any, ...]
    """All answers, each once, in a stable order. Where entries end, None is the answer for "no more"."""
    move: Move | None
    """The move, once nothing is left to ask; None before, and where no move is legal."""
    default: Any = None
    """The answer of somebody who does not care, such as whom to pay how much (HAUL-3); None where there is no such."""
    _open: _Open | None = attrs.field(default=None, eq=False, repr=False)
    """The moves that are left, where they were listed."""

    def take(self, answer: Any) -> Choice:
        """
        Return what is asked after *answer*.

        Raises:
            MisuseError: *answer* is none of ``answers``; the message names them.
        """
        if self.question is None:
            raise MisuseError(f"take: {brief(answer)} answers nothing, for nothing is left to ask")
        # True is 1 for Python, but not for a front end.
        if not any(answer == known and type(answer) is type(known) for known in self.answers):
            raise MisuseError(f"{self.question}: {brief(answer)} is none of {', '.join(map(brief, self.answers))}")
        taken = (*self.taken, (self.question, answer))
        return _build_choice(self.state, taken, _narrow_moves(self._open, answer))

    def take_default(self) -> Choice:
        """Return what is asked after all questions that have a usual answer are answered by it, from this one on."""
        choice = self
        while choice.default is not None:
            choice = choice.take(choice.default)
        return choice

    def take_shortest(self) -> Choice:
        """
        Return what is asked of somebody who adds nothing more and pays as usual: the move, or where one has to choose.

        >>> from magnum_sal.testing import position
        >>> choice = choices(position("A: B, 9 groszy")).take("visit_market")
        >>> choice.take(choice.answers[0]).take_shortest().move
        VisitMarket(transactions=(Transaction(type='sell', salt='brown'),), commercial_privilege=False)
        """
        choice = self
        while choice.question is not None:
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
    Return the first question about the move to make; answered one after another they lead to each legal move, once.

    Only what is asked is worked out. A question with a single answer answers itself.

    >>> from magnum_sal import new_game
    >>> choice = choices(new_game(["Ada", "Ben"], seed=7))
    >>> choice.question, choice.answers[:3]
    ('type', ('place_miner', 'place_assistant', 'visit_inn'))
    >>> choice.take("place_miner").move
    PlaceMiner(source='stock', target='S1')

    Raises:
        MisuseError: *state* is none.
    """
    check_state(state)
    return _build_choice(state, (), None)


def _build_choice(state: GameState, taken: _Answers, left: _Open | None) -> Choice:
    """Return the next question with more answers than one, or the move."""
    while True:
        if not taken:
            question = Question("type", possible_types(state))
        else:
            rule = state.ruleset.by_type[taken[0][1]]
            if rule.questions is not None:
                found = rule.questions(state, dict(taken[1:]))
            else:
                left = _without_ends(_list_moves(state, rule) if left is None else left)
                found = _question(left)
            if isinstance(found, Move):
                return Choice(state, taken, None, (), found)
            question = found
        if not question.answers:
            return Choice(state, taken, None, (), None)
        if len(question.answers) > 1:
            return Choice(state, taken, question.name, question.answers, None, question.default, left)
        (only,) = question.answers
        left = _narrow_moves(left, only)
        taken = (*taken, (question.name, only))


def possible_types(state: GameState) -> tuple[str, ...]:
    """Return the ``"type"`` of each kind of move that has a legal one, in the order of the ruleset."""
    return tuple(rule.move.type for rule in available_rules(state) if _has_move(state, rule))


def _has_move(state: GameState, rule: Rule) -> bool:
    if rule.questions is None:
        return next(iter(moves_of(state, rule)), None) is not None
    found = rule.questions(state, {})
    return isinstance(found, Move) or bool(found.answers)


def _list_moves(state: GameState, rule: Rule) -> _Open:
    """Return the legal moves of *rule*, each with the answers that lead to it."""
    moves = tuple(moves_of(state, rule))
    # Where None is an entry, it cannot also say that the entries end: such a field is chosen whole.
    rows = frozenset(
        field.name
        for field in fields_of(rule.move)
        if all(type(held) is tuple and _END not in held for held in map(attrgetter(field.name), moves))
    )
    return tuple((tuple(_answers(move, rows)), move) for move in moves)


def _answers(move: Move, rows: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Yield what is asked about *move*, with its answers; fields in *rows* are asked entry by entry."""
    for field in fields_of(type(move)):
        held = getattr(move, field.name)
        if field.name not in rows:
            yield field.name, held
            continue
        for index, entry in enumerate((*held, _END)):
            yield f"{field.name}[{index}]", entry


def _without_ends(left: _Open) -> _Open:
    """Return what is *left* where the next question is not only whether entries end that end in all moves."""
    while left[0][0] and "[" in left[0][0][0][0] and all(answers[0][1] is _END for answers, _ in left):
        left = tuple((answers[1:], move) for answers, move in left)
    return left


def _question(left: _Open) -> Question | Move:
    """Return what tells the moves that are *left* apart next; or the move, if there is nothing more to say of it."""
    answers, move = left[0]
    if not answers:
        return move
    return Question(answers[0][0], tuple(dict.fromkeys(answers[0][1] for answers, _ in left)))


def _narrow_moves(left: _Open | None, answer: Any) -> _Open | None:
    return None if left is None else tuple((answers[1:], move) for answers, move in left if answers[0][1] == answer)
