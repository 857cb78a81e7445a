"""The actions of the environments: their ids are pinned, and masks mark the possible answers."""

from __future__ import annotations

import hashlib
import random
from itertools import islice

import pytest
from tests.walking import straying, walk

import magnum_sal as ms
from magnum_sal.envs import Actions

PINNED = {
    2: (244, "b1f0f7954cb28468"),
    3: (244, "b1f0f7954cb28468"),
    4: (245, "873846652c151d29"),
}
"""The number of actions of ``magnum_sal_v0`` and a digest of their answers. A change needs a new version."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ids_of_v0_are_pinned(players: int) -> None:
    """Trained players are numbers without meaning if an action gets another id."""
    answers = Actions(ms.STANDARD, players).answers
    digest = hashlib.sha256(repr(answers).encode()).hexdigest()[:16]
    assert (len(answers), digest) == PINNED[players]


def test_some_ids_of_v0() -> None:
    """A few ids in readable form."""
    actions = Actions(ms.STANDARD, 2)
    assert actions.find("type", "place_miner") == 0
    assert actions.find("type", "pay_penalty") == 16
    assert actions.find("source", "stock") == 17
    assert actions.answers[actions.find("payments", 3)] == ("payments", 3)
    assert actions.answers[-1] == ("money", 3)


@pytest.mark.parametrize("players", [2, 4])
def test_masks_mark_the_answers(players: int) -> None:
    """In positions of a game, the marked ids are those of the answers, and no others."""
    actions, rng = Actions(ms.STANDARD, players), random.Random(players)
    for step in islice(walk(ms.STANDARD, players, players, straying), 0, 300, 15):
        choice = ms.choices(step.before)
        while choice.question is not None:
            mask = actions.mask_of(choice)
            marked = {actions.answers[action] for action in mask.nonzero()[0]}
            assert marked == {(choice.group, value) for value in choice.answers}
            choice = choice.take(rng.choice(choice.answers))
        assert not actions.mask_of(choice).any()


def test_masks_cannot_be_changed() -> None:
    """Masks are shared, so writing to one raises an error."""
    mask = Actions(ms.STANDARD, 2).mask_of(ms.choices(ms.new_game(["Ada", "Ben"], seed=1)))
    with pytest.raises(ValueError, match="read-only"):
        mask[0] = 0


@pytest.mark.parametrize(("group", "value"), [("slot", 7), ("slot", True), ("slots", 0), ("slot", []), (None, None)])
def test_unknown_answers_are_refused(group: str, value: object) -> None:
    """The message names the group and the value."""
    with pytest.raises(ms.MisuseError, match="is not an answer to a question"):
        Actions(ms.STANDARD, 2).find(group, value)
