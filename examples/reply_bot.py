"""
A bot that plays out its own turn and the replies with a built-in bot, and asks the judge to evaluate the result.

``python reply_bot.py`` plays some rounds against ``greedy``. In the arena and the terminal application, the bot's name
is ``reply_bot:ReplyBot``.
"""

import random

import magnum_sal as ms
from magnum_sal.bots import judge, make_bot


class ReplyBot:
    """
    Plays out a turn of each player after a few moves, and chooses the move with the best expected margin.

    The first of these moves is the one that ``greedy`` would play; the others are the judge's favourites. The bot
    ``apprentice`` finishes the turn and replies for all players.

    Args:
        rng: The bot's random generator, for guessing face-down pieces.
        width: The number of moves to play out.
    """

    def __init__(self, rng: random.Random, width: int = 4) -> None:
        self._rng = rng
        self._width = width
        self._greedy = make_bot("greedy", rng=rng)

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...], /) -> ms.Move:
        """Return one of *moves*, which are the legal moves of *state*, the player's view."""
        if len(moves) == 1:
            return moves[0]
        favourite = self._greedy(state, moves)
        others = [move for move in rank_moves(state) if move != favourite]
        guess = ms.determinize(state, self._rng)
        candidates = [favourite, *others[: self._width - 1]]
        return max(candidates, key=lambda move: play_out(guess, move))


def rank_moves(state: ms.GameState) -> list[ms.Move]:
    """Return the sensible moves, best first by the margin that the judge expects after them."""
    # After a move from the view of a player, no guessed piece is face up, so the judge relies on facts. A last action
    # that turns up a piece ranks a little too high, because its turn has not ended. The playout below corrects this.
    seat = state.turn_seat
    view = state.seen_by(seat)
    margins = {move: judge(view.play(move)).margins[seat] for move in ms.sensible_moves(view)}
    return sorted(margins, key=lambda move: waste(move) - margins[move])


def play_out(state: ms.GameState, move: ms.Move) -> float:
    """Return the expected margin after *move*, the rest of the turn, and the other players' turns."""
    seat, turns = state.turn_seat, {turn_of(state)}
    bots = [make_bot("apprentice", seed=1) for _ in state.players]
    state = state.play(move)
    while not state.is_over and len(turns := turns | {turn_of(state)}) <= len(state.players):
        view = state.seen_by(state.turn_seat)
        state = state.play(bots[state.turn_seat](view, state.legal_moves()))
    return judge(state).margins[seat] - waste(move)


def turn_of(state: ms.GameState) -> tuple[int, int, int]:
    """Return what identifies a turn: the phase, the round and the seat."""
    return state.phase, state.round, state.turn_seat


def waste(move: ms.Move) -> float:
    """Return a charge in groszy for moves that only pass the time, because the judge does not penalize delays."""
    return float(isinstance(move, ms.VisitTownSquare | ms.Pass))


if __name__ == "__main__":
    bots = ReplyBot(random.Random(1)), make_bot("greedy", seed=2)
    state = ms.new_game(["Reply", "Greedy"], seed=7)
    while state.phase == 1 and state.round < 4:
        move = bots[state.turn_seat](state.public(), ms.legal_moves(state))
        chance = judge(state).chances[0]
        print(f"{state.player.name:7} {ms.format_move(state, move):20} Reply wins: {chance:.0%}")
        state = state.play(move)
