"""What a position is worth to the bots: ``_evaluation.py`` and ``_work.py``."""

import random

import pytest

import magnum_sal as ms
from magnum_sal.bots import _work
from magnum_sal.bots._evaluation import Holdings, lead, worth
from magnum_sal.bots._work import Sites
from magnum_sal.testing import position


def positions(players: int, seed: int, ruleset: ms.Ruleset = ms.STANDARD) -> list[ms.GameState]:
    """Return positions of a random game, every tenth one."""
    rng = random.Random(seed)
    state = ms.new_game(["Ada", "Ben", "Cleo", "Dora"][:players], seed=seed, ruleset=ruleset)
    found = []
    for number in range(300):
        if state.is_over:
            break
        if number % 10 == 9:
            found.append(state)
        state = ms.apply(state, rng.choice(ms.legal_moves(state))).state
    return found


@pytest.mark.parametrize("ruleset", [ms.STANDARD, ms.STANDARD.switched(mapped_mine=True)], ids=["standard", "map"])
def test_what_is_known_of_the_position_before_changes_no_worth(ruleset: ms.Ruleset) -> None:
    """Sites and holdings save time, and are asked anew where a move has changed what they depend on."""
    for state in positions(3, 5, ruleset):
        sites, holdings, seat = Sites(state), Holdings(state), state.turn_seat
        for move in ms.legal_moves(state)[::4]:
            after = ms.apply(state, move).state
            assert worth(after, seat, sites=sites) == worth(after, seat)
            assert lead(after, seat, before=holdings) == lead(after, seat)


def test_sites_left_out_as_too_far_could_not_be_among_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a chamber's cubes are worth together, less the fewest actions, is more than any plan there brings."""
    every = [state for players in (2, 4) for state in positions(players, players)]
    quick = [[worth(state, seat) for seat in range(len(state.players))] for state in every]
    monkeypatch.setattr(_work, "_ROUNDING", 1e9)  # nothing is left out
    assert [[worth(state, seat) for seat in range(len(state.players))] for state in every] == quick


def test_work_nearer_the_shaft_is_worth_more() -> None:
    """Those of the same cubes that fewer miners reach are."""
    near, far = (
        worth(position(f"A: stock 6, 20 groszy | S1: A | S2: A | {chamber}: [BG/0]"), 0) for chamber in ("1L1", "1L4")
    )
    assert near > far
