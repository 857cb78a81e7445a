"""
A small expansion, for the tests of extensions.

OMENS-1: when a phase begins, a card is turned up, and another one whenever a chamber is revealed, as long as there are
cards. A gift earns the player 2 groszy, and calm earns nothing. After a quarrel the player immediately blames another
seat, and pays that seat a grosz if possible.

OMENS-2: a player with fewer miners than all others hires for 1 grosz less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

import attrs

import magnum_sal as ms
from magnum_sal.model.display import DisplayItem, FaceUp, Stack, Tally
from magnum_sal.model.events import CardAwaited, CardTurnedUp, ChamberRevealed, MoneyMoved, PartChanged, PhaseStarted
from magnum_sal.model.extension import Deck, Extension, Reaction
from magnum_sal.model.fields import Count, Seat
from magnum_sal.model.rule import Part, Rule, When
from magnum_sal.testing import position

CARDS = ("gift", "gift", "quarrel", "quarrel", *("calm",) * 10)


@attrs.frozen
class Quarrels:
    """The expansion's part of the state: the quarrels that wait to be settled, and the settled ones."""

    waiting: Count
    settled: Count


@attrs.frozen
class Blame(ms.Move):
    """Blame a seat for a quarrel (OMENS-1)."""

    type: ClassVar[str] = "blame"
    seat: Seat


def quarrels(state: ms.GameState) -> Quarrels:
    """Return the expansion's part of the state."""
    kept: Quarrels = state.extras["quarrels"]
    return kept


def blame_moves(state: ms.GameState) -> Iterator[Blame]:
    """Yield a move for each other seat."""
    return (Blame(seat) for seat in range(len(state.players)) if seat != state.turn_seat)


def blame_objection(state: ms.GameState, move: Blame) -> ms.Objection | None:
    """Return the objection to blaming a seat, or None."""
    if move.seat == state.turn_seat or move.seat >= len(state.players):
        return ms.Objection("OMENS-1", "not_another_seat", {"seat": move.seat})
    return None


def decide_blame(state: ms.GameState, move: Blame) -> tuple[ms.Event, ...]:
    """Return the events that settle a quarrel."""
    kept = quarrels(state)
    paid = (MoneyMoved(state.turn_seat, move.seat, 1),) if state.player.money else ()
    return (PartChanged("quarrels", Quarrels(kept.waiting - 1, kept.settled + 1)), *paid)


BLAME = Rule(
    Blame,
    When.DUE,
    blame_moves,
    blame_objection,
    decide_blame,
    due=lambda state: quarrels(state).waiting > 0,
)


def card_awaited(state: ms.GameState, event: ms.Event) -> Iterable[ms.Event]:
    """Request a card, if one is left."""
    return (CardAwaited("omens"),) if state.extras["omens"].down else ()


def omen_read(state: ms.GameState, event: CardTurnedUp) -> Iterable[ms.Event]:
    """Return the effects of the card."""
    if event.card == "gift":
        return (MoneyMoved("bank", state.turn_seat, 2),)
    if event.card == "quarrel":
        return (PartChanged("quarrels", attrs.evolve(quarrels(state), waiting=quarrels(state).waiting + 1)),)
    return ()


def cheaper_for_the_fewest(price: Callable[[ms.GameState], int | None]) -> Callable[[ms.GameState], int | None]:
    """Return the price at the inn, 1 grosz less for the player with the fewest miners (OMENS-2)."""

    def hiring_price(state: ms.GameState) -> int | None:
        asked = price(state)
        own, *others = (state.miners_on_table(seat) for seat in (state.turn_seat, *_others(state)))
        return max(asked - 1, 0) if asked is not None and own < min(others) else asked

    return hiring_price


def _others(state: ms.GameState) -> list[int]:
    return [seat for seat in range(len(state.players)) if seat != state.turn_seat]


def too_many_quarrels(_: ms.GameState, kept: Quarrels) -> str | None:
    """Return a complaint if there are more quarrels than cards, or None."""
    quarrels, cards = kept.waiting + kept.settled, CARDS.count("quarrel")
    return f"{quarrels} quarrels of {cards}" if quarrels > cards else None


def beside_the_board(state: ms.GameState) -> tuple[DisplayItem, ...]:
    """Return the deck: the face-up cards and the number of the others."""
    pile = state.extras["omens"]
    return FaceUp("turned_up", pile.up), Stack("omens_deck", pile.down)


def before_a_player(state: ms.GameState, seat: int) -> tuple[DisplayItem, ...]:
    """Return the number of waiting quarrels of the player whose turn it is."""
    return (Tally("quarrels", quarrels(state).waiting),) if seat == state.turn_seat else ()


OMENS = Extension(
    "omens",
    rules=(BLAME,),
    reactions=(
        Reaction(PhaseStarted, card_awaited),
        Reaction(ChamberRevealed, card_awaited),
        Reaction(CardTurnedUp, omen_read),
    ),
    decks=(Deck("omens", CARDS, "OMENS-1", display=beside_the_board),),
    rulings={"hiring_price": cheaper_for_the_fewest},
    part=Part(
        "quarrels",
        Quarrels,
        lambda _ruleset, _players: Quarrels(0, 0),
        problem=too_many_quarrels,
        player_display=before_a_player,
    ),
    labels={
        "en": {
            "omens_game": "game with omens",
            "omens": "omens",
            "omens_deck": "deck of omens",
            "turned_up": "turned up",
            "quarrels": "quarrels",
            "gift": "gift",
            "quarrel": "quarrel",
            "calm": "calm",
            "blame": "say who is to blame",
            "blame.told": "blames {seat} for the quarrel",
            "blame.asks.seat": "Who is to blame?",
            "OMENS-1.not_another_seat": "only another player can be to blame",
        }
    },
    texts={
        "en": (
            ms.RuleText(
                "OMENS-1", "the omens", "Cards bring gifts, quarrels, or nothing.", "One a phase and a chamber."
            ),
            ms.RuleText("OMENS-2", "the fewest", "Who has the fewest miners hires for less.", "By 1 grosz."),
        )
    },
)

OMENS_GAME = ms.STANDARD.with_extensions(OMENS, name="omens_game")
ms.register(OMENS_GAME)


def order_of(*first: str) -> tuple[str, ...]:
    """Return the deck in an order that begins with these cards."""
    rest = Counter(CARDS) - Counter(first)
    return (*first, *rest.elements())


def table(text: str, *cards: str) -> ms.GameState:
    """Return a position whose next cards are these."""
    return position(f"{text} | deck omens: -, next {' '.join(order_of(*cards))}", ruleset=OMENS_GAME)
