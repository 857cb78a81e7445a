"""A custom move, event and rule, and house rules, as a type checker sees them."""

from collections.abc import Iterator
from typing import Any, ClassVar, assert_type

import attrs

import magnum_sal as ms
from magnum_sal.model.fields import Count
from magnum_sal.model.rule import Notation, Part, Rule, When
from magnum_sal.model.state import Draft


@attrs.frozen
class VisitBath(ms.Move):
    """Visit the bath, an action from outside."""

    type: ClassVar[str] = "visit_bath"
    guest: str
    buckets: Count = 1


@attrs.frozen
class GuestWashed(ms.Event):
    """A guest has washed."""

    type: ClassVar[str] = "guest_washed"
    guest: str


def bath_moves(state: ms.GameState) -> Iterator[VisitBath]:
    """Yield the legal visits."""
    yield VisitBath(state.player.name)


def bath_objection(state: ms.GameState, move: VisitBath) -> ms.Objection | None:
    """Return the objection to a visit, or None."""
    return ms.Objection("BATH-1", "nobody needs it") if state.round == 1 else None


def decide_bath(state: ms.GameState, move: VisitBath) -> tuple[ms.Event, ...]:
    """Return the events of a visit."""
    return (GuestWashed(move.guest),)


def fold_washed(draft: Draft, event: GuestWashed) -> None:
    """Store the guest in the state."""
    draft.set_part("bath", event.guest)


def a_rule_is_made() -> None:
    """A rule's functions take its own move, and their results are checked."""
    rule = Rule(
        VisitBath,
        When.ACTION,
        moves=bath_moves,
        objection=bath_objection,
        decide=decide_bath,
        building="bath",
        events={GuestWashed: fold_washed},
        notation=Notation(lambda _, move: f"bath {move.guest}", lambda _, text: VisitBath(text)),
        part=Part("bath", str, lambda ruleset, players: ruleset.name * players),
    )
    assert_type(rule, Rule)
    assert_type(rule.move, type[ms.Move])
    Rule(str, When.ACTION, bath_moves, bath_objection, decide_bath)  # type: ignore[arg-type]
    Rule(VisitBath, "action", bath_moves, bath_objection, decide_bath)  # type: ignore[arg-type]
    Rule(VisitBath, When.ACTION, bath_objection, bath_objection, decide_bath)  # type: ignore[arg-type]
    Rule(VisitBath, When.ACTION, bath_moves, bath_objection, bath_moves)  # type: ignore[arg-type]


def a_move_of_ones_own_is_checked() -> None:
    """Fields and changes of a custom move are checked like those of built-in ones."""
    move = VisitBath("Ada", buckets=2)
    assert_type(move.buckets, int)
    assert_type(VisitBath.type, str)
    move.buckets = 3  # type: ignore[misc]
    VisitBath(guest=1)  # type: ignore[arg-type]


def what_it_keeps_is_read(state: ms.GameState) -> None:
    """An extension's part can be of any type, so the extension's functions declare it."""
    guest: str = state.extras["bath"]
    assert_type(state.extras["bath"], Any)
    del guest


def house_rules_are_made(rule: Rule) -> None:
    """A ruleset is one changed value; its functions are called by name."""
    house = attrs.evolve(ms.STANDARD, name="house", rules=(*ms.STANDARD.rules, rule))
    assert_type(house, ms.Ruleset)
    ms.register(house)
    assert_type(ms.new_game(["Ada", "Ben"], ruleset=house), ms.GameState)
    assert_type(house.rules, tuple[Rule, ...])
    ms.register("house")  # type: ignore[arg-type]
    house.penalty = 5  # type: ignore[misc]
