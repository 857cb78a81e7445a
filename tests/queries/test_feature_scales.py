"""The scales of observations: an amount and the ``most`` of its feature."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

import attrs
import pytest
from lamp import LAMP_GAME
from smithy import SMITHY_GAME
from tests.walking import straying, walk

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.model.parts import Castle
from magnum_sal.queries._features import Layout, layout_of
from magnum_sal.queries.observation import _observe_table, amounts_of, observe
from magnum_sal.testing import position
from magnum_sal.testing.players import Chooser, finisher
from magnum_sal.testing.strategies import VARIANTS

GAMES = [(ms.STANDARD, 2), (VARIANTS[-1], 3), (SMITHY_GAME, 4), (LAMP_GAME, 2), (CRYSTAL_CHAPEL, 3)]
"""Rulesets with numbers of players."""


def show_amount(state: ms.GameState, name: str, choice: ms.Choice | None = None) -> int:
    """Return the amount that the observation of the first player contains under *name*."""
    return amounts_of(state.ruleset, len(state.players), observe(state, choice, 0))[name]


def unclipped(scale: tuple[float, ...]) -> tuple[float, ...]:
    """Return the scale without its upper end, so that larger amounts than ``Feature.most`` are shown as more than 1."""
    return tuple(amount * scale[1] for amount in range(len(scale)))


def without_bounds(layout: Layout) -> Layout:
    """Return the layout with unclipped scales."""
    return attrs.evolve(layout, scales=tuple(map(unclipped, layout.scales)))


def lone_finisher(state: ms.GameState, moves: Sequence[ms.Move], rng: random.Random) -> ms.Move:
    """Choose moves that finish the game for the first player. The others end their turns, so the first gets all."""
    if state.turn_seat == 0:
        return finisher(state, moves, rng)
    return next((move for move in moves if isinstance(move, (ms.Pass, ms.EndTurn))), moves[0])


@pytest.mark.long
@pytest.mark.parametrize("chooser", [finisher, straying, lone_finisher])
@pytest.mark.parametrize(("ruleset", "players"), GAMES, ids=str)
def test_counts_stay_within_their_scales(ruleset: ms.Ruleset, players: int, chooser: Chooser) -> None:
    """In whole games, only money and rounds exceed the ``most`` of their features."""
    layout = without_bounds(layout_of(ruleset, players))
    names = [feature.name for feature in layout.features[: layout.table]]
    for number, step in enumerate(islice(walk(ruleset, players, players, chooser), 1500)):
        if number % 10 == 0 or step.after.is_over:
            seat = number % players
            numbers = dict(zip(names, _observe_table(step.after, seat, layout), strict=True))
            exceeded = {name: share for name, share in numbers.items() if share > 1.001}
            assert all(name == "round" or name.endswith(".money") for name in exceeded), exceeded


def test_all_orders_of_the_game_are_counted() -> None:
    """PHASE-1: a player may complete orders in all phases, and more of them than one phase has."""
    orders = ", ".join(f"order {order}" for pile in ms.STANDARD.orders[:2] for order in pile)
    assert show_amount(position(f"A: {orders} | turn: A, phase 3"), "seat_0.orders") == 16


def test_the_highest_payment_differs_from_others() -> None:
    """CASTLE-3: the order that pays most, 33 groszy, has another number than orders that pay 29 groszy."""
    state = position("castle: GWW=29 WWW=33 BWW=27 | turn: A, phase 3")
    assert [show_amount(state, f"castle_{slot}.payment") for slot in range(3)] == [29, 33, 27]


def test_more_orders_than_the_phase_needs_are_counted() -> None:
    """PHASE-1: a visit to the castle may complete more orders than the phase needs."""
    state = attrs.evolve(position("turn: A"), castle=Castle((None, None, None), 2, 6))
    assert show_amount(state, "castle.completed") == 6


def test_several_ropes_are_counted() -> None:
    """ROPE-1: with two ropes, an action places three miners."""
    assert show_amount(position("S1: AAA", arrived=("S1", "S1", "S1")), "just_placed") == 3


def test_equal_payments_to_three_players_are_counted() -> None:
    """HAUL-3: with four players, a move has up to four equal payments, for example if a cart frees the salt."""
    state = position("S1: BCD | S2: BCD | 1L1: AAA [BBG/1] | A: cart, 9 groszy", players=4)
    choice = ms.choices(state).take("extract_salt").take(ms.SaltAmount(brown=1)).take(1)
    while choice.question is not None:
        choice = choice.take(0)
    assert choice.move is not None
    assert show_amount(state, "taken.payments.0", choice) == 4
