"""The rows of a game for data frames: one for each move, with plain values in the same columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ...model.moves import Move
from ...model.rule import When
from ...model.state import GameState
from ...queries.steps import Step, steps_of
from ..notation import format_move
from .history import RecordedStep

Row: TypeAlias = dict[str, str | int | float | bool | None]
"""A row of a table: plain values by column name."""


def rows_of(opening: GameState, course: Sequence[RecordedStep]) -> list[Row]:
    """Return a row for each move in *course*. A row includes the pieces turned up after its move."""
    # Numbers count reveals too, as everywhere, so they can be passed to ``Game.at`` unchanged.
    numbers = [number for number, made in enumerate(course, start=1) if isinstance(made.move, Move)]
    steps = steps_of(opening, ((made.move, made.transition) for made in course))
    return [_row(number, step) for number, step in zip(numbers, steps, strict=True)]


def _row(number: int, step: Step) -> Row:
    before, after, seat = step.before, step.after, step.seat
    player, score = after.players[seat], after.scores[seat]
    return {
        "number": number,
        # The last move of a round or phase leads to the next one, so the round and phase are read from the position
        # before it.
        "phase": before.phase,
        "round": before.round,
        "seat": seat,
        "player": player.name,
        "type": step.move.type,
        "move": format_move(before, step.move),
        # A move that uses an action of the turn counts as one, even if the player passes or rests. Tools and deliveries
        # do not use up an action.
        "actions": int(before.ruleset.by_move[type(step.move)].when is When.ACTION),
        "money_change": player.money - before.players[seat].money,
        "money": player.money,
        "salt_brown": player.salt.brown,
        "salt_green": player.salt.green,
        "salt_white": player.salt.white,
        "miners": score.miners,
        "tools": score.tools,
        "orders": score.orders,
        "score": score.total,
        "rank": score.rank,
        "is_over": after.is_over,
    }
