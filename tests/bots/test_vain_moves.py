"""The last turn of a phase: bots pass there instead of moving a miner in vain (``_candidates.py``)."""

import random

import pytest

import magnum_sal as ms
from magnum_sal.bots import make_bot, solve
from magnum_sal.bots._candidates import worth_considering
from magnum_sal.bots._judge import load_judge
from magnum_sal.bots._move_choice import rank_turns
from magnum_sal.testing import position

PHASE_ONE = "castle: BB=9 BB=9 GG=13, stack 1, completed 4"
ORDERS_ONE = ("orders BG=11 BG=11", "orders BBG=17 BBB=15")
PHASE_THREE = "castle: WWW=33 BWW=27 GWW=29, stack 1, completed 4 | orders 3: GGW=25"
ORDERS_THREE = ("orders GW=17 BGG=19", "orders BBW=21 WW=21")
LASTS = {
    "I": (f"phase 1, actions {{actions}} | {PHASE_ONE}", ORDERS_ONE),
    "III": (f"phase 3, actions {{actions}} | {PHASE_THREE}", ORDERS_THREE),
}
IN_THE_MINE = "S1: AB | S2: AB | 1L1: b [-/0 of BG/1]"
BOTS = ["novice", "apprentice", "greedy", "search:iterations=10", "search:iterations=120"]
"""The last one solves the turn at the end of the game, and the one before has too little time to do so."""


def last_turn(
    phase: str,
    *,
    actions: int = 2,
    mine: str = "S1: AB | S2: AB | 1L1: b [-/0 of BG/1]",
    own: str = "0 groszy",
    **options: bool,
) -> ms.GameState:
    """Return a position in which B has the last turn of a phase and can only move miners and visit the square."""
    turn, (of_a, of_b) = LASTS[phase]
    players = f"A: 9 groszy, stock 2, {of_a} | B: {own}, stock 2, {of_b}"
    text = f"turn: B, {turn.format(actions=actions)} | {mine} | {players}"
    return position(text, ruleset=ms.STANDARD.with_switches(**options)).public()


def played_turn(state: ms.GameState, name: str) -> list[ms.Move]:
    """Return the moves of a bot until its turn ends."""
    bot, moves, seat = make_bot(name, seed=1), [], state.turn_seat
    state = ms.determinize(state, random.Random(1))
    round_before = state.round
    while not state.is_over and (state.turn_seat, state.round) == (seat, round_before):
        moves.append(bot(state.public(), ms.legal_moves(state)))
        state = ms.apply(state, moves[-1]).state
    return moves


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("phase", LASTS)
def test_nothing_is_done_in_vain(phase: str, bot: str) -> None:
    """PHASE-2: without salt, only the square and the hope for a revealed chamber bring something."""
    moves = played_turn(last_turn(phase), bot)
    assert len(moves) == 2
    for move in moves:
        reveals = isinstance(move, ms.PlaceMiner) and move.target not in ("S1", "S2", "S3", "1L1")
        assert reveals or isinstance(move, ms.VisitTownSquare | ms.Pass | ms.ExtractSalt)
    assert isinstance(moves[1], ms.VisitTownSquare | ms.Pass | ms.ExtractSalt)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("phase", LASTS)
def test_bots_pass_with_the_last_action(phase: str, bot: str) -> None:
    """TURN-3: if the square was visited already, a pass is all that is left."""
    state = ms.apply(ms.determinize(last_turn(phase), random.Random(1)), ms.VisitTownSquare()).state
    assert make_bot(bot, seed=1)(state.public(), ms.legal_moves(state)) == ms.Pass()


@pytest.mark.parametrize("bot", BOTS[1:])
def test_a_placement_before_an_extraction_is_no_vain_move(bot: str) -> None:
    """A miner is placed if it extracts salt with the second action."""
    state = last_turn("III", mine="S1: B | S2: B | 1L1: B [BGG/1]")
    moves = played_turn(state, bot)
    assert isinstance(moves[0], ms.PlaceMiner | ms.VisitPumpHouse)
    assert isinstance(moves[1], ms.ExtractSalt)


@pytest.mark.long
@pytest.mark.parametrize("bot", ["apprentice", "greedy", "search:iterations=120"])
@pytest.mark.parametrize("groszy", [4, 9, 12])
def test_bots_pump_enough_to_extract(bot: str, groszy: int) -> None:
    """PUMP-1: the first cube costs nothing, but only after a second one, for 2 groszy, salt can be extracted."""
    state = last_turn("III", mine="S1: B | S2: B | 1L1: BB [BGG/2]", own=f"{groszy} groszy, pickaxe used")
    enough = ms.VisitPumpHouse("1L1", 2)
    assert [entry.move for entry in solve(state).best_moves] == [enough]
    assert make_bot(bot, seed=1)(state, ms.legal_moves(state)) == enough


@pytest.mark.parametrize("phase", LASTS)
def test_moves_worth_considering_in_the_last_turn(phase: str) -> None:
    """A rest is never considered, a placement only with the first action, and a pass always."""
    for actions in (1, 2):
        state = last_turn(phase, actions=actions)
        kinds = {type(move) for move in worth_considering(state, ms.legal_moves(state))}
        assert ms.Pass in kinds
        assert ms.Rest not in kinds
        assert (ms.PlaceMiner in kinds) == (ms.PlaceAssistant in kinds) == (actions == 2)


def test_tools_after_the_last_action() -> None:
    """ROPE-1, FOOD-1: after the last action, tools are used in vain, so the turn ends."""
    state = last_turn("III", actions=0, own="0 groszy, food")
    assert {type(move) for move in ms.legal_moves(state)} == {ms.UseFood, ms.EndTurn}
    assert worth_considering(state, ms.legal_moves(state)) == (ms.EndTurn(),)


def test_walks_that_last() -> None:
    """VAR-LINE: a miner joins the castle line with the last action only if the line stays for the next phase."""
    for stays in (False, True):
        for phase in LASTS:
            state = last_turn(phase, own="0 groszy, BBGGGGWWWW", castle_line_stays=stays)
            assert ms.VisitCastle in {type(move) for move in ms.legal_moves(state)}
            kinds = {type(move) for move in worth_considering(state, ms.legal_moves(state))}
            assert (ms.VisitCastle in kinds) == (stays and phase == "I")


def test_other_turns_are_as_before() -> None:
    """Before the last turn of a phase, a pass is not considered, and a rest is."""
    tired = "S1: AB | S2: AB | 1L1: ab [-/0 of BG/1]"
    players = f"A: 0 groszy, stock 2, {ORDERS_ONE[0]} | B: 9 groszy, stock 2, {ORDERS_ONE[1]}"
    for text in (f"turn: A, phase 1, start A | {PHASE_ONE} | {tired} | {players}", f"turn: B, phase 1 | {tired}"):
        state = position(text)
        kinds = {type(move) for move in worth_considering(state, ms.legal_moves(state))}
        assert ms.Pass not in kinds
        assert {ms.Rest, ms.PlaceMiner} <= kinds


def test_a_ranking_always_has_a_move() -> None:
    """If only placements are ranked, they remain, although nothing can follow."""
    state = last_turn("I")
    placements = tuple(move for move in ms.legal_moves(state) if isinstance(move, ms.PlaceMiner))
    assert rank_turns(ms.determinize(state, random.Random(1)), placements, state, load_judge(), 2)
