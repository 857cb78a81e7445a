"""The judge for programs: expected final margins and chances of winning in a position, without a search."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import attrs

from ..engine.steps import Step, check_order
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.state import GameState, check_state
from ..record.game import Game
from ._judge import load_judge, margins_of
from ._last_turn import share_victory


@attrs.frozen
class Judgement:
    """What the judge expects of the rest of a game, or the result of a finished game; see ``judge``."""

    margins: tuple[float, ...]
    """For each seat, the expected final lead over the mean of the other seats, in groszy; the sum is 0."""
    chances: tuple[float, ...]
    """For each seat, the chance of winning, from 0 to 1; the sum is 1. A shared victory counts in equal parts."""


def judge(state: GameState) -> Judgement:
    """
    Estimate each seat's final margin and chance of winning in a position, without a search.

    The estimate comes from the judge that ``greedy`` and ``search`` use. It needs a fraction of a millisecond in the
    pure build, so a bot can call it for every move. It assumes that all seats go on to play about as well as
    ``greedy``. It looks at money, salt, miners, tools, assistants, orders and work within reach, but it tries no moves.

    - Face-down pieces are ignored, so ``judge(state) == judge(state.public())``. A pending piece counts as unknown.
      Average over ``outcomes`` to weigh the possible pieces.
    - During a turn, the judge knows how many actions are left, but not that a building was already visited (TURN-3).
      Compare only positions that are equally far ahead, such as those at the ends of turns.
    - Once the game is over, the result is exact: the final margins, and 1 for the winner. If n seats share the
      victory, each of them has the chance 1/n (END-1).
    - The weights were learned in the standard game with 2, 3 and 4 players and three phases. With other rulesets,
      phases are counted from the last one. Until they score, the judge ignores parts, tools and buildings that an
      extension adds.

    >>> from magnum_sal.testing import position
    >>> judgement = judge(position("A: 30 groszy | B: 10 groszy"))
    >>> judgement.margins[0] > 10, judgement.chances[0] > judgement.chances[1]
    (True, True)

    Raises:
        MisuseError: *state* is not a ``GameState``.
    """
    check_state(state)
    learned = load_judge()
    worths = learned.worths(state)
    chances = share_victory(state) if state.is_over else learned.chances(state, worths)
    return Judgement(tuple(margins_of(worths)), tuple(chances))


def judge_game(game: Game | Iterable[Step]) -> tuple[Judgement, ...]:
    """
    Judge the position before the first move of a game and the position after each move, as ``judge`` does.

    >>> from magnum_sal import Game, legal_moves
    >>> game = Game.new(["Ada", "Ben"], seed=7)
    >>> for _ in range(3):
    ...     transition = game.play(legal_moves(game.state)[0])
    >>> len(judge_game(game))
    4

    Args:
        game: A game, finished or not, or its steps.

    Raises:
        MisuseError: the game has no moves, the argument is neither a game nor steps, or a step does not lead to the
            next one.
    """
    steps = read_steps(game)
    if not steps:
        raise MisuseError("game: a game without moves cannot be judged")
    return tuple(map(judge, chain((steps[0].before,), (step.after for step in steps))))


def read_steps(game: Game | Iterable[Step]) -> tuple[Step, ...]:
    """
    Return the steps of *game*, which may be a game or the steps themselves.

    Raises:
        MisuseError: the argument is neither a game nor steps, or a step does not lead to the next one.
    """
    given: object = game.steps() if isinstance(game, Game) else game
    steps = tuple(given) if isinstance(given, Iterable) else (None,)
    if not all(isinstance(step, Step) for step in steps):
        raise MisuseError(f"game: expected a Game or its steps, got {brief(game)}")
    if not isinstance(game, Game):
        check_order("game", steps)
    return steps
