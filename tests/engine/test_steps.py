"""Transitions and steps: ``steps.py``."""

import copy
import pickle
from collections.abc import Callable

import pytest

import magnum_sal as ms
from magnum_sal import words
from magnum_sal.engine.steps import check_order

START = ms.new_game(["Ada", "Ben"], seed=7)
MOVE = ms.PlaceMiner("stock", "S1")


def table_with_a_reveal() -> tuple[ms.GameState, ms.Transition]:
    """Return the first position of a game on a real table, and the transition of its first order."""
    table = ms.open_table(["Ada", "Ben"])
    return table, ms.reveal(table, ms.RoyalOrder.parse("BB=9"))


def test_a_transition_gives_its_step() -> None:
    """The step of ``apply`` and ``Game.play`` has the position before the move, the move, and all that followed."""
    transition = ms.apply(START, MOVE)
    step = ms.Step(START, MOVE, transition.state, transition.events)
    assert transition.step == step
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    assert game.play(MOVE).step == step
    assert words.step_in_words(transition.step)[0] == "Ada: sends a miner from stock to S1"


def test_a_transition_is_still_a_pair() -> None:
    """A transition is unpacked, compared and hashed by its state and events alone."""
    transition = ms.apply(START, MOVE)
    state, events = transition
    assert (state, events) == transition == ms.Transition(state, events)
    assert hash(transition) == hash((state, events))
    assert len(transition) == 2
    match transition:
        case ms.Transition(after, happened):
            assert (after, happened) == (state, events)


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))],
    ids=["copy", "deep", "pickle"],
)
def test_a_copied_transition_keeps_its_step(copied: Callable[[ms.Transition], ms.Transition]) -> None:
    """Copies and pickles of a transition are equal to it and have the same step."""
    transition = ms.apply(START, MOVE)
    assert copied(transition) == transition
    assert copied(transition).step == transition.step


def test_a_transition_is_immutable() -> None:
    """The attributes of a transition cannot be set."""
    transition = ms.apply(START, MOVE)
    for name in ("state", "step", "note"):
        with pytest.raises(AttributeError):
            setattr(transition, name, None)


def test_a_reveal_has_no_step() -> None:
    """Turning up a piece is not a move. The error names what to use instead."""
    table, transition = table_with_a_reveal()
    with pytest.raises(ms.MisuseError, match=r"no move caused it; .* reveal_in_words\(state, events\), .*last_step"):
        _ = transition.step
    assert words.reveal_in_words(table, transition.events) == ("New order in space 1 of the castle: BB=9",)
    with pytest.raises(ms.MisuseError, match="this transition has no step"):
        _ = ms.Transition(START, ()).step


def test_a_step_gives_its_transition() -> None:
    """The transition of a step is that of its move, and gives the step again."""
    step = ms.apply(START, MOVE).step
    assert step.transition == ms.apply(START, MOVE)
    assert step.transition.step == step


def test_steps_lead_to_each_other() -> None:
    """The steps of a game follow each other, also if some of them hide the face-down pieces. Others are refused."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for text in ("inn", "square", ">S1"):
        game.play(text)
    steps = list(game.steps())
    public = list(ms.Game.from_log("".join(game.log.public().lines()).encode()).steps())
    for right in ([], steps[:1], steps, public, [steps[0], public[1], steps[2]]):
        check_order("moves", right)
    with pytest.raises(ms.MisuseError, match=r"moves: step 2, PlaceMiner.*, does not start from .* after step 1"):
        check_order("moves", [steps[0], steps[2]])
