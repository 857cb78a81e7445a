"""The exact chances of winning in the last turn: ``_winning_moves.py``."""

import random
from fractions import Fraction

import attrs
import pytest
from tests.bots.test_last_turn import DONE, NOT_DONE, table
from tests.testing.endless import whistling

import magnum_sal as ms
from magnum_sal.bots import analyse, solve_last_turn
from magnum_sal.testing import position


def exact_chance(state: ms.GameState, seat: int) -> Fraction:
    """Return a seat's best chance of winning in its last turn, without storing the positions that were solved."""
    if state.is_over:
        return Fraction(seat in state.winners, len(state.winners))
    if state.pending is not None:
        return sum(
            (share * exact_chance(ms.reveal(state, piece).state, seat) for piece, share in ms.outcomes(state)),
            Fraction(0),
        )
    return max(exact_chance(ms.apply(state, move).state, seat) for move in ms.legal_moves(state))


def test_every_legal_move_has_its_exact_chance() -> None:
    """END-1: the chances are those of an exhaustive search, for each legal move and not only for sensible ones."""
    for groszy in (15, 20, 25, 30):
        for state in (table(groszy=groszy), table("turn: B, phase 3, actions 2", groszy=groszy)):
            found = solve_last_turn(state)
            assert found is not None
            assert list(found) == list(ms.legal_moves(state))
            for move in list(found)[::4]:
                assert found[move] == exact_chance(ms.apply(state, move).state, 1)


def test_a_shared_victory_counts_in_parts() -> None:
    """END-1: if both players share the victory after a move, its chance is one half."""
    state = position(
        f"turn: B, phase 3, actions 1 | {DONE} | A: 20 groszy, orders GW=17 BGG=19 | B: 20 groszy, orders BBW=21 WW=21"
    )
    assert ms.apply(state, ms.Pass()).state.winners == (0, 1)
    found = solve_last_turn(state)
    assert found is not None
    assert found[ms.Pass()] == Fraction(1, 2)


def test_the_winning_moves_of_a_puzzle() -> None:
    """Few moves win, and the analysis, which considers fewer moves, chooses one of them."""
    state = table(groszy=31)
    found = solve_last_turn(state)
    assert found is not None
    winning = [move for move, chance in found.items() if chance == 1]
    assert len(winning) == 2
    assert all(ms.apply(state, move).state.winners == (1,) for move in winning)
    analysis = analyse(state, iterations=200)
    assert analysis.is_solved
    assert analysis.best.move in winning


def test_a_full_state_gives_the_same_chances() -> None:
    """PUBLIC-1: face-down pieces do not change the chances."""
    state = table()
    full = ms.determinize(state, random.Random(1))
    assert solve_last_turn(full) == solve_last_turn(state)


def test_positions_that_are_not_solved() -> None:
    """The result is None if the game goes on, waits for a piece or is over, and if the limit of moves is too low."""
    state = table()
    assert solve_last_turn(table(castle=NOT_DONE)) is None
    assert solve_last_turn(ms.new_game(["Ada", "Ben"], seed=1)) is None
    assert solve_last_turn(ms.open_table(["Ada", "Ben"])) is None
    over = ms.apply(state, ms.Pass()).state
    assert over.is_over
    assert solve_last_turn(over) is None
    needed = len(ms.legal_moves(state))
    assert solve_last_turn(state, most_moves=needed) is not None
    assert solve_last_turn(state, most_moves=needed - 1) is None


def test_a_ruling_that_lets_the_game_go_on() -> None:
    """If the phase is not over for the ruling, no turn is the last, so nothing is claimed."""
    rulings = attrs.evolve(ms.STANDARD.rulings, is_phase_over=lambda _state: False)
    endless = attrs.evolve(ms.STANDARD, name="endless", rulings=rulings)
    assert solve_last_turn(table(castle=DONE, ruleset=endless)) is None


def test_a_turn_that_need_never_end() -> None:
    """A move of an extension that stays legal leads to no result, and not to an endless search."""
    assert solve_last_turn(attrs.evolve(table(groszy=40), ruleset=whistling())) is None


@pytest.mark.parametrize("most_moves", [0, -1, 1.5, True, "9"])
def test_a_wrong_limit(most_moves: object) -> None:
    """A limit that is not a whole number above 0 is refused."""
    with pytest.raises(ms.MisuseError, match="most_moves"):
        solve_last_turn(table(), most_moves=most_moves)  # type: ignore[arg-type] # the point of the test
