"""Reviews of games that were never played, with the chances and losses that a test needs."""

import attrs

import magnum_sal as ms
from magnum_sal.bots import JudgedMove, Line, Review
from magnum_sal.testing import position


def judged(seat: int, round_: int, chance_of_ben: float, loss: float = 0.0, error: float = 0.01) -> JudgedMove:
    """Return a move by Ada (seat 0) or Ben (seat 1) that cost *loss*, when Ben had a chance to win."""
    state = position(f"players: Ada, Ben | turn: {'AB'[seat]}, round {round_}, start A")
    chances = (1 - chance_of_ben, chance_of_ben)
    best = Line(ms.Pass(), (ms.Pass(),), seat, chances, error, 0.0, 1.0, ())
    worse = tuple(chance - loss if at == seat else chance + loss for at, chance in enumerate(chances))
    played = attrs.evolve(best, move=ms.VisitTownSquare(), chances=worse, error=0.0) if loss else best
    return JudgedMove(2 * round_ + seat, state, played, best)


def won_by_ben(*decisions: JudgedMove) -> Review:
    """Return the review of a game that Ben has won."""
    final = position("turn: over, phase 3 | players: Ada, Ben | A: 10 groszy | B: 21 groszy")
    return Review(decisions, final)
