"""When the assistant at a visited building is paid, in full and in public games: ``_assistant_pay.py``."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.replaying import turned_up

import magnum_sal as ms
from magnum_sal.model.events import (
    ActionTaken,
    CardAwaited,
    CardTurnedUp,
    ChamberRevealed,
    DieAwaited,
    DieRolled,
    MinersMoved,
    MomentsPassed,
    MoneyMoved,
    SaltMoved,
    WaterMoved,
)
from magnum_sal.model.extension import Deck, Die, Extension, Reaction
from magnum_sal.model.rule import Building, Rule, When
from magnum_sal.rules import workshop
from magnum_sal.rules.placing import enter_space
from magnum_sal.testing import position

BUY, DELIVER = ms.VisitWorkshop(0), ms.CompleteOrder(0)


@attrs.frozen
class VisitLift(ms.Move):
    """Take the lift into a chamber, from stock or from the assistant's place at the lift."""

    type = "visit_lift"
    source: str = "stock"


LIFT = Rule(
    VisitLift,
    When.ACTION,
    moves=lambda _: (VisitLift(),),
    objection=lambda *_: None,
    decide=lambda state, move: enter_space(state, move.source, "1L1"),
    building=Building("lift", has_assistant_place=True),
)
LIFT_GAME = attrs.evolve(
    ms.STANDARD,
    name="lift",
    rules=(*ms.STANDARD.rules, LIFT),
    buildings=(*ms.STANDARD.buildings, Building("lift", has_assistant_place=True)),
)


def ruled(assistant_paid: Any, ruleset: ms.Ruleset = ms.STANDARD) -> ms.Ruleset:
    """Return a ruleset with another ruling for the pay of assistants."""
    rulings = attrs.evolve(ruleset.rulings, assistant_paid=assistant_paid)
    return attrs.evolve(ruleset, name="other pay", rulings=rulings)


def play_both_ways(state: ms.GameState, move: ms.Move) -> tuple[ms.Event, ...]:
    """Return the events of *move* in a full game. Check that a public game has the same events and the same state."""
    after, happened = ms.apply(state, move)
    public, events = ms.apply(state.public(), move)
    while public.pending is not None:
        public, more = ms.reveal(public, turned_up(happened[len(events)]))
        events += more
    assert events == happened
    assert public == after.public()
    return happened


@pytest.mark.parametrize("is_ruled", [False, True])
def test_the_pay_comes_before_a_tile(is_ruled: bool) -> None:
    """ASST-2, REVEAL-1: the assistant is paid before the tile that a visit turns up, in a full and a public game."""
    ruleset = ruled(lambda *_: (MoneyMoved("bank", 1, 1),), LIFT_GAME) if is_ruled else LIFT_GAME
    state = position("S1: A | S2: A | assistant lift: B", ruleset=ruleset)
    happened = play_both_ways(state, VisitLift())
    kinds = [type(event) for event in happened]
    assert kinds == [ActionTaken, MinersMoved, MoneyMoved, ChamberRevealed, SaltMoved, WaterMoved]


def test_the_pay_comes_before_a_known_tile() -> None:
    """ASST-2, VAR-MAP: in a mapped mine, where everybody knows the tile, the order is the same."""
    state = position("S1: A | S2: A | assistant lift: B", ruleset=attrs.evolve(LIFT_GAME, mapped_mine=True))
    assert [type(event) for event in play_both_ways(state, VisitLift())[1:4]] == [
        MinersMoved,
        MoneyMoved,
        ChamberRevealed,
    ]


def buy_and_descend(state: ms.GameState, move: ms.Move) -> tuple[ms.Event, ...]:
    """Enter the chamber of the lift, and buy the cheapest tool."""
    return (*enter_space(state, "stock", "1L1"), *workshop.decide(state, BUY))


