"""The sensible moves: which moves they leave out, and that random play among them ends."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar

import attrs
import pytest
from smithy import SMITHY_GAME
from tests.amounts import select_pairs
from tests.walking import check_tree, straying, walk

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.model.fields import MinerSource
from magnum_sal.model.rule import Question, Rule, When
from magnum_sal.queries.sensible import without_useless_walks
from magnum_sal.testing import position
from magnum_sal.testing.strategies import NAMES, VARIANTS

LONGEST = 6_000
"""The most decisions of a game: over four times the longest of 96 such games. An endless game fails the test."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players"), select_pairs([ms.STANDARD, VARIANTS[-1], SMITHY_GAME], [2, 3, 4]), ids=str
)
def test_random_play_ends(ruleset: ms.Ruleset, players: int) -> None:
    """PHASE-1, END-1: uniform choice among the sensible moves ends a game; there always is one, and each is legal."""
    rng = random.Random(players)
    state = ms.new_game(NAMES[:players], seed=players, ruleset=ruleset)
    for number in range(LONGEST):
        if state.is_over:
            break
        moves = ms.sensible_moves(state)
        if number % 50 == 0:
            legal = ms.legal_moves(state)
            assert moves == tuple(move for move in legal if move in set(moves))
        state = ms.apply(state, rng.choice(moves)).state
    assert state.is_over
    assert ms.sensible_moves(state) == ()


def kinds(text: str) -> set[str]:
    """Return the kinds of the sensible moves."""
    return {move.type for move in ms.sensible_moves(position(text))}


def test_useless_walks_to_the_castle_are_left_out() -> None:
    """CASTLE-3: a walk is sensible only if the salt completes more orders than miners are on their way."""
    assert "visit_castle" not in kinds("A: B, stock 2 | castle: BB=9 - -")
    assert "visit_castle" in kinds("A: BB, stock 2 | castle: BB=9 - -")
    assert "visit_castle" not in kinds("A: BB, stock 2, right 1 | castle: BB=9 - -")
    assert "visit_castle" in kinds("A: BBBB, stock 2, right 1 | castle: BB=9 BB=9 -")
    assert "visit_castle" not in kinds("A: BB, stock 2, left 1 | castle: BB=9 - -")
    assert "visit_castle" not in kinds("A: BBB, stock 2, right 1 | castle: BB=9 BB=9 -")
    assert "visit_castle" not in kinds("A: BBBBG, stock 2, left 1, right 1 | castle: BB=9 BB=9 BG=11")


@pytest.mark.parametrize("castle", ["BG=11 BB=9 GG=13", "BB=9 BG=11 GG=13", "GG=13 BG=11 BB=9"])
def test_the_order_of_the_orders_does_not_matter(castle: str) -> None:
    """CASTLE-3: a walk is sensible if any choice of orders leaves one for the miner, whatever their slots are."""
    assert "visit_castle" in kinds(f"A: BBGG, stock 2, left 1 | castle: {castle}")
    assert "visit_castle" not in kinds(f"A: BBGG, stock 2, left 1, right 1 | castle: {castle}")
    assert "visit_castle" not in kinds(f"A: BBG, stock 2, left 1 | castle: {castle}")


def test_no_move_is_sensible_while_a_piece_is_pending() -> None:
    """SHOP-1: until the tool is turned up, it is nobody's turn to move."""
    state = ms.apply(position("A: 9 groszy").public(), ms.VisitWorkshop(0)).state
    assert state.pending is not None
    assert ms.sensible_moves(state) == ()


def test_the_castle_filter() -> None:
    """CASTLE-3: the filter removes only useless walks from the given moves, and keeps all if none is useless."""
    poor, rich = (position(f"A: {salt}, stock 2 | castle: BB=9 - -") for salt in ("B", "BB"))
    legal = ms.legal_moves(poor)
    walks = tuple(move for move in legal if isinstance(move, ms.VisitCastle))
    assert walks
    assert without_useless_walks(poor, legal) == tuple(move for move in legal if move not in walks)
    assert without_useless_walks(poor, walks) == ()
    assert without_useless_walks(rich, walks) == walks


def test_a_pass_is_left_out_if_another_move_is_possible() -> None:
    """TURN-4: a pass is sensible only if it is the only move."""
    assert "pass" not in kinds("A: 5 groszy")
    nothing = attrs.evolve(ms.STANDARD, name="nothing to do", rules=(ms.STANDARD.by_move[ms.Pass],))
    assert ms.sensible_moves(ms.new_game(["Ada", "Ben"], seed=1, ruleset=nothing)) == (ms.Pass(),)


def test_no_cube_is_bought_and_sold_in_one_visit() -> None:
    """MARKET-2: two trades of one kind are two sales or two purchases."""
    moves = ms.sensible_moves(position("A: BBG, 20 groszy | market: BBG"))
    pairs = [move.transactions for move in moves if isinstance(move, ms.VisitMarket) and len(move.transactions) == 2]
    assert pairs
    assert all(one.salt != other.salt or one.type == other.type for one, other in pairs)
    assert (ms.Transaction("sell", "brown"), ms.Transaction("sell", "brown")) in pairs


