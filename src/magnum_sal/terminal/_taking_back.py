"""Taking moves back to the last decision of a person, and making them again."""

from __future__ import annotations

from collections.abc import Container, Iterator

from ..record.game import Game


def take_back(game: Game, bots: Container[int]) -> bool:
    """
    Take back moves up to the last one that a person made, and say whether there was one.

    Raises:
        MagnumSalError: as ``Game.undo``.
    """
    by_people = [number for number, seat in enumerate(_seats_of_moves(game)) if seat not in bots]
    if by_people:
        game.undo(to=by_people[-1])
    return bool(by_people)


def make_again(game: Game, bots: Container[int]) -> bool:
    """
    Make moves again that were taken back, up to the next decision of a person; say whether there were any.

    Raises:
        MagnumSalError: as ``Game.redo``.
    """
    if not game.undone:
        return False
    game.redo()
    while game.undone and game.state.turn_seat in bots:
        game.redo()
    return True


def _seats_of_moves(game: Game) -> Iterator[int]:
    before = game.at(0)
    for _, transition in game.transitions():
        yield before.turn_seat
        before = transition.state
