"""The keys, each with what it does."""

from __future__ import annotations

from typing import Final

from rich.table import Table

from ..words import label

KEYS: Final = (
    ("Enter", "ui.help.enter"),
    ("Up Down", "ui.help.arrows"),
    ("abc", "ui.help.letters"),
    (">S1", "ui.help.notation"),
    ("Esc", "ui.help.back"),
    ("PgUp PgDn", "ui.help.pages"),
    ("F2", "ui.help.log"),
    ("F3", "ui.help.language"),
    ("F4", "ui.help.rules"),
    ("F5", "ui.help.legend"),
    ("F6", "ui.help.hints"),
    ("F7", "ui.help.advice"),
    ("^Z ^Y", "ui.help.undo"),
    ("^S", "ui.help.save"),
    ("^Q", "ui.help.quit"),
)


def help_page(language: str) -> Table:
    """Return a line for each key."""
    table = Table.grid(padding=(0, 2))
    for key, words in KEYS:
        table.add_row(key, label(words, language))
    return table
