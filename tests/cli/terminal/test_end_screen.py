"""The result of a game, in words and in numbers."""

from __future__ import annotations

import attrs
import pytest
from rich.console import Console
from tests.cli.terminal.placed import placed

import magnum_sal as ms
from magnum_sal.cli.terminal._dialogs import describe_ending, render_standing
from magnum_sal.testing import position


def over(*money: int) -> ms.GameState:
    """Return a finished game in which the players have the given amounts of money."""
    purses = " | ".join(f"{letter}: {groszy} groszy" for letter, groszy in zip("ABC", money, strict=True))
    return attrs.evolve(position(f"players: Ada, Ben, Cleo | {purses}"), is_over=True, turn=None)


@pytest.mark.parametrize(
    ("money", "language", "told"),
    [
        ((9, 5, 5), "en", "Ada wins with 9 groszy: 9 in money"),
        ((4, 7, 7), "en", "Ben and Cleo share the victory with 7 groszy each"),
        ((4, 4, 7), "pl", "Wygrywa Cleo, ma 7 groszy"),
        ((1, 6, 2), "de", "Ben gewinnt"),
    ],
)
def test_who_won(money: tuple[int, ...], language: str, told: str) -> None:
    """END-1: the first line names the winner and the total. In a tie it names all winners."""
    first, *others = describe_ending(placed(over(*money)), language)
    assert first.startswith(told)
    assert others


def test_how_a_game_ended_by_agreement() -> None:
    """A game that was ended early has no winner, and the reason is shown."""
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    game.end("supper")
    assert describe_ending(game, "de") == ("Vorzeitig beendet: supper",)


def test_the_standing() -> None:
    """The standing lists the best player first, with the parts of each total. Names are printed literally."""
    ada, ben, cleo = over(4, 9, 7).players
    state = attrs.evolve(over(4, 9, 7), players=(ada, attrs.evolve(ben, name="[b]B"), cleo))
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(render_standing(state, "en"))
    lines = [line.split() for line in captured.get().splitlines()]
    assert lines[0] == ["rank", "player", "money", "salt", "tools", "total", "orders", "miners"]
    assert [line[:3] for line in lines[1:]] == [["1", "[b]B", "9"], ["2", "Cleo", "7"], ["3", "Ada", "4"]]
