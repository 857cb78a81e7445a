"""The chapel: a building that pays money for crystals (CHAPEL-1)."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import attrs

import magnum_sal as ms
from magnum_sal.model.display import DisplayItem, Price
from magnum_sal.model.events import MoneyMoved
from magnum_sal.model.fields import Count
from magnum_sal.model.rule import Building, Notation, Rule, When

from .chests import MOST_CRYSTALS, chest_changed, own_chest
from .feasts import today


@attrs.frozen
class VisitChapel(ms.Move):
    """Turn in crystals at the chapel; an action (CHAPEL-1)."""

    type: ClassVar[str] = "visit_chapel"
    crystals: Count


def groszy_a_crystal(state: ms.GameState) -> int:
    """Return the price that the chapel pays for a crystal: 2 groszy, or 3 on a fair day."""
    return 3 if today(state) == "fair_day" else 2


def chapel_moves(state: ms.GameState) -> Iterator[VisitChapel]:
    """Yield the legal visits, starting with one crystal."""
    return (VisitChapel(crystals) for crystals in range(1, own_chest(state).crystals + 1))


def chapel_objection(state: ms.GameState, move: VisitChapel) -> ms.Objection | None:
    """Return the objection to *move*, or None."""
    if not move.crystals:
        return ms.Objection("CHAPEL-1", "no_crystal_asked")
    return too_few_crystals(state, "CHAPEL-1", move.crystals)


def too_few_crystals(state: ms.GameState, rule: str, wanted: int) -> ms.Objection | None:
    """Return an objection if the player has fewer crystals than *wanted*."""
    held = own_chest(state).crystals
    return (
        ms.Objection(rule, "too_few_crystals", {"held": held, "wanted": wanted})
        if held < wanted
        else None
    )


def chapel_unavailable(_: ms.GameState) -> ms.Objection:
    """Return the reason why no visit is legal."""
    return ms.Objection("CHAPEL-1", "no_crystal")


def decide_chapel(state: ms.GameState, move: VisitChapel) -> tuple[ms.Event, ...]:
    """Return the events of a legal *move*."""
    seat, kept = state.turn_seat, own_chest(state)
    return (
        chest_changed(state, seat, attrs.evolve(kept, crystals=kept.crystals - move.crystals)),
        MoneyMoved("bank", seat, move.crystals * groszy_a_crystal(state)),
    )


def told_of_chapel(state: ms.GameState, move: VisitChapel) -> Mapping[str, int]:
    """Return the facts for the words of a visit besides the crystals: the income."""
    return {"income": move.crystals * groszy_a_crystal(state)}


def chapel_shown(state: ms.GameState) -> tuple[DisplayItem, ...]:
    """Return the display of the chapel: the price that it pays for a crystal."""
    return (Price("for_a_crystal", groszy_a_crystal(state)),)


def format_chapel(_: ms.GameState, move: VisitChapel) -> str:
    """Return the move in notation: ``chapel 2``."""
    return f"chapel {move.crystals}"


def parse_chapel(_: ms.GameState, text: str) -> ms.Move | None:
    """Return the move that *text* stands for, or None if it is not a move of this kind."""
    match text.lower().split():
        case ["chapel", number] if number.isdecimal() and len(number) < 4:
            return VisitChapel(int(number))
    return None


CHAPEL = Rule(
    VisitChapel,
    When.ACTION,
    chapel_moves,
    chapel_objection,
    decide_chapel,
    building=Building("chapel", has_assistant_place=True, display=chapel_shown),
    notation=Notation(format_chapel, parse_chapel),
    told=told_of_chapel,
    why_not=chapel_unavailable,
    answers=lambda *_: {"crystals": range(1, MOST_CRYSTALS + 1)},
)
