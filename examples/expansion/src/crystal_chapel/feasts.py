"""The feasts: a card turned up each phase, which changes what something costs or brings (FEAST-1)."""

from collections.abc import Callable, Iterable

import magnum_sal as ms
from magnum_sal.model.display import DisplayItem, FaceUp, Stack
from magnum_sal.model.events import CardAwaited, PhaseStarted
from magnum_sal.model.extension import CardPile, Deck, Extension, Reaction

from .texts import FEAST_TEXTS
from .words import FEAST_WORDS

CARDS = ("barbara_day", "florian_day", "fair_day", "lent") * 2


def today(state: ms.GameState) -> str | None:
    """Return the feast of the phase; None before the first one, and in a game without feasts."""
    pile: CardPile | None = state.extras.get("feasts")
    return pile.up[-1] if pile is not None and pile.up else None


def feast_awaited(state: ms.GameState, _: PhaseStarted) -> Iterable[ms.Event]:
    """Have a card turned up when a phase begins, while there is one."""
    return (CardAwaited("feasts"),) if state.extras["feasts"].down else ()


def hiring_on_feasts(
    price: Callable[[ms.GameState], int | None],
) -> Callable[[ms.GameState], int | None]:
    """On Saint Barbara's day hiring costs 1 grosz less, in Lent 1 grosz more."""
    change = {"barbara_day": -1, "lent": 1}

    def hiring_price(state: ms.GameState) -> int | None:
        asked = price(state)
        return None if asked is None else max(asked + change.get(today(state) or "", 0), 0)

    return hiring_price


def pumping_on_feasts(
    prices: Callable[[ms.GameState], tuple[int, ...]],
) -> Callable[[ms.GameState], tuple[int, ...]]:
    """On Saint Florian's day each of the first cubes of water costs 1 grosz less."""

    def pump_prices(state: ms.GameState) -> tuple[int, ...]:
        asked = prices(state)
        return (
            tuple(max(price - 1, 0) for price in asked) if today(state) == "florian_day" else asked
        )

    return pump_prices


def square_on_feasts(income: Callable[[ms.GameState], int]) -> Callable[[ms.GameState], int]:
    """On a fair day the town square brings 1 grosz more."""
    return lambda state: income(state) + (today(state) == "fair_day")


def beside_the_board(state: ms.GameState) -> tuple[DisplayItem, ...]:
    """Return the feasts that were turned up, and how many were not."""
    pile: CardPile = state.extras["feasts"]
    return FaceUp("feast_of_the_phase", pile.up), Stack("feast_stack", pile.down)


FEASTS = Extension(
    "feasts",
    decks=(Deck("feasts", CARDS, "FEAST-1"),),
    reactions=(Reaction(PhaseStarted, feast_awaited),),
    rulings={
        "hiring_price": hiring_on_feasts,
        "pump_prices": pumping_on_feasts,
        "town_square_income": square_on_feasts,
    },
    display=beside_the_board,
    labels=FEAST_WORDS,
    texts=FEAST_TEXTS,
)
