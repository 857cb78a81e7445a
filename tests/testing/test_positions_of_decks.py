"""Positions of games with a deck of an extension, as text."""

import pytest
from tests.extensions.night_shift import NIGHT_SHIFT
from tests.extensions.omens import CARDS, OMENS_GAME
from weather import WEATHER_GAME

import magnum_sal as ms
from magnum_sal.model.extension import CardPile, Deck, Extension
from magnum_sal.testing import position, sketch


def test_a_deck_is_an_entry() -> None:
    """The entry of a deck lists the face-up cards and the next ones; the others follow in the deck's order."""
    state = position("deck omens: gift calm, next quarrel", ruleset=OMENS_GAME)
    assert state.extras["omens"] == CardPile(("gift", "calm"), 12, ("quarrel", "gift", "quarrel", *("calm",) * 9))
    assert position(sketch(state)) == state
    public = state.public()
    assert sketch(public).splitlines()[-1] == "deck omens: gift calm"
    assert position(sketch(public)) == public
    assert position("deck omens: -", ruleset=OMENS_GAME) == position(ruleset=OMENS_GAME)
    assert position(ruleset=OMENS_GAME).extras["omens"].order == CARDS


def test_a_deck_that_reshuffles_is_an_entry_too() -> None:
    """Its shuffles follow from the stream of positions that were set up by hand, and ``sketch`` writes an extra."""
    state = position("deck news: -", ruleset=NIGHT_SHIFT)
    pile = state.extras["news"]
    assert (pile.up, pile.shuffles, pile.stream) == ((), 0, "0" * 32)
    assert position(sketch(state)) == state
    assert position("public | deck news: -", ruleset=NIGHT_SHIFT).extras["news"].stream is None


def test_a_position_that_waits_for_a_card_or_a_die_is_a_text() -> None:
    """The text names what is pending, in the middle of a game and while a table is laid out."""
    rolled = ms.apply(position("turn: B, actions 1", ruleset=WEATHER_GAME).public(), ms.Pass()).state
    assert rolled.pending == ms.Pending("weather", 0)
    states = [rolled]
    for ruleset in (WEATHER_GAME, OMENS_GAME):
        state = ms.open_table(["A", "B"], ruleset=ruleset)
        while state.pending is not None:
            states.append(state)
            state = ms.reveal(state, ms.outcomes(state)[0][0]).state
    for state in states:
        assert position(sketch(state), ruleset=state.ruleset) == state
    with pytest.raises(ms.MalformedError, match="extra course: 'standard' has no such part"):
        position('extra course: {"stage":null,"moments":[],"cards":[],"seat":null}')


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("deck omens: gift gift gift", "deck omens: too many gift"),
        ("deck omens: -, next storm", "deck omens: too many storm"),
        ("deck fates: gift", "deck fates: 'omens_game' has no such deck"),
        (
            'deck omens: gift | extra omens: {"up":[],"down":0,"order":[]}',
            "deck omens: it is also given as an extra part",
        ),
    ],
)
def test_an_impossible_deck_is_refused(text: str, told: str) -> None:
    """An entry with an unknown deck, unknown or too many cards, or a repeated deck is refused with a message."""
    with pytest.raises(ms.MalformedError, match=told):
        position(text, ruleset=OMENS_GAME)


def test_cards_may_have_any_name() -> None:
    """Names of cards that have a meaning in the text are put in quotation marks."""
    deck = Deck("E12", ("next", "order", "A_1", "x"), "X-1")
    game = ms.STANDARD.with_extensions(Extension("odd", decks=(deck,)), name="oddly_named_cards")
    ms.register(game)
    state = position('deck E12: "next" "A_1", next x', ruleset=game)
    assert state.extras["E12"] == CardPile(("next", "A_1"), 2, ("x", "order"))
    assert position(sketch(state)) == state
