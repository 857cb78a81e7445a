"""The display of an extension: next to the board and before a player, without hidden pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeAlias

import attrs
import pytest
from tests.extensions.omens import OMENS, OMENS_GAME, table

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.display import DisplayItem, FaceUp, PieceAt, Tally, show_nothing
from magnum_sal.model.extension import Extension
from magnum_sal.model.rule import Part

STATE = table("S1: A | S2: A | players: Ada, Ben", "quarrel").play(ms.PlaceMiner("stock", "1L1"))

Display: TypeAlias = Callable[[ms.GameState], Iterable[DisplayItem]] | None


def displaying(display: Display, before: Callable[[ms.GameState, int], Iterable[DisplayItem]] | None) -> Extension:
    """Return the omens with another display of the deck, and another one before a player."""
    (deck,), part = OMENS.decks, OMENS.part
    assert part is not None
    return attrs.evolve(
        OMENS,
        decks=(attrs.evolve(deck, display=display),),
        part=attrs.evolve(part, display=show_nothing, player_display=before),
    )


def test_the_text_shows_the_extension() -> None:
    """The text has a line in the town and one before the player."""
    lines = [line.strip() for line in render.text(STATE).splitlines()]
    assert "omens        turned up: quarrel  deck of omens 13" in lines
    assert lines.index("quarrels 1") == lines.index(">A Ada (starting player)") + 2


def test_the_picture_shows_the_extension() -> None:
    """The picture has a place in the town and words in the player's panel, also for screen readers."""
    picture = render.svg(STATE)
    assert 'data-place="omens"' in picture
    assert "<title>Omens: turned up: quarrel.</title>" in picture
    assert "quarrels 1; " in picture
    assert ">quarrels 1</text>" in picture


@pytest.mark.parametrize("draw", [render.svg, render.text])
def test_face_down_cards_are_not_shown(draw: object) -> None:
    """The public state has the same picture, even if the extension defines no display."""
    game = attrs.evolve(OMENS_GAME, name="plain_omens", extensions=(displaying(None, None),))
    for state in (STATE, ms.new_game(["Ada", "Ben"], seed=3, ruleset=game)):
        assert draw(state) == draw(state.public())  # type: ignore[operator]


@pytest.mark.parametrize("draw", [render.svg, render.text, partial(render.text, form="short")])
@pytest.mark.parametrize("display", [None, show_nothing])
def test_a_part_without_a_display_is_not_shown(draw: Callable[[ms.GameState], object], display: Display) -> None:
    """Pictures show nothing of a part or a deck that has no display, or whose display shows nothing."""
    game = attrs.evolve(OMENS_GAME, name="shown_omens", extensions=(displaying(display, None),))
    drawn = str(draw(attrs.evolve(STATE, ruleset=game)))
    assert not re.search("quarrels|waiting|settled|turned up|deck of omens|down: ", drawn)


def test_a_part_with_the_id_of_a_building_is_shown_there() -> None:
    """The items of a part follow those of the building with the same id."""
    part = Part("inn", int, lambda *_: 0, display=lambda state: (Tally("calm", state.extras["inn"]),))
    state = ms.new_game(
        ["Ada", "Ben"], seed=3, ruleset=ms.STANDARD.with_extensions(Extension("beds", part=part), name="b")
    )
    assert "hired 0  calm 0" in render.text(state)
    assert render.svg(state).count('data-place="inn"') == 1


@pytest.mark.parametrize(("cards", "told"), [((), "omens: -"), (("gift",), "omens: gift"), (("gift", "calm"), "(+1)")])
def test_face_up_cards(cards: tuple[str, ...], told: str) -> None:
    """The last card is on top, and the others appear as a number."""
    extension = displaying(lambda _: (FaceUp("omens", cards),), None)
    state = ms.new_game(
        ["Ada", "Ben"], seed=3, ruleset=attrs.evolve(OMENS_GAME, name="shown_omens", extensions=(extension,))
    )
    assert told in render.text(state)
    assert f"<title>Omens: omens: {', '.join(cards) or 'none'}.</title>" in render.svg(state)
    assert ("calm (+1)" in render.svg(state)) == (len(cards) > 1)


def standing(name: str, place: str | int | None) -> Callable[..., tuple[DisplayItem, ...]]:
    """Return a function that always shows a piece at a place."""
    return lambda *_: (PieceAt(name, place),)


@pytest.mark.slow
def test_the_place_of_a_piece() -> None:
    """A piece is shown at a place, with a player, or nowhere, both next to the board and before a player."""
    for place, told in (("1L1", "1L1"), (1, "B"), ("inn", "inn"), (None, "none")):
        extension = displaying(standing("omens", place), standing("calm", place))
        state = attrs.evolve(STATE, ruleset=attrs.evolve(OMENS_GAME, name="shown_omens", extensions=(extension,)))
        assert f"omens        omens {told}\n" in render.text(state)
        assert f"   calm {told}\n" in render.text(state)
        assert f"<title>Omens: omens {told}.</title>" in render.svg(state)
        assert f">calm {told}</text>" in render.svg(state)
