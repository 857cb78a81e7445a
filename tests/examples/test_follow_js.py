"""The JavaScript client computes the library's public state after every move, under any rules."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import attrs
import pytest
from lamp import LAMP_GAME
from own_ruleset import SHORT_AND_RICH
from smithy import SMITHY_GAME
from tests.amounts import select, select_pairs
from tests.extensions.omens import OMENS_GAME
from weather import WEATHER_GAME

import magnum_sal as ms
from magnum_sal.model.events import CardAwaited, TurnStarted
from magnum_sal.model.extension import Deck, Extension, Reaction
from magnum_sal.testing.players import finisher, play
from magnum_sal.testing.strategies import VARIANTS

ROOT = Path(__file__).parent.parent.parent
NODE = shutil.which("node")
LOGS = sorted((ROOT / "tests" / "games").glob("*.jsonl"))
ENDLESS_DECK = ms.STANDARD.with_extensions(
    Extension(
        "songs",
        decks=(Deck("songs", ("glad", "glad", "sad"), "SONG-1", reshuffles=True),),
        reactions=(Reaction(TurnStarted, lambda *_: (CardAwaited("songs"),)),),
    ),
    name="endless_deck",
)
ms.register(ENDLESS_DECK)
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def node(*arguments: str, text: str = "") -> list[Any]:
    """Return the client's output for a log, which it receives as a file or as text."""
    assert NODE is not None
    command = [NODE, str(ROOT / "examples" / "follow.js"), *arguments]
    told = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in told.stdout.splitlines()]


def shown(state: ms.GameState) -> Any:
    """Return the public state as JSON, without the pieces still to come in a series of reveals."""
    data = ms.to_dict(state.public())
    data["extras"].pop("course", None)
    return data


def states_of(game: ms.Game) -> list[Any]:
    """Return the expected output for a game's log, one state for the opening and one for each move and reveal."""
    return [shown(ms.fold([game.log.started])), *(shown(state) for _, (state, _) in game.history())]


@pytest.mark.long
@pytest.mark.parametrize("path", select(LOGS), ids=lambda path: path.stem)
def test_full_and_public_logs(path: Path, tmp_path: Path) -> None:
    """The client follows logs from a file or standard input at every move, without undone moves and a cut line."""
    game = ms.Game.from_log(path)
    game.log.save(tmp_path / "log.jsonl")
    game.close()
    expected = states_of(game)
    assert node(str(tmp_path / "log.jsonl")) == expected[-1:]
    public = "".join(game.log.public().lines())
    assert node("--all", text=public + '{"type":"mo') == expected


def played(ruleset: ms.Ruleset, players: int, seed: int, most_moves: int) -> ms.Game:
    """Return a game of a player that finishes games."""
    game = ms.Game.new(["Ada", "Ben", "Cleo", "Dan"][:players], seed=seed, ruleset=ruleset)
    for _, move, _ in play(game.state, finisher, random.Random(seed), most_moves):
        game.play(move)
    return game


