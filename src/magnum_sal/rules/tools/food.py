"""Food: letting tired miners stand up (RULES FOOD-1)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from ..._wording import counted
from ...errors import Objection
from ...events import Event, MinersRested
from ...moves import UseFood
from ...state import GameState

TOOL = "food"


def moves(state: GameState) -> list[UseFood]:
    """Return the legal uses for one miner by chamber in mine order, then those for two, and so on."""
    mine, seat = state.mine, state.turn_seat
    tired = [chamber for chamber, here in mine.chambers(mine.tired[seat]) for _ in range(here.tired[seat])]
    most = min(state.ruleset.food_miners, len(tired))
    return [_eating(chosen) for miners in range(1, most + 1) for chosen in dict.fromkeys(combinations(tired, miners))]


@lru_cache(maxsize=512)
def _eating(chambers: tuple[str, ...]) -> UseFood:
    return UseFood(chambers)


def objection(state: GameState, move: UseFood) -> Objection | None:
    """Say what speaks against *move*, in the order a player would check it."""
    if (eating := len(move.chambers)) > (most := state.ruleset.food_miners):
        return Objection("FOOD-1", f"one food lets {counted(most, 'miner')} stand up at most, not {eating}")
    for chamber in move.chambers:
        tired = state.mine[chamber].tired[state.turn_seat]
        if tired < move.chambers.count(chamber):
            wanted = move.chambers.count(chamber)
            return Objection("FOOD-1", f"you have {counted(tired, 'tired miner')} in {chamber}, not {wanted}")
    return None


def decide(state: GameState, move: UseFood) -> tuple[Event, ...]:
    """Return what a legal *move* makes happen."""
    seat = state.turn_seat
    eating = dict.fromkeys(move.chambers)
    stood_up = (MinersRested(seat, chamber, move.chambers.count(chamber)) for chamber in eating)
    return tuple(stood_up)