def test_miners_stay_in_chambers_with_salt() -> None:
    """MINE-1: miners leave only chambers without salt, the stock and sections."""
    moves = ms.sensible_moves(
        position("S1: AA | S2: AA | 1L1: A [B/0 of BBG/1] | 1R1: A [-/0] | A: BB, stock 2 | castle: BB=9 - -")
    )
    sources = {getattr(move, "source", None) for move in moves}
    assert sources == {None, "stock", "S1", "S2", "1R1"}


def test_tolls_are_paid_by_default() -> None:
    """HAUL-3: of extractions that differ only in the payments, only the one with default payments is sensible."""
    state = position("S1: BC | S2: BC | 1L1: AA [BBG/0] | A: cart, 9 groszy")
    sensible = [move for move in ms.sensible_moves(state) if isinstance(move, ms.ExtractSalt)]
    legal = [move for move in ms.legal_moves(state) if isinstance(move, ms.ExtractSalt)]
    assert len({(move.salt, move.carts) for move in legal}) == len(sensible) < len(legal)
    assert ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 1, 1)) in sensible


def test_invalid_states_are_refused() -> None:
    """``sensible_moves`` raises ``MisuseError`` for anything but a ``GameState``."""
    with pytest.raises(ms.MisuseError):
        ms.sensible_moves("S1")  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players"), select_pairs([ms.STANDARD, VARIANTS[-1], SMITHY_GAME, CRYSTAL_CHAPEL], [2, 3, 4]), ids=str
)
def test_the_questions_about_sensible_moves_lead_to_each_once(ruleset: ms.Ruleset, players: int) -> None:
    """``choices(state, sensible=True)`` has the sensible moves as its leaves, in positions of whole games."""
    for step in islice(walk(ruleset, players, players, straying), 0, 240, 12):
        check_tree(step.before, sensible=True)


def test_sensible_questions_ask_for_no_payments() -> None:
    """HAUL-3: the usual payments are sensible, so the questions after the carts answer themselves."""
    state = position("S1: B | S2: BC | 1L1: AA [BBG/1] | A: cart, 9 groszy")
    choice = ms.choices(state, sensible=True).take("extract_salt").take(ms.SaltAmount(brown=1)).take(0)
    assert choice.move == ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 1, 1))
    assert dict(choice.taken)["payments[1]"] == 1


def test_sensible_questions_do_not_list_extractions() -> None:
    """A rule with ``questions`` is asked, so that thousands of extractions need not be listed."""
    rule = ms.STANDARD.by_move[ms.ExtractSalt]

    def listed(_: ms.GameState) -> Any:
        raise AssertionError("the extractions are listed")

    quiet = attrs.evolve(rule, moves=listed)
    rules = tuple(quiet if known is rule else known for known in ms.STANDARD.rules)
    ruleset = attrs.evolve(ms.STANDARD, name="quiet and sensible", rules=rules)
    state = attrs.evolve(position("S1: B | S2: B | 1L1: AA [BBG/1] | A: cart, 9 groszy"), ruleset=ruleset)
    choice = ms.choices(state, sensible=True).take("extract_salt")
    assert choice.question == "salt"


def test_if_everything_is_wasteful_all_moves_can_be_chosen() -> None:
    """TURN-4: a player must have a move. If no move is sensible, the questions are those about the legal moves."""
    rules = tuple(rule for rule in ms.STANDARD.rules if rule.move in (ms.Pass, ms.VisitCastle))
    ruleset = attrs.evolve(ms.STANDARD, name="only waste", rules=rules)
    state = attrs.evolve(position("A: B, stock 2 | castle: BB=9 - -"), ruleset=ruleset)
    assert ms.sensible_moves(state) == ms.legal_moves(state)
    assert ms.choices(state, sensible=True) == ms.choices(state)
    assert len(ms.choices(state, sensible=True).answers) == 2


@attrs.frozen
class Wander(ms.Move):
    """A move by which a miner leaves a place."""

    type: ClassVar[str] = "wander"
    source: MinerSource


@attrs.frozen
class Haggle(ms.VisitMarket):
    """A visit to the market of an extension."""

    type: ClassVar[str] = "haggle"


def test_the_rules_of_extensions_are_filtered_alike() -> None:
    """MINE-1, MARKET-2: moves of a rule with ``questions`` are left out for the same reasons as other moves."""
    trades = [ms.Transaction(kind, "brown") for kind in ("sell", "buy")]
    visits = (Haggle((trades[0],)), Haggle((trades[0], trades[1])))
    walks = (Wander("stock"), Wander("1L1"))

    def build_rule(kind: type[ms.Move], field: str, moves: tuple[ms.Move, ...]) -> Rule:
        def questions(_: ms.GameState, taken: Mapping[str, Any]) -> Question | ms.Move:
            if field not in taken:
                return Question(field, tuple(getattr(move, field) for move in moves))
            return next(move for move in moves if getattr(move, field) == taken[field])

        return Rule(kind, When.FREE, lambda _: moves, lambda *_: None, lambda *_: (), questions=questions)

    rules = [build_rule(Wander, "source", walks), build_rule(Haggle, "transactions", visits)]
    ruleset = attrs.evolve(ms.STANDARD, name="haggling", rules=(*ms.STANDARD.rules, *rules))
    state = attrs.evolve(position("S1: A | S2: A | 1L1: A [B/0] | A: stock 1"), ruleset=ruleset)
    check_tree(state, sensible=True)
    check_tree(state)
    assert ms.choices(state, sensible=True).take("wander").move == Wander("stock")
    assert ms.choices(state, sensible=True).take("haggle").move == visits[0]
