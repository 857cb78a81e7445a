"""
A listener: it tells a game in words while it is played, and keeps what each player earned.

``python listener.py`` listens to the first moves of a game.
"""

from collections import Counter
from collections.abc import Callable

import magnum_sal as ms
from magnum_sal.model.events import MoneyMoved
from magnum_sal.record.game import Notice
from magnum_sal.words import event_in_words


class Chronicle:
    """
    What was told of a game.

    Attributes:
        lines: Sentences, in order.
        earned: Groszy that came to each seat. Undone moves stay counted: a listener that cares keeps counts by move.
    """

    def __init__(self, game: ms.Game, language: str = "en") -> None:
        self.lines: list[str] = []
        self.earned: Counter[int] = Counter()
        self._names = [player.name for player in game.state.players]
        self._language = language
        self.stop: Callable[[], None] = game.subscribe(self)
        """Ends the listening."""

    def __call__(self, notice: Notice) -> None:
        """Take note of what happened; the game has changed already."""
        match notice:
            case ms.Played(transition) | ms.Redone(transition) | ms.Revealed(transition):
                for event in transition.events:
                    self.lines.append(
                        event_in_words(event, self._names, self._language, transition.state.ruleset)
                    )
                    if isinstance(event, MoneyMoved) and isinstance(event.target, int):
                        self.earned[event.target] += event.groszy
            case ms.Undone(to):
                self.lines.append(f"(taken back to move {to})")
            case ms.Ended(reason):
                self.lines.append(f"(ended: {reason})")


if __name__ == "__main__":
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    chronicle = Chronicle(game)
    for text in (">S1", "square", "inn"):
        game.play(ms.parse_move(game.state, text))
    game.undo()
    print(*chronicle.lines, sep="\n")
