"""Themes: every colour of a picture belongs to its theme and is named by a custom property."""

from __future__ import annotations

import re
from typing import Any, Final, get_args

import attrs
import pytest
from tests.amounts import select_pairs
from tests.render.painting import painted
from tests.render.reading import root, with_class
from tests.render.recorded import at, steps

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render import THEMES, Theme, ThemeName
from magnum_sal.render.themes import with_properties

NAMES: Final[tuple[ThemeName, ...]] = get_args(ThemeName)
COLOURS: Final = tuple(field.name for field in attrs.fields(Theme))
PROPERTY: Final = re.compile(r"var\((--ms-[a-z0-9-]+),(#[0-9a-f]{6})\)")
PAINTED: Final = ("fill", "stroke", "color", "stop-color")
ROWS: Final = {
    "seats": "--ms-seat-{}", "seats_ink": "--ms-seat-{}-ink", "sky": "--ms-sky-{}", "glow": "--ms-glow-{}",
}  # fmt: skip
"""The fields with several colours, and the properties of these colours."""
MORE: Final = 6 + 4
"""The number of colours beyond one for each field: four seats twice, and three times of day twice."""
OWN: Final = {"arrows": [("S1", "market")], "fill": {"S2": "#fedcba"}}
"""Arguments with a program's own colours."""


def picture(theme: ThemeName | Theme = "light", **others: Any) -> str:
    """Return a picture with marks of all kinds."""
    step = steps("four_players")[306]
    move = ms.legal_moves(step.after)[0]
    return render.svg(step.after, theme=theme, last=step, highlight=move, targets_of="stock", **others)


def colours(svg: str) -> set[str]:
    """Return all colours in a picture, gradients included, except those that a program passed."""
    own = {inner for name in ("ms-arrow", "ms-fill") for group in with_class(root(svg), name) for inner in group.iter()}
    found = {element.get(name) for element in root(svg).iter() if element not in own for name in PAINTED}
    plain = {colour for colour in found if colour is not None and colour not in ("none", "currentColor")}
    return {colour for colour in plain if not colour.startswith("url(#ms-layer-")}


def one_of(theme: Theme) -> set[str]:
    """Return the colours of a theme."""
    held = (getattr(theme, name) for name in COLOURS)
    return {colour for value in held for colour in ((value,) if isinstance(value, str) else value)}


def test_there_are_three_themes() -> None:
    """``THEMES`` has the names that ``render.svg`` accepts, and is read-only."""
    assert tuple(THEMES) == NAMES
    with pytest.raises(TypeError):
        THEMES["red"] = THEMES["light"]  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.parametrize("theme", NAMES)
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_every_colour_is_a_property(theme: ThemeName, layout: render.LayoutName) -> None:
    """A page can set all colours by properties, each of which falls back to the theme's colour."""
    found = colours(picture(theme, layout=layout, **OWN))
    assert len(found) > 30
    assert [colour for colour in found if not PROPERTY.fullmatch(colour)] == []
    assert {PROPERTY.sub(r"\2", colour) for colour in found} <= one_of(THEMES[theme])


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "theme"), select_pairs(get_args(render.LayoutName), NAMES))
def test_without_properties_colours_are_plain(layout: render.LayoutName, theme: ThemeName) -> None:
    """Programs that draw SVG without CSS need plain colours. Nothing else differs."""
    plain = picture(theme, layout=layout, properties=False, **OWN)
    assert "var(" not in plain
    assert colours(plain) <= one_of(THEMES[theme])
    assert PROPERTY.sub(r"\2", picture(theme, layout=layout, **OWN)) == plain


