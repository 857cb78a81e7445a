"""The effects of a move, in words."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, effects_in_words

TABLE = "players: Ada, Ben, Cleo | S1: BC | S2: BC | 1L1: AAaa [BBG/1] | A: cart, 2 pickaxe, food, 9 groszy, BG"


@pytest.mark.parametrize(
    ("move", "sentences"),
    [
        (
            ms.ExtractSalt("1L1", ms.SaltAmount(1, 1), 1, 1, (0, 1, 1)),
            (
                "-2 groszy, +BG; Ben +1 grosz; Cleo +1 grosz; 2 miners lie down; uses 1 cart, 1 pickaxe",
                "-2 grosze, +BG; Ben +1 grosz; Cleo +1 grosz; 2 górników męczy się; używa: 1 wózek, 1 kilof",
                (
                    "-2 Groschen, +BG; Ben +1 Groschen; Cleo +1 Groschen; 2 Bergleute ermüden; "
                    "benutzt 1 Karren, 1 Spitzhacke"
                ),
            ),
        ),
        (
            ms.VisitMarket((ms.Transaction("sell", "green"),)),
            ("+5 groszy, -G", "+5 groszy, -G", "+5 Groschen, -G"),
        ),
        (
            ms.UseFood(("1L1", "1L1")),
            (
                "2 miners stand up; uses 1 food",
                "2 górników wstaje; używa: 1 porcja suchego prowiantu",
                "2 Bergleute erholen sich; benutzt 1 Proviant",
            ),
        ),
        (
            ms.PlaceMiner("1L1", "1R1"),
            ("turns up a tile", "odkrywa żeton kopalni", "deckt ein Plättchen auf"),
        ),
        (ms.PlaceMiner("1L1", "S3"), ("", "", "")),
    ],
    ids=lambda value: value.type if isinstance(value, ms.Move) else "",
)
def test_the_effects_of_a_move(move: ms.Move, sentences: tuple[str, ...]) -> None:
    """The effects on the player to move come first and without a name, then those on others by name."""
    state = position(TABLE)
    brought = ms.effects(state, move)
    assert tuple(effects_in_words(state, brought, language) for language in LANGUAGES) == sentences


def test_the_effects_of_an_extension() -> None:
    """Losses of other players, tools without words, counted by name, and each revealed pile are described."""
    state = position(TABLE)
    brought = attrs.evolve(
        ms.effects(state, ms.Pass()),
        money=(0, -2, 1),
        salt=(ms.SaltBalance(), ms.SaltBalance(1, -1, 0), ms.SaltBalance()),
        tools=("drill", "drill"),
        turns_up=("order", "tool"),
    )
    assert effects_in_words(state, brought) == (
        "Ben -2 groszy, +B, -G; Cleo +1 grosz; uses 2 drill; turns up an order; turns up a tool"
    )


@pytest.mark.parametrize("wrong", [None, "much", ms.effects(position("A: 9 groszy"), ms.Pass())])
def test_misuse_is_refused(wrong: Any) -> None:
    """Anything but ``Effects`` for the same number of players is refused, and so is an unknown language."""
    with pytest.raises(ms.MisuseError, match="expected the effects of a move with 3 players, got "):
        effects_in_words(position(TABLE), wrong)
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, got 'fr'"):
        effects_in_words(position("A: 9 groszy"), ms.effects(position("A: 9 groszy"), ms.Pass()), "fr")
