"""The helpers that check pictures, tested with small pictures whose results are known."""

from __future__ import annotations

from itertools import starmap
from pathlib import Path

import pytest
from tests.render.contrast import Finding, Vision, contrast, findings, sights
from tests.render.lettering import text_width
from tests.render.painting import Painted, ground_under, painted
from tests.render.sizes import covers, smallest_text, targets

import magnum_sal as ms
from magnum_sal import render

PAGE = '<rect width="100%" height="100%" fill="#ffffff"/>'
FIGURE = '<g class="ms-figure" data-place="S1" data-kind="miner">{}</g>'


def picture(body: str, *, page: str = PAGE) -> str:
    """Return a picture of 200 by 100 units."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="400">{page}{body}</svg>'


def only(body: str) -> Painted:
    """Return the only painted item."""
    (item,) = painted(picture(body, page="")).items
    return item


def seen_at(body: str, x: float, y: float) -> str:
    """Return the visible colour at a point after everything is painted."""
    drawn = painted(picture(body))
    return ground_under(drawn, len(drawn.items), (x, y))


def test_black_on_white_has_the_highest_contrast() -> None:
    """The contrast is 21 : 1, with or without a page."""
    for page in ("", PAGE):
        (sight,) = sights(picture('<text x="10" y="50">Salt</text>', page=page))
        assert sight.least() == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1


def test_a_text_is_compared_with_what_is_under_it() -> None:
    """White on #777777 has 4.48 : 1, which is slightly too little."""
    ground = '<rect x="5" y="20" width="180" height="50" fill="#777777"/>'
    text = '<text x="10" y="50" fill="#ffffff" data-place="inn">Salt</text>'
    assert findings(picture(ground + text)) == [Finding("text 'Salt'", "inn", 4.48, 4.5, 4.48)]
    assert not findings(picture(ground + text), words=4.4)
    assert not findings(picture(ground.replace("777777", "767676") + text))
    assert findings(picture(text + ground))[0].contrast == 1


@pytest.mark.parametrize("x", [0, 25, 50])
def test_a_text_counts_by_its_worst_spot(x: int) -> None:
    """A dark stripe under the beginning, the middle or the end is enough to fail."""
    text = '<text x="10" y="50" textLength="60">Salt</text>'
    stripe = f'<rect x="{x + 10}" width="10" height="100" fill="#222222"/>'
    (found,) = findings(picture(stripe + text))
    assert found.contrast < 2


def test_transforms_are_nested() -> None:
    """The innermost transform is applied first: moved, turned by a quarter, scaled, moved again."""
    turned = '<rect x="1" y="2" width="4" height="3" stroke="#000000" stroke-width="1.5" transform="translate(1 0)"/>'
    item = only(f'<g transform="translate(50 20) scale(2)"><g transform="rotate(90)">{turned}</g></g>')
    assert item.box == pytest.approx((40, 24, 6, 8))
    assert item.stroke_width == pytest.approx(3)


def test_gradients_change_along_a_line_or_around_a_point() -> None:
    """The colour and the opacity change between the stops. Positions are shares of the box, or units of the picture."""
    stops = '<stop offset="0" stop-color="#000000"/><stop offset="1" stop-color="#ff0000" stop-opacity="0.5"/>'
    down = f'<linearGradient id="down" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'
    rect = '<rect x="50" width="100" height="100" fill="url(#down)"/>'
    assert [seen_at(down + rect, 100, y) for y in (0, 50, 99.99)] == ["#000000", "#a04040", "#ff7f7f"]
    shifted = down.replace('y2="1"', 'y2="50" gradientUnits="userSpaceOnUse"')
    assert [seen_at(shifted + rect, 100, y) for y in (25, 50, 99)] == ["#a04040", "#ff8080", "#ff8080"]
    around = f'<radialGradient id="down" cx=".5" cy=".5" r=".5">{stops}</radialGradient>'
    assert [seen_at(around + rect, x, 50) for x in (100, 125, 149.99)] == ["#000000", "#a04040", "#ff7f7f"]
    with pytest.raises(ValueError, match="no gradient"):
        seen_at(rect, 100, 50)


def test_a_symbol_fits_its_box() -> None:
    """A symbol keeps its proportions, is centred in its box, and is clipped at the box."""
    symbol = '<symbol id="a" viewBox="0 0 10 20"><rect x="-5" width="15" height="20" stroke="#000000"/></symbol>'
    item = only(f'<defs>{symbol}</defs><use href="#a" x="100" y="50" width="40" height="40"/>')
    assert item.box == pytest.approx((100, 50, 30, 40))
    assert item.stroke_width == pytest.approx(2)
    cut = symbol + '<use href="#a" x="100" y="50" width="20" height="40" fill="#ff0000"/>'
    assert seen_at(cut, 105, 70) == "#ff0000"
    assert seen_at(cut, 95, 70) == "#ffffff"
    assert seen_at(cut.replace("<symbol", '<symbol overflow="visible"'), 95, 70) == "#ff0000"


