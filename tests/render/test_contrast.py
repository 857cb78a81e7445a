"""Everything on the table is visible in all themes, also to colour-blind people."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final, get_args

import attrs
import pytest
from tests.amounts import select
from tests.render.contrast import Vision, findings, sights
from tests.render.recorded import at, steps

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render import LayoutName, ThemeName

GAME: Final = "four_players"


@attrs.frozen
class Moment:
    """A position of the game, and the marks in its picture."""

    layout: LayoutName
    moves: int
    has_highlight: bool = False
    targets_of: str | None = None


MOMENTS: Final = {
    "opening": Moment("tall", 32, has_highlight=True, targets_of="stock"),
    "crowded": Moment("wide", 307, has_highlight=True, targets_of="S2"),
    "evening": Moment("board", 400),
    "final": Moment("tall", 483),
}
"""Moments for a screen and for a phone, with marks of all kinds. The opening one extracts the first salt."""
THEMES: Final[tuple[ThemeName, ...]] = get_args(ThemeName)
LOOKED_AT: Final = select(product(THEMES, MOMENTS))
"""Each theme in each position. The default profile has another position for each theme."""
VISIONS: Final[tuple[Vision | None, ...]] = (None, *get_args(Vision))


@cache
def picture(theme: ThemeName, name: str) -> str:
    """Return the picture of a position."""
    moment = MOMENTS[name]
    state = at(GAME, moment.moves)
    return render.svg(
        state,
        theme=theme,
        layout=moment.layout,
        last=steps(GAME)[moment.moves - 1],
        highlight=ms.legal_moves(state)[0] if moment.has_highlight else None,
        targets_of=moment.targets_of,
    )


def told(theme: ThemeName, moment: str, vision: Vision | None, *, words: float = 4.5) -> str:
    """Return the items that are less visible than they must be, one per line."""
    found = findings(picture(theme, moment), vision, words=words)
    return "\n".join(f"{one.where or '-'}: {one.what}: {one.contrast} of {one.needed}" for one in found)


@pytest.mark.slow
def test_all_kinds_of_marks_are_checked() -> None:
    """The pictures have dotted, dashed and full rims, arrows, badges, the salt's way, and used and unused tools."""
    pictures = "".join(picture("light", moment) for moment in MOMENTS)
    looks = render.THEMES["light"]
    marks = [f'stroke="var(--ms-{name},{getattr(looks, name)})"' for name in ("last", "target", "highlight")]
    for mark in (*marks, 'class="ms-arrow', 'class="ms-arrow ms-way"', 'data-state="used"', 'data-state="tired"'):
        assert mark in pictures


# One test checks everything, because each process of a run would otherwise measure the same picture again.
@pytest.mark.long
@pytest.mark.parametrize(("theme", "moment"), LOOKED_AT)
def test_everything_is_visible(theme: ThemeName, moment: str) -> None:
    """Texts have 4.5 : 1 against what is under them, 7 : 1 in the theme ``contrast``; figures and rims have 3 : 1."""
    kinds = [sight.kind for sight in sights(picture(theme, moment))]
    assert kinds.count("text") > 100  # so the assertions below check something
    assert kinds.count("figure") > 20
    assert kinds.count("rim") > 20
    badly = {vision: told(theme, moment, vision) for vision in VISIONS}
    assert not any(badly.values()), badly
    if theme == "contrast":
        assert not told(theme, moment, None, words=7)
