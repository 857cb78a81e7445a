"""Solved positions: ``_solution.py``."""

import random
from fractions import Fraction

import attrs
import pytest
from tests.bots.test_last_turn import DONE, NOT_DONE, table
from tests.extensions.night_shift import NIGHT_SHIFT
from tests.testing.endless import whistling

import magnum_sal as ms
from magnum_sal.bots import analyse, solve, solve_last_turn
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES

ORDERS = "castle: WWW=33 BWW=27 GWW=29, stack 1, completed 4 | orders 3: GGW=25"
TWO_TURNS = (
    f"turn: A, phase 3, actions 1, start A | {ORDERS} | A: 3 groszy, stock 0, orders GW=17 BGG=19 | "
    "B: {groszy} groszy, G, stock 0, orders BBW=21 WW=21"
)
"""A has one action left, and then B has the last turn of the game. Neither has a miner to place."""
THREE_PLAYERS = (
    "players: A, B, C | turn: B, phase 3, actions 1, start A | castle: WWW=33 BWW=27 GWW=29, stack 0, completed 5 | "
    "S1: {first} | S2: C | 1R1: C [BG/0] | A: 3 groszy, stock 0, orders GW=17 BGG=19 | "
    "B: 2 groszy, stock 0, orders BBW=21 WW=21 | C: 9 groszy, stock 0, orders GGW=25"
)
"""B has one action left, and then C has the last turn and may pay a toll."""

DELIVERY = (
    "turn: B, phase 3, actions 1, arriving 1 | castle: BBW=21 GGW=25 GWW=29, stack {stack}, completed {completed} | "
    "A: {groszy} groszy, orders {orders} | B: 20 groszy, GGWW, stock 0, orders WW=21"
)
"""B must deliver GGW=25 or GWW=29, has one action afterwards, and is the last player of the round."""
DECIDING = DELIVERY.format(stack=2, completed=3, groszy=54, orders="WWW=33 BWW=27")
"""The delivery completes the last order that ends the game. B wins only with the better one."""


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


@pytest.mark.long
def test_every_legal_move_has_its_exact_chance() -> None:
    """END-1: the chances are those of an exhaustive search, for each legal move and not only for sensible ones."""
    for groszy in (15, 20, 25, 30):
        for state in (table(groszy=groszy), table("turn: B, phase 3, actions 2", groszy=groszy)):
            found = solve_last_turn(state)
            assert found is not None
            assert list(found) == list(ms.legal_moves(state))
            for move in list(found)[::4]:
                assert found[move] == exact_chance(ms.apply(state, move).state, 1)


def best_result(state: ms.GameState) -> tuple[list[Fraction], list[Fraction]]:
    """Return the chances and leads of both seats if both play their best moves, by trying everything."""
    if state.is_over:
        totals = [score.total for score in state.scores]
        chances = [Fraction(seat in state.winners, len(state.winners)) for seat in (0, 1)]
        return chances, [Fraction(totals[seat] - totals[1 - seat]) for seat in (0, 1)]
    if state.pending is not None:
        found = [(share, best_result(ms.reveal(state, piece).state)) for piece, share in ms.outcomes(state)]
        chances = [sum((share * of[0][seat] for share, of in found), Fraction(0)) for seat in (0, 1)]
        return chances, [sum((share * of[1][seat] for share, of in found), Fraction(0)) for seat in (0, 1)]
    results = [best_result(ms.apply(state, move).state) for move in ms.legal_moves(state)]
    return max(results, key=lambda result: (result[0][state.turn_seat], result[1][state.turn_seat]))


@pytest.mark.slow
@pytest.mark.parametrize("groszy", [0, 1, 2, 3, 4])
def test_two_turns_agree_with_trying_everything(groszy: int) -> None:
    """Both players' chances and leads equal those found without a table of positions and without shortcuts."""
    state = position(TWO_TURNS.format(groszy=groszy)).public()
    solution = solve(state, turns=2)
    assert solution.is_exact
    assert solution.obstacle is None
    assert {entry.move for entry in solution.moves} == set(ms.legal_moves(state))
    for entry in solution.moves:
        assert (list(entry.chances), list(entry.margins)) == best_result(ms.apply(state, entry.move).state)
    assert [entry.margins[0] for entry in solution.moves] == sorted(
        (entry.margins[0] for entry in solution.moves), reverse=True
    )


@pytest.mark.long
@pytest.mark.parametrize("actions", [1, 2])
def test_a_turn_agrees_with_trying_everything(actions: int) -> None:
    """Every legal move has the chances and leads found by trying everything, also if tiles are turned up on the way."""
    state = table(f"turn: B, phase 3, actions {actions}")
    solution = solve(state)
    assert solution.is_exact
    by_chance = [entry for entry in solution.moves if ms.apply(state, entry.move).state.pending is not None]
    assert by_chance
    for entry in (by_chance[0], *solution.moves[:: 1 + 6 * (actions - 1)]):
        assert (list(entry.chances), list(entry.margins)) == best_result(ms.apply(state, entry.move).state)


def test_a_turn_that_begins_with_the_deciding_delivery() -> None:
    """PHASE-1: the game ends with the turn if a delivery completes the last order, so the turn is solved."""
    state = position(DECIDING).public()
    solution = solve(state)
    assert solution.is_exact
    assert {entry.move for entry in solution.moves} == {ms.CompleteOrder(1), ms.CompleteOrder(2)}
    for entry in solution.moves:
        # A royal order is turned up after the delivery.
        assert entry.moves == (entry.move,)
        assert (list(entry.chances), list(entry.margins)) == best_result(ms.apply(state, entry.move).state)
    assert solve_last_turn(state) == {entry.move: entry.chances[1] for entry in solution.moves}


