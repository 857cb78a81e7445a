"""Pieces that nobody has seen, and states with more visible copies of a piece than exist."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import attrs
import pytest
from tests.extensions.omens import CARDS, OMENS_GAME

import magnum_sal as ms
from magnum_sal.engine.unseen import unseen_cards, unseen_orders, unseen_tiles, unseen_tools
from magnum_sal.model.extension import CardPile
from magnum_sal.testing.players import finisher, play


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_face_down_pieces_are_among_the_unseen_ones(players: int) -> None:
    """
    In a whole game, unseen tiles and orders are exactly the face-down ones.

    Unseen tools may also have left the game.
    """
    names = ["Ada", "Ben", "Cleo", "Dora"][:players]
    states = [state for state, _, _ in play(ms.new_game(names, seed=5), finisher, random.Random(5), 600)]
    assert states[-1].phase == 3
    for state in states[::15]:
        assert state.hidden is not None
        for level, printed in enumerate(ms.STANDARD.tiles, start=1):
            in_sight = [here.tile for chamber, here in state.mine.chambers() if chamber[0] == str(level) and here.tile]
            unseen = unseen_tiles(state, level)
            assert Counter(unseen) + Counter(in_sight) == Counter(printed)
            assert sorted(unseen, key=printed.index) == unseen
        unseen_of_phase = unseen_orders(state)
        assert Counter(unseen_of_phase) == Counter(state.hidden.orders[state.phase - 1])
        assert sorted(unseen_of_phase, key=ms.STANDARD.orders[state.phase - 1].index) == unseen_of_phase
        assert Counter(state.hidden.tools) <= Counter(unseen_tools(state))


def test_the_cards_of_a_deck() -> None:
    """The unseen cards are those that are not face up, in the order of the deck's list rather than of the pile."""
    state = ms.new_game(["Ada", "Ben"], seed=3, ruleset=OMENS_GAME)
    (card,) = state.extras["omens"].up
    expected = list(CARDS)
    expected.remove(card)
    assert unseen_cards(state, "omens") == unseen_cards(state.public(), "omens") == expected


ORDER = ms.RoyalOrder.parse("BB=9")


def with_tiles_of_another_level(state: ms.GameState) -> ms.GameState:
    """Return the state with a tile in 1L1 that belongs to a deeper level."""
    return attrs.evolve(state, mine=state.mine.with_tile("1L1", ms.STANDARD.tiles[2][0], revealed=True))


def with_cards(state: ms.GameState) -> ms.GameState:
    """Return the state with a face-up card that the deck does not have."""
    items = [(key, CardPile(("storm",), 3) if key == "omens" else part) for key, part in state.extras_items]
    return attrs.evolve(state, extras_items=tuple(items))


def with_ropes(state: ms.GameState) -> ms.GameState:
    """Return the state with a player who owns four ropes, besides the tools in the workshop."""
    return _with_player(state, tools=(ms.ToolCard("rope"),) * 4)


def with_open_orders(state: ms.GameState) -> ms.GameState:
    """Return the state with more copies of an order in the castle than the phase has."""
    return attrs.evolve(state, castle=attrs.evolve(state.castle, open=(ORDER,) * 3))


def with_owned_orders(state: ms.GameState) -> ms.GameState:
    """Return the state with more copies of an order owned than exist so far."""
    return _with_player(state, orders=(ORDER,) * 3)


def _with_player(state: ms.GameState, **owned: Any) -> ms.GameState:
    return attrs.evolve(state, players=(attrs.evolve(state.players[0], **owned), *state.players[1:]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (with_tiles_of_another_level, "the tiles of level 1: more .* have been seen than exist"),
        (with_cards, "the cards of omens: more storm have been seen than exist"),
        (with_ropes, "the tools: more rope have been seen than exist"),
        (with_open_orders, "the royal orders of phase 1: more BB=9 have been seen than exist"),
        (with_owned_orders, "the royal orders up to phase 1: more BB=9 have been seen than exist"),
    ],
)
def test_more_copies_of_a_piece_than_exist(change: Any, words: str) -> None:
    """Such a state cannot be determinized; the error names the pile and the first piece with too many copies."""
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=OMENS_GAME).public()
    with pytest.raises(ms.MisuseError, match=words):
        ms.determinize(change(state), random.Random(1))
