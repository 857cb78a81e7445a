"""
A tiny second expansion, for the tests of several expansions that are installed side by side.

ALMS-1: when a phase begins, a player with less than 12 groszy gets one. Nobody is hired for more than 6 groszy.
"""

from collections.abc import Callable, Iterable

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL, CRYSTALS, FEASTS
from magnum_sal.model.events import MoneyMoved, PartChanged, PhaseStarted
from magnum_sal.model.extension import Extension, Reaction
from magnum_sal.model.rule import Part


def given(state: ms.GameState, _: PhaseStarted) -> Iterable[ms.Event]:
    """Give a grosz to each poor player, and count them."""
    poor = [seat for seat, player in enumerate(state.players) if player.money < 12]
    counted = PartChanged("alms", state.extras["alms"] + len(poor))
    return (*(MoneyMoved("bank", seat, 1) for seat in poor), counted)


def capped(price: Callable[[ms.GameState], int | None]) -> Callable[[ms.GameState], int | None]:
    """Limit the price of hiring to 6 groszy."""

    def hiring_price(state: ms.GameState) -> int | None:
        asked = price(state)
        return None if asked is None else min(asked, 6)

    return hiring_price


ALMS = Extension(
    "alms",
    reactions=(Reaction(PhaseStarted, given),),
    rulings={"hiring_price": capped},
    part=Part("alms", int, lambda *_: 0),
)

CHAPEL_AND_ALMS = CRYSTAL_CHAPEL.with_extensions(ALMS, name="chapel_and_alms")
ALMS_AND_CHAPEL = ms.STANDARD.with_extensions(ALMS, FEASTS, CRYSTALS, name="alms_and_chapel")
