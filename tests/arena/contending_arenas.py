"""
Processes that contend for the same results files: none may lose a confirmed game or damage a file.

In every round each process asks a file for some more games, like somebody who repeats a command. When a file holds
thirty games, all processes turn to a new one. A process notes each confirmed game in a file of its own, with the times
of its moves. The times distinguish it from the same game played again. Some processes are killed in the middle and
restarted. At the end every file must be readable and hold each confirmed game unchanged.

    python tests/arena/contending_arenas.py 1000 --processes 3 --kills 20
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from magnum_sal.arena import GameResult, ResultsError, play_match, read_results

GAMES_OF_A_FILE = 30


def contend(folder: Path, number: int, rounds: int) -> None:
    """Play the rounds that this process has not noted as finished yet."""
    own = folder / f"confirmed {number}"
    behind = sum("refused" in note for note in notes(own))
    rng = random.Random(number + 1000 * behind)
    with own.open("ab", buffering=0) as file:

        def note(**fields: Any) -> None:
            file.write(b"\n" + json.dumps(fields).encode())  # The line before may have been cut.

        at = 0
        for _ in range(behind, rounds):
            refused = -1
            while refused < 0:
                name = f"results {at}"

                def confirm(result: GameResult, name: str = name) -> None:
                    note(file=name, game=result.game, seconds=[round(seconds, 6) for seconds in result.seconds])

                refused = asked_for_more(folder / name, confirm, rng)
                at += refused < 0
            note(refused=refused)


def asked_for_more(path: Path, confirm: Callable[[GameResult], None], rng: random.Random) -> int:
    """Ask a file for some more games, and return how often it was in use, or -1 if it holds enough."""
    refused = 0
    while True:
        held = len(read_results(path)[1]) if path.exists() else 0
        if held >= GAMES_OF_A_FILE:
            return -1
        try:
            play_match(["random", "random"], held + rng.randint(1, 3), 3, most_moves=3, out=path, on_result=confirm)
        except ResultsError as error:
            if "in use by another program" not in str(error):
                raise
            refused += 1
            time.sleep(rng.random() * 0.002)
        else:
            return refused


def notes(path: Path) -> list[dict[str, Any]]:
    """Return the notes of a process, without lines that were cut."""
    found = []
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def started(folder: Path, number: int, rounds: int) -> subprocess.Popen[bytes]:
    """Start a process."""
    return subprocess.Popen([sys.executable, __file__, str(rounds), "--folder", str(folder), "--number", str(number)])


def contest(folder: Path, rounds: int, processes: int, kills: int) -> dict[str, int]:
    """
    Run contending processes and return the counts.

    Raises:
        AssertionError: a process failed, or a file does not hold a confirmed game unchanged.
    """
    rng = random.Random(rounds)
    running = [started(folder, number, rounds) for number in range(processes)]
    killed = 0
    try:
        while any(process.poll() is None for process in running):
            time.sleep(0.2 + 0.3 * rng.random() if killed < kills else 0.2)
            number = rng.randrange(processes)
            if killed < kills and running[number].poll() is None:
                running[number].kill()
                running[number].wait()
                running[number] = started(folder, number, rounds)
                killed += 1
    finally:
        for process in running:
            process.kill()
            process.wait()
    assert [process.returncode for process in running] == [0] * processes
    counts = {"files": 0, "games": 0, "confirmations": 0, "refusals": 0, "kills": killed}
    held: dict[tuple[str, int], list[float]] = {}
    for path in folder.glob("results *"):
        games = read_results(path)[1]
        assert [game.game for game in games] == list(range(len(games)))
        held |= {(path.name, game.game): list(game.seconds) for game in games}
        counts["files"] += 1
        counts["games"] += len(games)
    for number in range(processes):
        for note in notes(folder / f"confirmed {number}"):
            if "refused" in note:
                counts["refusals"] += note["refused"]
            else:
                counts["confirmations"] += 1
                assert held[note["file"], note["game"]] == note["seconds"], note
    return counts


def main() -> None:
    """Run contending processes and print the counts."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("rounds", type=int, help="rounds of each process")
    parser.add_argument("--processes", type=int, default=2, help="how many contend (default 2)")
    parser.add_argument("--kills", type=int, default=0, help="how many of them are killed on the way (default 0)")
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.folder is not None:
        contend(options.folder, options.number, options.rounds)
        return
    with tempfile.TemporaryDirectory() as folder:
        counts = contest(Path(folder), options.rounds, options.processes, options.kills)
    sys.stdout.write(", ".join(f"{count} {what}" for what, count in counts.items()) + "\n")


if __name__ == "__main__":
    main()
