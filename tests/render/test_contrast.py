"""What is on the table is seen: in all themes, by those too who do not tell some colours apart."""

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
    """A position of the game, and what is marked there."""

    layout: LayoutName
    moves: int
    has_highlight: bool = False
    targets_of: str | None = None


MOMENTS: Final = {
    "opening": Moment("tall", 32, has_highlight=True, targets_of="stock"),
    "crowded": Moment("wide", 307, has_highlight=True, targets_of="S2"),
    "final": Moment("tall", 483),
}
"""On a screen and on a phone, with marks of all kinds: in the opening the first salt is extracted."""
THEMES: Final[tuple[ThemeName, ...]] = get_args(ThemeName)
LOOKED_AT: Final = select(product(THEMES, MOMENTS))
"""Each theme in each position; by day each in another one."""
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
    """Return what is seen less well than it has to be, each on a line."""
    found = findings(picture(theme, moment), vision, words=words)
    return "\n".join(f"{one.where or '-'}: {one.what}: {one.contrast} of {one.needed}" for one in found)


def test_all_kinds_of_marks_are_looked_at() -> None:
    """Dotted, dashed and full rims, arrows, badges, the salt's way and a tool that was used or not."""
    pictures = "".join(picture("light", moment) for moment in MOMENTS)
    looks = render.THEMES["light"]
    marks = [f'stroke="var(--ms-{name},{getattr(looks, name)})"' for name in ("last", "target", "highlight")]
    for mark in (*marks, 'class="ms-arrow', 'class="ms-arrow ms-way"', 'data-state="used"', 'data-state="tired"'):
        assert mark in pictures


# One test, since each process of a run would otherwise measure the same picture again.
@pytest.mark.slow
@pytest.mark.parametrize(("theme", "moment"), LOOKED_AT)
def test_all_is_seen(theme: ThemeName, moment: str) -> None:
    """Texts have 4.5 : 1 against what lies under them, 7 : 1 in the theme made for it, figures and rims 3 : 1."""
    kinds = [sight.kind for sight in sights(picture(theme, moment))]
    assert kinds.count("text") > 100  # none of what follows is about nothing
    assert kinds.count("figure") > 20
    assert kinds.count("rim") > 20
    badly = {vision: told(theme, moment, vision) for vision in VISIONS}
    assert not any(badly.values()), badly
    if theme == "contrast":
        assert not told(theme, moment, None, words=7)
