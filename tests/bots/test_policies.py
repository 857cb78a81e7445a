"""Policies as bots: ``_policies.py``."""

import random
from array import array
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from tests.testing.lamps import with_rule

import magnum_sal as ms
from magnum_sal.bots import AnswerPolicy, PolicyBot
from magnum_sal.queries.answer_space import answers_of
from magnum_sal.queries.observation import features_of, observe

ANSWERS = answers_of(ms.STANDARD, 2)
FIRST = ms.new_game(["Ada", "Ben"], seed=7)


def play_game(
    policy: AnswerPolicy, *, sensible: bool, moves: int, players: int = 2
) -> list[tuple[ms.GameState, ms.Move]]:
    """Play moves of a game in which a policy plays all seats."""
    bot = PolicyBot(policy, sensible=sensible)
    state = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][:players], seed=3)
    played: list[tuple[ms.GameState, ms.Move]] = []
    while not state.is_over and len(played) < moves:
        move = bot(state.seen_by(state.turn_seat), ms.legal_moves(state))
        played.append((state, move))
        state = state.play(move)
    return played


def choose_at_random(seed: int) -> AnswerPolicy:
    """Return a policy that returns a random possible answer."""
    rng = random.Random(seed)

    def choose(numbers: "array[float]", mask: bytes) -> int:
        return rng.choice([action for action, possible in enumerate(mask) if possible])

    return choose


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_policy_plays_legal_moves(players: int) -> None:
    """A policy that gives possible answers plays legal moves, with any number of players."""
    for state, move in play_game(choose_at_random(1), sensible=False, moves=150, players=players):
        assert move in ms.legal_moves(state)


def test_only_sensible_moves() -> None:
    """By default, the possible answers lead to sensible moves only."""
    for state, move in play_game(choose_at_random(2), sensible=True, moves=150):
        assert move in ms.sensible_moves(state)


def test_the_highest_possible_score_wins() -> None:
    """With scores, impossible answers do not count, and the first of equal scores wins."""
    scores = [0.0] * len(ANSWERS)
    scores[ANSWERS.index(("type", "visit_pump_house"))] = 9.0
    assert not any(isinstance(move, ms.VisitPumpHouse) for move in ms.legal_moves(FIRST))
    assert PolicyBot(lambda _numbers, _mask: scores)(FIRST, ()) == ms.PlaceMiner("stock", "S1")
    scores[ANSWERS.index(("type", "visit_town_square"))] = float("-inf")
    scores[ANSWERS.index(("type", "visit_inn"))] = 2.5
    assert isinstance(PolicyBot(lambda _numbers, _mask: scores)(FIRST, ()), ms.VisitInn)


def test_what_a_policy_sees() -> None:
    """A policy gets the numbers of ``observe`` in single precision, and a byte for each answer."""
    seen: list[tuple[Any, bytes]] = []

    def note(numbers: "array[float]", mask: bytes) -> int:
        seen.append((numbers, mask))
        return mask.index(1)

    PolicyBot(note)(FIRST.public(), ms.legal_moves(FIRST))
    numbers, mask = seen[0]
    assert ms.choices(FIRST, sensible=True).question == "type"
    assert numbers == observe(FIRST, ms.choices(FIRST, sensible=True), FIRST.turn_seat)
    assert len(numbers) == len(features_of(ms.STANDARD, 2))
    assert {ANSWERS[action].value for action in range(len(mask)) if mask[action]} == set(
        ms.choices(FIRST, sensible=True).answers
    )


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        (5, r"policy: 5 \('visit_pump_house'\) is not a possible answer to the question 'type'"),
        (-1, "policy: -1 is not a possible answer"),
        (244, "policy: 244 is not a possible answer"),
        pytest.param(10**5000, "policy: a number of thousands of digits is not a possible answer", id="huge"),
        (1.5, "policy: expected the index of an answer or 244 scores, got 1.5"),
        (None, "policy: expected the index of an answer or 244 scores, got None"),
        ("x" * 244, "policy: expected the index of an answer or 244 scores"),
        ([0.0] * 243, "policy: expected the index of an answer or 244 scores"),
        ([float("nan")] * 244, "policy: the score of answer 0 is not a number"),
        (["high"] * 244, "policy: the score of answer 0 is not a number"),
        (dict.fromkeys(range(1, 245), 1.0), "policy: the score of answer 0 is not a number"),
    ],
)
def test_what_policies_may_not_return(returned: Any, words: str) -> None:
    """Anything else than a possible answer or a score for each answer is refused, with the place of the policy."""

    def returns(numbers: "array[float]", mask: bytes) -> Any:
        return returned

    with pytest.raises(ms.MisuseError, match=words) as refused:
        PolicyBot(returns)(FIRST, ())
    assert "test_policies.py, line" in str(refused.value)
    assert len(str(refused.value)) <= 500


def test_arguments_are_checked() -> None:
    """A policy must be callable, and ``sensible`` must be a boolean."""
    nothing: Any = None
    with pytest.raises(ms.MisuseError, match="policy: expected a function of an observation and a mask, got None"):
        PolicyBot(nothing)
    number: Any = 1
    with pytest.raises(ms.MisuseError, match="sensible: expected True or False, got 1"):
        PolicyBot(lambda _numbers, _mask: 0, sensible=number)


@pytest.mark.parametrize("stated", [{"size": (2,)}, {"size": ()}])
def test_answers_that_a_rule_does_not_state_are_reported(stated: dict[str, tuple[int, ...]]) -> None:
    """If ``Rule.answers`` lacks an answer to a question, the error names the rule, the answer and the question."""
    ruleset = with_rule(answers=lambda *_: stated)
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset)
    lamp = ms.answers_of(ruleset, 2).index(("type", "light_lamp"))
    with pytest.raises(ms.ExtensionError) as refused:
        PolicyBot(lambda _numbers, _mask: lamp)(state.public(), ())
    assert str(refused.value) == "the rule of 'light_lamp': Rule.answers lacks the answer 1 to the question 'size'"


def test_errors_of_a_policy_pass() -> None:
    """An error that the policy raises itself reaches the caller, such as the arena."""

    def fail(numbers: "array[float]", mask: bytes) -> int:
        raise ZeroDivisionError("mine")

    policy: Callable[..., int] = fail
    with pytest.raises(ZeroDivisionError, match="mine"):
        PolicyBot(policy)(FIRST, ())


def test_after_the_end_there_is_nothing_to_choose() -> None:
    """END-1: a game that is over has no question, so there is no move."""
    over = attrs.evolve(FIRST, is_over=True, turn=None)
    with pytest.raises(ms.MisuseError):
        PolicyBot(choose_at_random(1))(over, ())


def test_numpy_reads_the_arguments() -> None:
    """The arrays are those of the environments, without a copy. ``numpy.asarray`` does not read the mask as numbers."""
    np = pytest.importorskip("numpy")
    envs = pytest.importorskip("magnum_sal.envs.magnum_sal_v0")
    env = envs.env(sensible=True)
    env.reset(options={"state": FIRST})
    expected = env.observe(env.agent_selection)

    def policy(numbers: "array[float]", mask: bytes) -> Any:
        read = {"observation": np.asarray(numbers), "action_mask": np.frombuffer(mask, dtype=np.int8)}
        for name, found in read.items():
            assert found.dtype == expected[name].dtype
            assert (found == expected[name]).all()
            assert found.base is not None
        assert np.asarray(mask).shape == ()
        return read["action_mask"].argmax()

    assert type(PolicyBot(policy)(FIRST.public(), ())) is ms.PlaceMiner
