"""The rows of a game for tables: one a move, of plain values, each with the same columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from ...engine.chance import Reveal
from ...model.moves import Move
from ...model.rule import When
from ...model.state import GameState
from ..history import Made
from ..notation import format_move

Row: TypeAlias = dict[str, str | int | float | bool | None]
"""A row of a table: plain values by the names of their columns."""

COLUMNS: Final = (
    "number",
    "phase",
    "round",
    "seat",
    "player",
    "type",
    "move",
    "actions",
    "groszy",
    "money",
    "salt_brown",
    "salt_green",
    "salt_white",
    "miners",
    "tools",
    "orders",
    "score",
    "rank",
    "is_over",
)
"""The columns of a game's rows."""


def rows_of(opening: GameState, course: Iterable[Made]) -> list[Row]:
    """
    Return a row for each move of a game; pieces that were turned up after it belong to it.

    Args:
        opening: The first position.
        course: The moves and pieces turned up that stand, in order.
    """
    rows: list[Row] = []
    before = made_in = opening
    made: tuple[int, Move] | None = None
    for number, step in enumerate(course, start=1):
        if not isinstance(step.move, Reveal):
            if made is not None:
                rows.append(_row(*made, made_in, before))
            made, made_in = (number, step.move), before
        before = step.transition.state
    if made is not None:
        rows.append(_row(*made, made_in, before))
    return rows


def _row(number: int, move: Move, before: GameState, after: GameState) -> Row:
    seat = before.turn_seat
    player, score = after.players[seat], after.scores[seat]
    values = (
        number,
        before.phase,
        before.round,
        seat,
        player.name,
        move.type,
        format_move(before, move),
        int(before.ruleset.by_move[type(move)].when is When.ACTION),
        player.money - before.players[seat].money,
        player.money,
        player.salt.brown,
        player.salt.green,
        player.salt.white,
        score.miners,
        score.tools,
        score.orders,
        score.total,
        score.rank,
        after.is_over,
    )
    return dict(zip(COLUMNS, values, strict=True))
