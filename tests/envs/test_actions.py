"""The actions of the environments: their ids are pinned, and masks mark the possible answers."""

from __future__ import annotations

import hashlib
import random
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from smithy import SMITHY_GAME
from tests.testing.lamps import with_rule
from tests.walking import straying, walk

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.envs import ActionTable
from magnum_sal.words import LANGUAGES

PINNED = {
    2: (244, "b1f0f7954cb28468"),
    3: (244, "b1f0f7954cb28468"),
    4: (245, "873846652c151d29"),
}
"""The number of actions of ``magnum_sal_v0`` and a digest of their answers. A change needs a new version."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ids_of_v0_are_pinned(players: int) -> None:
    """Trained players are numbers without meaning if an action gets another id."""
    answers = ActionTable(ms.STANDARD, players).answers
    digest = hashlib.sha256(repr(answers).encode()).hexdigest()[:16]
    assert (len(answers), digest) == PINNED[players]


def test_some_ids_of_v0() -> None:
    """A few ids in readable form."""
    actions = ActionTable(ms.STANDARD, 2)
    assert actions.find("type", "place_miner") == 0
    assert actions.find("type", "pay_penalty") == 16
    assert actions.find("source", "stock") == 17
    assert actions.answers[actions.find("payments", 3)] == ("payments", 3)
    assert actions.answers[-1] == ("money", 3)


def test_actions_are_found_by_the_group_of_a_question() -> None:
    """The name of a question about an entry has an index, which its group lacks. The message says so."""
    actions = ActionTable(ms.STANDARD, 2)
    with pytest.raises(ms.MisuseError, match=r"'payments\[1\]'; the group of this question is 'payments'$"):
        actions.find("payments[1]", 3)
    assert actions.answers[actions.find("payments", 3)] == ("payments", 3)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_masks_mark_the_answers(players: int) -> None:
    """In positions of a game, the marked ids are those of the answers, and no others."""
    actions, rng = ActionTable(ms.STANDARD, players), random.Random(players)
    for step in islice(walk(ms.STANDARD, players, players, straying), 0, 300, 15):
        choice = ms.choices(step.before)
        while choice.question is not None:
            mask = actions.mask_of(choice)
            marked = {actions.answers[action] for action in mask.nonzero()[0]}
            assert marked == {(choice.group, value) for value in choice.answers}
            choice = choice.take(rng.choice(choice.answers))
        assert not actions.mask_of(choice).any()


def test_masks_of_equal_answers_of_other_types() -> None:
    """False equals 0 in Python, but the question about a flag and the question about a number have their own masks."""
    actions = ActionTable(ms.STANDARD, 2)
    answers = (False, True, 0, 1)
    actions._ids = {("loud", type(answer), answer): number for number, answer in enumerate(answers)}
    for asked, marked in ((answers[:2], [0, 1]), (answers[2:], [2, 3]), (answers[:2], [0, 1])):
        choice: Any = SimpleNamespace(group="loud", answers=asked)
        assert actions.mask_of(choice).nonzero()[0].tolist() == marked


def test_masks_of_answers_that_a_rule_does_not_state() -> None:
    """If ``Rule.answers`` lacks an answer, the error names the rule, the answer and the question."""
    ruleset = with_rule(answers=lambda *_: {"size": (2,)})
    choice = ms.choices(ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset)).take("light_lamp")
    with pytest.raises(ms.ExtensionError) as refused:
        ActionTable(ruleset, 2).mask_of(choice)
    assert str(refused.value) == "the rule of 'light_lamp': Rule.answers lacks the answer 1 to the question 'size'"


def test_masks_cannot_be_changed() -> None:
    """Masks are shared, so writing to one raises an error."""
    mask = ActionTable(ms.STANDARD, 2).mask_of(ms.choices(ms.new_game(["Ada", "Ben"], seed=1)))
    with pytest.raises(ValueError, match="read-only"):
        mask[0] = 0


@pytest.mark.parametrize(("group", "value"), [("slot", 7), ("slot", True), ("slots", 0), ("slot", []), (None, None)])
def test_unknown_answers_are_refused(group: str, value: object) -> None:
    """The message names the group and the value."""
    with pytest.raises(ms.MisuseError, match="is not an answer to a question"):
        ActionTable(ms.STANDARD, 2).find(group, value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", [ms.STANDARD, SMITHY_GAME, CRYSTAL_CHAPEL], ids=lambda ruleset: ruleset.name)
def test_names_differ(ruleset: ms.Ruleset, language: str) -> None:
    """No two actions of a game have the same name, and every name is a printable text."""
    actions = ActionTable(ruleset, 4)
    names = [actions.name_of(action, language) for action in range(len(actions))]
    assert len(set(names)) == len(names)
    assert all(name and name.isprintable() and "{" not in name for name in names)


def test_names_without_a_difference_get_a_number() -> None:
    """The words of an extension may be equal; then the id of the action follows in brackets."""
    actions = ActionTable(ms.STANDARD, 2)
    actions.answers = (ms.Answer("type", "rest"), ms.Answer("type", "pass"), ms.Answer("type", "rest"))
    assert [actions.name_of(action) for action in range(3)] == ["rest (#0)", "pass", "rest (#2)"]


def test_actions_may_be_numbers_of_numpy() -> None:
    """Policies return numbers of NumPy."""
    assert ActionTable(ms.STANDARD, 2).name_of(np.int64(3), "de") == "Wirtshaus besuchen"  # type: ignore[arg-type]


@pytest.mark.parametrize("action", [-1, 244, 1.0, None, "rest"])
def test_unknown_actions_have_no_name(action: object) -> None:
    """The message names the range of actions."""
    with pytest.raises(ms.MisuseError, match="action: expected 0 to 243, got"):
        ActionTable(ms.STANDARD, 2).name_of(action)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["xx", None, []])
def test_names_in_unknown_languages_are_refused(language: object) -> None:
    """The message lists the languages."""
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de"):
        ActionTable(ms.STANDARD, 2).name_of(0, language)  # type: ignore[arg-type]
