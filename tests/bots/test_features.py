"""The features of the judge: ``_features.py``, and the work in the mine from ``_plans.py``."""

from typing import Any

import attrs
import pytest
from tests.bots.positions import positions

import magnum_sal as ms
from magnum_sal.bots import _plans
from magnum_sal.bots._features import FEATURES, compute_features
from magnum_sal.bots._plans import Sites
from magnum_sal.model.switches import SWITCHES
from magnum_sal.testing import position

ON: dict[str, Any] = {switch.name: switch.on for switch in SWITCHES}


def seen(state: ms.GameState, seat: int = 0) -> dict[str, float]:
    """Return the features of a position by name."""
    return dict(zip(FEATURES, compute_features(state, seat, Sites(state)), strict=True))


def test_a_level_without_salt() -> None:
    """A house rule may lay only water on a level, so a face-down chamber there promises nothing."""
    tiles = (*ms.STANDARD.tiles[:2], tuple(ms.ChamberTile(ms.SaltAmount(), 2) for _ in ms.STANDARD.tiles[2]))
    house = attrs.evolve(ms.STANDARD, name="a house without salt on level III", tiles=tiles)
    assert seen(ms.new_game(["Ada", "Ben"], seed=1, ruleset=house)) == seen(ms.new_game(["Ada", "Ben"], seed=1))


@pytest.mark.parametrize("ruleset", [ms.STANDARD, attrs.evolve(ms.STANDARD, **ON)], ids=["standard", "all switches"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_game_has_the_same_features(players: int, ruleset: ms.Ruleset) -> None:
    """The features have the same names in all variants and numbers of players, and ignore hidden pieces."""
    assert len(set(FEATURES)) == len(FEATURES)
    for state in positions(players, 3, ruleset):
        for seat in range(players):
            found = compute_features(state, seat, Sites(state))
            assert len(found) == len(FEATURES)
            assert all(type(number) is float for number in found)
            assert compute_features(state.public(), seat, Sites(state.public())) == found


def test_features_of_money_and_cubes() -> None:
    """Money and cubes count in steps: the first cube of a kind counts more than the ninth."""
    found = seen(position("A: stock 2, 7 groszy, BBBBBBBBGG"))
    assert found["money"] == 7
    assert (found["money_to_3"], found["money_to_6"], found["money_to_12"]) == (3, 6, 7)
    assert (found["first_brown"], found["second_brown"], found["third_brown"], found["all_brown"]) == (1, 1, 1, 6)
    assert (found["first_green"], found["second_green"], found["third_green"], found["all_green"]) == (1, 1, 0, 2)
    assert (found["first_white"], found["all_white"]) == (0, 0)
    assert found["cubes_beyond"] == 2
    assert found["cubes_to_4"] == 4


def test_tools_ready_and_used() -> None:
    """A used tool is owned but not ready."""
    found = seen(position("A: rope used, pickaxe, pickaxe"))
    assert (found["owned_rope"], found["ready_rope"]) == (1, 0)
    assert found["owned_pickaxe"] == 2
    assert found["ready_pickaxe"] > 0
    assert found["tools"] == 3
    assert found["odd_tool"] == 1


def test_orders_that_the_player_can_complete() -> None:
    """The features cover an order with all its salt, one that lacks a cube, and a miner on the way for it."""
    state = position("turn: A, phase 2 | A: BGG, left 1 | castle: BGG=19 BBW=21 GGG=21")
    found = seen(state)
    assert found["orders_in_store"] > 0
    assert found["orders_short_of_1"] > 0
    assert found["dearest_in_store"] == pytest.approx(19 * found["orders_in_store"])
    assert (found["paid_walks"], found["vain_walks"]) == (1, 0)
    assert seen(state, 1)["orders_in_store"] == 0


def test_work_nearer_the_shaft_is_worth_more() -> None:
    """Of the same cubes, those that fewer miners can reach are worth more."""
    near, far = (
        seen(position(f"A: stock 6, 20 groszy | S1: A | S2: A | {chamber}: [BG/0]")) for chamber in ("1L1", "1L4")
    )
    assert near["best_work"] > far["best_work"]


@pytest.mark.parametrize("ruleset", [ms.STANDARD, ms.STANDARD.with_switches(mapped_mine=True)], ids=["standard", "map"])
def test_reused_sites_change_no_feature(ruleset: ms.Ruleset) -> None:
    """Reused sites save time, and are computed again if a move has changed what they depend on."""
    for state in positions(3, 5, ruleset):
        sites = Sites(state)
        for move in ms.legal_moves(state)[::4]:
            after = ms.apply(state, move).state
            if not after.is_over:
                assert compute_features(after, 0, sites) == compute_features(after, 0, Sites(after))


def test_skipped_sites_are_never_among_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chambers that are skipped as too far away would not change any feature."""
    every = [(state, seat) for players in (2, 4) for state in positions(players, players) for seat in range(players)]
    quick = [compute_features(state, seat, Sites(state)) for state, seat in every]
    monkeypatch.setattr(_plans, "_ROUNDING", 1e9)  # Nothing is skipped.
    assert [compute_features(state, seat, Sites(state)) for state, seat in every] == quick
