"""Steps in words: the move, and what came of it, each payment with its reason."""

from __future__ import annotations

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.labels import LANGUAGES, reveal_in_words, step_in_words
from magnum_sal.testing import given

PLAYERS = "players: Ada, Ben, Cleo | A: 20 groszy, BB"


def steps(table: str, move: ms.Move, language: str = "en") -> tuple[str, ...]:
    """Return what came of *move*, in words."""
    state = given(f"{table} | {PLAYERS}").state
    return step_in_words(ms.Step(state, move, *ms.apply(state, move)), language)


def test_a_visit_pays_the_bank_and_the_assistant() -> None:
    """ASST-2: the assistant's owner is told beside what the visit cost."""
    table = "assistant market: B"
    move = ms.VisitMarket((ms.Transaction("sell", "brown"),))
    told = {language: steps(table, move, language)[1:3] for language in LANGUAGES}
    assert told == {
        "en": ("Ada gets 3 groszy for salt sold", "Ben's assistant earns 1 grosz (market)"),
        "pl": ("Ada dostaje 3 grosze za sprzedaną sól", "Pomocnik gracza Ben zarabia 1 grosz (targ)"),
        "de": ("Ada erhält 3 Groschen für verkauftes Salz", "Der Gehilfe von Ben verdient 1 Groschen (Markt)"),
    }


def test_an_assistant_of_ones_own() -> None:
    """ASST-2, CASTLE-3: of two like payments the assistant's is the last."""
    told = steps("assistant castle: A | castle: BB=9 | turn: A, arriving 1", ms.CompleteOrder(0))
    assert "Ada gets 9 groszy for the order" in told
    assert "Ada's assistant earns 1 grosz (castle)" in told


def test_tolls_name_both() -> None:
    """HAUL-1: who pays whom."""
    table = "S1: C | S2: C | 1L1: AAA [BG/1]"
    told = steps(table, ms.ExtractSalt("1L1", ms.SaltAmount(green=1), 0, 0, (0, 0, 2)))
    assert told[1:3] == ("Ada pays Cleo a toll of 2 groszy", "Ada: 2 miners lie down in 1L1")


def test_an_extensions_payment_is_told_with_its_heading() -> None:
    """A rule without words for what it takes money for."""
    inn = next(rule for rule in ms.STANDARD.rules if rule.building_id == "inn")

    @attrs.frozen
    class Bribe(ms.Move):
        """Pay for nothing."""

        type = "bribe"

    rule = attrs.evolve(
        inn,
        move=Bribe,
        moves=lambda _: (Bribe(),),
        objection=lambda *_: None,
        decide=lambda state, _: (ms.MoneyMoved(state.turn_seat, "bank", 2), ms.MoneyMoved("bank", 1, 1)),
        building=None,
        notation=None,
        told=None,
    )
    ruleset = attrs.evolve(ms.STANDARD, name="bribery", rules=(*ms.STANDARD.rules, rule))
    state = given(PLAYERS, ruleset=ruleset).state
    told = step_in_words(ms.Step(state, Bribe(), *ms.apply(state, Bribe())))
    assert told[:3] == ("Ada: bribe", "Ada pays the bank 2 groszy (bribe)", "Ben gets 1 grosz from the bank (bribe)")


def test_what_comes_of_a_piece_turned_up() -> None:
    """The castle's assistant, who waits for the next order, is told then."""
    table = "assistant castle: B | castle: BB=9 BG=11 BBB=15, stack 5 | turn: A, arriving 1"
    state = given(f"{table} | {PLAYERS}").state.public()
    waiting = ms.apply(state, ms.CompleteOrder(0)).state
    piece = ms.outcomes(waiting)[0][0]
    told = reveal_in_words(waiting, ms.reveal(waiting, piece).events)
    assert told[:2] == (
        f"The order {piece} goes from the order stack to space 1 (castle)",
        "Ben's assistant earns 1 grosz (castle)",
    )


@pytest.mark.parametrize("value", [None, 5, "x"])
def test_what_is_no_step_is_misuse(value: object) -> None:
    """It names what was given."""
    with pytest.raises(ms.MisuseError, match=r"is no Step, as Game\.steps yields them"):
        step_in_words(value)  # type: ignore[arg-type]
