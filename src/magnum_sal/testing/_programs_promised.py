"""Check that programs can play a ruleset: the library's bots, and programs that number answers or observe states."""

from __future__ import annotations

from ..errors import HiddenPieceError
from ..errors.messages import brief
from ..queries.answer_space import number_answers
from ..queries.choices import choices
from ..queries.observation import observe
from ..rules.standard import STANDARD
from ._promises import MOST_MOVES, CheckedPosition, Complaints, describe_failure, shorten_move, some_of_each_kind

_BOT = "greedy"


def check_bots(asked: CheckedPosition) -> Complaints:
    """Check that a bot chooses a legal move in the public state, and that the moves of extensions can be analysed."""
    # The bots are imported only here, because they take long to import, and positions and invariants do not need them.
    from ..bots import analyse, make_bot

    public, listed = asked.state.public(), asked.listed
    if not listed:
        return
    try:
        move = make_bot(_BOT, rng=asked.rng)(public, listed)
    except Exception as error:  # The code of an extension can fail in any way.
        yield f"the bot {_BOT!r} {describe_failure(error)}"
    else:
        if move not in listed:
            yield f"the bot {_BOT!r} chooses {shorten_move(move)}, which is not legal"
    own = some_of_each_kind((move for move in listed if type(move) not in STANDARD.by_move), 1)
    try:
        analyse(public, iterations=1, lines=1, seed=1, root_moves=own or None)
    except HiddenPieceError as error:
        yield (
            f"bots.analyse cannot look at {error.args[0] if error.args else 'a piece'}, which lies face down: "
            "an event such as CardAwaited must await the piece"
        )
    except Exception as error:  # The code of an extension can fail in any way.
        yield f"bots.analyse {describe_failure(error)}"


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
