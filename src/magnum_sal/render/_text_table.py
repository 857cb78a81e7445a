"""The whole table as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from ..engine.steps import Step
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.mine import CORRIDORS, SECTIONS
from ..model.open_tiles import is_turned_down
from ..model.state import GameState, check_state
from ..words import count_in_words, label, tool_label
from . import _text_pieces as pieces
from ._text_short import short_lines
from .board_facts import building_items, check_end_reason, check_last, check_size, find_chamber, find_mover, houses
from .step_texts import describe_steps
from .text_course import step_lines, turn_block
from .text_legend import FORMS, Form, legend_lines
from .text_lines import Line, Span, fold_line, join_apart, pad_line, render_lines, width_of, wrap_items

_SIDE: Final = 32
"""The width of a corridor, in columns."""
_SHAFT: Final = 14


def text(
    state: GameState,
    *,
    color: bool = False,
    language: str = "en",
    width: int = 80,
    last: Step | Sequence[Step] | None = None,
    end_reason: str | None = None,
    legend: bool = False,
    form: Form = "full",
) -> str:
    """
    Return the table as text: the turn or the end, the mine, the town and the players, with every public fact.

    The letters A to D stand for seats; a lower-case letter stands for tired miners. B, G and W stand for salt cubes. A
    chamber shows its salt, its water after the slash, and the printed contents of its tile in brackets. ``?`` marks a
    chamber that nobody has reached. ``x`` marks a chamber without salt whose tile is face down again (VAR-MAP).
    *legend* explains the marks.

    The short form has at most 23 lines, so it fits a terminal of 80 columns and 24 lines with a prompt. It omits the
    tiles of revealed chambers, the bank, the printed parts of the board, and the pieces that left the game. If there is
    still not enough room, it shortens the last steps and counts cards instead of listing them. If necessary, it also
    omits the town of a finished game and truncates lines with three dots.

    Args:
        state: The position, public or full; hidden facts are never shown.
        color: Whether to colour the text with terminal escape codes.
        language: One of ``words.LANGUAGES``, such as ``"en"``.
        width: The number of columns; the minimum is 80.
        last: The step that led to the position, or a list or tuple of consecutive steps, at most 1000. Their effects
            appear below the turn. None shows no steps.
        end_reason: Why the players ended the game in this position (``Game.end_reason``), or None. The state does not
            contain this reason. If there is one, the text shows it instead of whose turn it is.
        legend: Whether to explain the marks below the table; this adds lines to the short form.
        form: ``"full"`` or ``"short"``.

    Raises:
        MisuseError: *state* is not a ``GameState``, *width* is invalid, *last* does not lead to *state*, *end_reason*
            does not fit *state*, or the language or the form is unknown.
    """
    check_state(state)
    check_size("width", width)
    if form not in FORMS:
        raise MisuseError(f"form: expected {' or '.join(FORMS)}, got {brief(form)}")
    steps = check_last(state, last)
    reason = check_end_reason(state, end_reason)
    # The mine is 80 columns wide, and is not folded.
    width = max(width, 80)
    lines = (_full_lines if form == "full" else short_lines)(state, steps, reason, language, width)
    if legend:
        lines = join_apart((lines, legend_lines(state, language, width, form)))
    return render_lines(lines, color=color)


def _full_lines(
    state: GameState, steps: Sequence[Step], end_reason: str | None, language: str, width: int
) -> list[Line]:
    lines = join_apart(
        (
            list(turn_block(state, end_reason, language, width)),
            [line for step in describe_steps(steps, language) for line in step_lines(step, width)],
            list(_mine(state, language)),
            list(_town(state, language, width)),
            list(_players(state, find_mover(state, end_reason), language, width)),
        )
    )
    return [part for line in lines for part in fold_line(line, width)]


def _mine(state: GameState, language: str) -> Iterator[Line]:
    left, right = CORRIDORS[0::2], CORRIDORS[1::2]
    for depth, section in enumerate(SECTIONS):
        here = wrap_items((Span(section),), pieces.miners_in(state.mine[section]), 10, gap=" ", indent=3)
        sides: list[list[list[Line]]] = [[], []]
        # Corridors leave the shaft at every second section. The left corridor is drawn backwards, so that its nearest
        # chamber is beside the shaft.
        if depth % 2:
            level = depth // 2
            cells = _SIDE // len(left[level])
            for side, corridor in enumerate((left[level][::-1], right[level])):
                sides[side] = [
                    [pad_line(line, cells) for line in _chamber_cell(chamber, state, cells)] for chamber in corridor
                ]
        west, east = ([_row(parts, _SIDE // max(len(side), 1)) for parts in zip_longest(*side)] for side in sides)
        if depth == 0:
            used = f"  x {label('emptied', language)}" if state.ruleset.mapped_mine else ""
            west = [(Span(label("mine", language).upper(), "bold"), Span(used, "dim"))]
            east = [(Span(f"A {label('rested', language)}, a {label('tired', language)}", "dim"),)]
        for one, middle, other in zip_longest(west, here, east, fillvalue=()):
            blank = Span(" " * (_SIDE - width_of(one)))
            westward = (*one, blank) if depth == 0 else (blank, *one)
            yield (*westward, Span("| "), *pad_line(middle, _SHAFT - 4), Span(" |  "), *other)


def _row(parts: Sequence[Line | None], width: int) -> Line:
    return tuple(span for part in parts for span in (part or (Span(" " * width),)))


def _chamber_cell(name: str, state: GameState, width: int) -> list[Line]:
    chamber, _ = find_chamber(state, name)
    mark = Span(" ?" if not chamber.revealed else " x" if is_turned_down(state.ruleset, chamber) else "", "bold")
    tile = (Span(f"({chamber.tile})" if chamber.tile else "", "dim"),)
    has_cubes = chamber.revealed or chamber.salt or chamber.water
    cubes = (*pieces.letters(chamber.salt), Span("/"), Span(str(chamber.water), "water")) if has_cubes else ()
    return [(Span(name), mark), cubes, tile, *wrap_items((), pieces.miners_in(chamber), width - 1, gap=" ", indent=0)]


def _town(state: GameState, language: str, width: int) -> Iterator[Line]:
    ruleset = state.ruleset
    yield (Span(label("town", language).upper(), "bold"),)
    for building in houses(ruleset):
        facts = [
            item for thing in building_items(state, building) for item in pieces.format_item(thing, ruleset, language)
        ]
        if building.has_assistant_place:
            facts.append(pieces.assistant_at(state, building.id, language))
        yield from wrap_items((Span(f"{label(building.id, language, ruleset)} "),), facts, width)
    bank = state.bank
    miners = tuple(
        span for seat, count in enumerate(bank.miners) for span in (*pieces.seat_count(seat, count), Span(" "))
    )
    facts = [
        (Span(count_in_words(bank.money, "grosz", language), "money"),),
        pieces.amounts(bank.salt),
        (Span(f"{label('water', language)} {bank.water}", "water"),),
        (Span(f"{label('picture.to_hire', language)} "), *miners),
    ]
    yield from wrap_items((Span(f"{label('bank', language)} "),), facts, width)


def _players(state: GameState, to_move: int | None, language: str, width: int) -> Iterator[Line]:
    for seat, (player, score) in enumerate(zip(state.players, state.scores, strict=True)):
        mark = ">" if seat == to_move else " "
        start = f" ({label('start_player', language)})" if seat == state.start_seat else ""
        standing = f"{label('score', language)} {score.total}, {label('rank', language)} {score.rank}"
        yield (Span(f"{mark}{pieces.seat_name(state, seat)}", pieces.seat_style(seat)), Span(start))
        belongings = [
            (Span(count_in_words(player.money, "grosz", language), "money"),),
            pieces.amounts(player.salt),
            (Span(f"{label('stock', language)} "), *pieces.seat_count(seat, player.stock)),
            (Span(standing, "dim"),),
        ]
        yield from wrap_items((), belongings, width, indent=3)
        if items := pieces.before_player(state, seat, language):
            yield from wrap_items((), items, width, indent=3)
        cards = [
            (Span(tool_label(card.tool, language, state.ruleset, is_used=card.used), "dim" if card.used else ""),)
            for card in player.tools
        ]
        yield from wrap_items(
            (Span(f"   {label('tools', language)}: "),), cards or [(Span("-"),)], width, gap=", ", indent=15
        )
        yield from wrap_items(
            (Span(f"   {label('orders', language)}: "),), pieces.orders_of(state, seat), width, indent=15
        )
