"""The rows of matches for tables: one a bot and game, of plain values, each with the same columns."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from ..record.log.rows import Row
from ._bot_failure import FAILURES
from ._game_result import GameResult
from .match import Match


def rows_of(match: Match, games: Iterable[GameResult], failing: Container[str]) -> Iterator[Row]:
    """
    Yield the rows of a match, game by game, in each the bots in their order.

    Args:
        match: The match.
        games: The results.
        failing: The labels of the bots that failed too often for anything to be said of strength.
    """
    labels = match.labels
    for game in games:
        for bot, label in enumerate(labels):
            row: Row = {
                "game": game.game,
                "setup": game.setup,
                "bot": label,
                "others": ", ".join(other for other in labels if other != label),
                "seat": game.seats[bot],
                "rank": game.ranks[bot],
                "share": game.shares[bot],
                "score": game.totals[bot],
                "orders": game.orders[bot],
                "decisions": game.decisions[bot],
                "seconds": game.seconds[bot],
                "actions": None if game.actions is None else game.actions[bot],
                "idle": None if game.idle is None else game.idle[bot],
                "moves": game.moves,
                "phases": None if game.rounds is None else len(game.rounds),
                "rounds": None if game.rounds is None else sum(game.rounds),
                "ending": game.ending,
                # Such numbers have 64 bits, which a table's whole numbers may not hold.
                "setup_seed": str(match.setup_seed(game.setup)),
                "bot_seed": str(match.chance_seed("bot", game.setup, game.seats[bot])),
                "is_failing": label in failing,
            }
            yield row | {kind: game.failures[bot].get(kind, 0) for kind in FAILURES}


def numbered(matches: Iterable[Iterable[Row]]) -> list[Row]:
    """Return the rows of several matches, each with the number of its match before them."""
    return [{"match": number} | row for number, rows in enumerate(matches) for row in rows]