def test_a_used_group_is_moved() -> None:
    """A used element that is not a symbol is moved but not scaled."""
    shape = '<g id="a"><rect x="1" y="1" width="5" height="6"/></g>'
    assert only(f'<defs>{shape}</defs><use href="#a" x="10" y="20" transform="scale(2)"/>').box == (22, 42, 10, 12)


def test_styles_are_inherited_through_a_use() -> None:
    """A symbol inherits styles from around its use, unless an inner element overrides them."""
    inside = '<rect width="5" height="5"/><circle r="5" fill="#00ff00" stroke="none" data-kind="head"/>'
    symbol = f'<symbol id="a" viewBox="0 0 10 10" class="drawn">{inside}</symbol>'
    use = '<use href="#a" width="10" height="10" fill="#ff0000" class="ms-figure" opacity="0.5"/>'
    group = f'<g stroke="#0000FF" class="ms-place ms-chamber" data-kind="chamber" data-place="1L1">{use}</g>'
    square, round_ = painted(picture(f"<defs>{symbol}</defs>{group}", page="")).items
    assert (square.fill, square.stroke, square.fill_opacity) == ("#ff0000", "#0000ff", 0.5)
    assert (round_.fill, round_.stroke) == ("#00ff00", None)
    assert square.classes == ("ms-place", "ms-chamber", "ms-figure", "drawn")
    assert square.own_classes == frozenset()
    assert square.data == {"kind": "chamber", "place": "1L1"}
    assert round_.data == {"kind": "head", "place": "1L1"}
    assert square.figure == round_.figure is not None


def test_each_use_is_its_own_figure() -> None:
    """This holds even if an element within the symbol has the figure's class."""
    shapes = '<g class="ms-figure"><rect width="9" height="9"/><circle cx="5" cy="5" r="2"/></g>'
    uses = "".join(f'<use href="#a" x="{x}" width="10" height="10"/>' for x in (0, 20))
    svg = picture(f'<symbol id="a" viewBox="0 0 10 10">{shapes}</symbol>{uses}')
    assert len({item.figure for item in painted(svg).items if item.figure is not None}) == 2
    assert [sight.kind for sight in sights(svg)] == ["figure", "figure"]


def test_custom_properties_have_a_fallback_colour() -> None:
    """A page may set the properties; otherwise the fallback is used."""
    svg = picture('<rect width="5" height="5" fill="var(--ms-room,#112233)" stroke="currentColor"/>', page="")
    assert painted(svg).items[0].fill == "#112233"
    assert painted(svg, {"--ms-room": "#445566", "--ms-page": "#778899"}).items[0].fill == "#445566"
    assert painted(svg).items[0].stroke == "#000000"
    assert only('<g color="#0000ff"><rect width="5" height="5" fill="currentColor"/></g>').fill == "#0000ff"


@pytest.mark.parametrize(
    "nothing", ['fill="none"', 'fill="transparent"', 'fill-opacity="0"', 'opacity="0"', 'visibility="hidden"']
)
def test_some_elements_paint_nothing(nothing: str) -> None:
    """Such elements have no fill but keep their box, so a pointer still meets them."""
    item = only(f'<rect width="50" height="50" {nothing}/>')
    assert item.fill is None
    assert not item.is_seen
    assert item.box == (0, 0, 50, 50)


def test_translucent_paint_shows_what_is_below() -> None:
    """The opacities of groups, elements and fills are multiplied."""
    assert seen_at('<rect width="50" height="50" opacity="0.5"/>', 10, 10) == "#808080"
    one_in_four = '<g opacity="0.5"><rect width="50" height="50" fill-opacity="0.5"/></g>'
    assert seen_at(one_in_four, 10, 10) == "#bfbfbf"
    red = '<rect width="50" height="50" fill="#ff0000"/>'
    assert seen_at(red + one_in_four, 10, 10) == "#bf0000"
    assert seen_at(one_in_four + red, 10, 10) == "#ff0000"


def test_lines_are_also_ground() -> None:
    """Half of a line's width is on each side. A dashed line does not count as ground."""
    line = '<line x1="10" y1="50" x2="90" y2="50" stroke="#ff0000" stroke-width="10"/>'
    assert [seen_at(line, 50, y) for y in (44, 46, 54, 56)] == ["#ffffff", "#ff0000", "#ff0000", "#ffffff"]
    assert seen_at(line.replace("/>", ' stroke-dasharray="2 2"/>'), 50, 50) == "#ffffff"


