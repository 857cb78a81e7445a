"""``check_extension``: how its findings are told, what it is asked, and what is wrong before any rule is."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import attrs
import pytest
from tests.testing.lamps import EXTENSION, RULE, LightLamp, findings, game, moves, with_words

import magnum_sal as ms
from magnum_sal.model import ruleset as rulesets
from magnum_sal.model.events import MoneyMoved
from magnum_sal.testing import BrokenPromiseError, check_extension, position


@pytest.fixture(autouse=True)
def forget_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no ruleset of a test stay registered."""
    monkeypatch.setattr(rulesets, "_registered", dict(rulesets._registered))


def test_the_error_lists_everything() -> None:
    """Its message is one line; its notes have each finding, with a position that can be pasted."""
    rule = attrs.evolve(RULE, moves=lambda state: itertools.islice(moves(state), 1))
    broken = game(attrs.evolve(EXTENSION, rules=(rule,), labels={}))
    with pytest.raises(BrokenPromiseError) as caught:
        check_extension(broken, seeds=[1], players=[2, 3], decisions=24)
    error = caught.value
    assert str(error).startswith(f"{broken.name}: {len(error.findings)} things are not as promised: ")
    assert len(str(error)) <= 500
    assert "\n" not in str(error)
    first = error.findings[0]
    assert str(first) == f"{first.promise}: {first.complaint} [{first.where}]"
    assert first.where.startswith("seed 1, 2 players, after ")
    assert len(error.__notes__) == len(error.findings)
    assert error.__notes__[0] == f"{first}\n{first.position}"
    other = pickle.loads(pickle.dumps(error))
    assert (str(other), other.findings, other.__notes__) == (str(error), error.findings, error.__notes__)
    state = position(first.position, ruleset=broken)
    assert LightLamp(2) not in ms.legal_moves(state)
    assert ms.is_legal(state, LightLamp(2))


@pytest.mark.slow
def test_it_can_be_repeated_from_what_is_told() -> None:
    """The same seed, players and decisions find the same; another limit ends earlier."""
    broken = with_words(LAMP__no_such_lamp=None, LAMP__too_dear_a_lamp=None)
    assert findings(broken, seeds=[3]) == findings(broken, seeds=[3])
    assert len(findings(broken, seeds=[3], most=1)) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seeds": ["1"]}, r"seeds: '1' is not such a whole number"),
        ({"decisions": 0}, r"decisions: 0 is not"),
        ({"most": 0}, r"most: 0 is not"),
        ({"players": [5]}, r"players: 5 is not 2, 3 or 4"),
    ],
)
def test_what_it_cannot_be_asked(options: dict[str, Any], words: str) -> None:
    """Arguments of another kind are named."""
    with pytest.raises(ms.MisuseError, match=words):
        check_extension(ms.STANDARD, **options)
    with pytest.raises(ms.MisuseError, match="'standard' is not a Ruleset"):
        check_extension("standard")  # type: ignore[arg-type]  # a name will not do


def test_numbers_of_events_that_cannot_be_are_found() -> None:
    """A payment of less than nothing goes the other way; logs would not be read again. Registered or not."""
    rule = attrs.evolve(RULE, decide=lambda state, _: (MoneyMoved(state.turn_seat, "bank", -3),))
    ruleset = ms.STANDARD.with_extensions(attrs.evolve(EXTENSION, rules=(rule,)), name="generous")
    with pytest.raises(
        BrokenPromiseError, match=r"json: MoneyMoved\(.*groszy=-3\), which .* brings, .*-3 is not a count"
    ):
        check_extension(ruleset, seeds=[1], players=[2], decisions=12)


def test_what_is_listed_and_no_move_is_found() -> None:
    """The class, say, in place of a move of it."""
    rule = attrs.evolve(RULE, moves=lambda _: [LightLamp])  # type: ignore[list-item]
    with pytest.raises(BrokenPromiseError) as caught:
        check_extension(game(attrs.evolve(EXTENSION, rules=(rule,))), seeds=[1], players=[2], decisions=12)
    first = caught.value.findings[0]
    assert first.promise == "lists"
    assert first.complaint.endswith("LightLamp'>, which is no move that the ruleset knows")


@pytest.mark.parametrize("arguments", [{"seeds": 1}, {"players": 2}])
def test_one_number_is_not_several(arguments: Any) -> None:
    """Games are played for each of several numbers."""
    with pytest.raises(ms.MisuseError, match=r"check_extension: (seeds|players): \d are not several"):
        check_extension(ms.STANDARD, **arguments)
