"""The match in ``tools/training`` that decides whether new weights or a correction are kept."""

import argparse
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from tools.training import __main__ as training
from tools.training.judge_file import KnownJudge

from magnum_sal.arena import Decision, Match


@pytest.mark.long
def test_adjusted_weights_that_win_no_match_are_dropped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The option --compare plays a match between the judges, and keeps the old weights unless the new ones win it."""
    start, to = Path("src/magnum_sal/bots/judge.json"), tmp_path / "new.json"
    words = ["--players", "2", "--games", "2", "--rounds", "1", "--width", "0", "--most-moves", "20"]
    training.main([*words, "--start", str(start), "--compare", "--gate", "2", "--to", str(to)])
    assert "won 1 of 2 games (0.6 % to 99.4 %): dropped" in capsys.readouterr().out
    before, after = (json.loads(path.read_text()) for path in (start, to))
    assert {**after, "commands": before["commands"]} == before


@pytest.mark.parametrize(
    ("bot", "is_more", "outcome"),
    [(0, True, "kept"), (0, False, "dropped"), (2, True, "dropped"), (2, False, "dropped")],
)
def test_only_a_win_of_the_candidate_keeps_it(
    bot: int, is_more: bool, outcome: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A candidate is kept if it wins more than its share, and not if a copy of the old judge wins less than its own."""

    def play_match(bots: list[str], *_: object, **__: object) -> SimpleNamespace:
        decision = Decision(Match(tuple(bots), 3).labels[bot], is_more, 9, 0.95)
        standing = SimpleNamespace(wins=9, games=27, low=0.1826, high=0.5)
        return SimpleNamespace(standings=lambda: [standing], decision=decision)

    monkeypatch.setattr(training, "play_match", play_match)
    asked = argparse.Namespace(to=tmp_path / "new.json", gate=30, seed=1, most_moves=20, jobs=1)
    known = KnownJudge({}, {}, {}, {}, [])
    told = f"won 9 of 27 games (18.3 % to 50.0 %): {outcome}"
    assert training._play_gate(asked, known, known, 3) == (outcome == "kept", told)
