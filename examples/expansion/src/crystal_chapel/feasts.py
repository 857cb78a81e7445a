"""The feasts: a card is turned up in each phase and changes a price or an income (FEAST-1)."""

from collections.abc import Callable, Iterable

import magnum_sal as ms
from magnum_sal.model.display import DisplayItem, FaceUp, Stack
from magnum_sal.model.events import CardAwaited, PhaseStarted
from magnum_sal.model.extension import CardPile, Deck, Extension, Reaction

from .texts import FEAST_TEXTS
from .words import FEAST_WORDS

CARDS = ("barbara_day", "florian_day", "fair_day", "lent") * 2


def today(state: ms.GameState) -> str | None:
    """Return the feast of the phase, or None before the first one and in a game without feasts."""
    pile: CardPile | None = state.extras.get("feasts")
    return pile.up[-1] if pile is not None and pile.up else None


def feast_awaited(state: ms.GameState, _: PhaseStarted) -> Iterable[ms.Event]:
    """Turn up a card when a phase begins, if the deck has one left."""
    return (CardAwaited("feasts"),) if state.extras["feasts"].down else ()


def hiring_on_feasts(
    price: Callable[[ms.GameState], int | None],
) -> Callable[[ms.GameState], int | None]:
    """Lower the hiring price by 1 grosz on Saint Barbara's day, and raise it by 1 grosz in Lent."""
    change = {"barbara_day": -1, "lent": 1}

    def hiring_price(state: ms.GameState) -> int | None:
        asked = price(state)
        return None if asked is None else max(asked + change.get(today(state) or "", 0), 0)

    return hiring_price


def pumping_on_feasts(
    prices: Callable[[ms.GameState], tuple[int, ...]],
) -> Callable[[ms.GameState], tuple[int, ...]]:
    """Lower the price of each of the first cubes of water by 1 grosz on Saint Florian's day."""

    def pump_prices(state: ms.GameState) -> tuple[int, ...]:
        asked = prices(state)
        return (
            tuple(max(price - 1, 0) for price in asked) if today(state) == "florian_day" else asked
        )

    return pump_prices


def square_on_feasts(income: Callable[[ms.GameState], int]) -> Callable[[ms.GameState], int]:
    """Raise the income of the town square by 1 grosz on a fair day."""
    return lambda state: income(state) + (today(state) == "fair_day")


def beside_the_board(state: ms.GameState) -> tuple[DisplayItem, ...]:
    """Return the feasts turned up so far, and the number of cards left."""
    pile: CardPile = state.extras["feasts"]
    return FaceUp("feast_of_the_phase", pile.up), Stack("feast_stack", pile.down)


FEASTS = Extension(
    "feasts",
    decks=(Deck("feasts", CARDS, "FEAST-1", display=beside_the_board),),
    reactions=(Reaction(PhaseStarted, feast_awaited),),
    rulings={
        "hiring_price": hiring_on_feasts,
        "pump_prices": pumping_on_feasts,
        "town_square_income": square_on_feasts,
    },
    labels=FEAST_WORDS,
    texts=FEAST_TEXTS,
)
