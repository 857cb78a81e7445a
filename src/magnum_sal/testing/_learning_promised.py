"""The check of what programs that learn rely on: numbered answers, and observations of every position."""

from __future__ import annotations

from ..errors.messages import brief
from ..queries.answer_space import number_answers
from ..queries.choices import choices
from ..queries.observation import observe
from ._promises import MOST_MOVES, CheckedPosition, Complaints


def check_learning(asked: CheckedPosition) -> Complaints:
    """Check that ``answers_of`` has all answers to the questions, and that every seat can observe the position."""
    state = asked.state
    seats = len(state.players)
    numbered = number_answers(state.ruleset, seats)
    if len(asked.listed) <= MOST_MOVES:
        left, met = [choices(state)], 0
        while left and met <= MOST_MOVES:
            choice = left.pop()
            met += choice.move is not None
            for answer in choice.answers:
                if (choice.group, type(answer), answer) not in numbered:
                    yield f"answers_of lacks the answer {brief(answer)} to the question {choice.question!r}"
                left.append(choice.take(answer))
    for seat in range(seats):
        observe(state, None, seat)
