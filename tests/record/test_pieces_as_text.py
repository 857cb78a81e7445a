"""Tiles and orders as text in ``reveal``, ``Game.reveal``, ``Game.correct`` and ``Game.note_look``."""

from __future__ import annotations

import pytest
from lamp import LAMP_GAME

import magnum_sal as ms
from magnum_sal.errors import LARGEST_NUMBER
from magnum_sal.record.game import Correction
from magnum_sal.words import error_in_words


def test_pieces_of_a_real_table() -> None:
    """The game records the pieces, in upper or lower case, as if they were passed as values."""
    heard: list[ms.Notice] = []
    game = ms.Game.open_table(["Ada", "Ben"], ruleset=LAMP_GAME)
    game.subscribe(heard.append)
    for text in ("BB=9", "bg=11", "BBG=17", "lamp", "rope", "cart"):
        game.reveal(text)
    assert heard[1] == ms.Revealed(ms.RoyalOrder.parse("BG=11"), next(made for _, made in [*game.history()][1:]))
    assert ms.reveal(ms.open_table(["Ada", "Ben"]), "BB=9").state.castle.open[0] == ms.RoyalOrder.parse("BB=9")
    assert game.correct(2, "GG=13").error is None
    assert game.state.castle.open[1] == ms.RoyalOrder.parse("GG=13")
    assert game.correct(2, "gg=13") == Correction(4)
    game.play("workshop lamp")
    game.reveal("food")
    game.play("lamp 1L1")
    assert game.note_look(0, "1L1", " bg/1 ").find_tile("1L1") == ms.ChamberTile.parse("BG/1")
    again = ms.Game.from_log("".join(game.log.lines()).encode())
    assert again.state == game.state
    assert again.seen_by(0) == game.seen_by(0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("BG11", "order_invalid"),
        ("rope", "order_invalid"),
        ("BX=9", "salt_invalid"),
        ("BB=", "order_invalid"),
        ("BB=²", "order_invalid"),
        ("BB=-9", "order_invalid"),
        pytest.param("BB=" + "9" * 5000, "order_invalid", id="a number of thousands of digits"),
    ],
)
def test_a_mistyped_piece_has_a_reason(text: str, reason: str) -> None:
    """The error is in the player's language, and nothing changes."""
    game = ms.Game.open_table(["Ada", "Ben"])
    for refuse in (game.reveal, lambda piece: ms.reveal(game.state, piece)):
        with pytest.raises(ms.MalformedError) as caught:
            refuse(text)
        assert caught.value.reason == reason
        assert error_in_words(caught.value, "de") != error_in_words(caught.value, "en")
    assert game.step_count == 0


def test_numbers_of_tiles_and_orders_have_a_limit() -> None:
    """The largest number in a value can be written, and a larger one is refused like any other mistake."""
    assert ms.ChamberTile.parse(f"B/{LARGEST_NUMBER}") == ms.ChamberTile(ms.SaltAmount(brown=1), LARGEST_NUMBER)
    for digits in (str(LARGEST_NUMBER + 1), "9" * 17, "9" * 5000):
        for parse, text in ((ms.ChamberTile.parse, "B/"), (ms.RoyalOrder.parse, "B=")):
            with pytest.raises(ms.MalformedError):
                parse(text + digits)


def test_a_tool_is_suggested_by_its_name() -> None:
    """A player may know a tool only by its name in their own language."""
    game = ms.Game.open_table(["Ada", "Ben"])
    for text in (" BB=9 ", "BG=11", "BBG=17"):
        game.reveal(text)
    for text, tool in (("Seil", "rope"), ("lina", "rope"), ("Geleitbrief", "royal_privilege"), ("roep", "rope")):
        with pytest.raises(ms.MisuseError) as caught:
            game.reveal(text)
        assert caught.value.values["near"] == (tool,)
        assert f"meintest du {tool!r}?" in error_in_words(caught.value, "de")


def test_case_and_spaces_do_not_matter() -> None:
    """The ids of tools may be typed as words, with capital letters."""
    game = ms.Game.open_table(["Ada", "Ben"])
    for text in (" bb=9 ", "Bg=11", "BBG=17 ", "Royal privilege", " ROPE", "commercial_privilege"):
        game.reveal(text)
    assert game.state.workshop.offer == ("royal_privilege", "rope", "commercial_privilege")
    assert game.correct(5, "Cart ").error is None