@pytest.mark.long
def test_all_variants() -> None:
    """The client follows every variant at every move, since the events contain the effects of switches."""
    logs = []
    for seed, ruleset in enumerate(VARIANTS):
        game = played(ruleset, 2 + seed % 3, seed, 25)
        logs.append(game)
    text = "".join("".join(game.log.lines()) for game in logs)
    assert node("--all", text=text) == [state for game in logs for state in states_of(game)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        pytest.param(ruleset, players, id=f"{ruleset.name}, {players}")
        for ruleset, players in select_pairs([SMITHY_GAME, SHORT_AND_RICH, OMENS_GAME], [2, 4])
    ],
)
def test_unknown_rules(ruleset: ms.Ruleset, players: int) -> None:
    """The client follows whole games with other numbers, another building and tool, a deck, and parts that change."""
    game = played(ruleset, players, 3, 900)
    assert game.is_over
    text = "".join(game.log.lines())
    assert node("--all", text=text) == states_of(game)
    if ruleset is not SHORT_AND_RICH:
        assert '"part_changed"' in text


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "events"),
    [
        (WEATHER_GAME, ['"die_awaited"', '"die_rolled"']),
        (ENDLESS_DECK, ['"deck_reshuffled"', '"card_turned_up"']),
        (LAMP_GAME, ['"tile_looked_at"', '"chamber_revealed"', '"type":"secret"']),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_dice_endless_decks_and_looks(ruleset: ms.Ruleset, events: list[str]) -> None:
    """The client follows dice, decks that reshuffle, and looks, which end when the tile is turned up."""
    game = played(ruleset, 2, 3, 200)
    text = "".join(game.log.lines())
    assert [event for event in events if event not in text] == []
    assert node("--all", text=text) == states_of(game)


def view(state: ms.GameState) -> Any:
    """Return the view of a seat as JSON, without the pieces still to come in a series of reveals."""
    data = ms.to_dict(state)
    data["extras"].pop("course", None)
    return data


@pytest.mark.long
def test_the_views_of_seats() -> None:
    """With ``--seat``, the client prints the view of a seat after each move, from the full log or the seat's own."""
    game = played(LAMP_GAME, 3, 3, 120)
    views = [[view(state.seen_by(seat)) for _, (state, _) in game.history()] for seat in range(3)]
    for seat, expected in enumerate(views):
        for log in (game.log, game.log.seen_by(seat)):
            assert node("--all", "--seat", str(seat), text="".join(log.lines()))[1:] == expected
    # Otherwise, the test would compare public states only.
    assert any(look["tile"] for seen in views for state in seen for look in state["extras"]["looks"]["made"])


@pytest.mark.long
def test_a_view_waits_for_the_tiles_that_only_its_seat_knows() -> None:
    """From a log without secrets, the view of a seat names the first look whose tile nobody has named (PUBLIC-1)."""
    game = played(LAMP_GAME, 3, 3, 120)
    public = ms.Game.from_log("".join(game.log.public().lines()).encode())
    views = [public.seen_by(seat) for seat in range(3)]
    assert any(state.pending is not None for state in views)
    for seat, state in enumerate(views):
        assert node("--seat", str(seat), text="".join(public.log.lines())) == [view(state)]


@pytest.mark.long
def test_an_undone_look_is_forgotten() -> None:
    """A move that is undone takes its secrets with it."""
    game = ms.Game.open_table(["Ada", "Ben"], ruleset=LAMP_GAME)
    while (pending := game.state.pending) is not None:
        game.reveal("lamp" if pending.pile == "tool" else ms.outcomes(game.state)[0][0])
    seat, steps = game.state.turn_seat, game.step_count
    for tile in ("BG/1", "BBG/1"):
        game.play(ms.VisitWorkshop(0))
        game.reveal("rope")
        game.play("lamp 1L1")
        game.note_look(seat, "1L1", ms.ChamberTile.parse(tile))
        assert node("--seat", str(seat), text="".join(game.log.lines())) == [view(game.seen_by(seat))]
        game.undo(to=steps)
        assert node("--seat", str(seat), text="".join(game.log.lines())) == [view(game.seen_by(seat))]


@pytest.mark.slow
def test_a_seat_that_does_not_exist_is_refused() -> None:
    """The client names the number of players if the seat does not exist."""
    assert NODE is not None
    command = [NODE, str(ROOT / "examples" / "follow.js"), "--seat", "2"]
    text = "".join(played(ms.STANDARD, 2, 1, 1).log.lines())
    told = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=False)
    assert (told.returncode, told.stderr) == (2, "follow.js: there is no seat 2 of 2 players\n")


@pytest.mark.slow
def test_unknown_events_are_ignored() -> None:
    """An unknown event of an extension changes nothing."""
    header, *moves = (json.loads(line) for line in played(ms.STANDARD, 2, 1, 5).log.lines())
    for move in moves:
        move["events"].insert(0, {"type": "bell_rung", "seat": 0})
    text = "".join(json.dumps(line) + "\n" for line in (header, *moves))
    assert node(text=text) == [shown(played(ms.STANDARD, 2, 1, 5).state)]


@pytest.mark.slow
def test_an_older_log_is_refused() -> None:
    """The client refuses a log without an opening, and says that the log is too old."""
    assert NODE is not None
    script = str(ROOT / "examples" / "follow.js")
    told = subprocess.run([NODE, script, str(LOGS[0])], capture_output=True, encoding="utf-8", check=False)
    assert told.returncode == 2
    assert "the log is older than schema 3" in told.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    "ruleset", [ms.STANDARD, attrs.evolve(ms.STANDARD, mapped_mine=True), OMENS_GAME, WEATHER_GAME], ids=repr
)
def test_a_real_table(ruleset: ms.Ruleset) -> None:
    """The client follows a real table at every move and piece, and names the piece that must be turned up."""
    rng = random.Random(2)
    game = ms.Game.open_table(["Ada", "Ben"], ruleset=ruleset)
    piles = {"tile", "order", "tool", *ruleset.decks, *ruleset.dice}
    waited: set[tuple[str, bool]] = set()
    while len(waited) < 5 + (ruleset is ms.STANDARD) - ruleset.mapped_mine and game.step_count < 300:
        pending = game.state.pending
        if pending is not None:
            waited.add((pending.pile, game.state.turn is None))
            game.reveal(rng.choice(ms.outcomes(game.state))[0])
        else:
            game.play(finisher(game.state, ms.legal_moves(game.state), rng))
    assert {pile for pile, _ in waited} == piles
    assert node("--all", text="".join(game.log.lines())) == states_of(game)
