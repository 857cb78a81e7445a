"""The answer space: every answer that a question can ever have, in a fixed order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Annotated, Any, ClassVar

import attrs
import pytest
from lamp import LAMP_GAME
from smithy import SMITHY_GAME
from tests.amounts import select_pairs
from tests.walking import RULESETS, straying, walk

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.model.fields import Count, Seat
from magnum_sal.model.meaning import Within
from magnum_sal.model.rule import Question, Rule, When
from magnum_sal.queries.observation import observe
from magnum_sal.testing import position
from magnum_sal.testing.strategies import NAMES


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "players"), select_pairs([*RULESETS, LAMP_GAME, CRYSTAL_CHAPEL], [2, 3, 4]), ids=str
)
def test_every_question_of_a_game_has_known_answers(ruleset: ms.Ruleset, players: int) -> None:
    """On random ways through the questions of a game, no answer lies outside, whether it is taken or not."""
    known = {(answer.group, type(answer.value), answer.value) for answer in ms.answers_of(ruleset, players)}
    rng = random.Random(players)
    for step in islice(walk(ruleset, players, players, straying), 0, 400, 8):
        for sensible in (False, True):
            choice = ms.choices(step.before, sensible=sensible)
            while choice.question is not None:
                asked = {(choice.group, type(answer), answer) for answer in choice.answers}
                assert asked <= known, asked - known
                choice = choice.take(rng.choice(choice.answers))


def test_water_of_a_larger_box_can_be_pumped() -> None:
    """A position may hold as much water as the box, even if the tiles have less (SET-SUPPLY)."""
    flooded = attrs.evolve(ms.STANDARD, name="flooded", water_supply=50)
    state = position("S1: A | S2: A | 1L1: A [-/50] | A: 2000 groszy", ruleset=flooded)
    assert ms.VisitPumpHouse(chamber="1L1", water=50) in ms.legal_moves(state)
    waters = [answer.value for answer in ms.answers_of(flooded, 2) if answer.group == "water"]
    assert waters == list(range(51))
    assert [answer.value for answer in ms.answers_of(ms.STANDARD, 2) if answer.group == "water"] == list(range(34))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_the_standard_answers(players: int) -> None:
    """The order is a promise: programs that learn number their actions by it."""
    answers = ms.answers_of(ms.STANDARD, players)
    assert answers == ms.answers_of(ms.STANDARD, players)
    assert len(set(answers)) == len(answers)
    groups = list(dict.fromkeys(answer.group for answer in answers))
    assert groups == [
        "type",
        "source",
        "target",
        "chamber",
        "salt",
        "pickaxes",
        "carts",
        "payments",
        "building",
        "slot",
        "water",
        "transactions",
        "commercial_privilege",
        "royal_privilege",
        "chambers",
        "money",
    ]
    sizes = Counter(answer.group for answer in answers)
    assert dict(sizes) == {
        "type": 17,
        "source": 31,
        "target": 24,
        "chamber": 18,
        "salt": 33,
        "pickaxes": 4,
        "carts": 4,
        "payments": 36,
        "building": 6,
        "slot": 4 if players == 4 else 3,
        "water": 34,
        "transactions": 7,
        "commercial_privilege": 2,
        "royal_privilege": 2,
        "chambers": 19,
        "money": 4,
    }
    assert [answer.value for answer in answers if answer.group == "type"] == list(ms.STANDARD.by_type)
    assert [answer.value for answer in answers if answer.group == "payments"] == list(range(36))
    assert answers[-4:] == tuple(("money", groszy) for groszy in range(4))


def test_changed_numbers_change_the_answers() -> None:
    """HAUL-1, CASTLE-4: tolls and penalties follow the ruleset; under changed rulings, any amount is possible."""
    dear = attrs.evolve(ms.STANDARD, name="dear answers", toll=2, penalty=5)
    answers = ms.answers_of(dear, 2)
    assert [answer.value for answer in answers if answer.group == "payments"] == list(range(0, 71, 2))
    assert [answer.value for answer in answers if answer.group == "money"] == list(range(6))
    free = attrs.evolve(ms.STANDARD, name="free answers", toll=0)
    assert [answer.value for answer in ms.answers_of(free, 2) if answer.group == "payments"] == [0]
    rulings = attrs.evolve(ms.STANDARD.rulings, toll=lambda *_: 3, penalty=lambda _: 7)
    ruled = ms.answers_of(attrs.evolve(ms.STANDARD, name="ruled answers", rulings=rulings), 2)
    for group in ("payments", "money"):
        assert [answer.value for answer in ruled if answer.group == group] == list(range(446))


@attrs.frozen
class Bet(ms.Move):
    """A move with fields of several kinds."""

    type: ClassVar[str] = "bet"
    rival: Seat | None
    stake: Annotated[int, Within(2, 4)]
    is_loud: bool
    again: tuple[Seat, ...]


@attrs.frozen
class Boast(ms.Move):
    """A move with a field whose values have no bound."""

    type: ClassVar[str] = "boast"
    times: Count


@attrs.frozen
class Oath:
    """A value with fields of its own."""

    witness: Seat
    is_loud: bool


@attrs.frozen
class Swear(ms.Move):
    """A move with a field whose type is a class."""

    type: ClassVar[str] = "swear"
    oath: Oath


def with_rule(rule: Rule) -> ms.Ruleset:
    """Return the standard ruleset with one more rule."""
    return attrs.evolve(ms.STANDARD, name=f"answers of {rule.move.type}", rules=(*ms.STANDARD.rules, rule))


def build_rule(kind: type[ms.Move], **fields: Any) -> Rule:
    """Return a rule without legal moves."""
    return Rule(kind, When.FREE, lambda _: (), lambda *_: None, lambda *_: (), **fields)


def test_the_fields_of_an_extension_have_values() -> None:
    """Values follow from meanings, bounds and types. None comes last if the field may have no value or no more."""
    answers = ms.answers_of(with_rule(build_rule(Bet)), 3)
    assert answers[17] == ("type", "bet")
    assert answers[-13:] == (
        *(("rival", value) for value in (0, 1, 2, None)),
        *(("stake", value) for value in (2, 3, 4)),
        *(("is_loud", value) for value in (False, True)),
        *(("again", value) for value in (0, 1, 2, None)),
    )


def test_values_without_a_bound_must_be_stated() -> None:
    """An ``ExtensionError`` names the question; ``Rule.answers`` states the values, also of questions beyond fields."""
    with pytest.raises(ms.ExtensionError) as caught:
        ms.answers_of(with_rule(build_rule(Boast)), 2)
    assert str(caught.value) == (
        "the rule of 'boast': the answers to the question 'times' cannot be listed, because its values have no known "
        "bound; state them in Rule.answers: answers=lambda ruleset, players: {'times': ...}"
    )
    stated = build_rule(Boast, answers=lambda _, players: {"times": range(players), "mood": ("shy", "bold")})
    assert ms.answers_of(with_rule(stated), 2)[-4:] == (
        ("times", 0),
        ("times", 1),
        ("mood", "shy"),
        ("mood", "bold"),
    )

    def fail(*_: object) -> Any:
        raise ValueError("no idea")

    with pytest.raises(ms.ExtensionError, match="the rule of 'boast': answers"):
        ms.answers_of(with_rule(build_rule(Boast, answers=fail)), 2)
    with pytest.raises(ms.MisuseError, match="the rule of 'boast': answers: expected a function, got 5"):
        build_rule(Boast, answers=5)


def test_values_of_an_own_class_must_be_stated() -> None:
    """The values of a field with fields of its own are whole answers, as in the questions about the moves."""
    oaths = Oath(0, True), Oath(1, False)
    moves = tuple(map(Swear, oaths))
    rule = attrs.evolve(build_rule(Swear), moves=lambda _: moves)
    with pytest.raises(ms.ExtensionError, match=r"'oath' cannot be listed, .* Rule\.answers: .* \{'oath': \.\.\.\}$"):
        ms.answers_of(with_rule(rule), 2)
    game = with_rule(attrs.evolve(rule, answers=lambda *_: {"oath": oaths}))
    choice = ms.choices(ms.new_game(["Ada", "Ben"], seed=1, ruleset=game)).take("swear")
    assert choice.answers == oaths
    assert ms.answers_of(game, 2)[-2:] == tuple((choice.group, oath) for oath in oaths)


@pytest.mark.parametrize(
    ("ruleset", "players", "complaint"),
    [
        ("standard", 2, "ruleset: expected a Ruleset, got 'standard'"),
        (ms.STANDARD, 5, "players: expected a whole number from 2 to 4, got 5"),
        (ms.STANDARD, True, "players: expected a whole number from 2 to 4, got True"),
        (ms.STANDARD, "2", "players: expected a whole number from 2 to 4, got '2'"),
    ],
)
def test_invalid_arguments_are_refused(ruleset: Any, players: Any, complaint: str) -> None:
    """The message names the argument."""
    with pytest.raises(ms.MisuseError, match=complaint):
        ms.answers_of(ruleset, players)


def test_the_group_of_a_question() -> None:
    """HAUL-3: payments to different seats are one group. A choice without a question has no group."""
    choice = ms.choices(position("S1: B | S2: BC | 1L1: AA [BBG/1] | A: cart, 9 groszy")).take("extract_salt")
    choice = choice.take(ms.SaltAmount(brown=1)).take(0)
    assert (choice.question, choice.group) == ("payments[1]", "payments")
    assert choice.take(2).group is None


def test_smithy_and_chapel_are_numbered_after_the_standard_moves() -> None:
    """Extensions add their types after the standard ones, and their groups at the end."""
    for ruleset, kinds in ((SMITHY_GAME, ["visit_smithy", "use_barrel"]), (CRYSTAL_CHAPEL, None)):
        answers = ms.answers_of(ruleset, len(NAMES[:2]))
        types = [answer.value for answer in answers if answer.group == "type"]
        assert types == list(ruleset.by_type)
        assert types[:17] == list(ms.STANDARD.by_type)
        assert kinds is None or types[17:] == kinds


@attrs.frozen
class Muse(ms.Move):
    """A move without fields, about which its rule asks a question."""

    type: ClassVar[str] = "muse"


def test_questions_that_a_rule_does_not_state_are_reported() -> None:
    """If ``Rule.answers`` lacks a question that the rule asks, the error names the rule and the question."""

    def questions(_: ms.GameState, taken: Mapping[str, Any]) -> Question | ms.Move:
        return Muse() if taken else Question("mood", ("good", "bad"))

    rule = Rule(Muse, When.FREE, lambda _: (Muse(),), lambda *_: None, lambda *_: (), questions=questions)
    ruleset = attrs.evolve(ms.STANDARD, name="moody", rules=(*ms.STANDARD.rules, rule))
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset)
    with pytest.raises(ms.ExtensionError) as refused:
        observe(state, ms.choices(state).take("muse"), 0)
    assert str(refused.value) == "the rule of 'muse': Rule.answers lacks the answer 'good' to the question 'mood'"
