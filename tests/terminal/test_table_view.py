"""How the screen is divided, in numbers and on the screen itself."""

from __future__ import annotations

import pytest
from tests.terminal.placed import placed
from tests.terminal.screen import session, shown
from tests.terminal.test_table_screen import CROWD
from textual.pilot import Pilot
from textual.widget import Widget

import magnum_sal as ms
from magnum_sal.terminal._application import Application
from magnum_sal.terminal._table_view import FRAME, MEDIUM, NARROW, WIDE, arrangement, lines_below, room_for_board


@pytest.mark.parametrize(
    ("columns", "name"), [(40, NARROW), (99, NARROW), (100, MEDIUM), (131, MEDIUM), (132, WIDE), (300, WIDE)]
)
def test_the_log_stands_beside_the_board_from_100_columns_on(columns: int, name: str) -> None:
    """From 132 on the answers do, too."""
    assert arrangement(columns) == name


def test_half_of_the_height_for_choices() -> None:
    """Where the board does not fit; less if less is wanted; all that a board leaves that fits."""
    assert lines_below(NARROW, 24, 20, 100) == 12
    assert lines_below(NARROW, 24, 20, 9) == 9
    assert lines_below(NARROW, 24, 20, 1) == 5
    assert lines_below(MEDIUM, 40, 20, 5) == 40 - FRAME - 20
    assert room_for_board(MEDIUM, 40) == 24
    assert room_for_board(WIDE, 40) == 40


def test_what_is_typed_makes_room_for_what_it_finds() -> None:
    """At 80 by 24 a filter that finds many moves has half of the lines, though the question needed less."""
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


@pytest.mark.parametrize(
    ("language", "sizes"),
    [
        ("de", [(60, 15), (80, 24), (132, 24)]),
        ("en", [(80, 24), (120, 40)]),
        ("pl", [(80, 24), (100, 30), (150, 45)]),
    ],
)
def test_what_stands_where(language: str, sizes: list[tuple[int, int]]) -> None:
    """All parts are within the screen, none covers another, and the line of keys is cut at no word."""
    app = Application(ms.Game.new(["Ada", "Ben", "Cleo"], seed=7), language=language)

    async def look(pilot: Pilot[None]) -> None:
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.pause()
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
