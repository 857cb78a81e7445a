"""Descriptions of analyses and reviews in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..engine.transitions import apply
from ..model.state import GameState
from ..render.line_graph import Mark
from ..render.text_lines import columns, pad_text
from ..words import capitalize, label, move_in_words, roman, sentence
from ._analysis import Analysis, Line
from ._judged_move import JudgedMove
from .game_review import Review, chances_by_round

_LONGEST_COURSE: Final = 6
"""The maximum number of expected moves to describe."""
_HEIGHTS: Final = "▁▂▃▄▅▆▇█"
_FEWEST: Final = 10
"""The minimum number of rounds in a line of bars, even in a narrow terminal."""


def analysis_in_words(analysis: Analysis, language: str = "en") -> tuple[str, ...]:
    """
    Describe an analysis: each player's chance of winning, then several lines of text for each move.

    Raises:
        MisuseError: *language* is not in ``LANGUAGES``.
    """
    state = analysis.state
    chances = ", ".join(
        sentence("analysis.chance", language, player=player.name, chance=_percent(chance))
        for player, chance in zip(state.players, analysis.chances, strict=True)
    )
    told = [sentence("analysis.to_move", language, chances=chances, **_place(state))]
    for number, line in enumerate(analysis.lines, start=1):
        indented = "\n".join(f"   {text}" for text in line_in_words(state, line, language))
        told.append(f"{number}. {capitalize(move_in_words(state, line.move, language))}\n{indented}")
    return tuple(told)


def line_in_words(state: GameState, line: Line, language: str = "en") -> tuple[str, ...]:
    """
    Describe a move of an analysis: its value, the reasons for it, and the moves expected after it.

    Args:
        state: The position of the analysis.
        line: One of its lines.
        language: One of ``LANGUAGES``.

    Raises:
        MisuseError: *language* is not in ``LANGUAGES``.
    """
    groszy = round(line.margin)
    key = "analysis.even" if not groszy else "analysis.ahead" if groszy > 0 else "analysis.behind"
    margin = sentence(key, language, groszy=abs(groszy))
    told = [
        sentence("analysis.worth", language, chance=_percent(line.chance), error=_percent(line.error), margin=margin)
    ]
    if line.reasons:
        told.append(sentence("analysis.why", language, reasons=_reasons(line, language)))
    if len(line.moves) > 1:
        told.append(sentence("analysis.expected", language, moves="; ".join(_course(state, line, language))))
    return tuple(told)


def review_in_words(
    review: Review, language: str = "en", costliest: int = 5, *, width: int | None = None, seat: int | None = None
) -> tuple[str, ...]:
    """
    Describe a review: the chances by round, each player's mean loss, the turning point, and the costliest moves.

    Args:
        review: The review.
        language: One of ``LANGUAGES``.
        costliest: The maximum number of moves to describe.
        width: The maximum width of a line of bars in terminal columns; None for no limit. Longer games continue on
            further lines.
        seat: The seat whose costliest moves are described; None for all.

    Raises:
        MisuseError: *language* is not in ``LANGUAGES``, *costliest* is not a whole number from 0 up, or *seat* is not a
            seat of the game.
    """
    told = [sentence("review.chances", language), *_chances(review, language, width), *review_summary(review, language)]
    costly = review.costliest(costliest, seat)
    if costliest:
        key = "review.costliest" if costly else "review.none"
        if seat is None:
            told.append(sentence(key, language))
        else:
            told.append(sentence(f"{key}.of_player", language, player=review.final.players[seat].name))
    told += [f"{number}. {judged_move_in_words(entry, language)}" for number, entry in enumerate(costly, start=1)]
    return tuple(told)


def review_summary(review: Review, language: str = "en") -> tuple[str, ...]:
    """
    Describe the mean loss of each player who made a decision, and the turning point.

    Raises:
        MisuseError: *language* is not in ``LANGUAGES``.
    """
    point, names = label("number.point", language), [player.name for player in review.final.players]
    # A mean over no decisions would look like the result of perfect moves.
    seats = sorted({entry.seat for entry in review.decisions})
    losses = [f"{100 * review.mean_loss(seat):.1f}".replace(".", point) for seat in seats]
    lost = [
        sentence("review.lost", language, player=names[seat], loss=loss)
        for seat, loss in zip(seats, losses, strict=True)
    ]
    return (*lost, *_turn(review, language))


def judged_move_in_words(entry: JudgedMove, language: str = "en") -> str:
    """
    Describe a move that lowered the player's chance of winning, and the better move.

    If the search found no better move, the sentence says so.

    Raises:
        MisuseError: *language* is not in ``LANGUAGES``.
    """
    about = {
        **_place(entry.state),
        "number": entry.number + 1,
        "move": move_in_words(entry.state, entry.played.move, language),
        "reasons": _reasons(entry.best, language),
    }
    if entry.played.move == entry.best.move:
        return sentence("review.best", language, **about)
    loss, error = _percent(entry.loss), _percent(entry.error)
    better = move_in_words(entry.state, entry.best.move, language)
    return sentence("review.costly", language, loss=loss, error=error, better=better, **about)


def _turn(review: Review, language: str) -> Iterator[str]:
    if len(review.winners) != 1:
        return
    winner = review.final.players[review.winners[0]].name
    turned, took_lead = review.turning_point, review.took_lead
    if took_lead is None:
        yield sentence("review.led", language, winner=winner)
        return
    if turned is None:
        place = {"phase": roman(took_lead.state.phase), "round": took_lead.state.round}
        yield sentence("review.overtook", language, winner=winner, **place)
        return
    move = move_in_words(turned.state, turned.played.move, language)
    numbers = {"number": turned.number + 1, "lead": took_lead.number + 1}
    yield sentence("review.turned", language, **_place(turned.state), **numbers, move=move, winner=winner)


def _place(state: GameState) -> dict[str, object]:
    return {"player": state.player.name, "phase": roman(state.phase), "round": state.round}


def _reasons(line: Line, language: str) -> str:
    return "; ".join(reason.in_words(language) for reason in line.reasons)


def _course(state: GameState, line: Line, language: str) -> Iterator[str]:
    for number, move in enumerate(line.moves[:_LONGEST_COURSE]):
        if number:
            yield f"{state.player.name} {move_in_words(state, move, language)}"
        state = apply(state, move).state


def _chances(review: Review, language: str, width: int | None) -> Iterator[str]:
    """Yield a line of bars for each seat, then further lines for the rounds that do not fit into *width*."""
    names = [player.name for player in review.final.players]
    longest = max(map(columns, names))
    rounds = tuple(chances_by_round(review))[1:]
    # A space separates the phases. Reserve room for all these spaces, because any part may contain a change of phase.
    most = len(rounds) if width is None else max(_FEWEST, width - longest - 4 - rounds[-1][0].phase)
    for start in range(0, len(rounds), most):
        part = rounds[start : start + most]
        if start:
            yield sentence("review.from", language, phase=roman(part[0][0].phase), round=part[0][0].round)
        yield from (f"  {pad_text(name, longest)}  {_render_heights(part, seat)}" for seat, name in enumerate(names))


def _render_heights(rounds: Sequence[tuple[Mark, Sequence[float]]], seat: int) -> str:
    """Render the chances of a seat as bars, one for each round, with a space between phases."""
    told, phase = "", rounds[0][0].phase
    for mark, chances in rounds:
        told += " " if mark.phase != phase else ""
        told += _HEIGHTS[min(int(chances[seat] * len(_HEIGHTS)), len(_HEIGHTS) - 1)]
        phase = mark.phase
    return told


def _percent(part: float) -> int:
    return round(100 * part)
