"""Steps in words: the move and its consequences, each payment with its reason."""

from __future__ import annotations

import random
import re

import attrs
import pytest
from tests.amounts import select_pairs

import magnum_sal as ms
from magnum_sal.model.events import (
    ActionTaken,
    DieAwaited,
    DieRolled,
    MoneyMoved,
    PhaseEnded,
    SaltMoved,
    ToolReadied,
    ToolUsed,
    WaterMoved,
)
from magnum_sal.model.extension import Die, Extension, Reaction
from magnum_sal.rules.placing import enter_space
from magnum_sal.testing import given
from magnum_sal.testing.players import finisher, play
from magnum_sal.words import LANGUAGES, pending_in_words, reveal_in_words, step_in_words

PLAYERS = "players: Ada, Ben, Cleo | A: 20 groszy, BB"


def steps(table: str, move: ms.Move, language: str = "en") -> tuple[str, ...]:
    """Return the sentences about *move* and its consequences."""
    state = given(f"{table} | {PLAYERS}").state
    return step_in_words(ms.apply(state, move).step, language)


def test_a_visit_pays_the_assistant() -> None:
    """ASST-2: a sentence names the assistant's owner, and the move's own sentence contains the price of the salt."""
    table = "assistant market: B"
    move = ms.VisitMarket((ms.Transaction("sell", "brown"),))
    told = {language: steps(table, move, language)[:2] for language in LANGUAGES}
    assert told == {
        "en": ("Ada: sells brown salt for 3 groszy", "Ben's assistant earns 1 grosz (market)"),
        "pl": ("Ada: sprzedaje brązową sól za 3 grosze", "Pomocnik gracza Ben zarabia 1 grosz (targ)"),
        "de": ("Ada: verkauft braunes Salz für 3 Groschen", "Der Gehilfe von Ben verdient 1 Groschen (Markt)"),
    }


def test_an_assistant_of_the_player_to_move() -> None:
    """ASST-2, CASTLE-3: of two similar payments, the last is the assistant's, and only it needs a sentence."""
    told = steps("assistant castle: A | castle: BB=9 | turn: A, arriving 1", ms.CompleteOrder(0))
    assert told[0] == "Ada: completes the order for BB in space 1 and gets 9 groszy"
    assert "Ada's assistant earns 1 grosz (castle)" in told
    assert not any("for the order" in sentence for sentence in told[1:])


def test_an_assistant_whose_fee_is_the_price() -> None:
    """ASST-2: an income of 1 grosz in the move's sentence does not replace the assistant's sentence."""
    ruleset = attrs.evolve(ms.STANDARD, name="cheap", market_prices=((1, 1, 1), (4,), (7,)))
    state = given(f"assistant market: A | {PLAYERS} | market: B", ruleset=ruleset).state
    move = ms.VisitMarket((ms.Transaction("sell", "brown"),))
    told = step_in_words(ms.apply(state, move).step)
    assert told[:2] == ("Ada: sells brown salt for 1 grosz", "Ada's assistant earns 1 grosz (market)")


def test_tolls_name_payer_and_payee() -> None:
    """HAUL-1: the move's sentence names the players who are paid, so no other sentence does."""
    table = "S1: C | S2: C | 1L1: AAA [BG/1]"
    told = steps(table, ms.ExtractSalt("1L1", ms.SaltAmount(green=1), 0, 0, (0, 0, 2)))
    assert told[:2] == ("Ada: extracts G from 1L1 and pays Cleo 2 groszy", "Ada: 2 miners lie down in 1L1")


def test_a_meal_is_described_once() -> None:
    """FOOD-1: the move's sentence states how many miners stand up in each chamber, so no other sentence does."""
    table = "S1: A | S2: A | 1L1: aaa [B/0] | 1L2: a | A: food"
    assert {language: steps(table, ms.UseFood(("1L1", "1L1")), language) for language in LANGUAGES} == {
        "en": ("Ada: feeds 2 tired miners in 1L1",),
        "pl": ("Ada: używa prowiantu i stawia na nogi 2 zmęczonych górników w 1L1",),
        "de": ("Ada: stellt mit Proviant 2 müde Bergleute in 1L1 wieder auf",),
    }
    assert len(steps(table, ms.UseFood(("1L1", "1L2")))) == 1


