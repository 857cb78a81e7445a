"""The rows of a game for data frames: one for each move or for each seat and round, with plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, Literal, TypeAlias, get_args

from ...engine.steps import Step, steps_of
from ...errors import MisuseError
from ...errors.messages import brief
from ...model.events import ToolMoved, ToolUsed
from ...model.moves import Move
from ...model.rule import When
from ...model.state import GameState
from ..notation import format_move
from .history import RecordedStep

Row: TypeAlias = dict[str, str | int | float | bool | None]
"""A row of a table: plain values by column name."""

RowsBy: TypeAlias = Literal["move", "round"]
"""What a game has rows for: ``"move"``, each move, or ``"round"``, each seat in each round."""

_ROWS_BY: Final[tuple[str, ...]] = get_args(RowsBy)

CLOSING: Final = "end"
"""The ``type`` of a row that is not a move but the final standing of a seat."""


def check_rows_by(by: object) -> None:
    """Raise ``MisuseError`` if *by* is not one of the values of ``RowsBy``."""
    if by not in _ROWS_BY:
        raise MisuseError(f"by: expected one of {', '.join(_ROWS_BY)}, got {brief(by)}")


def rows_of(
    opening: GameState, course: Sequence[RecordedStep], *, end_reason: str | None, by: RowsBy = "move"
) -> list[Row]:
    """
    Return the rows of a game. A row includes the pieces turned up after its move or moves.

    Args:
        opening: The first position.
        course: The moves and reveals that have not been undone.
        end_reason: Why the game was ended by agreement, or None.
        by: What the game has rows for.

    Raises:
        MisuseError: *by* is not one of the values of ``RowsBy``.
    """
    check_rows_by(by)
    final = course[-1].transition.state if course else opening
    is_over = end_reason is not None or final.is_over
    # Numbers count reveals too, as everywhere, so they can be passed to ``Game.at`` unchanged.
    numbers = [number for number, made in enumerate(course, start=1) if isinstance(made.move, Move)]
    steps = list(steps_of(opening, ((made.move, made.transition) for made in course)))
    if by == "move":
        rows = [_move_row(number, step) for number, step in zip(numbers, steps, strict=True)]
        if is_over:
            rows += (_closing_row(len(course), final, seat) for seat in range(len(final.players)))
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
        row["end_reason"] = end_reason
    return rows


def _turn_order(opening: GameState, seat: int) -> int | None:
    """Return the place of *seat* in the turn order of the first phase, from 0, or None if it is unknown."""
    # The marker moves after each phase. A position from a later phase does not say where it was in the first one.
    return (seat - opening.start_seat) % len(opening.players) if opening.phase == 1 else None


def _move_row(number: int, step: Step) -> Row:
    before, after, seat = step.before, step.after, step.seat
    rule = before.ruleset.by_move[type(step.move)]
    return {
        "number": number,
        # The last move of a round or phase leads to the next one, so the round and phase are read from the position
        # before it.
        "phase": before.phase,
        "round": before.round,
        "seat": seat,
        "player": after.players[seat].name,
        "type": step.move.type,
        "move": format_move(before, step.move),
        "building": rule.building_id,
        "tool": ", ".join(_tools_of(step)) or None,
        # A move that uses an action of the turn counts as one, even if the player passes or rests. Tools and deliveries
        # do not use up an action.
        "actions": int(rule.when is When.ACTION),
        "money_change": after.players[seat].money - before.players[seat].money,
        **_standing(after, seat),
        "is_over": after.is_over,
    }


def _closing_row(number: int, final: GameState, seat: int) -> Row:
    return {
        "number": number,
        "phase": final.phase,
        "round": final.round,
        "seat": seat,
        "player": final.players[seat].name,
        "type": CLOSING,
        "move": None,
        "building": None,
        "tool": None,
        "actions": 0,
        "money_change": 0,
        **_standing(final, seat),
        "is_over": True,
    }


def _rounds(ends: Sequence[int], steps: Sequence[Step]) -> Iterator[list[Row]]:
    """Yield the rows of each round. *ends* are the numbers of each step's last reveal, or of its move."""
    for _, numbered in groupby(zip(ends, steps, strict=True), key=lambda pair: _round_of(pair[1].before)):
        made = list(numbered)
        end, last = made[-1]
        yield _round_rows(end, made[0][1].before, last.after, [step for _, step in made])


def _round_of(state: GameState) -> tuple[int, int]:
    return state.phase, state.round


def _round_rows(number: int, before: GameState, after: GameState, steps: Sequence[Step]) -> list[Row]:
    """Return a row for each seat in a round between two positions."""
    rows = []
    for seat, player in enumerate(after.players):
        own = [step.before.ruleset.by_move[type(step.move)].when for step in steps if step.seat == seat]
        row: Row = {
            "number": number,
            "phase": before.phase,
            "round": before.round,
            "seat": seat,
            "player": player.name,
            "moves": len(own),
            "actions": sum(when is When.ACTION for when in own),
            # This includes tolls and fees from the moves of others, which no row of a move includes.
            "money_change": player.money - before.players[seat].money,
            **_standing(after, seat),
            "is_over": False,
        }
        rows.append(row)
    return rows


def _standing(state: GameState, seat: int) -> Row:
    player, score = state.players[seat], state.scores[seat]
    return {
        "money": player.money,
        "salt_brown": player.salt.brown,
        "salt_green": player.salt.green,
        "salt_white": player.salt.white,
        "miners": score.miners,
        "tools": score.tools,
        "orders": score.orders,
        "score": score.total,
        "rank": score.rank,
    }


def _tools_of(step: Step) -> Iterator[str]:
    """Yield the tools that the player of a step uses or gets, in order."""
    for event in step.events:
        if (isinstance(event, ToolUsed) and event.seat == step.seat) or (
            isinstance(event, ToolMoved) and event.target == step.seat
        ):
            yield event.tool
