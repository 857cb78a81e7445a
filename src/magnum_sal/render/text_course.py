"""The state of the game as text: whose turn it is or how it ended, and the effects of the last steps."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.state import GameState
from ..words import label, pending_in_words, ruleset_label
from ..words.agreement import describe_ending
from ._text_pieces import seat_name, seat_style
from .board_facts import phase_and_round, unsold
from .step_texts import StepText
from .text_lines import Line, Span, paragraph, wrap_items


def course(state: GameState, end_reason: str | None, language: str) -> list[Line]:
    """Return the parts of a line that states the phase, the round, and either the turn or the end of the game."""
    items: list[Line] = [(Span(told),) for told in phase_and_round(state, language)]
    if state.is_over or end_reason is not None:
        return [*items, (Span(label("game_over", language), "bold"),)]
    seat, turn = state.turn_seat, state.turn
    if state.pending is not None:
        items.append((Span(pending_in_words(state, language), "bold"),))
    # Nobody can move while a piece must be turned up, but it still matters whose turn it is.
    if turn is None or state.pending is not None:
        items.append(_fact("turn", seat_name(state, seat), language))
    else:
        items.append((Span(f"{label('to_move', language)}: {seat_name(state, seat)}", seat_style(seat)),))
    return items if turn is None else [*items, _fact("actions_left", turn.actions_left, language)]


def bookkeeping(state: GameState, language: str) -> list[Line]:
    """Return the facts about the current turn as the parts of a line. Empty facts are omitted."""
    turn = state.turn
    if turn is None:
        return []
    done = {
        "visited": ", ".join(label(building, language, state.ruleset) for building in turn.visited),
        "passes": turn.passes,
        "arriving": turn.arriving,
        "arrived": ", ".join(turn.arrived),
    }
    return [_fact(name, value, language) for name, value in done.items() if value]


def ending(state: GameState, end_reason: str | None, language: str, width: int) -> list[Line]:
    """Return lines about how the game ended, if it is over."""
    first, *others = describe_ending(state, end_reason, language) or ("",)
    if not first:
        return []
    lines = [tuple(Span(span.text, "bold") for span in line) for line in paragraph((), first, width)]
    return [*lines, *(line for other in others for line in paragraph((), other, width))]


def turn_block(state: GameState, end_reason: str | None, language: str, width: int) -> Iterator[Line]:
    """Yield the lines about the state of the game."""
    yield from wrap_items(
        (Span("Magnum Sal", "bold"),), course(state, end_reason, language), width, gap=" · ", indent=12
    )
    yield from ending(state, end_reason, language, width)
    played = (Span(ruleset_label(state.ruleset, language), "dim"),)
    yield from wrap_items((), [*bookkeeping(state, language), played], width, gap=" · ", indent=0)
    if gone := unsold(state):
        tools = ", ".join(label(tool, language, state.ruleset) for tool in gone)
        yield from paragraph((Span(f"{label('picture.left_unsold', language)}: ", "dim"),), tools, width)


def step_lines(told: StepText, width: int) -> list[Line]:
    """Return the lines of a move, with its effects below."""
    below = [line for came in told.came for line in paragraph((Span("   "),), came, width, indent=5)]
    return [*paragraph(heading_of(told), told.move, width), *below]


def heading_of(told: StepText) -> Line:
    """Return the beginning of a line about a step."""
    return (Span(f"{told.who}: ", seat_style(told.seat)),)


def _fact(name: str, value: object, language: str) -> Line:
    return (Span(f"{label(name, language)} {value}"),)
