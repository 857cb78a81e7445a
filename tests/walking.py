"""
Walks through games of all variants with checks in each position, and a program for long walks.

In each position the leaves of the tree of choices are the legal moves. Different moves, and different answers to a
question, have different words in each language. Refusals have words in each language, for moves that differ slightly
from legal ones and for impossible kinds. ``PYTHONPATH=examples python -m tests.walking --positions 1200``
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import attrs
from smithy import SMITHY_GAME
from tests.vocabulary import foreign_words

import magnum_sal as ms
from magnum_sal.testing._near_misses import list_near_misses
from magnum_sal.testing.players import Chooser, finisher, play
from magnum_sal.testing.strategies import NAMES, VARIANTS
from magnum_sal.words import (
    LANGUAGES,
    answer_in_words,
    move_in_words,
    objection_in_words,
    path_in_words,
    question_in_words,
)

RULESETS = (*VARIANTS, SMITHY_GAME)
UNFILLED = re.compile(r"[{}\[\]_→]|None|True|False|count|\b0 [gG]ros")
WIDEST = 64
"""The largest number of answers that a question may have."""


@attrs.define
class Seen:
    """
    The numbers of what was checked on walks.

    Attributes:
        positions: How many positions were checked.
        moves: How many legal moves they have, each with different words.
        tried: How many moves were tried that differ slightly from legal ones.
        refusals: How many refusals were checked, by rule and reason.
        widest: The largest number of answers to a question, with the question.
    """

    positions: int = 0
    moves: int = 0
    tried: int = 0
    refusals: Counter[str] = attrs.Factory(Counter)
    widest: tuple[int, str] = (0, "")


def straying(state: ms.GameState, moves: Sequence[ms.Move], rng: random.Random) -> ms.Move:
    """Choose among the sensible moves, or one time in five among all moves."""
    return rng.choice(moves if rng.random() < 0.2 else ms.sensible_moves(state))


def walk(ruleset: ms.Ruleset, players: int, seed: int, chooser: Chooser, most: int = 5000) -> Iterator[ms.Step]:
    """Yield the steps of a game, to its end if it takes at most *most* decisions."""
    state = ms.new_game(NAMES[:players], seed=seed, ruleset=ruleset)
    for before, move, transition in play(state, chooser, random.Random(seed), most):
        yield ms.Step(before, move, *transition)


def check_tree(state: ms.GameState, *, sensible: bool = False) -> tuple[int, str]:
    """
    Check that the tree leads to each legal or sensible move once.

    Return the largest number of answers, and the question.
    """
    left, found, widest = [ms.choices(state, sensible=sensible)], Counter[ms.Move](), (0, "")
    while left:
        choice = left.pop()
        if choice.move is not None:
            found[choice.move] += 1
        elif choice.question is not None:
            widest = max(widest, (len(choice.answers), choice.question))
            left += [choice.take(answer) for answer in choice.answers]
    listed = ms.sensible_moves(state) if sensible else ms.legal_moves(state)
    assert found == Counter(listed), "the tree is not the list"
    assert widest[0] <= WIDEST, widest
    return widest


def check_sentence(sentence: str, language: str) -> None:
    """Check that a sentence has no unfilled placeholder and no word of another language."""
    assert sentence.isprintable(), sentence
    assert not UNFILLED.search(sentence), sentence
    assert not foreign_words(sentence, language), sentence


def check_all_differ(state: ms.GameState, language: str) -> None:
    """Check that the legal moves of *state* all have different words."""
    told: dict[str, ms.Move] = {}
    for move in ms.legal_moves(state):
        sentence = move_in_words(state, move, language)
        assert sentence not in told, (sentence, move, told[sentence])
        told[sentence] = move
    for sentence in list(told)[:: max(1, len(told) // 30)]:
        check_sentence(sentence, language)


def check_questions(state: ms.GameState, language: str, rng: random.Random) -> None:
    """Check that each question on a way to a move has words, and that its answers have different words."""
    choice = ms.choices(state)
    while choice.question is not None:
        check_sentence(question_in_words(choice, language), language)
        told = [answer_in_words(choice, answer, language) for answer in choice.answers]
        assert len(set(told)) == len(told), (choice.question, told)
        for words in told:
            check_sentence(words, language)
        choice = choice.take(rng.choice(choice.answers))
        taken = path_in_words(choice, language)
        assert len(taken) == len(choice.taken)
        for words in taken:
            check_sentence(words, language)


def check_refusal(against: ms.Objection) -> None:
    """Check that *against* has a sentence in each language, without foreign words, and that JSON preserves it."""
    for language in LANGUAGES:
        sentence = objection_in_words(against, language)
        assert 0 < len(sentence) <= 460, sentence
        assert sentence.isprintable(), sentence
        assert not re.search(r"[{}_]|None|True|False", sentence), sentence
        assert not foreign_words(sentence, language), sentence
    assert against.sentence == objection_in_words(against, "en")
    assert ms.from_json(ms.Objection, ms.to_json(against)) == against


def refusals(state: ms.GameState, tried: Iterable[ms.Move]) -> Iterator[ms.Objection]:
    """Yield the objections to *tried* moves, and to each kind of move that is impossible and therefore not listed."""
    for move in tried:
        against = ms.objection(state, move)
        if against is not None:
            yield against
    why_not, listed = ms.why_not(state), {move.type for move in ms.legal_moves(state)}
    assert listed.isdisjoint(why_not), listed & why_not.keys()
    assert listed | why_not.keys() == set(state.ruleset.by_type)
    for against in why_not.values():
        assert against.reason != "none_possible", "a kind of move without a reason"
        yield against


def nearly_legal(state: ms.GameState) -> list[ms.Move]:
    """Return moves that differ slightly from about a dozen of the legal moves of *state*."""
    listed = ms.legal_moves(state)
    return [near for move in listed[:: max(1, len(listed) // 12)] for near in list_near_misses(move)]


def ask(state: ms.GameState, seen: Seen) -> None:
    """Check all answers in a position, and count them."""
    seen.positions += 1
    seen.moves += len(ms.legal_moves(state))
    seen.widest = max(seen.widest, check_tree(state))
    for language in LANGUAGES:
        check_all_differ(state, language)
        check_questions(state, language, random.Random(seen.positions))
    tried = nearly_legal(state)
    seen.tried += len(tried)
    for against in refusals(state, tried):
        check_refusal(against)
        seen.refusals[f"{against.rule} {against.reason}"] += 1


def spread(steps: Sequence[ms.Step], number: int, rng: random.Random) -> Iterator[ms.GameState]:
    """Yield *number* positions of a game, one from each of as many equally long parts."""
    for part in range(number):
        first, end = len(steps) * part // number, len(steps) * (part + 1) // number
        yield steps[rng.randrange(first, end)].before


def main() -> None:
    """Walk through a whole game of each ruleset and number of players, and check some positions of each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("--positions", type=int, default=1200, help="how many at least; each game has equally many")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    games = list(product(RULESETS, (2, 3, 4)))
    seen, each = Seen(), -(-options.positions // len(games))
    for number, (ruleset, players) in enumerate(games):
        seed = options.seed + number
        *steps, last = walk(ruleset, players, seed, finisher if number % 2 else straying)
        assert last.after.is_over, f"no end: seed {seed}, {ruleset}, {players} players"
        for state in spread([*steps, last], each, random.Random(seed)):
            try:
                ask(state, seen)
            except Exception as wrong:
                wrong.add_note(f"in {state!r}")
                raise
    told = seen.refusals.total()
    sys.stdout.write(
        f"{seen.positions:,} positions of {len(games)} whole games, {len(RULESETS)} rulesets with 2 to 4 players\n"
        f"{seen.moves:,} legal moves: the ends of the trees of choices;"
        f" at most {seen.widest[0]} answers, to {seen.widest[1]}\n"
        f"{seen.moves:,} legal moves: words of their own in each of {', '.join(LANGUAGES)}\n"
        f"{seen.tried:,} moves that differ a little from legal ones, {told:,} refusals, told in each language;"
        f" {len(seen.refusals)} rules and reasons\n"
    )


if __name__ == "__main__":
    main()
