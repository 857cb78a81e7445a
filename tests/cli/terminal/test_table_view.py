"""The layout of the screen, in numbers and on the screen itself."""

from __future__ import annotations

import pytest
from tests.cli.terminal.placed import placed
from tests.cli.terminal.screen import resize, session, shown
from tests.cli.terminal.test_table_screen import CROWD
from textual.pilot import Pilot
from textual.widget import Widget

import magnum_sal as ms
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._table_view import FRAME, MEDIUM, NARROW, WIDE, arrangement, lines_below, room_for_board


@pytest.mark.parametrize(
    ("columns", "name"), [(40, NARROW), (99, NARROW), (100, MEDIUM), (131, MEDIUM), (132, WIDE), (300, WIDE)]
)
def test_the_log_is_next_to_the_board_from_100_columns(columns: int, name: str) -> None:
    """The log is next to the board from 100 columns on, and the answers too from 132 on."""
    assert arrangement(columns) == name


def test_half_of_the_height_for_choices() -> None:
    """
    The choices get half of the height if the board does not fit, and otherwise the rest.

    They take no more than they need.
    """
    assert lines_below(NARROW, 24, 20, 100) == 12
    assert lines_below(NARROW, 24, 20, 9) == 9
    assert lines_below(NARROW, 24, 20, 1) == 5
    assert lines_below(MEDIUM, 40, 20, 5) == 40 - FRAME - 20
    assert room_for_board(MEDIUM, 40) == 24
    assert room_for_board(WIDE, 40) == 40


@pytest.mark.long
def test_a_filter_makes_room_for_its_results() -> None:
    """At 80 by 24, a filter with many results gets half of the lines, even if the question needed fewer."""
    app = Application(placed(CROWD))

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter")
        asked = app.screen.query_one("#moves").size.height
        assert asked < 10
        await pilot.press(*"1l1")
        await pilot.pause()
        assert app.screen.query_one("#moves").size.height == 24 // 2 - 1
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen.query_one("#moves").size.height == asked

    session(app, act)


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "sizes"),
    [
        ("de", [(60, 15), (80, 24), (132, 24)]),
        ("en", [(80, 24), (120, 40)]),
        ("pl", [(80, 24), (100, 30), (150, 45)]),
    ],
)
def test_the_layout_of_the_screen(language: str, sizes: list[tuple[int, int]]) -> None:
    """All parts are on the screen and do not overlap, and the line of keys truncates no word."""
    app = Application(ms.Game.new(["Ada", "Ben", "Cleo"], seed=7), language=language)

    async def look(pilot: Pilot[None]) -> None:
        for size in sizes:
            await resize(pilot, size)
            parts: list[Widget] = [
                widget
                for name in ("board-pane", "log", "question", "moves", "message", "typed", "keys")
                if (widget := app.screen.query_one(f"#{name}")).display
            ]
            screen = app.screen.region
            assert all(part.region.height and screen.contains_region(part.region) for part in parts)
            assert not any(
                one.region.overlaps(other.region) for number, one in enumerate(parts) for other in parts[number + 1 :]
            )
            assert app.screen.query_one("#log").display == (size[0] >= 100)
            assert len(shown(app, "#keys")) <= app.screen.query_one("#keys").size.width
            board, pane = app.screen.query_one("#board"), app.screen.query_one("#board-pane")
            asked = app.screen.query_one("#question").size.height + app.screen.query_one("#moves").size.height
            if board.size.height > pane.size.height:
                assert asked >= min(size[1] // 2, 9)

    session(app, look)
