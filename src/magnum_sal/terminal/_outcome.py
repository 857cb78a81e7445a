"""How a game ended."""

from __future__ import annotations

from ..game import Game
from ..labels import label, sentence


def outcome(game: Game, language: str) -> str:
    """Return who won a game that is over, all of them after a tie; of one that was ended by agreement, the reason."""
    if game.end_reason is not None:
        return sentence("agreed_end", language, reason=game.end_reason)
    state = game.state
    names = tuple(state.players[seat].name for seat in state.winners)
    won = sentence("ui.won" if len(names) == 1 else "ui.won_together", language, names=names)
    return f"{label('game_over', language)}: {won}"
