"""Choosing a move step by step: the leaves of the tree are the legal moves, computed only when needed."""

from __future__ import annotations

import json
import pickle
import random
from itertools import islice
from typing import Any, ClassVar

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.amounts import scale, select_pairs
from tests.walking import RULESETS, check_tree, straying, walk

import magnum_sal as ms
from magnum_sal.model.rule import Rule, When
from magnum_sal.rules.transport import Way, payments_to_next, possible_payments, prices
from magnum_sal.testing import position
from magnum_sal.testing.players import play
from magnum_sal.testing.strategies import NAMES

CROWD = (
    "S1: BCD | S2: BC | S3: CD | S4: BD | S5: B | S6: BCD | 3L1: BCD [/0 of GGGWW/3] |"
    " 3L2: AAAAAA [GGWWW/0 of GGWWW/3] | A: 3 pickaxe, 3 cart, 90 groszy"
)
"""A position with thousands of extractions from one chamber: tools, and toll to three others in seven spaces."""


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), select_pairs(RULESETS, [2, 3, 4]))
def test_the_leaves_of_the_tree_are_the_legal_moves(ruleset: ms.Ruleset, players: int) -> None:
    """This holds in positions of whole games with each number of players, and no question has more than 64 answers."""
    for step in islice(walk(ruleset, players, players, straying), 0, 240, 24):
        check_tree(step.before)


def test_an_array_is_no_answer() -> None:
    """A program that learns may pass an array of NumPy instead of a number."""
    choice = ms.choices(ms.new_game(["Ada", "Ben"], seed=1))
    with pytest.raises(ms.MisuseError, match="is not one of"):
        choice.take(np.array([0, 1]))


def test_the_order_of_questions() -> None:
    """HAUL-3: first the kind of move, then its fields in order, payments seat by seat; single answers are automatic."""
    choice = ms.choices(position("S1: B | S2: BC | 1L1: AA [BBG/1] | A: cart, 9 groszy"))
    assert choice.question == "type"
    assert choice.answers[:2] == ("place_miner", "extract_salt")
    assert choice.move is None
    choice = choice.take("extract_salt")
    assert choice.taken == (("type", "extract_salt"), ("chamber", "1L1"))
    assert (choice.question, choice.answers) == ("salt", (ms.SaltAmount(green=1), ms.SaltAmount(brown=1)))
    choice = choice.take(ms.SaltAmount(brown=1))
    assert (choice.question, choice.answers) == ("carts", (0, 1))
    assert choice.taken[-1] == ("pickaxes", 0)
    choice = choice.take(0)
    assert (choice.question, choice.answers) == ("payments[1]", (1, 2))
    assert choice.taken[-1] == ("payments[0]", 0)
    done = choice.take(2)
    assert done.move == ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 2, 0))
    assert (done.question, done.answers) == (None, ())
    assert dict(done.taken)["payments[2]"] == 0


def test_a_list_may_end_early() -> None:
    """MARKET-1: a visit has one or two trades. None means "no more" and is offered only if more is possible."""
    choice = ms.choices(position("A: BBG, 5 groszy | market: BBG")).take("visit_market")
    assert choice.question == "transactions[0]"
    sale = ms.Transaction("sell", "green")
    after = choice.take(sale)
    assert after.question == "transactions[1]"
    assert after.answers[0] is None
    end = after.take(None)
    assert end.move == ms.VisitMarket((sale,))
    assert [question for question, _ in end.taken] == [
        "type",
        "transactions[0]",
        "transactions[1]",
        "commercial_privilege",
    ]
    one = ms.choices(position("S1: A | S2: A | 1L1: a [B/0] | A: food")).take("use_food")
    assert one.move == ms.UseFood(("1L1",))
    assert [question for question, _ in one.taken] == ["type", "chambers[0]"]


def test_a_game_that_is_over_asks_nothing() -> None:
    """END-1: a game that is over has no question, no answer and no move."""
    over = attrs.evolve(ms.new_game(["Ada", "Ben"], seed=1), is_over=True, turn=None)
    choice = ms.choices(over)
    assert (choice.question, choice.answers, choice.taken, choice.move) == (None, (), (), None)
    assert list(choice.moves()) == []


