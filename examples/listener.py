"""
A listener that describes a game while it is played, and counts what each player has earned.

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
    The description of a game, and the money that each player has earned.

    Attributes:
        lines: The sentences, in order.
        earned: The groszy that each seat received, including those of undone moves. Count by move to exclude these.
    """

    def __init__(self, game: ms.Game, language: str = "en") -> None:
        self.lines: list[str] = []
        self.earned: Counter[int] = Counter()
        self._language = language
        self.stop: Callable[[], None] = game.subscribe(self)
        """Ends the subscription."""

    def __call__(self, notice: Notice) -> None:
        """Record a notice. The game has already changed."""
        match notice:
            case ms.Played(transition) | ms.Redone(transition) | ms.Revealed(transition):
                for event in transition.events:
                    self.lines.append(event_in_words(transition.state, event, self._language))
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
