"""Sentences that say who agreed to an early end, whatever the players are called."""

from __future__ import annotations

import attrs
import pytest

from magnum_sal import new_game
from magnum_sal.errors import MisuseError
from magnum_sal.record.log.entries import check_reason
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, early_end_in_words, ending_in_words
from magnum_sal.words.agreement import agreement, describe_ending


def test_each_language_says_who_agreed_and_who_was_absent() -> None:
    """The log's reason is English, and the sentence shown is in the reader's language."""
    players = ["Ada", "Ben", "Cleo", "Dan"]
    reason = agreement(["Ada", "Dan"], ["Cleo"])
    assert reason == "agreed by Ada, Dan; absent: Cleo"
    assert [early_end_in_words(new_game(players), reason, language) for language in ("en", "pl", "de")] == [
        "Ended early: agreed by Ada, Dan; absent: Cleo",
        "Zakończona przed czasem: zgoda: Ada, Dan; nie ma przy stole: Cleo",
        "Vorzeitig beendet: mit Zustimmung von Ada, Dan; abwesend: Cleo",
    ]


@pytest.mark.parametrize("reason", ["everybody agreed", "supper", "agreed by Eve", "agreed by Ada; absent: Eve"])
def test_other_reasons_stay(reason: str) -> None:
    """A reason that no agreement of these players can have is shown unchanged."""
    assert early_end_in_words(new_game(["Ada", "Ben"]), reason, "de") == f"Vorzeitig beendet: {reason}"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ada, Ben", "Cleo"], 'agreed by "Ada, Ben", Cleo'),
        (["Ada; absent: Ben", "Cleo"], 'agreed by "Ada; absent: Ben", Cleo'),
        (['Ada", "Ben', "Cleo"], "agreed by \"Ada', 'Ben\", Cleo"),
        (["{agreed}", "castle:2"], 'agreed by {agreed}, "castle:2"'),
    ],
)
def test_a_name_cannot_pass_for_others(names: list[str], told: str) -> None:
    """Names that contain a separator are quoted, and the sentence can still be translated."""
    assert agreement(names, []) == told
    assert early_end_in_words(new_game(names), told, "de").startswith("Vorzeitig beendet: mit Zustimmung von ")


def test_the_longest_names_fit_into_a_log() -> None:
    """A reason with four quoted names of 40 characters fits into a log."""
    names = [letter * 39 + ";" for letter in "abcd"]
    for language in LANGUAGES:
        assert check_reason(agreement(names[:2], names[2:], language))
    assert early_end_in_words(new_game(names), agreement(names[:2], names[2:]), "pl").count(";") == 5


def test_how_a_game_ended() -> None:
    """END-1: a game that was ended early has no winner but a reason. Other games have no words before their end."""
    state = new_game(["Ada", "Ben"])
    assert describe_ending(state, "supper", "de") == ("Vorzeitig beendet: supper",)
    assert describe_ending(state, None) == ()
    over = attrs.evolve(position("A: 9 groszy | B: 4 groszy"), is_over=True, turn=None)
    assert describe_ending(over, None, "pl") == ending_in_words(over, "pl")


def test_an_unknown_language() -> None:
    """The function refuses a language that has no words."""
    with pytest.raises(MisuseError):
        early_end_in_words(new_game(["Ada", "Ben"]), "supper", "xx")