@pytest.mark.slow
def test_a_public_state_asks_the_same() -> None:
    """All players know what can be chosen."""
    state = position(CROWD)
    assert ms.choices(state.public()).answers == ms.choices(state).answers


@pytest.mark.parametrize(
    ("answers", "wrong", "complaint"),
    [
        ((), "no", "type: 'no' is not one of 'place_miner', "),
        ((), None, "type: None is not one of"),
        (("visit_workshop",), True, "slot: True is not one of 0, 1, 2"),
        (("visit_workshop",), 1.0, "slot: 1.0 is not one of 0, 1, 2"),
        (("visit_workshop",), [0], r"slot: \[0\] is not one of"),
        (("visit_workshop", 0), 0, "cannot take 0, because no question is open"),
    ],
)
def test_other_answers_are_refused(answers: tuple[Any, ...], wrong: Any, complaint: str) -> None:
    """The message names the question and the possible answers, in at most 500 characters."""
    choice = ms.choices(position("A: 20 groszy"))
    for answer in answers:
        choice = choice.take(answer)
    for refuse in (choice.take, choice.check_answer):
        with pytest.raises(ms.MisuseError, match=f"^{complaint}") as refusal:
            refuse(wrong)
        assert len(str(refusal.value)) <= 500


def test_checked_answers_belong_to_the_question() -> None:
    """``check_answer`` returns the name of the question for each of its answers."""
    choice = ms.choices(position("A: 20 groszy")).take("visit_workshop")
    assert {choice.check_answer(answer) for answer in choice.answers} == {"slot"}


@pytest.mark.slow
def test_only_the_answers_in_question_are_computed() -> None:
    """Choosing an extraction does not list all extractions."""
    rule = ms.STANDARD.by_move[ms.ExtractSalt]

    def listed(_: ms.GameState) -> Any:
        raise AssertionError("the extractions are listed")

    quiet = attrs.evolve(rule, moves=listed)
    rules = tuple(quiet if known is rule else known for known in ms.STANDARD.rules)
    state = attrs.evolve(position(CROWD), ruleset=attrs.evolve(ms.STANDARD, name="quiet", rules=rules))
    choice = ms.choices(state).take("extract_salt")
    while choice.question is not None:
        choice = choice.take(choice.answers[-1])
    assert choice.move is not None
    assert ms.objection(state, choice.move) is None


@pytest.mark.slow
def test_the_default_payments() -> None:
    """HAUL-3: the default is the cheapest way, in shares as equal as possible; it can complete a choice at any time."""
    choice = ms.choices(position(CROWD)).take("extract_salt").take(ms.SaltAmount(green=1))
    while choice.question != "payments[1]":
        choice = choice.take(choice.answers[0])
    assert choice.default is not None
    usual = choice.take_default().move
    assert isinstance(usual, ms.ExtractSalt)
    assert usual.payments == (0, 3, 2, 2)
    other = choice.take(1).take_default().move
    assert isinstance(other, ms.ExtractSalt)
    assert other.payments[1] == 1
    assert sum(other.payments) == sum(usual.payments)
    assert ms.choices(position("A: 20 groszy")).take_default().question == "type"


def test_the_default_payments_with_carts_are_the_cheapest() -> None:
    """CART-1: of all ways to use a cart, the default saves the most."""
    state = position("S1: B | S2: B | S3: B | S4: B | 2L1: A [B/0] | A: cart, 9 groszy")
    choice = ms.choices(state).take("extract_salt").take(1)
    assert (choice.question, choice.answers, choice.default) == ("payments[1]", (2, 3), 2)


takers = st.lists(
    st.none() | st.sets(st.integers(1, 3), min_size=1).map(lambda seats: tuple(sorted(seats))), max_size=7
)


