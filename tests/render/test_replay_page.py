"""The page of a replay: one document without external parts, in which foreign texts stay texts."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from html.parser import HTMLParser
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal import render

EVIL = '</script><script>alert(1)</script><img src=x onerror="alert(2)">\u2028\u2029'
NAMES = ("<b>Ada</b>&amp;", "'\"--><!--]]>{{Ben}}`${1}")


class Outline(HTMLParser):
    """The start tags of a document, and the text inside each kind of element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._name = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note a start tag."""
        self.tags.append((tag, dict(attributes)))
        self._name = dict(attributes).get("id") or tag

    def handle_endtag(self, tag: str) -> None:
        """Note that the text of an element has ended."""
        self._name = ""

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.texts[self._name] = self.texts.get(self._name, "") + data


def data_of(page: str) -> Any:
    """Return the data in a page."""
    return json.loads(zlib.decompress(base64.b64decode(Outline(page).texts["replay-data"])))


def game_of(*names: str, moves: int = 2) -> ms.Game:
    """Play the first moves of a game."""
    game = ms.Game.new(names, seed=7)
    for _ in range(moves):
        game.play(ms.legal_moves(game.state)[0])
    return game


@pytest.mark.slow
def test_nothing_is_loaded() -> None:
    """The page has one style sheet, one script and its data; no address leads out of it."""
    page = render.replay_html(game_of("Ada", "Ben"))
    tags = Outline(page).tags
    assert [tag for tag, _ in tags if tag in ("script", "style")] == ["style", "script", "script"]
    addresses = [value for _, given in tags for name, value in given.items() if name in ("src", "href", "action")]
    assert addresses == ["data:,"]
    assert not re.search(r"@import|url\(|https?://(?!www\.w3\.org)", page)


@pytest.mark.slow
def test_only_the_script_of_the_page_may_run() -> None:
    """The content security policy names the digests of the script and the style sheet, and forbids everything else."""
    outline = Outline(render.replay_html(game_of("Ada", "Ben")))
    (policy,) = [given["content"] for _, given in outline.tags if given.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for kind, name in (("script", "script"), ("style", "style")):
        digest = base64.b64encode(hashlib.sha256(outline.texts[name].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy


@pytest.mark.slow
def test_foreign_texts_stay_texts() -> None:
    """Names, a title and a reason that contain markup or line separators change no element of the page."""
    game = game_of(*NAMES)
    game.end(EVIL)
    page = render.replay_html(game, title=EVIL)
    plain = render.replay_html(game_of("Ada", "Ben"))
    assert [tag for tag, _ in Outline(page).tags] == [tag for tag, _ in Outline(plain).tags]
    assert Outline(page).texts["title"] == f"{EVIL} - Magnum Sal"
    data = data_of(page)
    assert data["title"] == EVIL
    assert data["players"][0] == f"A {NAMES[0]}"
    pictures = "".join(piece for view in data["views"].values() for strip in view for piece in strip["pieces"])
    assert "<script" not in pictures
    assert "<b>" not in pictures


@pytest.mark.long
def test_the_theme_and_the_language() -> None:
    """The page uses the theme of the device, unless one is given, and names its language."""
    game = game_of("Ada", "Ben")
    for theme in (None, "light", "dark", "contrast"):
        root = Outline(render.replay_html(game, theme=theme, language="pl")).tags[0]
        assert root == ("html", {"lang": "pl"} if theme is None else {"lang": "pl", "data-theme": theme})


@pytest.mark.slow
@pytest.mark.parametrize(("built_in", "scheme"), [("light", "light"), ("dark", "dark")])
def test_an_own_theme(built_in: str, scheme: str) -> None:
    """The page has the colours of a custom theme and no others, and native controls fit its background."""
    theme = attrs.evolve(render.THEMES[built_in], coin="#ffcc33")
    outline = Outline(render.replay_html(game_of("Ada", "Ben", moves=1), theme=theme))
    assert outline.tags[0] == ("html", {"lang": "en"})
    rule, _ = outline.texts["style"].split(" }", 1)
    colours = "; ".join(f"{name}: {colour}" for name, colour in render.properties_of(theme).items())
    assert rule == f":root {{ color-scheme: {scheme}; {colours}"
    assert outline.texts["style"].count("color-scheme") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"theme": "pink"}, "theme: expected one of light, dark, contrast or your own Theme, got 'pink'"),
        ({"title": 3}, "title: expected a text of at most 300 characters"),
        ({"title": "x" * 301}, "title: expected a text of at most 300 characters"),
        ({"language": "xx"}, "language"),
        ({"chances": []}, "chances: expected one entry for each of the 3 positions"),
    ],
)
def test_invalid_arguments(options: dict[str, Any], words: str) -> None:
    """Invalid arguments are refused with their name and value."""
    with pytest.raises(ms.MisuseError, match=words):
        render.replay_html(game_of("Ada", "Ben"), **options)


@pytest.mark.slow
def test_the_same_game_gives_the_same_page() -> None:
    """The function is pure: the page contains neither a time nor a random number."""
    assert render.replay_html(game_of("Ada", "Ben")) == render.replay_html(game_of("Ada", "Ben"))


@pytest.mark.slow
def test_steps_are_enough() -> None:
    """Steps without a game give the same page, because the game has no reason for an early end."""
    game = game_of("Ada", "Ben")
    assert render.replay_html(game.steps()) == render.replay_html(game)
