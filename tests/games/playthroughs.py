"""
Playthroughs: some recorded games as text files with all that users can observe, so that a diff shows any change.

After each tenth step a playthrough shows the table, the scores, the legal moves and three refusals. Between them it
lists each step with its words and events. ``PYTHONPATH=examples:examples/expansion/src python -m
tests.games.playthroughs`` compares the files with the current output. ``--write`` writes the files again.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from tests.games.stored import FOLDER, STORED, StoredGame

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.testing._near_misses import list_near_misses
from magnum_sal.words import (
    early_end_in_words,
    ending_in_words,
    pending_in_words,
    reveal_in_words,
    ruleset_label,
    standing_in_words,
    step_in_words,
)

PLAYTHROUGHS: Final = FOLDER / "playthroughs"
"""The folder of the text files, which have the names of the logs."""

EVERY: Final = 10
"""The number of steps between two shown positions."""

_ALL_NAMED: Final = 12
"""Up to this number of legal moves, all are listed."""
_NAMED: Final = 4
"""If there are more legal moves, this number of the first and of the last are listed."""
_REFUSED: Final = 3
"""The number of refusals for each position."""


def find_games() -> dict[str, StoredGame]:
    """Return the games that have a playthrough, by name."""
    names = {path.stem for path in PLAYTHROUGHS.glob("*.txt")}
    return {stored.name: stored for stored in STORED if stored.name in names}


def write_playthrough(stored: StoredGame) -> str:
    """Return the text of a game's playthrough."""
    return "".join(f"{line}".rstrip() + "\n" for line in _lines(stored))


def _lines(stored: StoredGame) -> Iterator[str]:
    game = stored.replay()
    opening = game.at(0)
    yield f"game: {stored.path.relative_to(FOLDER).as_posix()}"
    yield f"ruleset: {ruleset_label(opening.ruleset)}"
    yield f"players: {', '.join(player.name for player in opening.players)}"
    yield f"steps: {game.step_count}"
    yield from _position(opening, 0)
    before = opening
    for number, (move, transition) in enumerate(game.history(), start=1):
        yield from _step(before, move, transition, number)
        before = transition.state
        if number % EVERY == 0 or number == game.step_count:
            yield from _position(before, number)
    if game.end_reason is not None:
        yield early_end_in_words(opening, game.end_reason)
    yield from ending_in_words(before)


def _step(before: ms.GameState, made: object, transition: ms.Transition, number: int) -> Iterator[str]:
    """Yield a move or a reveal, its words and its events."""
    yield ""
    if isinstance(made, ms.Move):
        yield f"{number}. {before.player.name}: {ms.format_move(before, made)}"
        told = step_in_words(ms.Step(before, made, *transition))
    else:
        assert before.pending is not None
        assert isinstance(made, ms.Reveal)
        yield f"{number}. {pending_in_words(before)}: {made.piece}"
        told = reveal_in_words(before, transition.events)
    yield from (f"    {sentence}" for sentence in told)
    yield from (f"        {event}" for event in transition.events)


def _position(state: ms.GameState, number: int) -> Iterator[str]:
    """Yield the lines that describe a position."""
    yield ""
    yield f"=== after {number} steps"
    yield from render.text(state).splitlines()
    yield "scores"
    yield from (f"    {' '.join(row)}" for row in standing_in_words(state))
    if state.pending is not None:
        yield f"pending: {pending_in_words(state)}"
        yield from (f"    {piece}: {chance}" for piece, chance in ms.outcomes(state))
    moves = ms.legal_moves(state)
    listed = [ms.format_move(state, move) for move in moves]
    yield f"legal moves: {len(listed)}"
    if len(listed) > _ALL_NAMED:
        listed = [*listed[:_NAMED], "...", *listed[-_NAMED:]]
    yield from (f"    {text}" for text in listed)
    yield "refused"
    yield from (f"    {told}" for told in _refused(state, moves, number))


def _refused(state: ms.GameState, moves: Sequence[ms.Move], number: int) -> Iterator[str]:
    """Yield refusals for different reasons: of impossible kinds of move, and of moves that are nearly legal."""
    found: dict[tuple[str, str], str] = {}
    for move in (near for listed in moves for near in list_near_misses(listed)):
        if against := ms.objection(state, move):
            found.setdefault((against.rule, against.reason), f"{move}: {against}")
    near_misses = list(found.values())
    kinds = [f"{kind}: {against}" for kind, against in ms.why_not(state).items()]
    yield from _rotated(near_misses, number)[: _REFUSED - 1]
    yield from _rotated(kinds, number)[: _REFUSED - len(near_misses[: _REFUSED - 1])]


def _rotated(texts: Sequence[str], number: int) -> list[str]:
    """Return *texts* rotated by the number of the position, so that each comes first in turn."""
    start = number // EVERY % len(texts) if texts else 0
    return [*texts[start:], *texts[:start]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare or write the playthroughs, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write those that differ")
    parser.add_argument("--add", nargs="*", default=[], metavar="NAME", help="write these games' too")
    options = parser.parse_args(arguments)
    added = {stored.name: stored for stored in STORED if stored.name in options.add}
    differing = 0
    for name, stored in (find_games() | added).items():
        path, text = PLAYTHROUGHS / f"{name}.txt", write_playthrough(stored)
        before = path.read_text("utf-8") if path.exists() else ""
        if before != text:
            differing += 1
            sys.stdout.writelines(compare_texts(before, text, path.name))
            if options.write or name in added:
                path.write_text(text, "utf-8", newline="\n")
    return 1 if differing and not options.write else 0


def compare_texts(before: str, now: str, name: str) -> Iterator[str]:
    """Yield the first lines of a diff."""
    diff = difflib.unified_diff(before.splitlines(True), now.splitlines(True), f"{name} as stored", f"{name} now")
    yield from (line for line, _ in zip(diff, range(40), strict=False))


if __name__ == "__main__":
    sys.exit(main())
