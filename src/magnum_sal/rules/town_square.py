"""The town square: earning a grosz (RULES SQUARE-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..errors import Objection
from ..model.display import DisplayItem, Income
from ..model.events import Event, MoneyMoved
from ..model.moves import VisitTownSquare
from ..model.pieces import BANK
from ..model.rule import Building, Rule, When
from ..model.state import GameState
from . import notations

__all__ = ["RULE"]

_VISIT = VisitTownSquare()


def moves(state: GameState) -> tuple[VisitTownSquare, ...]:
    """Return the visit, which is always legal."""
    return (_VISIT,)


def objection(state: GameState, move: VisitTownSquare) -> Objection | None:
    """Return None: a visit is always legal."""
    # A visit costs only the action, so there is never an objection.
    return None


def decide(state: GameState, move: VisitTownSquare) -> tuple[Event, ...]:
    """Return the events of the visit."""
    return (MoneyMoved(BANK, state.turn_seat, state.ruleset.rulings.town_square_income(state)),)


def collect_facts(state: GameState, move: VisitTownSquare) -> Mapping[str, Any]:
    """Return the extra fact about a visit: the income."""
    return {"income": state.ruleset.rulings.town_square_income(state)}


def list_display_items(state: GameState) -> tuple[DisplayItem, ...]:
    """Return the display items of the square: its income."""
    return (Income(state.ruleset.rulings.town_square_income(state)),)


RULE: Final[Rule] = Rule(
    VisitTownSquare,
    When.ACTION,
    moves,
    objection,
    decide,
    building=Building("town_square", display=list_display_items),
    notation=notations.one_word("square", _VISIT),
    told=collect_facts,
)
