"""Hostile names and words, harmless ones of the same size, and checks that compare pictures with either."""

from __future__ import annotations

import random
from html.parser import HTMLParser
from typing import Any, Final
from xml.etree import ElementTree as ET

import magnum_sal as ms
from magnum_sal.render import _svg_elements
from magnum_sal.testing.players import any_kind

NAMES: Final = (
    "<script>alert(1)</script>",
    "A&B",
    '"><img src=x onerror=alert(1)>',
    "]]>",
    "--><b>",
    "<!--><script>x</script>-->",
    "</title><svg onload=alert(1)>",
    "</desc><a href='javascript:x'>y</a>",
    "&lt;b&gt;",
    "&#60;i&#62;",
    'it\'s "so" `said`',
    "z\u0335a\u0301\u0323lgo\u0489",
    "\u05e9\u05dc\u05d5\u05dd",
    "${7*7}",
    "{0}",
    "{name!r}{count}",
    "%s%n%(x)s",
    "\\x1b[31mred\\n",
    "[bold]loud[/bold]",
    "[@click=app.quit]quit[/]",
)
"""Names that a player may have, and that a careless writer mistakes for markup."""

REFUSED: Final = ("\u202egnp.exe", "A\nB", "\x1b[31mred", "A\x00", "\ud800", "\ufffe", "A\u2028B", "\u200b")
"""Names that are forbidden: they reverse or end a line, control a terminal, or contain characters that XML forbids."""


def harmless(name: str) -> str:
    """Return a text as long as *name* and as wide in a picture, even if a sentence begins with it."""
    return "".join(_alike(letter) for letter in name)


def _alike(letter: str) -> str:
    has_case = letter.upper() != letter.lower()
    for alike in ("i", "m", "A", "n") if has_case else " |@\u00a4" if letter == " " else "|@\u00a4":
        if _svg_elements.text_width(letter, 100) == _svg_elements.text_width(alike, 100):
            return alike
    raise AssertionError(ascii(letter))


def played(name: str, moves: int = 12, ruleset: ms.Ruleset = ms.STANDARD) -> ms.Game:
    """Return a game of a player called *name* and of Ben, the same for every name."""
    rng = random.Random(3)
    game = ms.Game.new([name, "Ben"], seed=3, ruleset=ruleset)
    while len(game.moves) < moves:
        game.play(any_kind(game.state, ms.legal_moves(game.state), rng))
    return game


Skeleton = list[tuple[str, tuple[tuple[str, str], ...]]]
"""The elements of a document in order, each with its attributes."""


def skeleton(picture: str) -> Skeleton:
    """Return the elements of a picture as a parser of XML finds them."""
    return [(node.tag, tuple(sorted(node.attrib.items()))) for node in ET.fromstring(picture).iter()]


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: Skeleton = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an element."""
        self.found.append((tag, tuple(sorted((name, value or "") for name, value in attrs))))

    def handle_data(self, data: str) -> None:
        """Record a text."""
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        """Record a comment; pictures contain none."""
        self.found.append(("!", ()))

    def handle_decl(self, decl: str) -> None:
        """Record a declaration; pictures contain none."""
        self.found.append(("!", ()))

    def unknown_decl(self, data: str) -> None:
        """Record a section; pictures contain none."""
        self.found.append(("!", ()))

    def handle_pi(self, data: str) -> None:
        """Record an instruction; pictures contain none."""
        self.found.append(("?", ()))


def html_skeleton(picture: str) -> tuple[Skeleton, list[str]]:
    """Return the elements and the texts of a picture as a parser of HTML finds them."""
    parser = _Elements()
    parser.feed(picture)
    parser.close()
    return parser.found, parser.texts


def texts(picture: str) -> list[str]:
    """Return the texts of a picture as a parser of XML finds them."""
    return list(ET.fromstring(picture).itertext())


def check_picture(hostile: str, usual: str, name: str, *, is_told: bool = True) -> None:
    """
    Check a picture that shows *name* against the same picture with a harmless name.

    Args:
        hostile: The picture.
        usual: The same picture with ``harmless(name)``.
        name: The name.
        is_told: Whether the picture shows the whole name.
    """
    assert skeleton(hostile) == skeleton(usual)
    found, in_html = html_skeleton(hostile)
    assert found == html_skeleton(usual)[0]
    heard, said = texts(hostile), texts(usual)
    assert [text for text in in_html if text] == [text for text in heard if text]
    assert len(heard) == len(said)
    assert [len(text) for text in heard] == [len(text) for text in said]
    if is_told:
        assert any(name in text for text in heard)
        # The pictures differ only in the name, which may be broken between lines.
        stand_in = _squeezed(harmless(name))
        assert _squeezed(said, heard).replace(stand_in, _squeezed(name)) == _squeezed(heard, said)


def _squeezed(lines: str | list[str], others: list[str] | None = None) -> str:
    """Return texts as one text without spaces and capitals, and without texts that were cut off to fit."""
    if isinstance(lines, str):
        lines = [lines]
    kept = (line for line, other in zip(lines, others or lines, strict=True) if "\u2026" not in line + other)
    return "".join("".join(kept).lower().split())


def strings(data: Any) -> list[str]:
    """Return all texts and all keys in JSON data."""
    if isinstance(data, str):
        return [data]
    if isinstance(data, dict):
        return [text for pair in data.items() for part in pair for text in strings(part)]
    return [text for part in data for text in strings(part)] if isinstance(data, list) else []
