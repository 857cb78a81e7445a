"""Games to learn from: the answers of a bot, and the answers of a learner against several opponents."""

import random
from collections.abc import Callable, Iterator
from math import tanh
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.envs import ActionTable
from magnum_sal.queries.observation import features_of, observe, pack_table

Numbers = npt.NDArray[Any]

ACTIONS = ActionTable(ms.STANDARD, 2)
LENGTH = len(features_of(ms.STANDARD, 2))

MOST_ANSWERS = 4000
"""The number of answers or moves after which a game is given up. Games of players that deliver need about 400."""

SCALE = 40
"""A lead in groszy that is nearly a full win."""


class Samples(NamedTuple):
    """Answers to learn from, one row for each."""

    observations: Numbers
    masks: Numbers
    actions: Numbers
    results: Numbers
    """The result of the player who answered, from -1 to 1 (``result_of``)."""


def join_samples(parts: list[Samples]) -> Samples:
    """Return the samples of several games as one."""
    return Samples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def find_answers(state: ms.GameState, move: ms.Move) -> Iterator[tuple[ms.Choice, Any]]:
    """Yield the questions about a sensible move, each with its answer; stop if the move is not a sensible one."""
    choice = ms.choices(state, sensible=True)
    while choice.move is None:
        answer = find_answer(choice.question or "", move)
        if answer not in choice.answers:
            return
        yield choice, answer
        choice = choice.take(answer)


def find_answer(question: str, move: ms.Move) -> Any:
    """Return the answer to a question that leads to *move*. ``"payments[2]"`` asks for an entry of a field."""
    name, _, entry = question.rstrip("]").partition("[")
    held = getattr(move, name)
    if not entry:
        return held
    return held[int(entry)] if int(entry) < len(held) else None


def teach_game(teacher: str, player: str, seed: int) -> Samples:
    """
    Play a game of *player* against *teacher* (names of bots), and return the teacher's answers for both.

    The teacher says what it would play in each position that the player reaches. A player that learns only from the
    teacher's own games does not learn how to continue after its own mistakes (S. Ross and others, "A Reduction of
    Imitation Learning and Structured Prediction to No-Regret Online Learning", 2011).
    """
    bots = [make_bot(teacher, seed=2 * seed), make_bot(teacher, seed=2 * seed + 1)]
    playing = list(bots)
    if player != teacher:
        playing[seed % 2] = make_bot(player, seed=2 * seed)
    state = ms.new_game(["Ada", "Ben"], seed=seed)
    rows: list[tuple[Any, Any, int]] = []
    seats: list[int] = []
    for _ in range(MOST_ANSWERS):
        if state.is_over:
            break
        seat, moves = state.turn_seat, ms.legal_moves(state)
        move = bots[seat](state.seen_by(seat), moves)
        table = pack_table(state, seat)
        for choice, answer in find_answers(state, move):
            numbers = observe(state, choice, seat, np.empty(LENGTH, np.float32), table=table)
            rows.append(
                (numbers, ACTIONS.mask_of(choice), ACTIONS.find(choice.group or "", answer))
            )
            seats.append(seat)
        state = state.play(
            move if playing[seat] is bots[seat] else playing[seat](state.seen_by(seat), moves)
        )
    observations, masks, actions = zip(*rows, strict=True)
    won = result_of(state)
    results = np.array([won if seat == 0 else -won for seat in seats], np.float32)
    return Samples(
        np.stack(observations).astype(np.float16), np.stack(masks), np.array(actions), results
    )


def result_of(state: ms.GameState) -> float:
    """
    Return the first player's result: from 1 for a large lead at the end of the game to -1, and 0 if it is not over.

    A player that always loses to a bot learns nothing from wins. It does learn to lose by fewer groszy.
    """
    first, second = (score.total for score in state.scores)
    return tanh((first - second) / SCALE) if state.is_over else 0.0


class SensibleBot:
    """A bot that chooses one of the sensible moves at random."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, state: ms.GameState, _moves: tuple[ms.Move, ...], /) -> ms.Move:
        """Return a sensible move."""
        return self._rng.choice(ms.sensible_moves(state))


class LearnerGame:
    """A game of a learner against bots, or against itself, that stops at each question for the learner."""

    def __init__(self, opponents: dict[int, Any], seed: int) -> None:
        """Begin a game. *opponents* has the bots by seat; the learner has the other seats."""
        self._opponents = opponents
        self.state = ms.new_game(["Ada", "Ben"], seed=seed)
        self.answers = 0
        self._choice = ms.choices(self.state, sensible=True)
        self._table = b""
        self.rows: dict[int, list[tuple[Any, ...]]] = {
            seat: [] for seat in range(2) if seat not in opponents
        }
        self._find_question()

    def observe(self, out: Numbers) -> Numbers:
        """Write what the learner sees into *out*, and return the mask of possible answers."""
        observe(self.state, self._choice, self.state.turn_seat, out, table=self._table)
        mask: Numbers = ACTIONS.mask_of(self._choice)
        return mask

    def answer(self, action: int, *row: Any) -> None:
        """Answer the question, and note the numbers in *row* for the player who answered."""
        self.rows[self.state.turn_seat].append((*row, action))
        self.answers += 1
        self._choice = self._choice.take(ACTIONS.answers[action].value)
        if self._choice.move is not None:
            self.state = self._choice.play().state
            self._find_question()

    def _find_question(self) -> None:
        """Play on to the next question for the learner, or to the end."""
        while not self.state.is_over:
            state, seat = self.state, self.state.turn_seat
            if seat in self._opponents:
                self.state = state.play(self._opponents[seat](state, ms.legal_moves(state)))
                continue
            self._choice = ms.choices(state, sensible=True)
            if self._choice.move is None:
                self._table = pack_table(state, seat)
                return
            self.state = self._choice.play().state


Chooser = Callable[[Numbers, Numbers], tuple[Numbers, ...]]
"""A function that returns the actions for observations and masks, and further columns of numbers to note."""


def play_games(choose: Chooser, games: list[LearnerGame]) -> None:
    """Play games to the end, with a batch of one question from each. Give up those that take too long."""
    while True:
        going = [game for game in games if not game.state.is_over and game.answers < MOST_ANSWERS]
        if not going:
            return
        observations = np.empty((len(going), LENGTH), np.float32)
        masks = np.stack([game.observe(row) for game, row in zip(going, observations, strict=True)])
        actions, *columns = choose(observations, masks)
        for index, game in enumerate(going):
            noted = [column[index] for column in columns]
            game.answer(int(actions[index]), observations[index], masks[index], *noted)
