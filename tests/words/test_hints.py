"""The hints of a first game are true under every switch, and with the prices of the board."""

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.testing import given
from magnum_sal.words import LANGUAGES, label


def says(hint: str, language: str, *claims: str) -> list[str]:
    """Return the claims that a hint makes."""
    return [claim for claim in claims if claim in label(hint, language)]


@pytest.mark.parametrize(
    ("language", "claim"), [("en", "dearer than the one before"), ("pl", "każdy następny"), ("de", "teurer als der")]
)
def test_two_miners_may_cost_the_same(language: str, claim: str) -> None:
    """INN-1: the first prices of the track are equal, so no hint says that each miner costs more than the last."""
    assert ms.STANDARD.inn_track[0] == ms.STANDARD.inn_track[1]
    assert says("hint.hire", language, claim) == []


@pytest.mark.parametrize(
    ("language", "claim"),
    [("en", "All miners then go home"), ("pl", "wszyscy górnicy wracają"), ("de", "alle Bergleute")],
)
def test_some_miners_may_stay_when_a_phase_ends(language: str, claim: str) -> None:
    """VAR-LINE: the line may stay, so the hint about the end of a phase mentions the miners in the mine."""
    assert says("hint.phase", language, claim) == []
    assert says("hint.phase", language, "in the mine", "z kopalni", "im Bergwerk")


@pytest.mark.parametrize(
    ("language", "claims"),
    [
        ("en", ("you see how much", "turns up")),
        ("pl", ("Wtedy widać", "odkrywa")),
        ("de", ("Dann siehst du", "deckt")),
    ],
)
def test_a_tile_may_be_face_up_already(language: str, claims: tuple[str, ...]) -> None:
    """VAR-MAP: the tile of a chamber may be known, so the hint says only when its cubes are added."""
    state = given("S1: A | S2: A", ruleset=attrs.evolve(ms.STANDARD, mapped_mine=True)).state
    assert state.mine.chamber("1L1").tile is not None
    assert not state.mine.chamber("1L1").revealed
    assert says("hint.reveal", language, *claims) == []


@pytest.mark.parametrize(
    ("language", "claim"), [("en", "As many of your miners tire"), ("pl", "Męczy się tylu"), ("de", "so viele deiner")]
)
def test_the_number_of_tired_miners_depends_on_a_switch(language: str, claim: str) -> None:
    """VAR-TIRE: with this switch all miners tire, so the hint names no number."""
    state = given("S1: A | 1L1: AAA [BB/0] | S2: A", ruleset=attrs.evolve(ms.STANDARD, all_miners_tire=True)).state
    after = ms.apply(state, ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 0))).state
    assert after.mine.tired_in("1L1", 0) == 3
    assert says("hint.extract", language, claim) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_may_have_another_number_of_actions(language: str) -> None:
    """TURN-4: the hint about tired miners does not count the actions of a turn."""
    assert says("hint.tired", language, "both actions", "obie akcje", "beide Aktionen") == []


def test_deliveries_are_not_automatic() -> None:
    """CASTLE-3: the player decides which order to complete, so the hint does not say that it happens automatically."""
    assert says("hint.deliver", "en", "by himself") == []


def test_german_levels_are_ranks_of_miners() -> None:
    """The German names of the levels are ranks of the trade, from beginner to best."""
    levels = [label(f"table.player.{level}", "de").partition(":")[0] for level in ms.bots.LEVELS]
    assert levels == ["Neuling", "Lehrling", "Geselle", "Steiger", "Meister"]