def test_miners_who_rest_are_described() -> None:
    """TURN-4: the sentence of a move that names no chamber does not state how many miners stand up there."""
    table = "S1: A | S2: A | 1L1: aa [B/0]"
    told = steps(table, ms.Rest())
    assert told[:2] == ("Ada: lets the miners rest", "Ada: 2 miners stand up in 1L1")


@pytest.mark.slow
@pytest.mark.parametrize(("players", "language"), select_pairs([2, 3, 4], tuple(LANGUAGES)))
def test_each_payment_is_described_once(players: int, language: str) -> None:
    """In whole games, the amounts in a step's sentences are exactly those of its payments."""
    first = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][:players], seed=players)
    seen = 0
    for before, move, after in play(first, finisher, random.Random(players), 700):
        step = ms.Step(before, move, *after)
        told = " ".join(step_in_words(step, language))
        amounts = [int(amount) for amount in re.findall(r"(\d+) [Gg]ros", told)]
        paid = [event.groszy for event in step.events if isinstance(event, MoneyMoved)]
        assert sorted(amounts) == sorted(paid), told
        seen += len(paid)
    assert seen > 100


def test_a_price_without_words_is_described_after_the_move() -> None:
    """INN-1: if the rule has no words for its move, a sentence describes the payment."""
    inn = ms.STANDARD.by_move[ms.VisitInn]
    rules = tuple(attrs.evolve(rule, told=None) if rule is inn else rule for rule in ms.STANDARD.rules)
    ruleset = attrs.evolve(ms.STANDARD, name="plain", rules=rules)
    state = given(f"{PLAYERS} | inn: 1", ruleset=ruleset).state
    told = step_in_words(ms.apply(state, ms.VisitInn()).step)
    assert told[:2] == ("Ada: visit the inn", "Ada pays 6 groszy for the new miner")


def test_an_extensions_payment_is_described_with_its_heading() -> None:
    """The rule has no words for the reason of its payments, so each sentence ends with the heading."""
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
        decide=lambda state, _: (MoneyMoved(state.turn_seat, "bank", 2), MoneyMoved("bank", 1, 1)),
        building=None,
        notation=None,
        told=None,
    )
    ruleset = attrs.evolve(ms.STANDARD, name="bribery", rules=(*ms.STANDARD.rules, rule))
    state = given(PLAYERS, ruleset=ruleset).state
    told = step_in_words(ms.apply(state, Bribe()).step)
    assert told[:3] == ("Ada: bribe", "Ada pays the bank 2 groszy (bribe)", "Ben gets 1 grosz from the bank (bribe)")


def test_a_state_without_a_pending_piece() -> None:
    """A state with a pending piece says which, and any other state says nothing."""
    assert pending_in_words(ms.open_table(["Ada", "Ben"]), "pl") == "do odkrycia: zamówienie na polu 1"
    assert pending_in_words(ms.new_game(["Ada", "Ben"], seed=1)) == ""


def test_the_consequences_of_a_revealed_piece() -> None:
    """The castle's assistant is paid after the next order is revealed, and described then."""
    table = "assistant castle: B | castle: BB=9 BG=11 BBB=15, stack 5 | turn: A, arriving 1"
    state = given(f"{table} | {PLAYERS}").state.public()
    waiting = ms.apply(state, ms.CompleteOrder(0)).state
    piece = ms.outcomes(waiting)[0][0]
    told = reveal_in_words(waiting, ms.reveal(waiting, piece).events)
    assert told[:2] == (
        f"New order in space 1 of the castle: {piece}",
        "Ben's assistant earns 1 grosz (castle)",
    )


def test_the_assistant_paid_after_a_revealed_tool() -> None:
    """ASST-2: the sentence names the workshop even if the same player has the castle's assistant."""
    state = given(f"assistant workshop: B | assistant castle: B | {PLAYERS}").state.public()
    waiting = ms.apply(state, ms.VisitWorkshop(0)).state
    piece = ms.outcomes(waiting)[0][0]
    assert "Ben's assistant earns 1 grosz (workshop)" in reveal_in_words(waiting, ms.reveal(waiting, piece).events)


