"""Policies as bots: a bot whose moves come from a function trained to answer the questions of ``choices``."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Sequence
from math import isnan
from typing import Any, Final, TypeAlias

from .._internal.caches import cached
from .._internal.tracebacks import place_of_code
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.moves import Move
from ..model.state import GameState
from ..queries.answer_space import Answer, answers_of, number_answers, number_possible_answers
from ..queries.choices import Choice, choices
from ..queries.observation import observe, pack_table

AnswerPolicy: TypeAlias = Callable[["array[float]", bytes], int | Sequence[float]]
"""
A function that answers questions. It gets two arguments:

- the numbers of ``observe`` as the player to move sees them: an ``array.array`` in single precision (type code ``"f"``)
- the mask of possible answers as ``bytes``: 1 for each possible answer of ``answers_of`` and 0 for each other answer

It returns the index of a possible answer in ``answers_of``, or a score for each answer. With scores, the bot gives the
possible answer with the highest score. The function may return a NumPy array.

To read the arguments with NumPy, without a copy, call ``numpy.asarray(numbers)`` and
``numpy.frombuffer(mask, dtype=numpy.int8)``. The results are like the arrays of the environments. Do not call
``numpy.asarray(mask)``, which returns a single text.
"""

_NAN: Final = float("nan")


class PolicyBot:
    """
    A bot that builds each move from the answers of a policy to one question after another.

    The observations and the numbers of the answers are those of the environments (``magnum_sal.envs``), so any policy
    that was trained there can play. For example, this policy gives the first possible answer:

    >>> from magnum_sal import legal_moves, new_game
    >>> bot = PolicyBot(lambda numbers, mask: mask.index(1))
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> bot(state.public(), legal_moves(state))
    PlaceMiner(source='stock', target='S1')
    """

    def __init__(self, policy: AnswerPolicy, *, sensible: bool = True) -> None:
        """
        Create the bot.

        Args:
            policy: The policy.
            sensible: Whether only the answers that lead to sensible moves are possible (``sensible_moves``). This
                should be the setting of the environment that the policy was trained in.

        Raises:
            MisuseError: *policy* is not callable, or *sensible* is not a boolean.
        """
        if not callable(policy):
            raise MisuseError(f"policy: expected a function of an observation and a mask, got {brief(policy)}")
        if type(sensible) is not bool:
            raise MisuseError(f"sensible: expected True or False, got {brief(sensible)}")
        self._policy = policy
        self._sensible = sensible

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        """
        Return the move that the answers lead to.

        Raises:
            MisuseError: the policy returned neither a possible answer nor a score for each answer.
            ExtensionError: the answers of the ruleset cannot be listed (see ``answers_of``), or one is missing.
        """
        seat = state.turn_seat
        table = pack_table(state, seat)
        choice = choices(state, sensible=self._sensible)
        while choice.question is not None:
            choice = choice.take(self._answer(state, choice, seat, table))
        if choice.move is None:
            raise MisuseError("no questions lead to a move in this position")
        return choice.move

    def _answer(self, state: GameState, choice: Choice, seat: int, table: bytes) -> Any:
        """Return the policy's answer to a question."""
        game = state.ruleset, len(state.players)
        answers = _list_answers(*game)
        mask = bytearray(len(answers))
        for possible in number_possible_answers(choice, number_answers(*game)):
            mask[possible] = 1
        numbers: array[float] = observe(state, choice, seat, table=table)
        given: Any = self._policy(numbers, bytes(mask))
        action = self._read_action(given, mask, answers)
        if not (0 <= action < len(mask) and mask[action]):
            told = f" ({brief(answers[action].value, 40)})" if 0 <= action < len(answers) else ""
            raise MisuseError(
                f"policy: {brief(action, 30)}{told} is not a possible answer to the question "
                f"{brief(choice.question)}{place_of_code(self._policy)}"
            )
        return answers[action].value

    def _read_action(self, given: Any, mask: bytearray, answers: tuple[Answer, ...]) -> int:
        """Return the index of the answer that a policy returned, or of the possible answer with the best score."""
        # A value with a length is always read as scores, even an array of one number that could serve as an index.
        try:
            count = len(given)
        except TypeError:
            try:
                return operator.index(given)
            except TypeError:
                count = -1
        if count != len(answers) or isinstance(given, str | bytes):
            raise MisuseError(
                f"policy: expected the index of an answer or {len(answers)} scores, got {brief(given)}"
                f"{place_of_code(self._policy)}"
            )
        best, highest = -1, _NAN
        for action, is_possible in enumerate(mask):
            if is_possible:
                try:
                    score = float(given[action])
                except (TypeError, ValueError, KeyError, IndexError, OverflowError):
                    score = _NAN
                if isnan(score):
                    raise MisuseError(
                        f"policy: the score of answer {action} is not a number{place_of_code(self._policy)}"
                    )
                if best < 0 or score > highest:
                    best, highest = action, score
        return best


_list_answers = cached(most=64)(answers_of)
