"""A replay as one HTML file that works offline: the pictures, the words and the viewer's own script."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Final

from ..engine.steps import Step
from ..errors import MisuseError
from ..errors.messages import brief
from ..record.game import Game
from ._markup import element, verbatim
from .page_script import join_modules, read_static
from .replay_views import replay_data
from .theme_css import theme_css, themes_css
from .themes import Theme, ThemeName, theme_of

LONGEST_TITLE: Final = 300
"""The maximum number of characters in a title."""


def replay_html(
    game: Game | Iterable[Step],
    *,
    chances: Sequence[Sequence[float]] | None = None,
    language: str = "en",
    theme: ThemeName | Theme | None = None,
    title: str | None = None,
) -> str:
    """
    Return a page that shows a game move by move, as one HTML document without any external parts.

    The page has the board, the moves in words, buttons and keys to play, pause and step, and a graph of the *chances*.
    It needs a browser from 2023 or later. Names and other texts of the game are escaped, and a content security policy
    forbids the page to load anything or to run any script except its own.

    The moves are numbered as in the game, where pieces that were turned up at a real table count as well. If you pass
    steps instead of a game, they are counted from 1.

    >>> import magnum_sal as ms
    >>> from magnum_sal import render
    >>> from magnum_sal.bots import judge_game
    >>> game = ms.Game.new(["Ada", "Ben"], seed=7)
    >>> for _ in range(3):
    ...     transition = game.play(ms.legal_moves(game.state)[0])
    >>> page = render.replay_html(game, chances=[judgement.chances for judgement in judge_game(game)])
    >>> page.startswith("<!doctype html>")
    True

    Args:
        game: A game, finished or not, or some of its steps in a row: at least one, and at most 2,000.
        chances: For the first position and the position after each step, each seat's chance of winning, from 0 to 1;
            for example from ``bots.judge_game``. None leaves out the graph.
        language: One of ``words.LANGUAGES``, such as ``"en"``.
        theme: ``"light"``, ``"dark"``, ``"contrast"``, or your own theme; None for the theme that the reader's device
            prefers.
        title: The heading; None for the names of the players.

    Raises:
        MisuseError: the game has no moves or too many, its steps do not follow each other, or another argument is
            invalid.
    """
    if theme is not None:
        theme_of(theme)
    heading: object = title
    if heading is not None and (not isinstance(heading, str) or len(heading) > LONGEST_TITLE):
        raise MisuseError(f"title: expected a text of at most {LONGEST_TITLE} characters, got {brief(heading)}")
    data = replay_data(game, chances=chances, language=language, title=title)
    words = data["words"]
    # JSON escapes every character outside ASCII, and base64 contains no markup, so nothing in the data can end its
    # element early.
    packed = base64.b64encode(zlib.compress(json.dumps(data, separators=(",", ":")).encode("ascii"), 9)).decode("ascii")
    # The pictures have custom properties instead of fixed colours, so the style sheet alone sets the colours.
    colours = theme_css(theme) if isinstance(theme, Theme) else themes_css()
    script, style = join_modules("offline.js"), colours + read_static("motion.css") + read_static("viewer.css")
    page = element(
        "html",
        element(
            "head",
            element("meta", charset="utf-8"),
            # The policy comes before everything that it applies to.
            element("meta", http_equiv="Content-Security-Policy", content=_policy(script, style)),
            element("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
            element("meta", name="color-scheme", content="light dark"),
            element("title", f"{data['title']} - Magnum Sal"),
            element("link", rel="icon", href="data:,"),
            element("style", verbatim("style", style)),
        ),
        element(
            "body",
            element("main", element("noscript", words["replay_noscript"]), id="replay"),
            element("script", packed, id="replay-data", type="application/octet-stream"),
            element("script", verbatim("script", script), type="module"),
            class_="replay-file",
        ),
        lang=language,
        data_theme=None if isinstance(theme, Theme) else theme,
    )
    return f"<!doctype html>\n{page}\n"


def _policy(script: str, style: str) -> str:
    """Return the policy that allows this script and this style sheet, pictures inside the file, and nothing else."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    """Return the digest of a script or style sheet in the form that the policy requires."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}"