def test_curves_and_holes() -> None:
    """A path is filled by the rule ``nonzero``: a part that runs in the opposite direction is a hole."""
    disc = '<circle cx="50" cy="50" r="40"/>'
    assert [seen_at(disc, 50 + 40 * at, 50) for at in (-0.98, 0.98, 1.02)] == ["#000000", "#000000", "#ffffff"]
    assert seen_at(disc, 79, 79) == "#ffffff"
    outer, same, against = "M0 0h60v60h-60z", "M20 20h20v20h-20z", "M20 20v20h20v-20z"
    assert seen_at(f'<path d="{outer}{same}"/>', 30, 30) == "#000000"
    assert seen_at(f'<path d="{outer}{against}"/>', 30, 30) == "#ffffff"
    assert seen_at('<path d="M0 50C0 -10 80 -10 80 50"/>', 40, 10) == "#000000"
    assert seen_at('<rect width="40" height="40" rx="15"/>', 2, 2) == "#ffffff"
    assert seen_at('<polygon points="0,0 40,0 0,40"/><polyline points="99,0 60,0 99,40"/>', 80, 5) == "#000000"


def test_a_rim_makes_a_figure_visible() -> None:
    """A white figure on white is invisible, but a black rim makes it visible."""
    bare = picture(FIGURE.format('<circle cx="50" cy="50" r="20" fill="#ffffff"/>'))
    assert findings(bare) == [Finding("figure kind=miner", "S1", 1, 3, 1)]
    assert not findings(bare.replace("/></g>", ' stroke="#000000" stroke-width="2"/></g>'))
    assert not findings(bare.replace('r="20" fill="#ffffff"', 'r="20" fill="#111111"'))


def test_a_small_part_does_not_make_a_figure_visible() -> None:
    """A small part does not make a figure invisible either: only the outlines of large parts count."""
    body, tool = '<rect x="40" y="40" width="20" height="30" fill="{}"/>', '<circle cx="50" cy="35" r="3" fill="{}"/>'
    assert findings(picture(FIGURE.format(body.format("#eeeeee") + tool.format("#000000"))))
    assert not findings(picture(FIGURE.format(body.format("#000000") + tool.format("#eeeeee"))))


def test_a_figure_counts_by_its_typical_contrast() -> None:
    """
    A figure may be invisible along half of its outline, unless the check is strict.

    Later items beside the figure are not its ground.
    """
    ground = '<rect y="62" width="200" height="38" fill="#222222"/>'
    figure = FIGURE.format('<rect x="40" y="30" width="20" height="40" fill="#333333"/>')
    later = '<rect x="10" y="10" width="30" height="80" fill="#333333"/>'
    svg = picture(ground + figure + later)
    assert not findings(svg)
    (found,) = findings(svg, is_strict=True)
    assert found.contrast == found.least < 1.5


def test_a_figure_that_consists_of_lines() -> None:
    """The lines of such a figure, for example a ladder, count on both sides."""
    lines = '<path d="M40 20V80M60 20V80M40 50H60" fill="none" stroke="{}" stroke-width="3"/>'
    assert findings(picture(FIGURE.format(lines.format("#dddddd"))))
    assert not findings(picture(FIGURE.format(lines.format("#333333"))))


def test_letters_on_a_figure_are_texts() -> None:
    """Letters are compared with the figure under them, and do not count for the figure."""
    body = '<circle cx="50" cy="50" r="20" fill="#000000"/><text x="50" y="55" text-anchor="middle" fill="{}">A</text>'
    assert not findings(picture(FIGURE.format(body.format("#ffffff"))))
    (found,) = findings(picture(FIGURE.format(body.format("#333333"))))
    assert found.what == "text 'A'"


@pytest.mark.parametrize(("vision", "expected"), [(None, 3.19), ("protan", 6.14), ("deutan", 2.43), ("tritan", 3.01)])
def test_a_figure_may_be_invisible_to_some_people(vision: Vision | None, expected: float) -> None:
    """Most people see red on cyan well enough, but people without the cones for green do not."""
    assert contrast("#ff0000", "#00ffff", vision) == pytest.approx(expected, abs=0.01)
    cyan = '<rect width="200" height="100" fill="#00ffff"/>'
    svg = picture(cyan + FIGURE.format('<circle cx="50" cy="50" r="20" fill="#ff0000"/>'))
    assert bool(findings(svg, vision)) == (expected < 3)


def test_a_rim_is_compared_with_what_is_around_it() -> None:
    """The contrast with what the rim encloses is measured separately."""
    rim = '<rect class="ms-rim" x="20" y="20" width="90" height="60" fill="#000000" stroke="#ffffff" stroke-width="3"/>'
    (sight,) = sights(picture(rim))
    assert sight.typical() == 1
    assert sight.typical_inside() == pytest.approx(21)
    assert [found.what for found in findings(picture(rim))] == ["rim"]
    assert not findings(picture('<rect width="200" height="100" fill="#555555"/>' + rim))
    assert not sights(picture(f'<g class="ms-rim">{rim.replace("ms-rim", "other")}</g>'))


