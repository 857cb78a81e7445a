"""The graph of a review: everybody's chances of winning at the end of each round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..render.line_graph import Mark, Panel, line_graph
from ..words import label
from .game_review import Review


def review_graph(review: Review, language: str = "en") -> str:
    """
    Return the chances of winning of everybody, round by round, as an SVG picture.

    Raises:
        MisuseError: *language* is none of ``LANGUAGES``.
    """
    rounds = tuple(chances_by_round(review))
    heading = label("analysis.chances", language)
    percent = [[round(100 * chance) for chance in chances] for _, chances in rounds]
    told = " ".join(
        f"{player.name}: {chance} %." for player, chance in zip(review.final.players, percent[-1], strict=True)
    )
    marks = [mark for mark, _ in rounds]
    return line_graph(marks, [Panel(heading, percent, top=100)], heading, told, language)


def chances_by_round(review: Review) -> Iterator[tuple[Mark, Sequence[float]]]:
    """Yield the chances at the beginning, and those at the end of each round; at the end of a game what came out."""
    first = review.decisions[0]
    yield Mark(first.state.phase, 0), first.chances
    for entry, after in zip(review.decisions, (*review.decisions[1:], None), strict=True):
        mark = Mark(entry.state.phase, entry.state.round)
        if after is not None and mark == (after.state.phase, after.state.round):
            continue
        if after is None and review.winners:
            yield mark, [(seat in review.winners) / len(review.winners) for seat in range(len(review.final.players))]
        else:
            yield mark, entry.chances
