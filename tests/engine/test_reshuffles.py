"""Decks that reshuffle: the events, and their orders in full and in public games (RULES 2)."""

import random
from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction

import attrs
import pytest
from tests.extensions.night_shift import NAMES
from tests.frequencies import shares, surprise

import magnum_sal as ms
from magnum_sal.model.draws import PLAIN_STREAM
from magnum_sal.model.events import (
    CardAwaited,
    CardTurnedUp,
    DeckReshuffled,
    GameEnded,
    PhaseStarted,
    TurnStarted,
)
from magnum_sal.model.extension import Deck, Extension, Reaction
from magnum_sal.testing.players import finisher, play


def dealing(name: str, cards: tuple[str, ...], awaited: int, *, reshuffles: bool = True) -> ms.Ruleset:
    """Return a registered ruleset in which each turn, except the first of a game, turns up some cards of a deck."""

    def turn_up(state: ms.GameState, event: TurnStarted) -> Iterable[ms.Event]:
        is_first = event.round == 1 and event.seat == state.start_seat
        return () if is_first else (CardAwaited("fate"),) * awaited

    deck = Deck("fate", cards, "FATE-1", reshuffles=reshuffles)
    ruleset = ms.STANDARD.with_extensions(
        Extension("fate", reactions=(Reaction(TurnStarted, turn_up),), decks=(deck,)), name=name
    )
    ms.register(ruleset)
    return ruleset


THREE_OF_TWO = dealing("three_of_two", ("a", "b"), 3)
ONE_OF_ONE = dealing("one_of_one", ("a",), 1)
TWO_OF_FIVE = dealing("two_of_five", ("a", "b", "c", "d", "e"), 2)


def turn_after(ruleset: ms.Ruleset, seed: int = 1) -> tuple[ms.GameState, tuple[ms.Event, ...]]:
    """Return the state after the first turn of a game, with the events of the cards."""
    state = ms.new_game(NAMES[:2], seed=seed, ruleset=ruleset)
    state, events = ms.apply(state, ms.Pass())
    return state, tuple(event for event in events if isinstance(event, (CardAwaited, CardTurnedUp, DeckReshuffled)))


def test_several_cards_are_awaited_with_fewer_left() -> None:
    """Three cards of a deck of two: the deck is reshuffled in between, with both cards that were just turned up."""
    state, events = turn_after(THREE_OF_TWO)
    kinds = [type(event).__name__ for event in events]
    assert kinds == [*["CardAwaited"] * 3, *["CardTurnedUp"] * 2, "DeckReshuffled", "CardTurnedUp"]
    assert events[5] == DeckReshuffled("fate", 2)
    pile = state.extras["fate"]
    assert (len(pile.up), pile.down, pile.shuffles) == (1, 1, 1)


def test_a_deck_of_one_card_never_runs_out() -> None:
    """A deck of one card is reshuffled before each later card."""
    shuffles = []
    start = ms.new_game(NAMES[:2], seed=1, ruleset=ONE_OF_ONE)
    for _, _, (state, events) in play(start, finisher, random.Random(1), 30):
        shuffles += [event for event in events if isinstance(event, DeckReshuffled)]
        pile = state.extras["fate"]
        assert pile.up + pile.order == ("a",)
        assert pile.shuffles == len(shuffles)
    assert set(shuffles) == {DeckReshuffled("fate", 1)}
    assert len(shuffles) > 5


def test_a_deck_that_does_not_reshuffle_runs_out() -> None:
    """Without reshuffles, a card of an empty deck is refused, as before."""
    state = ms.new_game(NAMES[:2], seed=1, ruleset=dealing("plain_fate", ("a", "b"), 3, reshuffles=False))
    with pytest.raises(ms.MisuseError, match="fate: a card must be turned up, but none is left"):
        ms.apply(state, ms.Pass())


def test_no_card_is_turned_up_after_the_game() -> None:
    """After the end, a card is refused, although the deck has cards."""
    over = ms.evolve(ms.new_game(NAMES[:2], seed=1, ruleset=TWO_OF_FIVE), GameEnded())
    with pytest.raises(ms.MisuseError, match="fate: no card is turned up after the game"):
        ms.evolve(over, CardAwaited("fate"))


def test_an_empty_deck_has_nothing_to_reshuffle() -> None:
    """A deck without cards cannot be reshuffled."""
    state = ms.new_game(NAMES[:2], seed=1, ruleset=dealing("no_fate", (), 1))
    with pytest.raises(ms.MisuseError, match="fate: a card must be turned up, but none is left"):
        ms.apply(state, ms.Pass())


