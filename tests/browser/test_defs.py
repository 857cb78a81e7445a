"""Pictures of different games, languages and themes that share drawings on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.render.recorded import at

from magnum_sal import render

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.long

SHOWN: dict[str, tuple[str, int, dict[str, Any]]] = {
    "one": ("four_players", 306, {"language": "en"}),
    "two": ("two_players", 60, {"language": "de", "theme": "dark", "layout": "tall"}),
}
"""The game, the number of moves and the options of each picture, by its prefix."""


def test_shared_drawings_look_the_same(chromium: Browser) -> None:
    """Each picture has the same pixels as the complete picture, alone on a page."""
    page = chromium.new_page(viewport={"width": 1300, "height": 900})

    def photograph(body: str, *prefixes: str) -> list[bytes]:
        page.set_content(f"<!doctype html><meta charset='utf-8'><body style='margin:0'>{body}")
        assert page.evaluate("new Set([...document.querySelectorAll('[id]')].map((one) => one.id)).size") == (
            page.locator("[id]").count()
        )
        return [page.locator(f"#{prefix}-layer-table").screenshot() for prefix in prefixes]

    drawings = render.defs() + render.defs(theme="dark", prefix="night")
    whole, shared = "", ""
    for number, (prefix, (game, moves, options)) in enumerate(SHOWN.items()):
        state, defs = at(game, moves), "night" if options.get("theme") == "dark" else False
        # Pictures at whole pixels have the same edges on each page.
        box = f"<div style='position:absolute;left:0;top:{number * 3000}px'>"
        whole += f"{box}{render.svg(state, prefix=prefix, **options)}</div>"
        shared += f"{box}{render.svg(state, prefix=prefix, defs=defs, **options)}</div>"
    expected = photograph(whole, *SHOWN)
    assert photograph(drawings + shared, *SHOWN) == expected
    without = photograph(shared, *SHOWN)
    assert all(one != other for one, other in zip(without, expected, strict=True))
    page.close()
