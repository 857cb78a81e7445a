"""Choosing step by step: the ends of the tree are the legal moves, and only what is asked is worked out."""

from __future__ import annotations

import json
import pickle
import random
from itertools import islice
from typing import Any, ClassVar

import attrs
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
"""Thousands of extractions from one chamber: tools, and toll to three others in seven spaces."""


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), select_pairs(RULESETS, [2, 3, 4]))
def test_the_ends_of_the_tree_are_the_legal_moves(ruleset: ms.Ruleset, players: int) -> None:
    """In positions of whole games, of each number of players; no question has more than 64 answers."""
    for step in islice(walk(ruleset, players, players, straying), 0, 240, 24):
        check_tree(step.before)


def test_what_is_asked() -> None:
    """HAUL-3: first the kind of move, then its fields in order, payments seat by seat; single answers are given."""
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


def test_entries_that_may_end() -> None:
    """MARKET-1: one trade or two: None says "no more", and is asked only where there is more."""
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
    """END-1: there is no question, no answer and no move."""
    over = attrs.evolve(ms.new_game(["Ada", "Ben"], seed=1), is_over=True, turn=None)
    choice = ms.choices(over)
    assert (choice.question, choice.answers, choice.taken, choice.move) == (None, (), (), None)
    assert list(choice.moves()) == []


def test_a_public_state_asks_the_same() -> None:
    """What can be chosen is known to everybody."""
    state = position(CROWD)
    assert ms.choices(state.public()).answers == ms.choices(state).answers


@pytest.mark.parametrize(
    ("answers", "wrong", "complaint"),
    [
        ((), "no", "type: 'no' is none of 'place_miner', "),
        ((), None, "type: None is none of"),
        (("visit_workshop",), True, "slot: True is none of 0, 1, 2"),
        (("visit_workshop",), 1.0, "slot: 1.0 is none of 0, 1, 2"),
        (("visit_workshop",), [0], r"slot: \[0\] is none of"),
        (("visit_workshop", 0), 0, "take: 0 answers nothing, for nothing is left to ask"),
    ],
)
def test_other_answers_are_refused(answers: tuple[Any, ...], wrong: Any, complaint: str) -> None:
    """The message names the question and the answers that there are, in at most 500 characters."""
    choice = ms.choices(position("A: 20 groszy"))
    for answer in answers:
        choice = choice.take(answer)
    with pytest.raises(ms.MisuseError, match=f"^{complaint}") as refusal:
        choice.take(wrong)
    assert len(str(refusal.value)) <= 500


def test_nothing_but_what_is_asked_is_worked_out() -> None:
    """Extractions are not listed on the way to one of them."""
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


def test_the_usual_way_to_pay() -> None:
    """HAUL-3: the cheapest way, in equal shares as nearly as can be; a choice can be left to it at any time."""
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


def test_the_usual_way_with_carts_is_the_cheapest() -> None:
    """CART-1: of the ways to use a cart the one that spares most."""
    state = position("S1: B | S2: B | S3: B | S4: B | 2L1: A [B/0] | A: cart, 9 groszy")
    choice = ms.choices(state).take("extract_salt").take(1)
    assert (choice.question, choice.answers, choice.default) == ("payments[1]", (2, 3), 2)


takers = st.lists(
    st.none() | st.sets(st.integers(1, 3), min_size=1).map(lambda seats: tuple(sorted(seats))), max_size=7
)


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
    """HAUL-2, HAUL-3, CART-1, VAR-CART: what the next seat can get is what some affordable vector gives it."""
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


@pytest.mark.slow
def test_the_usual_payments_at_once() -> None:
    """They are those of the move that is sensible, the cheapest."""
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
    """A move whose fields hold all that a field can hold."""

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


def test_moves_of_an_extension_are_asked_by_their_fields() -> None:
    """Without further ado; entries that may be None are chosen with the whole field, for None would end them."""
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
    """What was asked and what is asked, without the position and without the moves that are left."""
    choice = ms.choices(position("workshop: rope - food | A: 20 groszy")).take("visit_workshop")
    assert repr(choice) == (
        "Choice(taken=(('type', 'visit_workshop'),), question='slot', answers=(0, 2), move=None, default=None)"
    )


def test_no_state_is_refused() -> None:
    """As everywhere."""
    with pytest.raises(ms.MisuseError, match="state: 5 is not a GameState"):
        ms.choices(5)  # type: ignore[arg-type]


def test_the_json_form() -> None:
    """Question, answers, what was taken, the move; a front end sends back which answer it was."""
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
    with pytest.raises(ms.MisuseError, match="a Choice is not read"):
        ms.from_dict(ms.Choice, ms.to_dict(end))


def test_the_least_that_can_be_done() -> None:
    """Nothing more is added, and paid is as usual; where something has to be chosen the way ends there."""
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
def test_the_least_is_one_of_the_moves(ruleset: ms.Ruleset) -> None:
    """From every question of whole games on, where it leads to a move that is legal."""
    rng = random.Random(2)
    for step in islice(walk(ruleset, 3, 4, straying), 0, 120, 12):
        choice = ms.choices(step.before)
        while choice.question is not None:
            least = choice.take_shortest()
            assert least.taken[: len(choice.taken)] == choice.taken
            assert least.move is None or ms.objection(step.before, least.move) is None
            choice = choice.take(rng.choice(choice.answers))


def test_a_choice_is_a_value() -> None:
    """Equal to one that was made the same way, and pickled with its way on."""
    choice = ms.choices(position(CROWD)).take("place_miner")
    assert choice == ms.choices(position(CROWD)).take("place_miner")
    assert hash(choice) == hash(ms.choices(position(CROWD)).take("place_miner"))
    again = pickle.loads(pickle.dumps(choice))
    assert again == choice
    assert list(again.moves()) == list(choice.moves())


def test_random_play_by_questions_reaches_the_same_positions() -> None:
    """A player who answers by chance makes legal moves only."""
    rng = random.Random(5)

    def answering(state: ms.GameState, _: object, rng: random.Random) -> ms.Move:
        choice = ms.choices(state)
        while choice.question is not None:
            choice = choice.take(rng.choice(choice.answers))
        assert choice.move is not None
        return choice.move

    played = [move for _, move, _ in play(ms.new_game(NAMES, seed=5), answering, rng, 60)]
    assert len(played) == 60
