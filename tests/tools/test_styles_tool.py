"""``tools/styles.py``, which describes how the styles of play differ."""

from collections import Counter

import pytest
from tools import styles

from magnum_sal.bots import STYLES


@pytest.mark.long
def test_a_courtier_keeps_an_assistant_at_the_castle() -> None:
    """A courtier has an assistant at the castle for much of the game. A player without that style rarely has one."""
    game = styles.play_game("greedy:width=0", "courtier", 1, 0)
    what = "turns with an assistant at the castle"
    assert game.own[what] > 10 > game.others[what]
    assert game.share in {0.0, 0.5, 1.0}
    assert set(game.own) | set(game.others) == set(styles.DOINGS)


def test_a_line_for_each_style(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A line reports how often the style won, and what both players did in a game."""

    def played(bot: str, style: str, seed: int, game: int) -> styles.Played:
        return styles.Played(float(game % 2), Counter({"cubes traded": 5}), Counter({"cubes traded": game}))

    monkeypatch.setattr(styles, "play_game", played)
    styles.main(["greedy", "--games", "4"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(STYLES)
    assert all(": won 2 of 4, 50.0% (15% to 85%); " in line for line in lines)
    assert all("cubes traded 5.0 (1.5)" in line for line in lines)
