"""Positions as texts in whole games: every state has a text, which restores it and appears in its repr."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from smithy import SMITHY_GAME
from tests.amounts import scale

import magnum_sal as ms
from magnum_sal.testing import position, sketch
from magnum_sal.testing.strategies import VARIANTS, games, states

NAMES = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" |,:\"'\\-"), min_size=1, max_size=8)


def check(state: ms.GameState) -> None:
    """Check that *state* and its public form are restored by their texts and their reprs."""
    for seen in (state, state.public()):
        assert position(sketch(seen)) == seen
        assert eval(repr(seen), {"position": position}) == seen  # a repr promises this


@pytest.mark.long
@settings(max_examples=scale(60))
@given(states(rulesets=st.sampled_from((*VARIANTS, SMITHY_GAME))))
def test_a_position_from_anywhere(state: ms.GameState) -> None:
    """Positions of the standard game, its variants, and a game with an extension's part are restored by their texts."""
    check(state)


@pytest.mark.long
@settings(max_examples=scale(10))
@given(games(), st.integers(30, 90))
def test_the_positions_of_whole_games(game: ms.Game, step: int) -> None:
    """The first, the last and many other positions of whole games are restored, and their reprs are short."""
    moves = len(game.moves)
    for number in (*range(0, moves, step), moves):
        state = game.at(number)
        check(state)
        assert len(repr(state)) < 1600


@pytest.mark.long
@given(st.lists(NAMES, min_size=2, max_size=4, unique_by=str.strip))
@example(['"', "'''"])
@example(["players", "A"])
@example(["B", "A"])
@example(["|", "\\u007c"])
def test_players_of_any_name(names: list[str]) -> None:
    """Names that contain signs of the grammar, or letters of other seats, are restored."""
    try:
        state = ms.new_game(names, seed=1)
    except ms.MalformedError:
        return
    check(state)


@pytest.mark.slow
@settings(max_examples=scale(20))
@given(states(60), st.integers(0, 3), st.integers(0, 500))
def test_other_money(state: ms.GameState, seat: int, groszy: int) -> None:
    """A change of the state changes the text, so no two states share a text."""
    seat %= len(state.players)
    player = attrs.evolve(state.players[seat], money=state.players[seat].money + 1 + groszy)
    richer = attrs.evolve(
        state,
        players=(*state.players[:seat], player, *state.players[seat + 1 :]),
        bank=attrs.evolve(state.bank, money=state.bank.money - 1 - groszy),
    )
    assert sketch(richer) != sketch(state)
    check(richer)