@pytest.mark.slow
@settings(max_examples=scale(150))
@given(
    takers.map(tuple),
    st.integers(1, 5),
    st.integers(0, 2),
    st.sampled_from([None, 1, 2]),
    st.integers(0, 3),
    st.integers(0, 40),
)
def test_payments_seat_by_seat_are_those_of_the_list(
    path: tuple[tuple[int, ...] | None, ...], cubes: int, carts: int, capacity: int | None, toll: int, money: int
) -> None:
    """HAUL-2, HAUL-3, CART-1, VAR-CART: the next seat can get exactly what some affordable vector pays it."""
    way = Way(path, 2, capacity, toll, 4)
    every = possible_payments(way, cubes, carts)
    vectors = [vector for vector in every if sum(vector) <= money]
    assert set(prices(way, cubes, carts)) == {sum(vector) for vector in every}
    for vector in vectors:
        for seat in range(4):
            answers, usual = payments_to_next(way, cubes, carts, money, vector[:seat])
            left = [other for other in vectors if other[:seat] == vector[:seat]]
            assert list(answers) == sorted({other[seat] for other in left})
            assert usual in answers
            cheapest = min(sum(other) for other in left)
            assert any(other[seat] == usual and sum(other) == cheapest for other in left)


@pytest.mark.long
def test_the_default_payments_in_one_step() -> None:
    """The default is one of the sensible moves, and the cheapest."""
    state = position(CROWD)
    legal = [move for move in ms.legal_moves(state, type=ms.ExtractSalt) if isinstance(move, ms.ExtractSalt)]
    sensible = ms.sensible_moves(state)
    choice = ms.choices(state).take("extract_salt").take(ms.SaltAmount(green=1, white=1))
    for carts in (0, 1, 2, 3):
        at = choice
        while at.question != "carts":
            at = at.take(at.answers[0])
        move = at.take(carts).take_default().move
        assert isinstance(move, ms.ExtractSalt)
        assert move in sensible
        alike = [other for other in legal if attrs.evolve(other, payments=move.payments) == move]
        assert sum(move.payments) == min(sum(other.payments) for other in alike)


NO_SALT = ms.SaltAmount()


@attrs.frozen
class Dance(ms.Move):
    """A move with fields of all kinds."""

    type: ClassVar[str] = "dance"
    steps: tuple[int | None, ...]
    partner: str | None = None
    salt: ms.SaltAmount = NO_SALT


DANCES = (
    Dance((1, None)),
    Dance((1, None, 2)),
    Dance((1,), "Ben"),
    Dance((1,), "Ben", ms.SaltAmount(1)),
    Dance((), None, ms.SaltAmount(2)),
)


def test_moves_of_an_extension_have_a_question_for_each_field() -> None:
    """No further code is needed. A list whose entries may be None is chosen whole, because None would end it."""
    rule = Rule(Dance, When.FREE, lambda _: DANCES, lambda *_: None, lambda *_: ())
    ruleset = attrs.evolve(ms.STANDARD, name="with dances", rules=(*ms.STANDARD.rules, rule))
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset)
    choice = ms.choices(state).take("dance")
    assert (choice.question, choice.answers) == ("steps", ((1, None), (1, None, 2), (1,), ()))
    assert tuple(choice.moves()) == DANCES
    choice = choice.take((1,))
    assert (choice.question, choice.answers) == ("salt", (ms.SaltAmount(), ms.SaltAmount(1)))
    assert choice.taken[-1] == ("partner", "Ben")


def test_the_repr() -> None:
    """The repr has the answers taken and the question, without the position and the moves left."""
    choice = ms.choices(position("workshop: rope - food | A: 20 groszy")).take("visit_workshop")
    assert repr(choice) == (
        "Choice(taken=(('type', 'visit_workshop'),), question='slot', answers=(0, 2), move=None, default=None)"
    )


def test_invalid_states_are_refused() -> None:
    """``choices`` raises ``MisuseError`` for anything but a ``GameState``."""
    with pytest.raises(ms.MisuseError, match="state: expected a GameState, got 5"):
        ms.choices(5)  # type: ignore[arg-type]


