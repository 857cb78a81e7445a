"""The line of keys and the help."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.amounts import select
from tests.cli.terminal.screen import resize, session, shown
from tests.installing import install_czech
from textual.pilot import Pilot
from textual.widgets import Static

import magnum_sal as ms
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._keys import HELP_KEYS, find_next_language
from magnum_sal.cli.terminal._table_screen import TableScreen
from magnum_sal.words import LANGUAGES, label


@pytest.mark.long
@pytest.mark.parametrize("language", select(LANGUAGES))
def test_the_most_important_keys_are_listed(language: str) -> None:
    """The line of keys lists as many keys as fit, and never truncates a word."""
    app = Application(ms.Game.new(["Ada", "Ben"], seed=7), language=language)

    async def act(pilot: Pilot[None]) -> None:
        for columns in (30, 60, 80, 131):
            await resize(pilot, (columns, 24))
            line = shown(app, "#keys")
            assert line.startswith(f"F1 {label('ui.help', language)}  F4 {label('ui.rules', language)}")
            assert len(line) <= app.screen.query_one("#keys").size.width
            if columns >= 80:
                assert f"^Q {label('ui.quit', language)}" in line
            assert line.endswith(f"F6 {label('ui.hints', language)}") == (columns == 131)

    session(app, act)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_key(language: str) -> None:
    """The help has a line for each key, fits a small screen in each language, and closes on a click."""
    app = Application(ms.Game.new(["Ada", "Ben"], seed=7), language=language)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("f1")
        lines = app.screen.query_one("#page", Static).size.height
        assert lines == len(HELP_KEYS) <= 20
        await pilot.click("#page")
        assert isinstance(app.screen, TableScreen)

    session(app, act)


def test_the_key_for_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F3 switches through the languages, including those of installed packages."""
    install_czech(tmp_path, monkeypatch)
    found = ["en"]
    for _ in range(4):
        found.append(find_next_language(found[-1]))
    assert found == ["en", "pl", "de", "cs", "en"]
