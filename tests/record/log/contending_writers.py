"""
Programs that write to one log at the same time: run by a test, or by hand for thousands of rounds.

In each round every writer opens the log, plays or undoes a move, and closes it, all at the same moment. One of them
succeeds. The others get an error: the log is in use, or another program has written to it. No confirmed line is lost.
``python contending_writers.py LOG --writers 3 --rounds 2000``
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from multiprocessing.synchronize import Barrier
from pathlib import Path
from threading import BrokenBarrierError
from typing import Any

import magnum_sal as ms
from magnum_sal.record.log import MoveLine, UndoLine

Confirmed = list[tuple[int, str, int]]
"""A writer's confirmed steps: the number of the line in the log, the notation or ``undo``, and the round."""


def write(path: Path, rounds: int, writer: int, start: Barrier, answers: Any) -> None:
    """Take part in all rounds, and answer with the confirmed steps, the number of refusals, and the failure."""
    confirmed: Confirmed = []
    refused, failure = 0, ""
    rng, game = random.Random(writer), None
    try:
        for number in range(rounds):
            start.wait(timeout=60)
            try:
                # Some writers keep their game, and so come with outdated knowledge of the log.
                if game is None or rng.random() < 0.7:
                    game = ms.Game.from_log(path)
                for _ in range(rng.randrange(1, 4)):
                    confirmed.append((*step(game, rng), number))
            except ms.LogError as error:
                if "in use" not in str(error) and "written to it" not in str(error):
                    raise
                refused += 1
                game = None
            if game is not None and (number % 5 == 0 or rng.random() < 0.8):
                game.close()
    except BrokenBarrierError:
        failure = "another writer failed"
    except Exception as error:
        failure = repr(error)
        start.abort()
    answers.put((confirmed, refused, failure))


def step(game: ms.Game, rng: random.Random) -> tuple[int, str]:
    """Play or undo a move, and return the number of its line and its text."""
    if game.moves and rng.random() < 0.2:
        game.undo()
        return len(game.log.entries) + 1, "undo"
    move = rng.choice(ms.legal_moves(game.state))
    text = ms.format_move(game.state, move)
    game.play(move)
    return len(game.log.entries) + 1, text


def lost(path: Path, confirmed: Confirmed) -> list[str]:
    """Return a description of each confirmed step that is not on its line of the log, and of surplus lines."""
    written: dict[int, str] = {}
    game = ms.Game.from_log(path)
    replayed = ms.Game.new(game.log.started.players, setup=game.log.started.setup)
    for line, entry in enumerate(game.log.entries, start=2):
        if isinstance(entry, UndoLine):
            replayed.undo(to=entry.to)
            written[line] = "undo"
        elif isinstance(entry, MoveLine):
            written[line] = ms.format_move(replayed.state, entry.move)
            replayed.play(entry.move)
    lines = [line for line, *_ in confirmed]
    twice = [f"line {line} was confirmed twice" for line in sorted({line for line in lines if lines.count(line) > 1})]
    missing = [f"line {line}, round {number}: {text}" for line, text, number in confirmed if written.get(line) != text]
    surplus = len(game.log.entries) - len(confirmed)
    return twice + missing + [f"{surplus} lines that nobody confirmed"] * (surplus != 0)


def main() -> int:
    """Run the writers and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("log", type=Path, help="a new file")
    parser.add_argument("--writers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=1000)
    options = parser.parse_args()
    ms.Game.new(["Ada", "Ben", "Cleo"], seed=1, log=options.log).close()
    context = multiprocessing.get_context("spawn")
    start, answers = context.Barrier(options.writers), context.SimpleQueue()
    processes = [
        context.Process(target=write, args=(options.log, options.rounds, writer, start, answers))
        for writer in range(options.writers)
    ]
    for process in processes:
        process.start()
    reports = [answers.get() for _ in processes]
    for process in processes:
        process.join()
    confirmed = [line for lines, *_ in reports for line in lines]
    problems = [failure for *_, failure in reports if failure] or lost(options.log, confirmed)
    refused = sum(count for _, count, _ in reports)
    print(
        f"{options.writers} writers, {options.rounds} rounds: {len(confirmed)} lines confirmed, "
        f"{refused} refusals, {len(problems)} lost"
    )
    if problems:
        print("\n".join(problems[:10]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
