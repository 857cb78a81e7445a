"""``check_extension``: the text of its findings, its arguments, and errors that occur before any rule is checked."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import attrs
import pytest
from smithy import BARREL
from tests.testing.lamps import EXTENSION, RULE, LightLamp, findings, game, moves, with_words

import magnum_sal as ms
from magnum_sal.model.events import MoneyMoved
from magnum_sal.model.extension import Extension
from magnum_sal.testing import BrokenPromiseError, check_extension, position
from magnum_sal.testing._promises import describe_failure

pytestmark = pytest.mark.usefixtures("registered")


@pytest.mark.long
def test_the_error_lists_everything() -> None:
    """The error's message is one line; its notes contain each finding, with a position to paste."""
    rule = attrs.evolve(RULE, moves=lambda state: itertools.islice(moves(state), 1))
    broken = game(attrs.evolve(EXTENSION, rules=(rule,), labels={}))
    with pytest.raises(BrokenPromiseError) as caught:
        check_extension(broken, seeds=[1], players=[2, 3], decisions=24)
    error = caught.value
    assert str(error).startswith(f"{broken.name}: {len(error.findings)} promises are broken: ")
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


@pytest.mark.long
def test_findings_can_be_repeated() -> None:
    """The same seed, players and decisions give the same findings; a smaller limit ends earlier."""
    broken = with_words(LAMP__no_such_lamp=None, LAMP__too_dear_a_lamp=None)
    assert findings(broken, seeds=[3]) == findings(broken, seeds=[3])
    assert len(findings(broken, seeds=[3], most=1)) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seeds": ()}, "check_extension: seeds: expected at least one number"),
        ({"players": iter(())}, "check_extension: players: expected at least one number"),
        ({"seeds": ["1"]}, "check_extension: seeds: expected whole numbers, got '1'"),
        ({"decisions": 0}, "check_extension: decisions: expected a whole number from 1 up, got 0"),
        ({"most": 0}, "check_extension: most: expected a whole number from 1 up, got 0"),
        ({"players": [5]}, "check_extension: players: expected a whole number from 2 to 4, got 5"),
    ],
)
def test_invalid_arguments(options: dict[str, Any], words: str) -> None:
    """``check_extension`` names an invalid argument in its error."""
    with pytest.raises(ms.MisuseError, match=words):
        check_extension(ms.STANDARD, **options)
    with pytest.raises(ms.MisuseError, match="expected a Ruleset, got 'standard'"):
        check_extension("standard")  # type: ignore[arg-type]  # a name will not do


@pytest.mark.long
def test_impossible_numbers_in_events_are_reported() -> None:
    """A negative payment in an event is reported, registered ruleset or not, since logs would be unreadable."""
    rule = attrs.evolve(RULE, decide=lambda state, _: (MoneyMoved(state.turn_seat, "bank", -3),))
    ruleset = ms.STANDARD.with_extensions(attrs.evolve(EXTENSION, rules=(rule,)), name="generous")
    with pytest.raises(BrokenPromiseError, match=r", an event of LightLamp\(size=1\), cannot be read back from JSON:"):
        check_extension(ruleset, seeds=[1], players=[2], decisions=12)


def test_a_tool_that_no_card_has_is_reported() -> None:
    """TOOL-1: nobody can make a move that needs a missing tool. Its words are not reported as well."""
    ruleset = ms.STANDARD.with_extensions(Extension("barrels", rules=(BARREL,)), name="no_barrels")
    (found,) = (finding for finding in findings(ruleset, decisions=1) if "barrel'" in finding.complaint)
    assert found.promise == "tools"
    assert found.complaint == (
        "the rule of 'use_barrel' needs the tool 'barrel', but no card has it: add 'barrel' to tools"
    )


@pytest.mark.slow
def test_a_game_without_tools_of_the_library_passes() -> None:
    """SET-TOOLS: a ruleset may leave out tools of the library, whose rules then have no legal moves."""
    ropes = attrs.evolve(ms.STANDARD, name="ropes_alone", tools=("rope",) * len(ms.STANDARD.tools))
    check_extension(ropes, seeds=[1], players=[2], decisions=1)


@pytest.mark.slow
def test_listed_objects_that_are_not_moves_are_reported() -> None:
    """``moves`` that returns a class instead of a move is reported."""
    rule = attrs.evolve(RULE, moves=lambda _: [LightLamp])  # type: ignore[list-item]
    with pytest.raises(BrokenPromiseError) as caught:
        check_extension(game(attrs.evolve(EXTENSION, rules=(rule,))), seeds=[1], players=[2], decisions=12, most=1)
    first = caught.value.findings[0]
    assert first.promise == "lists"
    assert first.complaint.endswith("LightLamp'>, which is not a move in the ruleset")


@pytest.mark.parametrize("arguments", [{"seeds": 1}, {"players": 2}])
def test_one_number_instead_of_several(arguments: Any) -> None:
    """``seeds`` and ``players`` must be several numbers, not one."""
    with pytest.raises(ms.MisuseError, match="expected a tuple, a list or a range, got "):
        check_extension(ms.STANDARD, **arguments)


def test_a_cause_that_was_never_raised_is_skipped() -> None:
    """The place of a failure is that of the last error in the chain that was raised. Without one, no place is named."""

    def refuse() -> None:
        raise RuntimeError("no such tool") from LookupError("axe")

    with pytest.raises(RuntimeError) as caught:
        refuse()
    line = refuse.__code__.co_firstlineno + 1
    expected = f"failed: RuntimeError: no such tool (in refuse, test_findings.py:{line})"
    assert describe_failure(caught.value) == expected
    assert describe_failure(ValueError("never raised")) == "failed: ValueError: never raised"


@pytest.mark.slow
def test_a_rule_that_names_a_cause_is_reported() -> None:
    """An error whose cause was never raised becomes a finding like any other error."""

    def refuse(*_: object) -> ms.Objection:
        raise RuntimeError("no such lamp") from LookupError("lamp")

    found = findings(game(attrs.evolve(EXTENSION, rules=(attrs.evolve(RULE, objection=refuse),))), decisions=2)
    assert any("(in refuse, test_findings.py:" in finding.complaint for finding in found)