def test_a_translucent_rim() -> None:
    """The rim's colour, and that of what it encloses, are mixed with what is under them."""
    rim = (
        '<circle class="ms-rim" cx="50" cy="50" r="30" fill="#000000" stroke="#000000" stroke-width="4" opacity="0.5"/>'
    )
    (sight,) = sights(picture(rim))
    assert {(sample.colours, sample.ground) for sample in sight.samples} == {(("#808080",), "#ffffff")}
    assert {(sample.colours, sample.ground) for sample in sight.inside} == {(("#404040",), "#808080")}


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_texts_are_anchored(anchor: str, share: float) -> None:
    """The beginning, the middle or the end of a text is at its place."""
    item = only(f'<g text-anchor="{anchor}" font-size="10"><text x="100" y="50">Salt mine</text></g>')
    width = text_width()("Salt mine", 10)
    assert item.text == "Salt mine"
    assert item.font_size == 10
    assert item.box == pytest.approx((100 - share * width, 42.4, width, 10))


def test_a_text_of_several_parts() -> None:
    """Each part has its own style, and parts without a place follow one another."""
    parts = 'one <tspan fill="#ff0000" font-size="20">two</tspan> three<tspan x="5" dy="30">four</tspan>'
    items = painted(picture(f'<text x="100" y="50" font-size="10">{parts}</text>', page="")).items
    assert [item.text for item in items] == ["one ", "two", " three", "four"]
    assert [item.fill for item in items] == ["#000000", "#ff0000", "#000000", "#000000"]
    assert [item.font_size for item in items] == [10, 20, 10, 10]
    widths = list(starmap(text_width(), (("one ", 10), ("two", 20), (" three", 10))))
    assert [item.box[0] for item in items] == pytest.approx([100, 100 + widths[0], 100 + sum(widths[:2]), 5])
    assert [item.box[1] + 0.76 * item.font_size for item in items] == pytest.approx([50, 50, 50, 80])


def test_a_text_with_a_stated_width() -> None:
    """The text is as wide as it states, measured from its anchor."""
    assert only('<text x="100" textLength="30" text-anchor="end">A long sentence</text>').box[0] == pytest.approx(70)
    assert only('<text x="100" textLength="30">A long sentence</text>').box[2] == pytest.approx(30)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('<rect width="5" height="5" fill="red"/>', "fill='red'"),
        ('<rect width="5" height="5" fill="url(#a)"/>', "url"),
        ('<rect width="5" height="5" style="fill:#ff0000"/>', "style"),
        ("<style>rect { fill: #ff0000 }</style>", "<style>"),
        ('<use href="#nobody"/>', "nobody"),
    ],
)
def test_unsupported_pictures_are_refused(body: str, told: str) -> None:
    """A picture with unsupported parts is refused rather than checked incompletely."""
    with pytest.raises(ValueError, match=told):
        painted(picture(body))


def test_sizes_are_screen_sizes() -> None:
    """In a picture of 200 units that is 100 pixels wide, everything is half as large."""
    texts = '<text y="20" font-size="20">large</text><g transform="scale(0.5)"><text font-size="30">small</text></g>'
    hit = '<g data-place="1L1"><rect class="ms-hit" x="1" width="60" height="40" fill="#ffffff" fill-opacity="0"/></g>'
    svg = picture(texts + hit)
    assert smallest_text(svg, 100) == (7.5, "small")
    assert targets(svg, 100) == [("1L1", 30, 20)]


def test_the_share_of_a_box_that_a_pointer_meets() -> None:
    """The common part of two areas counts once."""
    areas = ((0, 0, 60, 50), (40, 0, 60, 50), (0, 50, 30, 50), (150, 0, 50, 100))
    svg = picture(
        "".join('<rect class="ms-hit" x="{}" y="{}" width="{}" height="{}"/>'.format(*area) for area in areas)
    )
    assert covers(svg, (0, 0, 100, 50)) == pytest.approx(1)
    assert covers(svg, (0, 0, 100, 100)) == pytest.approx(0.65)
    assert covers(svg, (110, 0, 30, 30)) == 0


@pytest.mark.long
def test_the_helpers_read_the_librarys_pictures() -> None:
    """The picture of a whole table at the end of a game can be read completely."""
    log = Path(__file__).parent.parent / "games" / "four_players.jsonl"
    svg = render.svg(ms.Game.from_log(log).state)
    items = painted(svg).items
    assert len(items) > 500
    assert {"inn", "castle", "1L1", "S1"} <= {item.data.get("place") for item in items}
    assert any("Ada" in item.text for item in items)
    assert sum(sight.kind == "text" for sight in sights(svg)) > 100
    assert smallest_text(svg, 1200)[0] > 5
