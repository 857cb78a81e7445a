"""Bots in positions in which nobody can choose yet."""

from __future__ import annotations

import pytest
from lamp import LAMP_GAME, UseLamp

import magnum_sal as ms
from magnum_sal.bots import analyse, make_bot
from magnum_sal.testing import position

LOOK = "seat 0 has looked at the tile of 1L1, which must be named before"


def waiting_view() -> ms.GameState:
    """Return the view of a player at a real table who has not named the tile that they have seen."""
    state = position("A: lamp | S1: A | S2: A", ruleset=LAMP_GAME).public()
    return state.play(UseLamp("1L1")).seen_by(0)


@pytest.mark.parametrize("bot", ["random", "novice", "greedy", "search"])
def test_a_bot_says_why_it_cannot_choose(bot: str) -> None:
    """The error names the tile and the remedy, or the piece to turn up."""
    view = waiting_view()
    with pytest.raises(ms.MisuseError, match=f"{LOOK} a bot can choose a move: call Game.note_look"):
        make_bot(bot, seed=1)(view, view.legal_moves())
    table = ms.open_table(["Ada", "Ben"])
    with pytest.raises(
        ms.MisuseError,
        match="a piece must be named before a bot can choose a move; to be turned up: the royal order in space",
    ):
        make_bot(bot, seed=1)(table, table.legal_moves())
    with pytest.raises(ms.MisuseError, match="moves: a bot needs at least one legal move"):
        make_bot(bot, seed=1)(view.public(), ())


@pytest.mark.slow
def test_the_analysis_of_a_view_names_the_look() -> None:
    """The public state can be analysed without the tile."""
    view = waiting_view()
    with pytest.raises(ms.MisuseError, match=f"{LOOK} a move can be analysed"):
        analyse(view, iterations=1)
    assert analyse(view.public(), iterations=1).lines
