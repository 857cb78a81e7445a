"""The head of a picture, which shows the game state and the last steps, and the foot, which contains the legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..engine.steps import Step
from ..model.pieces import SALT_KINDS, SEAT_LETTERS
from ..words import capitalize, ending_in_words, pending_in_words, ruleset_label, sentence
from ..words.agreement import describe_ending
from ._markup import Markup, element, join_markup
from ._svg_elements import INK, TITLE_FONT, Box, Drawing, box, in_lines, text_width, unheard, words
from ._svg_pieces import draw_cube, draw_drop, draw_medal, draw_miner, draw_tool_card
from .board_facts import phase_and_round
from .step_texts import MOST_TOLD, describe_steps
from .svg_look import DECOR, Look

_LINE: Final = 17.0
_MOST_LINES_OF_END: Final = 16
"""The maximum number of lines that describe the end of a game in a picture for a phone."""
_LEAST_NAME: Final = 80.0
"""The minimum width of the name of the player to move."""
_CONDENSED: Final = 0.85
"""The factor by which the facts about a turn may be condensed to leave room for the name."""
_TELLING: Final = 13.0
"""The font size for the last steps."""


def draw_head(look: Look, x: float, y: float, width: float) -> Drawing:
    """
    Draw the headline (phase and round, whose turn it is, or who has won) and the last steps or the end below it.

    During a game, the height is the same in all positions if either all or none of them show steps.
    """
    drawn = (_narrow_headline if look.is_narrow else _headline)(look, x, y, width)
    top = y + (60 if look.is_narrow else 42)
    most = 2 if not look.is_narrow else _MOST_LINES_OF_END if look.is_over else 4
    lines = _list_news(look, look.steps or (), width - 16, most)[:most]
    if lines:
        color = look.theme.highlight if look.is_over else look.theme.last
        drawn.append(box(Box(x, top, 4, len(lines) * _LINE), color, radius=2, class_="ms-figure"))
        drawn += [
            words(line, x + 12, top + 13 + row * _LINE, INK, size=_TELLING, room=width - 16,
                  is_bold=is_bold)
            for row, (line, is_bold) in enumerate(lines)
        ]  # fmt: skip
    # The space is reserved even if there is less to say, because the table below would otherwise jump at every move. At
    # the end of a game nothing follows, so the text takes the space that it needs.
    reserved = len(lines) if look.is_over else most if lines or look.steps is not None else 0
    top += reserved * _LINE + 2
    return Drawing(look.part("head", look.describe_turn(), drawn), {}, width, top - y)


def _list_news(look: Look, steps: Sequence[Step], room: float, most: int) -> list[tuple[str, bool]]:
    """
    Return lines about the end of the game, or about the last steps, including at least the latest one.

    Each line is paired with whether it is bold. Only the move of a single step is, so that no sentence changes its
    weight in the middle.
    """
    move, sentences = "", []
    if look.is_over:
        ending = describe_ending(look.state, look.end_reason, look.language)
        # The wide headline already says who has won.
        sentences = [". ".join(ending[1:])] if look.state.is_over and not look.is_narrow else list(ending)
    elif len(steps) == 1:
        (step,) = describe_steps(steps, look.language)
        move, sentences = f"{step.who}: {step.move}", [". ".join(step.ended or step.came)]
    else:
        sentences = [_describe_moves(look, steps, room * most)]
    lines = [(line, True) for line in in_lines(move, _TELLING, room, most)]
    return lines + [(line, False) for told in sentences for line in in_lines(told, _TELLING, room, most)]


def _describe_moves(look: Look, steps: Sequence[Step], room: float) -> str:
    """Return several moves in words. If *room*, the width of all lines, is too small, count the earliest moves."""
    moves = [f"{step.who}: {step.move}" for step in describe_steps(steps[-MOST_TOLD:], look.language)]
    # Line breaks between words waste some of the room.
    most = 0.88 * room
    told = ""
    # The latest moves matter most, so the earliest ones are dropped one by one and only counted.
    for first in range(len(moves)):
        gone = len(steps) - len(moves) + first
        before = [sentence("picture.more", look.language, count=gone)] if gone else []
        told = " · ".join([*before, *moves[first:]])
        if text_width(told, _TELLING) <= most:
            break
    return told


def _headline(look: Look, x: float, y: float, width: float) -> list[Markup]:
    parts = []
    left = x
    if look.has_title:
        parts.append(words("Magnum Sal", left, y + 27, INK, size=26, is_bold=True, font=TITLE_FONT))
        left += 190
    course = capitalize(" · ".join(phase_and_round(look.state, look.language)))
    if not look.state.is_over:
        parts.append(words(course, left, y + 26, INK, size=16, room=280))
        left += min(text_width(course, 16), 280) + 40
    return [*parts, *_draw_turn(look, left, y, x + width - left, 19)]


def _narrow_headline(look: Look, x: float, y: float, width: float) -> list[Markup]:
    course = capitalize(" · ".join(phase_and_round(look.state, look.language)))
    parts = [words(course, x + width, y + 20, INK, size=13, anchor="end", room=width - 160)]
    if look.has_title:
        parts.append(words("Magnum Sal", x, y + 21, INK, size=19, is_bold=True, font=TITLE_FONT))
    return [*parts, *_draw_turn(look, x, y + 26, width, 15)]


def _draw_turn(look: Look, x: float, y: float, room: float, size: float) -> list[Markup]:
    """Draw whose turn it is and how many actions are left, or who has won."""
    state, theme = look.state, look.theme
    if look.end_reason is not None:
        return [words(capitalize(look.label("game_over")), x, y + 27, INK, size=size, is_bold=True, room=room)]
    if state.is_over:
        names = " · ".join(look.name(seat) for seat in state.winners)
        told = names if look.is_narrow else ending_in_words(state, look.language)[0]
        crown = look.use("crown", Box(x, y + 8, 30, 22))
        return [crown, words(told, x + 38, y + 27, INK, size=size, is_bold=True, room=room - 40)]
    name = f"{SEAT_LETTERS[state.turn_seat]} {state.player.name}"
    parts = [draw_miner(look, state.turn_seat, x, y + 33, 31)]
    if state.pending is not None:
        told = f"{name} · {pending_in_words(state, look.language)}"
        return [*parts, words(told, x + 28, y + 27, theme.highlight, size=size, is_bold=True, room=room - 30)]
    # Nothing else in the picture shows the facts about the turn, but the figure also says whose turn it is. So these
    # facts are at most condensed a little, and the words for the player are shortened.
    actions = [] if state.turn is None else [f"{look.label('actions_left')}: {state.turn.actions_left}"]
    facts = " · ".join((*actions, *look.turn_facts()))
    free = max(room - 44 - text_width(facts, 13) * _CONDENSED, _LEAST_NAME)
    told = f"{capitalize(look.label('to_move'))}: {name}"
    if text_width(told, size, is_bold=True) > free:
        told = name
    wide = min(text_width(told, size, is_bold=True), free)
    parts.append(words(told, x + 28, y + 27, theme.highlight, size=size, is_bold=True, room=wide + 1))
    left = x + 28 + wide + 16
    return [*parts, words(facts, left, y + 26, INK, size=13, room=x + room - left)]


def draw_foot(look: Look, x: float, y: float, width: float) -> Drawing:
    """Draw the name of the ruleset, and the legend if it is enabled."""
    lines = in_lines(ruleset_label(look.state.ruleset, look.language), 12, width, 4)
    parts = [words(told, x, y + 13 + row * 16, look.theme.muted, size=12, room=width) for row, told in enumerate(lines)]
    top = len(lines) * 16.0 + 4
    body = element("g", unheard(parts), id=look.layer("facts"), class_="ms-facts")
    if not look.has_legend:
        return Drawing(body, {}, width, top)
    explained, height = _draw_legend(look, x, y + top, width)
    return Drawing(body + explained, {}, width, top + height)


_ENTRY: Final = 32.0


def _draw_legend(look: Look, x: float, y: float, width: float) -> tuple[Markup, float]:
    """Draw the legend, and return the drawing with its height."""
    parts: list[Markup] = []
    left, top = x, y
    for wide, drawn, told in _list_legend_entries(look):
        text = text_width(told, 12) + 2
        # Words have different widths in each language, so the rows are computed each time.
        if left > x and left + wide + 5 + text > x + width:
            left, top = x, top + _ENTRY
        parts.append(element("g", drawn, transform=f"translate({left:.1f} {top + 2:.1f})"))
        parts.append(words(told, left + wide + 5, top + 18, INK, size=12))
        left += wide + 5 + text + 14
    drawn = element("g", *parts, id=look.layer("legend"), class_="ms-legend", aria_hidden="true")
    return drawn, top + _ENTRY + 2 - y


def _list_legend_entries(look: Look) -> list[tuple[float, Markup, str]]:
    """Return the width, the drawing and the text of each entry. All drawings are 26 units high."""
    theme, seats = look.theme, range(len(look.state.players))
    standing = join_markup(draw_miner(look, seat, seat * 19.0, 27, 28) for seat in seats)
    lying = join_markup(draw_miner(look, seat, seat * 29.0, 26, 28, is_tired=True) for seat in seats)
    chain = element(
        "path", d="M0 16h30", fill="none", stroke=theme.chain, stroke_width=5, stroke_dasharray="7 3",
    )  # fmt: skip
    boarded = box(Box(1, 2, 30, 24), theme.rock, theme.line) + look.use("planks", Box(1, 2, 30, 24), class_=DECOR)
    used_up = [(32.0, boarded, look.label("emptied"))] if look.state.ruleset.mapped_mine else []
    card = Box(0, -1, 29, 29)
    score = words("46", 0, 20, INK, size=16, is_bold=True) + draw_medal(look, 2, 38, 15)
    return [
        (51.0, score, f"{look.label('score')}, {look.label('rank')}"),
        (20.0, look.use("flag", Box(0, 2, 20, 24)), look.label("start_player")),
        (19.0 * len(seats), standing, look.label("rested")),
        (29.0 * len(seats), lying, look.label("tired")),
        *((20.0, draw_cube(look, kind, 0, 4, 19), look.label(kind)) for kind in SALT_KINDS),
        (14.0, draw_drop(look, 0, 4, 19), look.label("water")),
        (30.0, element("g", box(Box(0, 4, 30, 22), theme.shaft, radius=3), chain), look.label("picture.chain")),
        (26.0, box(Box(1, 2, 24, 22), theme.rock, theme.line), look.label("face_down")),
        *used_up,
        (30.0, draw_tool_card(look, "rope", card, is_used=True), look.label("used")),
        *((30.0, draw_tool_card(look, tool, card), look.label(tool)) for tool in look.state.ruleset.tool_kinds),
    ]
