"""The keys of all screens and their actions, the line with the most important keys, and the help page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.table import Table
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Static

from ...words import LANGUAGES, label


def _bind_first(*keys: tuple[str, str]) -> list[BindingType]:
    """Return key bindings that take precedence over the bindings of the focused widget."""
    # Without priority, the focused widget would handle these keys, as an input line handles the arrow keys.
    return [Binding(key, action, show=False, priority=True) for key, action in keys]


APPLICATION_BINDINGS: Final = _bind_first(("ctrl+q", "quit"), ("ctrl+c", "quit"))
SETUP_BINDINGS: Final = [Binding("f3", "language"), *_bind_first(("down", "move(1)"), ("up", "move(-1)"))]
TABLE_BINDINGS: Final = [
    Binding("f1", "help"),
    Binding("f2", "turn_page"),
    Binding("f3", "language"),
    Binding("f4", "rules"),
    Binding("f5", "legend"),
    Binding("f6", "hints"),
    Binding("f7", "advice"),
    *_bind_first(
        ("ctrl+z", "undo"),
        ("ctrl+y", "redo"),
        ("ctrl+s", "save"),
        ("pageup", "scroll_board(-1)"),
        ("pagedown", "scroll_board(1)"),
        ("escape", "back"),
        ("up", "choose(-1)"),
        ("down", "choose(1)"),
    ),
]
RULES_BINDINGS: Final = _bind_first(
    ("escape", "back"),
    ("f4", "close"),
    ("up", "mark(-1)"),
    ("down", "mark(1)"),
    ("pageup", "scroll_text(-1)"),
    ("pagedown", "scroll_text(1)"),
)
LEAVE_BINDINGS: Final = _bind_first(("enter", "dismiss(True)"), ("escape", "dismiss(False)"))
END_BINDINGS: Final = _bind_first(("escape", "dismiss"))
SCROLL_KEYS: Final = {"up", "down", "pageup", "pagedown", "home", "end"}
"""The keys that scroll a page; any other key closes it."""

# Pairs of a key and the id of its label.
SETUP_KEYS: Final = (("Tab", "ui.next"), ("Enter", "ui.take"), ("F3", "ui.language"), ("^Q", "ui.quit"))
LEAVE_KEYS: Final = (("Enter", "ui.leave.yes"), ("Esc", "ui.leave.no"))
_TABLE_KEYS: Final = (
    ("F1", "ui.help"),
    ("F4", "ui.rules"),
    ("F5", "picture.legend"),
    ("F2", "ui.log"),
    ("^Z", "ui.undo"),
    ("^Q", "ui.quit"),
    ("F7", "ui.advice"),
    ("F3", "ui.language"),
    ("^S", "ui.save"),
    ("^Y", "ui.redo"),
    ("F6", "ui.hints"),
)
"""The most important keys come first. The line shows as many as fit, and the help page shows all of them."""
HELP_KEYS: Final = (
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


def find_next_language(language: str) -> str:
    """Return the language after this one, to which F3 switches."""
    languages = list(LANGUAGES)
    return languages[(languages.index(language) + 1) % len(languages)]


def render_keys(keys: Iterable[tuple[str, str]], language: str, gap: int = 2) -> Text:
    """Return a line that names *keys*, with *gap* spaces after each."""
    named = (((key, "bold"), f" {label(word, language)}{' ' * gap}") for key, word in keys)
    return Text.assemble(*(part for parts in named for part in parts))


def render_help(language: str) -> Table:
    table = Table.grid(padding=(0, 2))
    for key, words in HELP_KEYS:
        table.add_row(key, label(words, language))
    return table


class KeyLine(Static):
    """The bottom line of the table screen, which names as many keys as fit."""

    _language = "en"

    def speak(self, language: str) -> None:
        self._language = language
        self._fit(self.size.width)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.width)

    def _fit(self, room: int) -> None:
        line = Text()
        for key in _TABLE_KEYS:
            named = render_keys([key], self._language, gap=0)
            if line and line.cell_len + 2 + named.cell_len > room:
                break
            line = Text.assemble(line, "  " if line else "", named)
        self.update(line, layout=False)
