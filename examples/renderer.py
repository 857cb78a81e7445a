"""
A renderer of one's own: a position as one line, for a status bar or a list of games.

``python renderer.py`` shows a game's line move by move. A renderer is a function of a state; it needs nothing else.
"""

import magnum_sal as ms
from magnum_sal.words import label, roman


def status_line(state: ms.GameState, language: str = "en") -> str:
    """Return who leads, who is to move, and where the game stands; public facts alone."""
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
