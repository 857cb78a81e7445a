"""The scenery behind the town: a sky that shows the phase as a time of day, hills, and the roofs of a distant town."""

from __future__ import annotations

from typing import Final

from ..words import capitalize
from ._markup import Markup, element, short
from ._svg_elements import INK, Box, box, path, sides, text_width, words
from .board_facts import phase_and_round
from .svg_look import DECOR, Look
from .themes import TIMES_OF_DAY

_ROUND: Final = 8.0
"""The radius of the corners of the sky."""
_SUNS: Final = ((0.30, 22.0, 11.0), (0.375, 14.0, 10.0), (0.435, 26.0, 15.0))
"""For each time of day: the place of the sun as a share of the width, its depth below the top, and its radius."""
_FAR_HILLS: Final = (5, 10.0, 26.0)
_NEAR_HILLS: Final = (7, -8.0, 16.0)
"""The number of hills in a row, the height of the valleys above the horizon, and that of the hilltops above them."""
_ROOF_PITCH: Final = 26.0
"""The average distance between two roofs of the distant town."""
_TOWER: Final = 0.345
"""The place of the distant church tower, as a share of the width."""


def find_time_of_day(phase: int, phases: int) -> int:
    """Return 0 in the morning, 1 at noon, and 2 in the evening. The phases of a game are spread over the day."""
    return round((phase - 1) * (TIMES_OF_DAY - 1) / max(phases - 1, 1))


def draw_scenery(look: Look, area: Box, name: str, depth: float) -> Markup:
    """
    Draw the scenery in *area*: the sky, the sun at the time of day, distant hills and roofs, and a meadow.

    *depth* is the depth of the horizon below the upper edge. *name* begins the ids of the scenery.
    """
    state, theme = look.state, look.theme
    time = find_time_of_day(min(state.phase, state.ruleset.phases), state.ruleset.phases)
    gradient = look.layer(f"{name}-sky")
    stops = (
        element("stop", offset=0, stop_color=theme.sky[time]),
        element("stop", offset=1, stop_color=theme.glow[time]),
    )
    horizon = area.y + depth
    return element(
        "g",
        element(
            "linearGradient", *stops, id=gradient, gradientUnits="userSpaceOnUse", x1=0, y1=area.y, x2=0, y2=horizon
        ),
        element("rect", **sides(area), rx=_ROUND, fill=f"url(#{gradient})"),
        _draw_sun(look, area, time),
        _draw_hills(look, area, horizon, _FAR_HILLS, "0.6"),
        _draw_roofs(look, area, horizon),
        _draw_hills(look, area, horizon, _NEAR_HILLS, "0.85"),
        id=look.layer(f"{name}-scenery"),
        class_=DECOR,
        aria_hidden="true",
    )


def _draw_sun(look: Look, area: Box, time: int) -> Markup:
    share, depth, radius = _SUNS[time]
    x, y = area.x + area.width * share, area.y + depth
    colour = look.theme.roof if time == TIMES_OF_DAY - 1 else look.theme.coin
    halo = element("circle", cx=x, cy=y, r=radius * 1.6, fill=colour, fill_opacity="0.18")
    return halo + element("circle", cx=x, cy=y, r=radius, fill=colour, fill_opacity="0.75")


def _draw_hills(look: Look, area: Box, horizon: float, row: tuple[int, float, float], opacity: str) -> Markup:
    """Draw a row of hills from side to side, and the land in front of them down to the foot of the area."""
    count, valley, top = row
    width = area.width / count
    # Every other hill is lower. A curve reaches half the height of its control point.
    hills = "".join(
        f"q{short(width / 2)} {short(-2 * top if hill % 2 else -1.2 * top)} {short(width)} 0" for hill in range(count)
    )
    outline = f"M{short(area.x)} {short(area.foot)}V{short(horizon - valley)}{hills}V{short(area.foot)}z"
    return path(outline, fill=look.theme.hill, fill_opacity=opacity)


def _draw_roofs(look: Look, area: Box, horizon: float) -> Markup:
    """Draw the roofs of the distant town, which look irregular but are the same in every picture."""
    parts: list[str] = []
    foot = horizon + 8
    for number in range(int(area.width / _ROOF_PITCH) - 1):
        x = area.x + 6 + number * _ROOF_PITCH + number * 29 % 13
        high, half = 5 + number * 37 % 11, 6 + number * 13 % 5
        parts.append(f"M{short(x)} {short(foot)}V{short(horizon - high)}l{half} -9 {half} 9V{short(foot)}z")
    tower = area.x + area.width * _TOWER
    parts.append(f"M{short(tower)} {short(foot)}V{short(horizon - 24)}l6 -18 6 18V{short(foot)}z")
    return path("".join(parts), fill=look.theme.distance)


def draw_meadow(look: Look, area: Box, entrance: float) -> Markup:
    """Draw the meadow between the town and the earth: a road to the *entrance* of the mine, and bushes."""
    theme = look.theme
    y, foot = area.y, area.foot
    road = (
        f"M{short(entrance - 26)} {short(foot)}"
        f"Q{short(entrance - 40)} {short(y + 14)} {short(entrance - 96)} {short(y)}"
        f"h60Q{short(entrance + 14)} {short(y + 12)} {short(entrance + 26)} {short(foot)}z"
    )
    bushes: list[str] = []
    for number in range(int(area.width / _BUSH_PITCH)):
        x = area.x + 20 + number * _BUSH_PITCH + number * 41 % 37
        if abs(x - entrance) > _ROAD:
            half = 7 + number * 5 % 6
            low = y + area.height * (0.35 + number * 7 % 5 / 10)
            bushes.append(f"M{short(x)} {short(low)}q{short(half / 2)} {-half} {half} {short(-half / 2)}"
                          f"q{short(half)} {short(-half / 2)} {half} {short(half / 2)}z")  # fmt: skip
    drawn = (
        path(road, fill=theme.shaft, fill_opacity="0.75"),
        path("".join(bushes), fill=theme.grass, fill_opacity="0.4"),
    )
    return element("g", *drawn, class_=DECOR, aria_hidden="true")


_BUSH_PITCH: Final = 74.0
_ROAD: Final = 110.0
"""The distance on each side of the entrance without bushes."""
_PLATE_HEIGHT: Final = 24.0
_LETTERS: Final = 13.0


def measure_course(look: Look) -> tuple[float, float]:
    """Return the width and the height of the plate with the phase and the round."""
    return round(text_width(_describe_course(look), _LETTERS, is_bold=True)) + 22.0, _PLATE_HEIGHT


def draw_course(look: Look, plate: Box) -> Markup:
    """Draw a plate with the phase and the round."""
    theme, (middle, _), told = look.theme, plate.middle, capitalize(_describe_course(look))
    room = plate.width - 12
    parts = (
        box(plate, theme.card, theme.line, radius=6, class_="ms-rim"),
        words(told, middle, plate.y + 16.5, INK, size=_LETTERS, anchor="middle", is_bold=True, room=room),
    )
    return look.part("course", look.describe_turn(), parts)


def _describe_course(look: Look) -> str:
    return look.label("game_over") if look.is_over else " · ".join(phase_and_round(look.state, look.language))
