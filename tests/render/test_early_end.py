"""Pictures and texts of games that the players ended early (END-1)."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.render.reading import places, root, told, with_class, words
from tests.render.recorded import at

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render._text_short import MOST_LINES
from magnum_sal.render.text_legend import Form
from magnum_sal.words import LANGUAGES, early_end_in_words, label

REASON = "agreed by Ada; absent: Ben"


@cache
def ended() -> ms.Game:
    """Return a game that was ended after a few moves."""
    game = ms.Game.new(["Ada", "Ben"], seed=3)
    for move in (">S1", ">S2", "square"):
        game.play(ms.parse_move(game.state, move))
    game.end(REASON)
    return game


def rims_of_panels(picture: str) -> set[str | None]:
    """Return the colours of the rims of all players' panels."""
    panels = [group for name, group in places(picture).items() if name.startswith("player:")]
    assert len(panels) == 2
    return {with_class(panel, "ms-rim")[0].get("stroke") for panel in panels}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_the_head_says_why_the_game_ended(layout: render.LayoutName, language: str) -> None:
    """The head and the title have the reason instead of whose turn it is."""
    state = ended().state
    picture = render.svg(state, layout=layout, language=language, last=ended().last_step, end_reason=REASON)
    (head,) = with_class(root(picture), "ms-head")
    reason = early_end_in_words(state, REASON, language)
    seen = " ".join(words(head))
    assert reason in seen
    assert label("to_move", language).lower() not in seen.lower()
    assert "Ben" not in seen.replace(reason, "")
    for title in (told(head), told(root(picture)), told(root(picture), "desc")):
        assert title.endswith(reason)


@pytest.mark.parametrize("layout", ["wide", "panels"])
def test_no_panel_is_marked(layout: render.LayoutName) -> None:
    """Nobody is to move, so all panels have the same rim."""
    state = ended().state
    assert len(rims_of_panels(render.svg(state, layout=layout))) == 2
    assert len(rims_of_panels(render.svg(state, layout=layout, end_reason=REASON))) == 1


@pytest.mark.parametrize("layout", ["wide", "panels"])
def test_the_panels_show_the_parts_of_the_scores(layout: render.LayoutName) -> None:
    """The result of a game that was ended early is explained like that of any other game."""
    state = ended().state
    for reason in (None, REASON):
        picture = places(render.svg(state, layout=layout, end_reason=reason))
        for seat, score in enumerate(state.scores):
            seen = " ".join(words(picture[f"player:{seat}"]))
            parts = [f"money {score.money}", f"salt {score.salt_value}", f"tools {score.tool_value}"]
            assert [part in seen for part in parts] == [reason is not None] * len(parts)


def test_the_plate_above_the_town() -> None:
    """The plate says that the game is over, and its title says why."""
    (plate,) = with_class(root(render.svg(ended().state, layout="board", end_reason="supper")), "ms-course")
    assert words(plate) == ["The game is over"]
    assert told(plate).endswith("Ended early: supper")


def test_a_notebook_shows_the_end() -> None:
    """The picture of a game needs no argument."""
    game = ended()
    assert game._repr_svg_() == render.svg(game.state, last=game.last_step, end_reason=REASON)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["full", "short"])
def test_the_text_says_why_the_game_ended(form: Form, language: str) -> None:
    """The second line has the reason, and no player is marked."""
    state = ended().state
    lines = render.text(state, language=language, form=form, last=ended().last_step, end_reason=REASON).splitlines()
    assert lines[1] == early_end_in_words(state, REASON, language)
    assert label("game_over", language) in lines[0]
    assert label("to_move", language) not in "\n".join(lines)
    assert not any(line.startswith(">") for line in lines)


def test_a_piece_that_nobody_will_turn_up() -> None:
    """At a real table, a game can end while a piece must be turned up. Then nothing waits for it."""
    table = ms.Game.open_table(["Ada", "Ben"])
    assert "to be turned up" in render.text(table.state)
    table.end("supper")
    text = render.text(table.state, end_reason=table.end_reason)
    assert "to be turned up" not in text
    assert text.splitlines()[1] == "Ended early: supper"
    assert "to be turned up" not in render.svg(table.state, end_reason="supper")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", ["supper", "supper was ready and " * 50])
def test_the_short_form_fits_with_any_reason(reason: str, language: str) -> None:
    """Of a long reason, the short form has two lines. Every player still has at least two."""
    for state in (at("four_players", 200), at("four_players", 307)):
        text = render.text(state, form="short", language=language, end_reason=reason)
        assert len(text.splitlines()) <= MOST_LINES
        assert max(map(len, text.splitlines())) <= 80
        assert all(re.search(rf"^ {letter} ", text, re.MULTILINE) for letter in "ABCD")


@pytest.mark.parametrize("draw", [render.svg, render.text])
def test_reasons_are_shown_printably(draw: object) -> None:
    """A reason may contain anything, and be of any length."""
    assert callable(draw)
    shown = draw(ended().state, end_reason="\x1b[31m\u202e<b>" + "x" * 100_000)
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "<b>" not in shown or draw is render.text
    assert len(shown) < 120_000


@pytest.mark.parametrize("draw", [render.svg, render.text])
def test_what_is_no_reason(draw: object) -> None:
    """A reason is a text, and a game that was played to its end has none."""
    assert callable(draw)
    with pytest.raises(ms.MisuseError, match=r"end_reason: expected a text \(see Game\.end_reason\), got 5"):
        draw(ended().state, end_reason=5)
    with pytest.raises(ms.MisuseError, match="end_reason: this game was played to its end, so nobody ended it early"):
        draw(at("two_players", -1), end_reason="supper")
