"""The events that extensions need: ``magnum_sal.engine._extension_folds``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import CardAwaited, DieAwaited, TileLookedAt


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
