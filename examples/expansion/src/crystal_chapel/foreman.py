"""The foreman, who makes the miners of a chamber stronger until the phase ends (FOREMAN-1)."""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

import attrs

import magnum_sal as ms
from magnum_sal.model.events import PartChanged, PhaseEnded
from magnum_sal.model.extension import Reaction
from magnum_sal.model.fields import ChamberId, To
from magnum_sal.model.rule import Notation, Rule, When

from .chapel import too_few_crystals
from .chests import Chest, chest, chest_changed, own_chest


@attrs.frozen
class SendForeman(ms.Move):
    """Send the chapel's foreman to a chamber for one crystal; an action (FOREMAN-1)."""

    type: ClassVar[str] = "send_foreman"
    chamber: To[ChamberId]


def foreman_moves(state: ms.GameState) -> Iterator[SendForeman]:
    """Yield the legal moves, with the chambers in mine order."""
    kept = own_chest(state)
    if kept.crystals:
        for chamber, here in state.mine.chambers():
            if here.miners_of(state.turn_seat) and chamber != kept.foreman:
                yield SendForeman(chamber)


def foreman_objection(state: ms.GameState, move: SendForeman) -> ms.Objection | None:
    """Return the first objection to *move* in the order in which a player would check it, or None."""
    if not state.mine.chamber(move.chamber).miners_of(state.turn_seat):
        return ms.Objection("FOREMAN-1", "no_miner_there", {"space": move.chamber})
    if own_chest(state).foreman == move.chamber:
        return ms.Objection("FOREMAN-1", "foreman_is_there", {"space": move.chamber})
    return too_few_crystals(state, "FOREMAN-1", 1)


def foreman_unavailable(state: ms.GameState) -> ms.Objection:
    """Return the reason why the foreman cannot go to any chamber."""
    return too_few_crystals(state, "FOREMAN-1", 1) or ms.Objection("FOREMAN-1", "no_chamber")


def decide_foreman(state: ms.GameState, move: SendForeman) -> tuple[ms.Event, ...]:
    """Return the events of a legal *move*."""
    return (
        chest_changed(state, state.turn_seat, Chest(own_chest(state).crystals - 1, move.chamber)),
    )


def stronger_with_foreman(
    strength: Callable[[ms.GameState, str, int], int],
) -> Callable[[ms.GameState, str, int], int]:
    """Raise the strength of rested miners in the chamber of their player's foreman by 1."""

    def stronger(state: ms.GameState, chamber: str, seat: int) -> int:
        present = strength(state, chamber, seat)
        return present + 1 if present and chest(state, seat).foreman == chamber else present

    return stronger


def foremen_leave(state: ms.GameState, _: PhaseEnded) -> Iterable[ms.Event]:
    """Return the event that sends the foremen home when a phase ends."""
    chests = state.extras["chests"]
    if any(kept.foreman for kept in chests):
        return (PartChanged("chests", tuple(Chest(kept.crystals) for kept in chests)),)
    return ()


def format_foreman(_: ms.GameState, move: SendForeman) -> str:
    """Return the move in notation: ``foreman 1L2``."""
    return f"foreman {move.chamber}"


def parse_foreman(_: ms.GameState, text: str) -> ms.Move | None:
    """Return the move that *text* stands for, or None if it is not a move of this kind."""
    match text.upper().split():
        case ["FOREMAN", chamber]:
            return SendForeman(chamber)
    return None


FOREMAN = Rule(
    SendForeman,
    When.ACTION,
    foreman_moves,
    foreman_objection,
    decide_foreman,
    building="chapel",
    notation=Notation(format_foreman, parse_foreman),
    why_not=foreman_unavailable,
)

LEAVING = Reaction(PhaseEnded, foremen_leave)