def test_the_json_form() -> None:
    """The JSON has the question, the answers, what was taken and the move. It cannot be read back."""
    choice = ms.choices(position("A: BBG, 5 groszy | market: BBG")).take("visit_market")
    sale = {"type": "sell", "salt": "brown"}
    assert ms.to_dict(choice)["answers"][0] == sale
    end = choice.take(choice.answers[0]).take(None)
    assert json.loads(ms.to_json(end)) == {
        "question": None,
        "answers": [],
        "taken": [
            ["type", "visit_market"],
            ["transactions[0]", sale],
            ["transactions[1]", None],
            ["commercial_privilege", False],
        ],
        "move": {"type": "visit_market", "transactions": [sale], "commercial_privilege": False},
    }
    with pytest.raises(
        ms.MisuseError, match=r"a Choice cannot be read from JSON: call choices\(state\) and take the answers again"
    ):
        ms.from_dict(ms.Choice, ms.to_dict(end))


def test_the_shortest_way_to_a_move() -> None:
    """Lists end and payments take their default. If something must be chosen, the way ends there."""
    market = ms.choices(position("A: BBG, 5 groszy | market: BBG")).take("visit_market")
    assert market.take_shortest() == market
    sale = ms.Transaction("sell", "green")
    assert market.take(sale).take_shortest().move == ms.VisitMarket((sale,))
    carrying = ms.choices(position(CROWD)).take("extract_salt")
    while carrying.question != "payments[1]":
        assert carrying.take_shortest() == carrying or carrying.default is not None
        carrying = carrying.take(carrying.answers[-1])
    least = carrying.take_shortest()
    assert least.move is not None
    assert least == carrying.take_default().take_shortest()
    assert least.take_shortest() == least


@pytest.mark.parametrize("ruleset", RULESETS[::7], ids=str)
def test_the_shortest_way_leads_to_a_legal_move(ruleset: ms.Ruleset) -> None:
    """From every question in whole games, the shortest way ends at a question or at a legal move."""
    rng = random.Random(2)
    for step in islice(walk(ruleset, 3, 4, straying), 0, 120, 12):
        choice = ms.choices(step.before)
        while choice.question is not None:
            least = choice.take_shortest()
            assert least.taken[: len(choice.taken)] == choice.taken
            assert least.move is None or ms.objection(step.before, least.move) is None
            choice = choice.take(rng.choice(choice.answers))


@pytest.mark.slow
def test_a_choice_is_a_value() -> None:
    """A choice equals another one with the same answers, and a pickled one can continue."""
    choice = ms.choices(position(CROWD)).take("place_miner")
    assert choice == ms.choices(position(CROWD)).take("place_miner")
    assert hash(choice) == hash(ms.choices(position(CROWD)).take("place_miner"))
    again = pickle.loads(pickle.dumps(choice))
    assert again == choice
    assert list(again.moves()) == list(choice.moves())


def test_random_answers_lead_to_legal_moves() -> None:
    """A player who answers at random makes only legal moves."""
    rng = random.Random(5)

    def answering(state: ms.GameState, _: object, rng: random.Random) -> ms.Move:
        choice = ms.choices(state)
        while choice.question is not None:
            choice = choice.take(rng.choice(choice.answers))
        assert choice.move is not None
        return choice.move

    played = [move for _, move, _ in play(ms.new_game(NAMES, seed=5), answering, rng, 60)]
    assert len(played) == 60


def test_a_choice_can_be_played() -> None:
    """``play`` returns what ``apply`` returns. An open question or a finished game is refused."""
    state = position("A: 20 groszy")
    choice = ms.choices(state)
    with pytest.raises(ms.MisuseError, match="play: the question 'type' is still open"):
        choice.play()
    choice = choice.take("visit_inn")
    assert choice.move is not None
    assert choice.play() == ms.apply(state, choice.move)
    over = attrs.evolve(ms.new_game(["Ada", "Ben"], seed=1), is_over=True, turn=None)
    with pytest.raises(ms.MisuseError, match="play: no move is legal"):
        ms.choices(over).play()
