"""``magnum-sal replay`` and ``magnum-sal demo --log``."""

import io
import sys
from pathlib import Path

import attrs
import pytest
from tests.cheap_bots import make_finisher

import magnum_sal as ms
from magnum_sal.cli import main
from magnum_sal.model.events import MoneyMoved

STORED = Path(__file__).parent.parent / "games"


@pytest.mark.long
def test_the_demo_records_what_replay_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game recorded by the demo verifies, and is printed turn by turn in notation."""
    monkeypatch.setattr("magnum_sal.cli._demo.make_bot", make_finisher)
    path = tmp_path / "demo.jsonl"
    assert main(["demo", "--seat", "Ada", "--seat", "Ben", "--seed", "16", "--quiet", "--log", str(path)]) == 0
    capsys.readouterr()
    game = ms.Game.from_log(path)
    assert game.state.is_over
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out == ms.transcript(game)
    assert main(["replay", str(path), "--at", "5"]) == 0
    assert capsys.readouterr().out == ms.transcript(game, moves=5)
    assert main(["demo", "--quiet", "--log", str(path)]) == 1
    assert "exists, and a log is never overwritten" in capsys.readouterr().err


@pytest.mark.slow
def test_damaged_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged log is refused by line. A cut log is printed with a remark, also without verification."""
    lines = (STORED / "agreed_end.jsonl").read_bytes().splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(b"".join(lines).replace(b'"S1"', b'"S2"', 1))
    assert main(["replay", str(damaged)]) == 1
    assert capsys.readouterr().err.startswith(f"magnum-sal: {damaged}, line ")
    assert main(["replay", str(tmp_path / "missing.jsonl")]) == 1
    assert "cannot read" in capsys.readouterr().err
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines)[:-3])
    assert main(["replay", str(cut), "--no-verify"]) == 0
    assert "in an incomplete line, which is ignored (bytes: " in capsys.readouterr().out
    assert main(["replay", str(cut), "--no-verify", "--lang", "de"]) == 0
    assert "mit einer unvollständigen Zeile, die ausgelassen wird (Bytes: " in capsys.readouterr().out
    assert main(["replay", str(STORED / "agreed_end.jsonl"), "--at", "1000"]) == 1
    assert "moves: expected 0 to 168 moves, got 1000" in capsys.readouterr().err


def test_a_bot_that_lost_by_a_failure_ranks_last(capsys: pytest.CaptureFixture[str]) -> None:
    """The ranks are those that the arena recorded, although the bot that failed has the second-best score."""
    assert main(["replay", str(STORED / "played" / "arena_forfeit.jsonl")]) == 0
    *_, ended, first, second, last = capsys.readouterr().out.splitlines()
    failed = "tests.games.playing:walk_out lost by a failure: error"
    assert ended == f"Ended early: {failed}; this bot ranks last, whatever its score"
    assert first.startswith("   1. random #2: 17 groszy")
    assert second.startswith("   2. random: 6 groszy")
    assert last.startswith("   3. tests.games.playing:walk_out: 15 groszy")


@pytest.mark.parametrize(
    "recorded",
    [
        None,
        "forfeit",
        {"ending": "forfeit"},
        {"ending": "forfeit", "seats": [{"rank": 2}]},
        {"ending": "forfeit", "seats": [{"rank": 2}, "1"]},
        {"ending": "forfeit", "seats": [{"rank": 2}, {"rank": "1"}]},
        {"ending": "forfeit", "seats": [{"rank": 3}, {"rank": 1}]},
        {"ending": "cap", "seats": [{"rank": 2}, {"rank": 1}]},
    ],
)
def test_other_games_rank_by_score(recorded: object) -> None:
    """Metadata can have any form, so only complete ranks of a forfeited game count."""
    game = ms.Game.new(["Ada", "Ben"], seed=7, metadata={"arena": recorded})
    game.play("inn")
    game.end("supper")
    places = [line.split(":")[0].strip() for line in ms.transcript(game).splitlines()[-2:]]
    names = [game.state.players[score.seat].name for score in game.state.ranking]
    assert places == [f"{score.rank}. {name}" for score, name in zip(game.state.ranking, names, strict=True)]


def test_a_report_lists_the_differences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A log of other rulings is printed as it was played, with the lines that differ from today's rules.

    With --step, these lines come before the first position.
    """
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    game.play(ms.VisitTownSquare())
    entry = game.log.entries[0]
    assert isinstance(entry, ms.record.log.MoveLine)
    log = ms.GameLog(game.log.started, target=tmp_path / "generous.jsonl")
    log.append(ms.record.log.MoveLine(1, entry.seat, entry.move, (*entry.events, MoneyMoved("bank", 0, 5))))
    assert main(["replay", str(tmp_path / "generous.jsonl")]) == 1
    assert "line 2: events: 5 are recorded, but according to the rules there are 4" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "generous.jsonl"), "--report"]) == 0
    assert "Under the current rules: line 2: events: 5 are recorded" in capsys.readouterr().out
    assert main(["replay", str(tmp_path / "generous.jsonl"), "--report", "--lang", "pl"]) == 0
    assert "Według obecnych zasad: line 2: " in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["replay", str(tmp_path / "generous.jsonl"), "--report", "--step"]) == 0
    assert capsys.readouterr().out.startswith("Under the current rules: line 2: events: 5 are recorded")


def test_a_terminal_without_unicode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters that the terminal cannot show are escaped."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["replay", str(STORED / "agreed_end.jsonl"), "--at", "3"]) == 0
    out.flush()
    assert b"Zofia, \\u0141ukasz" in out.buffer.getvalue()


@pytest.mark.long
def test_a_public_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A public copy has the same moves, but no hidden pieces."""
    new = tmp_path / "public.jsonl"
    assert main(["replay", str(STORED / "two_players.jsonl"), "--public", str(new)]) == 0
    assert capsys.readouterr().out == f"Written to {new}.\n"
    whole, public = ms.Game.from_log(STORED / "two_players.jsonl"), ms.Game.from_log(new)
    assert public.log.is_public
    assert public.moves == whole.moves
    assert public.state == whole.state.public()
    assert main(["replay", str(STORED / "two_players.jsonl"), "--public", str(new)]) == 1
    assert main(["replay", str(STORED / "two_players.jsonl"), "--public", str(new), "--at", "3"]) == 1
    assert (
        "--public saves the whole game and prints nothing: leave out --step, --at and --report"
        in capsys.readouterr().err
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", ["replay", "show", "hint", "review", "recover"])
def test_a_ruleset_of_another_game_is_refused(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], registered: dict[str, ms.Ruleset]
) -> None:
    """A ruleset other than the log's is refused, instead of being ignored."""
    registered["of another game"] = attrs.evolve(ms.STANDARD, name="of another game", toll=2)
    log = str(STORED / "two_players.jsonl")
    more = [str(tmp_path / "new.jsonl")] if command == "recover" else []
    assert main([command, log, *more, "--ruleset", "of another game"]) == 1
    assert "is a game with 'standard', not with 'of another game'; leave out --ruleset" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