def test_a_reshuffle_in_the_setup_is_refused() -> None:
    """Reactions to the start may not use up a deck, because a public setup could not name the cards."""

    def turn_up(_: ms.GameState, event: PhaseStarted) -> Iterable[ms.Event]:
        return (CardAwaited("fate"),) * 2

    deck = Deck("fate", ("a",), "FATE-1", reshuffles=True)
    extension = Extension("fate", reactions=(Reaction(PhaseStarted, turn_up),), decks=(deck,))
    ruleset = ms.STANDARD.with_extensions(extension, name="hasty")
    with pytest.raises(ms.MisuseError, match="the deck 'fate' is reshuffled while the game is set up: use") as error:
        ms.new_game(NAMES[:2], seed=1, ruleset=ruleset)
    told = str(error.value)
    assert told.startswith(
        "GameStarted: a game of 'hasty' cannot start: the reactions of fate to the start of the game"
    )
    assert len(told) < 250


def reshuffle_orders(seeds: Iterable[int]) -> Counter[Hashable]:
    """Return how often each order comes after the first reshuffle of the five cards."""
    counted = Counter[Hashable]()
    for seed in seeds:
        state = ms.new_game(NAMES[:2], seed=seed, ruleset=TWO_OF_FIVE)
        pile = state.extras["fate"]
        pile = attrs.evolve(pile, up=pile.order, down=0, order=())
        counted[pile.with_new_stack().order[0]] += 1
    return counted


@pytest.mark.slow
def test_reshuffles_are_uniform_over_seeds() -> None:
    """RULES 2: after a reshuffle, each card is equally likely to come first."""
    assert surprise(reshuffle_orders(range(400)), shares("abcde")) < 5


def test_each_reshuffle_is_another_one() -> None:
    """Later shuffles of a game give other orders, and the cards stay the same."""
    state = ms.new_game(NAMES[:2], seed=4, ruleset=TWO_OF_FIVE)
    orders: list[tuple[str, ...]] = []
    for _ in range(150):
        before = state.extras["fate"].shuffles
        state = ms.apply(state, finisher(state, ms.legal_moves(state), random.Random(len(orders)))).state
        pile = state.extras["fate"]
        assert sorted((*pile.up, *pile.order)) == list("abcde")
        if pile.shuffles > before:
            orders.append((*pile.up, *pile.order))
    assert len(set(orders)) > len(orders) // 2 > 2


def test_a_public_game_reshuffles_without_knowing_the_order() -> None:
    """In a public game, the reshuffle is an event of its own, and every card of the new stack is possible."""
    full = ms.new_game(NAMES[:2], seed=1, ruleset=THREE_OF_TWO)
    events = ms.apply(full, ms.Pass()).events
    state, told = ms.apply(full.public(), ms.Pass())
    chances = []
    while state.pending is not None:
        chances.append(dict(ms.outcomes(state)))
        event = events[len(told)]
        assert isinstance(event, CardTurnedUp)
        state, more = ms.reveal(state, event.card)
        told += more
    assert told == events
    assert chances == [
        {"a": Fraction(1, 2), "b": Fraction(1, 2)},
        {next(iter(chances[1])): Fraction(1)},
        {"a": Fraction(1, 2), "b": Fraction(1, 2)},
    ]
    assert state == ms.apply(full, ms.Pass()).state.public()


@pytest.mark.slow
def test_determinize_draws_the_new_stack() -> None:
    """After a reshuffle, a drawn state has all cards of the stack and a stream for the next shuffle."""
    state, _ = turn_after(TWO_OF_FIVE)
    rng, counted = random.Random(2), Counter[Hashable]()
    for _ in range(600):
        pile = ms.determinize(state, rng).extras["fate"]
        assert (pile.up, pile.down) == (state.extras["fate"].up, 3)
        counted[pile.order[0]] += 1
    assert surprise(counted, shares(set("abcde") - set(state.extras["fate"].up))) < 5


def test_plain_decks_have_no_shuffles() -> None:
    """A deck that does not reshuffle has neither shuffles nor a stream, in JSON and in values."""
    ruleset = dealing("plain_fate_2", ("a",) * 9, 1, reshuffles=False)
    data = ms.to_dict(ms.new_game(NAMES[:2], seed=1, ruleset=ruleset))
    assert set(data["extras"]["fate"]) == {"up", "down", "order"}
    for changes, message in (
        ({"shuffles": 1}, "extras.fate.shuffles: the deck does not reshuffle"),
        (
            {"stream": PLAIN_STREAM},
            "extras.fate.stream: must be given exactly in a full state of a deck that reshuffles",
        ),
    ):
        wrong = {**data, "extras": {**data["extras"], "fate": data["extras"]["fate"] | changes}}
        with pytest.raises(ms.MalformedError, match=message):
            ms.from_dict(ms.GameState, wrong)