def test_a_property_is_named_after_its_colour() -> None:
    """Each colour has its own property, whose name follows from the theme."""
    found = with_properties(THEMES["light"])
    names = []
    for name in COLOURS:
        held, written = getattr(THEMES["light"], name), getattr(found, name)
        for number, (colour, told) in enumerate(zip(held, written, strict=True) if name in ROWS else ()):
            assert told == f"var({ROWS[name].format(number)},{colour})"
            names.append(told)
        if isinstance(held, str):
            assert written == f"var(--ms-{name.replace('_', '-')},{held})"
            names.append(written)
    assert len({PROPERTY.sub(r"\1", name) for name in names}) == len(names) == len(COLOURS) + MORE


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
def test_the_properties_of_a_theme(theme: ThemeName) -> None:
    """A page that sets these properties shows its pictures in these colours, whatever theme they were drawn in."""
    named = render.properties_of(theme)
    assert named == render.properties_of(THEMES[theme])
    assert len(named) == len(COLOURS) + MORE
    drawn = painted(picture(), named)
    assert [(item.fill, item.stroke) for item in drawn.items] == [
        (item.fill, item.stroke) for item in painted(picture(theme=theme)).items
    ]
    with pytest.raises(ms.MisuseError):
        render.properties_of("pink")  # type: ignore[arg-type]


@pytest.mark.long
def test_a_page_sets_a_colour() -> None:
    """A property changes every use of its colour, and nothing else."""
    seen = painted(picture(), {"--ms-coin": "#010203"})
    assert any(item.fill == "#010203" for item in seen.items)
    changed = [
        (item, plain) for item, plain in zip(seen.items, painted(picture()).items, strict=True)
        if (item.fill, item.stroke) != (plain.fill, plain.stroke)
    ]  # fmt: skip
    assert changed
    assert all(THEMES["light"].coin in (plain.fill, plain.stroke) for _, plain in changed)


@pytest.mark.long
@pytest.mark.parametrize("name", COLOURS)
def test_a_custom_theme_is_drawn(name: str) -> None:
    """Each colour of the theme can be changed and is used in some picture."""
    several = ("#010203", "#010204", "#010205", "#010206")
    own: Any = several[: len(getattr(THEMES["light"], name))] if name in ROWS else "#010203"
    theme = attrs.evolve(THEMES["light"], **{name: own})
    wanted = set(own) if isinstance(own, tuple) else {own}
    found: set[str] = set()
    for moves in (0, 150, 307, 400):
        state = at("four_players", moves)
        move = ms.legal_moves(state)[0]
        step = {"last": steps("four_players")[moves - 1]} if moves else {}
        svg = render.svg(state, theme=theme, properties=False, highlight=move, targets_of="stock", **step)  # type: ignore[arg-type]
        found |= colours(svg) & wanted
    assert found == wanted


@pytest.mark.parametrize("colour", ["red", "#12345", "#1234567", "#12345g", "", None, 0x123456, "var(--x,#123456)",
                                    "#123456;", "#123456\n", '#12345"', "url(#a)"])  # fmt: skip
def test_invalid_colours_are_refused(colour: Any) -> None:
    """The message names the colour of the theme."""
    with pytest.raises(ms.MisuseError, match=r"Theme\.coin: .* is not a colour such as #rrggbb"):
        attrs.evolve(THEMES["light"], coin=colour)
    with pytest.raises(ms.MisuseError, match=r"Theme\.seats: .* is not a colour such as #rrggbb"):
        attrs.evolve(THEMES["light"], seats=("#123456", "#123456", "#123456", colour))


@pytest.mark.parametrize("seats", [None, "#123456", (), ("#123456",) * 3, ["#123456"] * 4])
def test_there_is_a_colour_for_each_seat(seats: Any) -> None:
    """There are four colours, because the box has miners of four colours."""
    with pytest.raises(ms.MisuseError, match=r"Theme\.seats_ink: expected a tuple of 4 colours, got .*"):
        attrs.evolve(THEMES["light"], seats_ink=seats)


def test_a_theme_needs_every_colour() -> None:
    """A missing colour raises ``TypeError``."""
    with pytest.raises(TypeError, match="missing"):
        Theme(page="#ffffff")  # type: ignore[call-arg] # the mistake that is tried
