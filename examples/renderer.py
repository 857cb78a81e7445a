"""
A custom renderer: a position as one line, for a status bar or a list of games.

``python renderer.py`` prints the line of a game after each move. A renderer is a function that needs only a state.
"""

import magnum_sal as ms
from magnum_sal.words import label, roman


def status_line(state: ms.GameState, language: str = "en") -> str:
    """Return a line with the leader, the player to move, and how far the game has come; all are public."""
    leader = state.ranking[0]
    miners = sum(space.miners for space in state.mine.spaces)
    course = (
        label("game_over", language)
        if state.is_over
        else f"{label('to_move', language)}: {state.player.name}, {label('phase', language)} {roman(state.phase)}, "
        f"{label('orders', language)} {state.castle.completed}/{state.orders_to_end}"
    )
    return f"{course} | {label('mine', language)}: {miners} | 1. {state.players[leader.seat].name} {leader.total}"


if __name__ == "__main__":
    state = ms.new_game(["Ada", "Ben"], seed=7)
    for text in (">S1", "square", ">S2", "inn"):
        print(status_line(state))
        state, _ = ms.apply(state, ms.parse_move(state, text))
    print(status_line(state, "pl"))