def test_the_reason_of_a_payment_by_a_houses_ruling() -> None:
    """ASST-2: a payment that depends on the effects of the visit has its reason, too."""

    def assistant_paid(state: ms.GameState, _: str) -> tuple[ms.Event, ...]:
        return (MoneyMoved("bank", 1, 2),) if state.player.tools else ()

    rulings = attrs.evolve(ms.STANDARD.rulings, assistant_paid=assistant_paid)
    ruleset = attrs.evolve(ms.STANDARD, name="pay for tools", rulings=rulings)
    state = given("assistant workshop: B", ruleset=ruleset).state
    assert "B's assistant earns 2 groszy (workshop)" in step_in_words(ms.apply(state, ms.VisitWorkshop(0)).step)


@pytest.mark.parametrize("value", [None, 5, "x"])
def test_invalid_steps_are_refused(value: object) -> None:
    """The error says what was expected: a Step, as ``Game.steps`` yields it."""
    with pytest.raises(ms.MisuseError, match=r"expected a Step \(see Game\.last_step\), got "):
        step_in_words(value)  # type: ignore[arg-type]


def with_reactions(*reactions: Reaction) -> ms.Ruleset:
    """Return the standard game with a die and these reactions."""
    extension = Extension("gifts", reactions=reactions, dice=(Die("luck", ("1", "2"), "LUCK-1"),))
    return ms.STANDARD.with_extensions(extension, name="game with gifts")


def test_what_a_reaction_moves_is_described() -> None:
    """The sentence of a move does not state the salt, water and tools that a reaction moves."""

    def given_away(_: ms.GameState, event: ActionTaken) -> tuple[ms.Event, ...]:
        return (
            MoneyMoved("bank", event.seat, 2),
            SaltMoved("bank", event.seat, ms.SaltAmount(brown=1)),
            WaterMoved("1L1", "bank", 1),
            ToolReadied(event.seat, "rope"),
            ToolUsed(event.seat, "rope"),
        )

    table = f"S1: A | S2: A | 1L1: A [BG/1] | {PLAYERS}, rope used"
    state = given(table, ruleset=with_reactions(Reaction(ActionTaken, given_away))).state
    assert step_in_words(ms.apply(state, ms.VisitTownSquare()).step) == (
        "Ada: visits the town square and earns 1 grosz",
        "Ada gets 2 groszy from the bank",
        "Salt B goes from the bank to Ada",
        "1 cube of water goes from 1L1 to the bank",
        "Ada readies a tool: rope",
        "Ada uses a tool: rope",
    )


def test_a_chamber_that_a_reaction_reveals_is_described_once() -> None:
    """REVEAL-1: the sentence about the tile states its salt and water, but not what the reaction adds."""

    def sent(state: ms.GameState, _: ActionTaken) -> tuple[ms.Event, ...]:
        return (*enter_space(state, "stock", "1L1"), WaterMoved("bank", "1R1", 1))

    ruleset = with_reactions(Reaction(ActionTaken, sent))
    state = given(f"S1: A | S2: A | {PLAYERS}", ruleset=ruleset).state
    _, revealed, *others = step_in_words(ms.apply(state, ms.VisitTownSquare()).step)
    assert revealed.startswith("1L1 is revealed: ")
    assert others == ["1 cube of water goes from the bank to 1R1"]


@pytest.mark.parametrize("is_public", [False, True])
def test_the_end_of_a_phase_after_a_reaction(is_public: bool) -> None:
    """PHASE-2, TOOL-1: readers can work out which tools are ready again and where the market gets salt."""
    orders = ", ".join(f"order {order}" for order in ms.STANDARD.orders[0][:5])
    table = f"{PLAYERS}, rope used, {orders} | turn: C, actions 1 | market: W"
    ruleset = with_reactions(
        Reaction(PhaseEnded, lambda *_: (DieAwaited("luck"),)),
        Reaction(DieRolled, lambda *_: (MoneyMoved("bank", 0, 1),)),
    )
    state = given(table, ruleset=ruleset).state
    waiting = ms.apply(state.public() if is_public else state, ms.Pass())
    told = list(step_in_words(waiting.step))
    if is_public:
        assert waiting.state.pending == ms.Pending("luck", 0)
        rolled = ms.reveal(waiting.state, "1")
        assert {ToolReadied(0, "rope"), SaltMoved("bank", "market", ms.SaltAmount(brown=1))} <= {*rolled.events}
        told += reveal_in_words(waiting.state, rolled.events)
    assert "Phase I is over" in told
    assert not any("Salt" in sentence or "readies" in sentence for sentence in told)
