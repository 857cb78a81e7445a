"""The sentences that say how two matches differ."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from magnum_sal import STANDARD, MisuseError
from magnum_sal.arena import Match
from magnum_sal.arena.match import describe_differences

MATCH = Match(("random", "greedy"), 1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, ""),
        ({"bots": ("greedy", "random")}, "its bot 1 is 'random', not 'greedy'; its bot 2 is 'greedy', not 'random'"),
        ({"bots": ("random",) * 3}, "it has 2 bots, not 3"),
        ({"seed": 2, "bot_seed": -3}, "its seed is 1, not 2; its bot_seed is 0, not -3"),
        ({"most_moves": 5, "policy": "lose"}, "its most_moves is 4000, not 5; its policy is 'random_move', not 'lose'"),
        ({"move_seconds": 0.5}, "its move_seconds is None, not 0.5"),
        ({"ruleset": STANDARD.with_switches(mapped_mine=True)}, "its mapped_mine is False, not True"),
        ({"ruleset": attrs.evolve(STANDARD, name="mine")}, "its ruleset is 'standard', not 'mine'"),
    ],
)
def test_differing_fields_are_named(changes: dict[str, Any], words: str) -> None:
    """Each differing field is named with its value in both matches. For rulesets these are the switches."""
    assert describe_differences(MATCH, attrs.evolve(MATCH, **changes)) == words


def test_different_rulesets_of_one_name() -> None:
    """Two versions of an unregistered ruleset can have the same name."""
    there, here = (attrs.evolve(MATCH, ruleset=attrs.evolve(STANDARD, name="dear", toll=toll)) for toll in (2, 3))
    assert describe_differences(there, here) == "its ruleset is a different one called 'dear'"


def test_long_names_with_a_common_start() -> None:
    """The differing part of long names is shown."""
    names = [f"process:python3 /home/ada/bots/of/the/winter/{of}.py" for of in ("salt", "toll")]
    there, here = (attrs.evolve(MATCH, bots=(name, "random")) for name in names)
    assert describe_differences(there, here) == "its bot 1 is ...er/salt.py', not ...er/toll.py'"


def test_differences_fit_into_a_message() -> None:
    """The text is cut so that a message has room for a file's name and advice too."""
    there, here = (
        Match(tuple(f"{letter}{number}" * 400 for number in range(4)), seed, bot_seed=seed)
        for letter, seed in (("a", 2**255), ("b", -(2**255)))
    )
    told = describe_differences(there, here)
    assert len(told) == 280
    assert str(MisuseError(told)) == told