@pytest.mark.parametrize(("stack", "is_mapped"), [(3, False), (0, False), (3, True)])
def test_a_visit_that_turns_up_a_tile_and_a_tool_pays_once(stack: int, is_mapped: bool) -> None:
    """ASST-2: the assistant is paid once, in a full and in a public game, also if two pieces are turned up."""
    lift = attrs.evolve(LIFT, decide=buy_and_descend)
    ruleset = attrs.evolve(LIFT_GAME, rules=(*ms.STANDARD.rules, lift), mapped_mine=is_mapped)
    text = "A: 9 groszy | S1: A | S2: A | assistant lift: B"
    state = position(text if stack else f"{text} | workshop: rope - -, stack 0", ruleset=ruleset)
    after, happened = ms.apply(state, VisitLift())
    pieces: dict[str, Any] = {"tile": after.mine.tile_in("1L1"), "tool": after.workshop.offer[-1]}
    public, events = ms.apply(state.public(), VisitLift())
    while public.pending is not None:
        public, more = ms.reveal(public, pieces[public.pending.pile])
        events += more
    assert happened.count(MoneyMoved("bank", 1, 1)) == events.count(MoneyMoved("bank", 1, 1)) == 1
    assert public == after.public()


def test_an_assistant_who_has_left_earns_nothing() -> None:
    """ASST-2: the visit's effects come first, so an assistant whom they move away is not paid."""
    state = position("S1: A | S2: A | assistant lift: A", ruleset=LIFT_GAME)
    happened = play_both_ways(state, VisitLift("lift"))
    assert not any(isinstance(event, MoneyMoved) for event in happened)


def visitor_pays(state: ms.GameState, building: str) -> tuple[ms.Event, ...]:
    """Return a payment from the visitor, if they have the money, instead of the bank."""
    owner = state.assistant(building)
    return () if owner is None or not state.player.money else (MoneyMoved(state.turn_seat, owner, 1),)


@pytest.mark.parametrize(("money", "paid"), [(3, 0), (4, 1)])
def test_the_visitor_can_pay_what_is_left(money: int, paid: int) -> None:
    """ASST-2: a ruling gets the money that is left after the visit, in a full and in a public game."""
    state = position(f"A: {money} groszy | assistant workshop: B", ruleset=ruled(visitor_pays))
    happened = play_both_ways(state, BUY)
    assert happened.count(MoneyMoved(0, 1, 1)) == paid


CASTLE = "A: BB | assistant castle: B | turn: A, arriving 1 | castle: BB=9"

LAST_ORDER = (
    f"{CASTLE} - -, stack 0 | A: order BB=9, order BG=11, order BG=11, order GG=13 | "
    "B: order BBB=15, order BBG=17, order BBG=17"
)


@pytest.mark.parametrize(
    ("text", "move", "groszy"),
    [
        ("assistant workshop: B", BUY, lambda state: len(state.player.tools)),
        (f"{CASTLE} BG=11 BBB=15, stack 5", DELIVER, lambda state: state.castle.completed),
        (LAST_ORDER, DELIVER, lambda state: state.castle.completed - 7),
    ],
    ids=["tool", "order", "last order"],
)
def test_a_ruling_gets_the_state_after_the_effects(text: str, move: ms.Move, groszy: Any) -> None:
    """ASST-2: the pay can depend on the tool that was bought or the order that was completed."""
    state = position(text, ruleset=ruled(lambda state, _: (MoneyMoved("bank", 1, groszy(state)),)))
    assert play_both_ways(state, move).count(MoneyMoved("bank", 1, 1)) == 1


def test_the_pay_comes_before_a_card_and_a_die() -> None:
    """ASST-2: the engine turns up cards and rolls dice after all events of the visit, and reactions come last."""
    extension = Extension(
        "rumours",
        decks=(Deck("rumours", ("silver",), "TAVERN-1"),),
        dice=(Die("luck", ("1", "2"), "TAVERN-1"),),
        reactions=(Reaction(CardTurnedUp, lambda *_: (MoneyMoved("bank", 0, 2),)),),
        rules=(
            attrs.evolve(
                LIFT,
                decide=lambda *_: (CardAwaited("rumours"), DieAwaited("luck")),
                building=Building("tavern", has_assistant_place=True),
            ),
        ),
    )
    ruleset = ms.STANDARD.with_extensions(extension, name="tavern")
    happened = play_both_ways(position("assistant tavern: B", ruleset=ruleset), VisitLift())
    assert [type(event) for event in happened] == [
        ActionTaken,
        CardAwaited,
        DieAwaited,
        MoneyMoved,
        CardTurnedUp,
        DieRolled,
        MomentsPassed,
        MoneyMoved,
    ]
