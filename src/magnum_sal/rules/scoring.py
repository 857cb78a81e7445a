"""Scoring: the value of a player's enterprise, and the winner (RULES END-1)."""

from __future__ import annotations

import attrs

from ..model.ruleset import Ruleset
from ..model.score import Score
from ..model.state import GameState


def tool_value(ruleset: Ruleset, tools: int) -> int:
    """
    Return the value in groszy of this many tools at the end (END-1).

    >>> from magnum_sal import STANDARD
    >>> [tool_value(STANDARD, tools) for tools in (0, 1, 4, 9, 21)]
    [0, 2, 6, 20, 20]
    """
    # The table has steps: the highest step that the number of tools reaches counts. The first step is one tool, so
    # without tools the value is 0.
    return next((value for least, value in reversed(ruleset.tool_values) if tools >= least), 0)


def no_other_value(state: GameState, seat: int) -> int:
    """Return 0 groszy, because only money, salt and tools count; the default ruling of END-1."""
    return 0


def scores(state: GameState) -> tuple[Score, ...]:
    """Return the current standing of all seats, in seat order (END-1)."""
    # A rank is 1 more than the number of better seats. Tied seats share a rank, and the ranks after it are skipped.
    unranked = [_score(state, seat) for seat in range(len(state.players))]
    merits = [merit(score) for score in unranked]
    return tuple(
        attrs.evolve(score, rank=1 + sum(other > merit for other in merits))
        for score, merit in zip(unranked, merits, strict=True)
    )


def merit(score: Score) -> tuple[int, int, int, int]:
    """Return the values that END-1 compares, in order of importance; higher is better."""
    # The richest player wins. Ties are broken by more completed orders, then fewer miners, then fewer tools. Players
    # who are still tied share the victory. Signs turn *fewer* into *higher*.
    return score.total, score.orders, -score.miners, -score.tools


def _score(state: GameState, seat: int) -> Score:
    player, ruleset = state.players[seat], state.ruleset
    salt_value = ruleset.salt_value * player.salt.total
    tools_value = tool_value(ruleset, len(player.tools))
    return Score(
        seat=seat,
        money=player.money,
        salt_value=salt_value,
        tool_value=tools_value,
        total=player.money + salt_value + tools_value + ruleset.rulings.other_value(state, seat),
        orders=len(player.orders),
        # All miners outside the bank count, wherever they are.
        miners=ruleset.miners_per_colour - state.bank.miners[seat],
        tools=len(player.tools),
        rank=0,
    )
