"""
Checks the answer space and the observations on many random games: `nox -s answers`.

Every question on a random way through each game may only have answers of `answers_of`, whether they are taken or not.
In positions of these games, full states that differ only in face-down pieces must have equal observations.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import count

from smithy import SMITHY_GAME

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.engine.determinize import determinize
from magnum_sal.queries.observation import observe
from magnum_sal.testing.strategies import NAMES, VARIANTS

RULESETS = (*[ms.STANDARD] * 5, *VARIANTS[1:3], SMITHY_GAME, CRYSTAL_CHAPEL)
"""The rulesets in turn. More than half of the games are standard games."""
SHORT, LONG = 150, 4_000
"""The most answers in a game, and in every twentieth game. Nearly all of the long games come to their end."""

Known = set[tuple[str, type, object]]
"""The answers by group, type and value."""


def play_game(number: int, known: Known, ruleset: ms.Ruleset, players: int) -> Iterator[ms.Choice]:
    """Play a game with random answers, and yield every question on the way."""
    rng = random.Random(number)
    state = ms.new_game(NAMES[:players], seed=number, ruleset=ruleset)
    left = SHORT if number % 20 else LONG
    while not state.is_over and left > 0:
        # Only games of sensible moves end, but their questions have fewer answers. So each position asks both ways.
        for choice in ask(state, rng, sensible=False):
            check_answers(choice, known)
            yield choice
        for choice in ask(state, rng, sensible=True):
            check_answers(choice, known)
            left -= 1
            if choice.move is not None:
                state = choice.play().state
            else:
                yield choice


def ask(state: ms.GameState, rng: random.Random, *, sensible: bool) -> Iterator[ms.Choice]:
    """Yield the questions on a random way to a move, and at last the choice with the move."""
    choice = ms.choices(state, sensible=sensible)
    while choice.question is not None:
        yield choice
        choice = choice.take(rng.choice(choice.answers))
    yield choice


def check_answers(choice: ms.Choice, known: Known) -> None:
    """Raise an error if a question has an answer that is not known."""
    asked = {(choice.group or "", type(answer), answer) for answer in choice.answers}
    if not asked <= known:
        raise AssertionError(f"{asked - known} in {choice.state!r}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run both checks, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.long_answers", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="whose answers are checked (default: %(default)s)")
    parser.add_argument("--positions", type=int, default=10_000, help="that are observed (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default: %(default)s)")
    options = parser.parse_args(arguments)
    spaces: dict[tuple[str, int], Known] = {}
    questions = answers = observed = 0
    every = max(1, options.games * 100 // max(options.positions, 1))
    rng = random.Random(options.seed)
    for number in range(options.seed, options.seed + options.games):
        ruleset, players = RULESETS[number % len(RULESETS)], 2 + number % 3
        if (ruleset.name, players) not in spaces:
            space = ms.answers_of(ruleset, players)
            spaces[ruleset.name, players] = {(answer.group, type(answer.value), answer.value) for answer in space}
        for index, choice in zip(count(), play_game(number, spaces[ruleset.name, players], ruleset, players)):
            questions += 1
            answers += len(choice.answers)
            if observed < options.positions and index % every == 0 and ruleset is ms.STANDARD:
                observed += 1
                public = choice.state.public()
                for seat in range(players):
                    numbers = observe(choice.state, choice, seat)
                    for other in (public, determinize(public, rng)):
                        if observe(other, choice, seat) != numbers:
                            raise AssertionError(f"game {number}: seat {seat} observes face-down pieces in {public!r}")
    sys.stdout.write(
        f"{options.games} games, {questions} questions with {answers} answers: none lies outside\n"
        f"{observed} positions with other face-down pieces: the same observations\n"
    )
    return 0 if observed >= options.positions else 1


if __name__ == "__main__":
    sys.exit(main())
