"""The events that extensions need: ``magnum_sal.engine._extension_folds``."""

import pytest
from lamp import LAMP_GAME, UseLamp

import magnum_sal as ms
from magnum_sal.model.events import CardAwaited, ChamberRevealed, DieAwaited, TileLaid, TileLookedAt, TileSeen
from magnum_sal.testing import position


def look_at_a_tile() -> ms.GameState:
    """Return the view of a player who has looked at 1L1."""
    state = position("A: lamp | S1: A | S2: A", ruleset=LAMP_GAME)
    return state.play(UseLamp("1L1")).seen_by(0)


def test_a_missing_deck_names_the_remedy() -> None:
    """The errors for an unknown deck, die or look name the event's ruleset and what the extension has to declare."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    for event, message in (
        (
            CardAwaited("fates"),
            "'fates' is not a deck of 'standard'; there are no decks; an Extension lists its decks in",
        ),
        (DieAwaited("luck"), "'luck' is not a die of 'standard'; there are no dice; an Extension lists its dice in"),
        (
            TileLookedAt(0, "1L1"),
            "no extension of 'standard' has looks, so 'tile_looked_at' cannot happen; pass has_looks=True",
        ),
    ):
        with pytest.raises(ms.MisuseError) as caught:
            ms.evolve(state, event)
        assert message in str(caught.value)


def test_a_tile_that_lies_face_up_counts_more_than_a_look() -> None:
    """What lies face up is a fact. What a player has named may be wrong, so the view forgets it (PUBLIC-1)."""
    view = look_at_a_tile()
    seen = view.find_tile("1L1")
    other = next(tile for tile in LAMP_GAME.tiles[0] if LAMP_GAME.tiles[0].count(tile) == 1 and tile != seen)
    for event in (ChamberRevealed("1L1", other), TileLaid("1L1", other)):
        after = ms.evolve(view, event)
        assert (after.find_tile("1L1"), after.extras["looks"].made) == (other, ())
    view = ms.evolve(view, TileSeen(0, "1L1", other))
    for event in (ChamberRevealed("1L2", other), TileLaid("1L2", other)):
        after = ms.evolve(view, event)
        assert after.find_tile("1L1") is None
        assert after.pending == ms.Pending("look", "1L1")
        assert seen in dict(ms.outcomes(after))
        assert other not in dict(ms.outcomes(after))


def test_a_reveal_does_not_contradict_a_view() -> None:
    """``reveal`` refuses another tile than the one that the view contains, and a tile that must lie elsewhere."""
    view = look_at_a_tile()
    seen = view.find_tile("1L1")
    other = next(tile for tile in LAMP_GAME.tiles[0] if tile != seen)
    assert seen is not None
    entering = view.play(ms.PlaceMiner("stock", "1L1"))
    assert entering.pending == ms.Pending("tile", "1L1")
    with pytest.raises(ms.MisuseError, match="1L1"):
        ms.reveal(entering, other)
    assert ms.reveal(entering, seen).state.find_tile("1L1") == seen
