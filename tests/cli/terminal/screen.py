"""Helpers that drive the application with Textual's pilot and read what it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._table_screen import TableScreen

SMALL = (80, 24)
WIDE = (150, 45)

Session = Callable[[Pilot[None]], Awaitable[None]]


def session(app: Application, act: Session, size: tuple[int, int] = SMALL) -> None:
    """Run *app* on a screen of the given size while *act* uses it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot)

    asyncio.run(run())


async def resize(pilot: Pilot[None], size: tuple[int, int]) -> None:
    """Change the size of the terminal, and wait until the screen has been arranged for it."""
    await pilot.resize_terminal(*size)
    # On a busy machine, the application may look idle before it has read the event.
    for _ in range(1000):
        if pilot.app.screen.size == size and all(widget.size.width == size[0] for widget in pilot.app.query("#keys")):
            break
        await pilot.pause(0.02)
    await pilot.pause()


def shown(app: Application, widget: str) -> str:
    """Return the text that a widget shows."""
    return str(app.screen.query_one(widget, Static).content)


def listed(app: Application) -> list[str]:
    """Return the lines of the list of moves."""
    moves = app.screen.query_one("#moves", OptionList)
    return [str(moves.get_option_at_index(index).prompt) for index in range(moves.option_count)]


async def typed(pilot: Pilot[None], text: str) -> None:
    """Set the text of the input line and press Enter. Another test types letter by letter."""
    line = pilot.app.screen.query_one("#typed", Input)
    with line.prevent(Input.Changed):
        line.value = text
    await pilot.press("enter")


def table(app: Application) -> TableScreen:
    """Return the screen of the game after checking that it is shown."""
    assert isinstance(app.screen, TableScreen)
    return app.screen
