"""Food: tired miners stand up (RULES FOOD-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any, Final

from ..._internal.caches import cached
from ...errors import Objection
from ...model.events import Event, MinersRested
from ...model.mine import spaces_in
from ...model.moves import Move, UseFood
from ...model.rule import Notation, Phrase, Rule, When
from ...model.state import GameState
from .. import notations

__all__ = ["RULE"]

TOOL: Final = "food"


def moves(state: GameState) -> list[UseFood]:
    """Return the legal uses for one miner by chamber in mine order, then the uses for two, and so on."""
    # Must agree with objection(): a use is listed exactly when objection() returns None.
    mine, seat = state.mine, state.turn_seat
    tired = [chamber for chamber in spaces_in(mine.tired[seat]) for _ in range(mine.tired_in(chamber, seat))]
    most = min(state.ruleset.food_miners, len(tired))
    # Miners in a chamber look alike, so each combination of chambers is listed once.
    return [_eating(chosen) for miners in range(1, most + 1) for chosen in dict.fromkeys(combinations(tired, miners))]


_eating = cached(most=512)(UseFood)


def objection(state: GameState, move: UseFood) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    # One card feeds one or two miners, in one chamber or in different ones.
    if (eating := len(move.chambers)) > (most := state.ruleset.food_miners):
        return Objection("FOOD-1", "too_many_eating", {"most": most, "wanted": eating})
    # Only your own tired miners stand up, each once. A chamber that is named twice must have two of them.
    for chamber in move.chambers:
        tired = state.mine.tired_in(chamber, state.turn_seat)
        if tired < move.chambers.count(chamber):
            facts = {"space": chamber, "tired": tired, "wanted": move.chambers.count(chamber)}
            return Objection("FOOD-1", "too_few_tired", facts)
    return None


def why_not(state: GameState) -> Objection | None:
    """Return the reason why no miner can eat, or None if one can."""
    return None if state.mine.tired[state.turn_seat] else Objection("FOOD-1", "no_tired_miner")


def decide(state: GameState, move: UseFood) -> tuple[Event, ...]:
    """Return the events of a legal *move*."""
    seat = state.turn_seat
    eating = dict.fromkeys(move.chambers)
    stood_up = (MinersRested(seat, chamber, move.chambers.count(chamber)) for chamber in eating)
    return tuple(stood_up)


def collect_facts(_: GameState, move: UseFood) -> Mapping[str, Any]:
    """Return the extra facts about a meal: the number of miners that eat in each chamber."""
    eating = Counter(move.chambers)
    return {
        "eating": tuple(Phrase("phrase.fed", {"chamber": chamber, "miners": eating[chamber]}) for chamber in eating)
    }


def _format_move(_: GameState, move: UseFood) -> str:
    return f"food {' '.join(move.chambers)}"


def _read(_: GameState, text: str) -> Move | None:
    word, *places = text.split()
    if word.lower() != "food":
        return None
    chambers = [chamber for chamber in map(notations.chamber, places) if chamber is not None]
    # The class of the move accepts only one or two chambers, whatever the ruleset.
    if len(chambers) != len(places) or len(places) not in (1, 2):
        return None
    return UseFood(tuple(chambers))


RULE: Final[Rule] = Rule(
    UseFood,
    When.FREE,
    moves,
    objection,
    decide,
    tool=TOOL,
    notation=Notation(_format_move, _read, "food 1L1 1L3"),
    why_not=why_not,
    told=collect_facts,
)
