"""The rows of a game for data frames: one for each move or for each seat and round, with plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, Literal, TypeAlias, get_args

from ...engine.steps import Step, number_moves, steps_of
from ...errors import MisuseError
from ...errors.messages import brief
from ...model.events import ToolMoved, ToolUsed
from ...model.rule import When
from ...model.state import GameState
from ..notation import format_move
from .history import History

Row: TypeAlias = dict[str, str | int | float | bool | None]
"""A row of a table: plain values by column name."""

RowsBy: TypeAlias = Literal["move", "round"]
"""The unit of the rows: ``"move"`` for a row per move, ``"round"`` for a row per seat in each round."""

_ROWS_BY: Final[tuple[str, ...]] = get_args(RowsBy)

CLOSING: Final = "end"
"""The ``type`` of a row that is not a move but the final standing of a seat."""


def check_rows_by(by: object) -> None:
    """Raise ``MisuseError`` if *by* is not one of the values of ``RowsBy``."""
    if by not in _ROWS_BY:
        raise MisuseError(f"by: expected one of {', '.join(_ROWS_BY)}, got {brief(by)}")


def rows_of(history: History, by: RowsBy) -> list[Row]:
    """
    Return the rows of a game. A row includes the pieces turned up after its move or moves.

    Raises:
        MisuseError: *by* is not one of the values of ``RowsBy``.
    """
    check_rows_by(by)
    opening, final, course = history.opening, history.state, list(history.transitions())
    is_over = history.end_reason is not None or final.is_over
    # Numbers count reveals too, as everywhere, so they can be passed to ``Game.at`` unchanged.
    numbers, steps = number_moves(course), list(steps_of(opening, course))
    if by == "move":
        rows = [_move_row(number, step) for number, step in zip(numbers, steps, strict=True)]
        if is_over:
            closing: Row = {"type": CLOSING, "move": None, "building": None, "tool": None, "actions": 0}
            rows += (_row(len(course), final, final, seat, closing) for seat in range(len(final.players)))
    else:
        ends = [number - 1 for number in (*numbers, len(course) + 1)[1:]]
        rows = [row for made in _rounds(ends, steps) for row in made]
        # A game that is ended before its first move has a standing, too.
        if is_over and not rows:
            rows += _round_rows(0, opening, opening, ())
    if is_over:
        for row in rows[-len(final.players) :]:
            row["is_over"] = True
    # The winners are known only from the last position. A seat that leads after its own last move may still lose.
    has_won = [score.rank == 1 if is_over else None for score in final.scores]
    for row in rows:
        seat = int(row["seat"] or 0)
        row["turn_order"] = _turn_order(opening, seat)
        row["won"] = has_won[seat]
        row["end_reason"] = history.end_reason
    return rows


def _turn_order(opening: GameState, seat: int) -> int | None:
    """Return the place of *seat* in the turn order of the first phase, from 0, or None if it is unknown."""
    # The marker moves after each phase. A position from a later phase does not say where it was in the first one.
    return (seat - opening.start_seat) % len(opening.players) if opening.phase == 1 else None


def _move_row(number: int, step: Step) -> Row:
    rule = step.before.ruleset.by_move[type(step.move)]
    own: Row = {
        "type": step.move.type,
        "move": format_move(step.before, step.move),
        "building": rule.building_id,
        "tool": ", ".join(_tools_of(step)) or None,
        # A move that uses an action of the turn counts as one, even if the player passes or rests. Tools and deliveries
        # do not use up an action.
        "actions": int(rule.when is When.ACTION),
    }
    return _row(number, step.before, step.after, step.seat, own)


def _rounds(ends: Sequence[int], steps: Sequence[Step]) -> Iterator[list[Row]]:
    """Yield the rows of each round. *ends* contains the number of each step's last reveal, or else of its move."""
    for _, numbered in groupby(zip(ends, steps, strict=True), key=lambda pair: _round_of(pair[1].before)):
        made = list(numbered)
        end, last = made[-1]
        yield _round_rows(end, made[0][1].before, last.after, [step for _, step in made])


def _round_of(state: GameState) -> tuple[int, int]:
    return state.phase, state.round


def _round_rows(number: int, before: GameState, after: GameState, steps: Sequence[Step]) -> list[Row]:
    """Return a row for each seat in a round between two positions."""
    rows = []
    for seat in range(len(after.players)):
        made = [step.before.ruleset.by_move[type(step.move)].when for step in steps if step.seat == seat]
        own: Row = {"moves": len(made), "actions": sum(when is When.ACTION for when in made)}
        rows.append(_row(number, before, after, seat, own))
    return rows


def _row(number: int, before: GameState, after: GameState, seat: int, own: Row) -> Row:
    """Return the row of a seat between two positions. *own* contains the columns that only this kind of row has."""
    player, score = after.players[seat], after.scores[seat]
    return {
        "number": number,
        # The last move of a round or phase leads to the next one, so the round and phase are read from the position
        # before it.
        "phase": before.phase,
        "round": before.round,
        "seat": seat,
        "player": player.name,
        **own,
        # For a round, this includes tolls and fees from the moves of others, which no row of a move includes.
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


def _tools_of(step: Step) -> Iterator[str]:
    """Yield the tools that the player of a step uses or gets, in order."""
    for event in step.events:
        if (isinstance(event, ToolUsed) and event.seat == step.seat) or (
            isinstance(event, ToolMoved) and event.target == step.seat
        ):
            yield event.tool