def test_a_solved_course_continues_after_the_piece() -> None:
    """The totals of a move are the means of the totals that ``solve`` finds after each piece that may be turned up."""
    solution = solve(position(DECIDING))
    best = solution.moves[0]
    waiting = ms.apply(solution.state, best.move).state
    assert waiting.pending is not None
    found = [(chance, solve(ms.reveal(waiting, piece).state)) for piece, chance in ms.outcomes(waiting)]
    for seat in (0, 1):
        mean = sum((chance * after.moves[0].totals[seat] for chance, after in found), Fraction(0))
        assert best.totals[seat] == mean


def test_a_delivery_that_decides_nothing() -> None:
    """PHASE-1: if the delivery does not complete the last order, the first course shows that the game goes on."""
    state = position(DELIVERY.format(stack=3, completed=2, groszy=40, orders="WWW=33")).public()
    solution = solve(state)
    assert (solution.obstacle, solution.moves) == ("game_goes_on", ())
    assert 0 < solution.tried < 10


@pytest.mark.parametrize("turn", ["turn: A, phase 3, actions 1, arriving 1", "turn: B, phase 2, actions 1, arriving 1"])
def test_a_delivery_before_the_last_turn(turn: str) -> None:
    """PHASE-1: if another player has a turn in the round, or another phase follows, nothing is tried."""
    text = f"{turn} | A: 20 groszy, GWW, stock 0 | B: 20 groszy, GWW, stock 0"
    solution = solve(position(text).public())
    assert (solution.obstacle, solution.tried) == ("game_goes_on", 0)


def test_the_best_course_reaches_the_outcome() -> None:
    """Playing the moves of a course leads to the stated totals, unless a piece is turned up on the way."""
    state = position(TWO_TURNS.format(groszy=2)).public()
    for entry in solve(state, turns=2).moves:
        end = state
        for move in entry.moves:
            end = ms.apply(end, move).state
        if end.pending is None:
            assert end.is_over
            assert [score.total for score in end.scores] == list(entry.totals)
            assert entry.chances == tuple(Fraction(seat in end.winners, len(end.winners)) for seat in (0, 1))


def test_the_best_moves() -> None:
    """The best moves are all those with the outcome of the first one."""
    solution = solve(table())
    assert 1 < len(solution.best_moves) < len(solution.moves)
    assert solution.best_moves == solution.moves[: len(solution.best_moves)]
    assert all(entry.margins == solution.moves[0].margins for entry in solution.best_moves)
    assert solve(ms.new_game(["Ada", "Ben"], seed=1)).best_moves == ()


@pytest.mark.long
def test_an_indifferent_rival() -> None:
    """HAUL-1: if the rival may pay either of two players, the outcome depends on the choice, so it is not exact."""
    solution = solve(position(THREE_PLAYERS.format(first="AB")).public(), turns=2)
    assert solution.obstacle == "rivals_indifferent"
    assert not solution.is_exact
    assert solution.moves
    certain = solve(position(THREE_PLAYERS.format(first="A")).public(), turns=2)
    assert certain.is_exact


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_obstacles_in_words(language: str) -> None:
    """Each obstacle has a sentence in every language, and an exact solution has none."""
    found = {
        "": solve(table()),
        "game_goes_on": solve(table("turn: A, phase 3"), turns=1),
        "too_many_moves": solve(table(), most_moves=5),
        "endless_turn": solve(attrs.evolve(table(groszy=40), ruleset=whistling())),
        "rivals_indifferent": solve(position(THREE_PLAYERS.format(first="AB")).public(), turns=2),
    }
    told = [solution.obstacle_in_words(language) for solution in found.values()]
    assert [solution.obstacle or "" for solution in found.values()] == list(found)
    assert told[0] == ""
    assert len(set(told)) == len(found)
    assert not any("{" in text for text in told)


def test_a_rival_with_a_secret() -> None:
    """With an extension that lets players look at tiles in secret, only the last turn is solved."""
    state = position(TWO_TURNS.format(groszy=2), ruleset=NIGHT_SHIFT).public()
    assert solve(state, turns=2).obstacle == "rivals_know_more"


def test_a_long_game_is_no_endless_turn() -> None:
    """A course of a hundred moves through many turns shows only that the game goes on."""
    assert solve(ms.new_game(["Ada", "Ben"], seed=1).public(), turns=1000).obstacle == "game_goes_on"


@pytest.mark.slow
def test_the_work_is_limited() -> None:
    """No more moves and pieces are tried than the limit allows, however many turns and courses there are."""
    for limit in (1, 50, 500):
        solution = solve(table("turn: A, phase 3"), turns=9, most_moves=limit)
        assert (solution.obstacle, solution.moves) == ("too_many_moves", ())
        assert solution.tried == limit
    assert solve(ms.new_game(["Ada", "Ben"], seed=1), turns=900).obstacle == "game_goes_on"
    assert solve(table("turn: A, phase 3"), turns=1).tried == 0


def test_positions_that_cannot_be_solved() -> None:
    """A finished game, a pending piece and wrong arguments are refused."""
    with pytest.raises(ms.MisuseError, match="the game is over, so there is no position to solve"):
        solve(ms.apply(table(), ms.Pass()).state)
    with pytest.raises(ms.MisuseError, match="a piece must be named before a position can be solved"):
        solve(ms.open_table(["Ada", "Ben"]))
    with pytest.raises(ms.MisuseError, match="solve: turns: expected a whole number from 1 up, got 0"):
        solve(table(), turns=0)
    with pytest.raises(ms.MisuseError, match="state: expected a GameState, got "):
        solve("state")  # type: ignore[arg-type] # the point of the test


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
    needed = solve(state).tried
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
