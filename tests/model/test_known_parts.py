"""The parts of a state by key: ``magnum_sal.model._known_parts``."""

import pytest
from tests.extensions.omens import OMENS_GAME

import magnum_sal as ms


def test_an_unknown_part_is_named() -> None:
    """An unknown key raises an error of the family that is also a ``KeyError`` and suggests the nearest key."""
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=OMENS_GAME)
    with pytest.raises(KeyError) as caught:
        state.extras["omen"]
    assert isinstance(caught.value, ms.MisuseError)
    assert str(caught.value) == "extras: 'omen' is not a part of this state of 'omens_game'; did you mean omens?"
    with pytest.raises(ms.MisuseError, match="'zzz' is not a part of this state of 'omens_game'; the parts are "):
        state.extras["zzz"]
    assert state.extras.get("omen") is None
    assert "omen" not in state.extras


def test_a_missing_part_for_looks_names_has_looks() -> None:
    """PUBLIC-1: without ``has_looks`` there is no part for looks."""
    with pytest.raises(ms.MisuseError, match=r"'looks' is not a part .* 'standard'; it exists if .* has_looks=True"):
        ms.new_game(["Ada", "Ben"], seed=1).extras["looks"]


def test_the_missing_part_for_seen_pieces_names_the_phase() -> None:
    """PHASE-2: before the first phase has ended, there is nothing to remember."""
    with pytest.raises(ms.MisuseError, match=r"'seen' is not a part .*; it exists from the second phase on"):
        ms.new_game(["Ada", "Ben"], seed=1).extras["seen"]
