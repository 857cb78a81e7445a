"""The worked expansion from outside: installed, next to another one, and played by bots, arena and terminal."""

import json
import os
import random
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.cheap_bots import make_finisher
from tests.cli.terminal.screen import WIDE, listed, session, shown, typed
from tests.examples.alms import ALMS_AND_CHAPEL, CHAPEL_AND_ALMS
from tests.installing import install
from tests.protocol.clients import Client
from textual.pilot import Pilot

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.arena import play_match
from magnum_sal.bots import make_bot
from magnum_sal.cli import main
from magnum_sal.cli.terminal._application import Application
from magnum_sal.model.events import PhaseStarted
from magnum_sal.protocol import Server
from magnum_sal.queries import facts
from magnum_sal.testing import check_extension, check_invariants, position
from magnum_sal.testing.players import finisher, play

NODE = shutil.which("node")
PACKAGE = Path(__file__).parents[2] / "examples" / "expansion"
METADATA = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.mark.long
@pytest.mark.parametrize(("bot", "moves"), [("random", 400), ("greedy:width=2", 60), ("search:iterations=4", 25)])
def test_all_bots_play_the_expansion(bot: str, moves: int) -> None:
    """Every built-in bot answers legal moves of the expansion, and no invariant breaks."""
    state = ms.new_game(["Ada", "Ben"], seed=2, ruleset=CRYSTAL_CHAPEL)
    bots = [make_bot(bot, seed=seat) for seat in range(2)]
    made = set()
    for _ in range(moves):
        public = state.public()
        move = bots[state.turn_seat](public, ms.legal_moves(public))
        made.add(move.type)
        state = state.play(move)
    check_invariants(state)
    assert "visit_chapel" in made


def test_bots_turn_crystals_in() -> None:
    """A bot that looks one move ahead knows the worth of crystals."""
    chests = '[{"crystals":3,"foreman":null},{"crystals":0,"foreman":null}]'
    text = f"A: 1 groszy | turn: A, actions 1 | extra chests: {chests}"
    table = position(text, ruleset=CRYSTAL_CHAPEL).public()
    move = make_bot("greedy", seed=1)(table, ms.legal_moves(table))
    assert ms.format_move(table, move) == "chapel 3"


@pytest.mark.long
def test_a_match_in_the_arena(tmp_path: Path) -> None:
    """A match of two games is played and recorded with the name of its ruleset."""
    results = tmp_path / "match.jsonl"
    match = play_match(["random", "greedy:width=2"], 2, 3, ruleset=CRYSTAL_CHAPEL, most_moves=60, out=results)
    assert len(match.games) == 2
    assert '"name":"crystal_chapel"' in results.read_text("utf-8").splitlines()[0]


@pytest.mark.long
def test_at_the_terminal() -> None:
    """A person turns crystals in by typing, and sees the result in words."""
    game = ms.Game.new(["Ada", "Ben"], seed=3, ruleset=CRYSTAL_CHAPEL)
    for move in ("S1", "pass", "S2", "1L1", "pass", "pass"):
        game.play(ms.Pass() if move == "pass" else ms.PlaceMiner("stock", move))
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        assert "this phase: Saint Barbara" in shown(app, "#board")
        assert any("sends the foreman to 1L1" in line for line in listed(app))
        await typed(pilot, "chapel 1")
        await pilot.pause()
        assert game.state.players[0].money == 12
        assert "crystals 0" in shown(app, "#board")

    session(app, act, WIDE)
    assert game.moves[-1].type == "visit_chapel"


def test_two_expansions_change_one_price_in_their_order() -> None:
    """ALMS-1, FEAST-1: in Lent, the expansion that comes last decides the price."""
    prices = [
        facts.hiring_price(position("A: 9 groszy | deck feasts: lent", ruleset=game))
        for game in (CRYSTAL_CHAPEL, CHAPEL_AND_ALMS, ALMS_AND_CHAPEL)
    ]
    assert prices == [7, 6, 7]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (CHAPEL_AND_ALMS, ["card_turned_up", "money_moved", "part_changed"]),
        (ALMS_AND_CHAPEL, ["money_moved", "part_changed", "card_turned_up"]),
    ],
)
def test_two_expansions_react_in_their_order(game: ms.Ruleset, told: list[str]) -> None:
    """An expansion sees the events of the expansions before it."""
    text = "castle: BB=9 BB=9 BG=11 | A: BB, 1 groszy, orders BG=11 GG=13 BBB=15 | B: 20 groszy"
    state = position(f"{text} | turn: A, start B, arriving 1, actions 1", ruleset=game).play(ms.CompleteOrder(0))
    _, events = ms.apply(state, ms.VisitTownSquare())
    begun = next(number for number, event in enumerate(events) if isinstance(event, PhaseStarted))
    kinds = ("card_turned_up", "money_moved", "part_changed")
    assert [event.type for event in events[begun:] if event.type in kinds] == told


@pytest.mark.long
def test_games_with_both() -> None:
    """Whole games with both expansions are played, written and read again."""
    ms.register(CHAPEL_AND_ALMS)
    game = ms.Game.new(["Ada", "Ben", "Cleo"], seed=6, ruleset=CHAPEL_AND_ALMS)
    for _, move, _ in play(game.state, finisher, random.Random(6), 2000):
        game.play(move)
    assert game.is_over
    check_invariants(game.state)
    assert game.state.extras["alms"] > 0
    assert game.state.extras["feasts"].down == 5
    assert ms.Game.from_log("".join(game.log.public().lines()).encode()).state == game.state.public()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder in which both expansions are installed according to their metadata."""
    shutil.copy(Path(__file__).with_name("alms.py"), tmp_path)
    points = METADATA["entry-points"]["magnum_sal.rulesets"]
    for name, named in (
        (METADATA["name"], points),
        ("alms", {"chapel_and_alms": "alms:CHAPEL_AND_ALMS"}),
    ):
        install(tmp_path, {"magnum_sal.rulesets": named}, name=name)
    return tmp_path


@pytest.mark.long
def test_logs_open_if_both_are_installed(site: Path) -> None:
    """A log opens by the name of its ruleset, without an import by the caller."""
    ms.register(CHAPEL_AND_ALMS)
    paths = []
    for ruleset in (CRYSTAL_CHAPEL, CHAPEL_AND_ALMS):
        game = ms.Game.new(["Ada", "Ben"], seed=1, ruleset=ruleset)
        game.play(ms.VisitTownSquare())
        paths.append(str(site / f"{ruleset.name}.jsonl"))
        game.log.save(paths[-1])
    read = f"import magnum_sal as ms; print(*(ms.Game.from_log(path).state.ruleset.name for path in {paths!r}))"
    source = str(Path(ms.__file__).parent.parent)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(site), str(PACKAGE / "src"), source])}
    command = [sys.executable, "-c", read]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=site)
    assert done.stdout.split() == ["crystal_chapel", "chapel_and_alms"]


@pytest.mark.long
def test_the_command_line_plays_the_expansion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game of bots is recorded and shown in the words of the expansion."""
    monkeypatch.setattr("magnum_sal.cli._demo.make_bot", make_finisher)
    log = str(tmp_path / "game.jsonl")
    chosen = ["--ruleset", "crystal_chapel:CRYSTAL_CHAPEL", "--seat", "Ada", "--seat", "Ben", "--seed", "3"]
    assert main(["demo", *chosen, "--log", log, "--lang", "de"]) == 0
    told = capsys.readouterr().out
    assert "findet 1 Kristall in" in told
    assert "Der Festtag der Phase: " in told
    assert main(["show", log, "--at", "40"]) == 0
    assert "feasts       this phase: Saint Barbara  later feasts 7" in capsys.readouterr().out


@pytest.mark.slow
def test_other_languages_query_the_expansion() -> None:
    """The server starts a game by the ruleset's name, and answers choices and a move in JSON."""
    client = Client(Server(ruleset=CRYSTAL_CHAPEL, is_greeted=True))
    begun = client.ask("new_game", players=["Ada", "Ben"], seed=3, ruleset={"name": "crystal_chapel"})
    chests = [{"crystals": 2, "foreman": None}, {"crystals": 0, "foreman": None}]
    state = {**begun["state"], "extras": {**begun["state"]["extras"], "chests": chests}}
    asked = client.ask("choices", state=state, taken=[["type", "visit_chapel"]])
    assert (asked["question"], asked["answers"]) == ("crystals", [1, 2])
    sold = client.ask("apply", state=state, move={"type": "visit_chapel", "crystals": 2})
    assert sold["state"]["extras"]["chests"][0] == {"crystals": 0, "foreman": None}
    told = client.ask("moves_in_words", state=state, moves=[{"type": "visit_chapel", "crystals": 1}], language="pl")
    assert told["words"] == ["oddaje w kaplicy 1 kryształ za 2 grosze"]


@pytest.mark.long
@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("players", [2, 3])
def test_the_javascript_client_follows_the_expansion(players: int) -> None:
    """Without code for feasts and crystals, the client computes the public state from the full and the public log."""
    game = ms.Game.new(["Ada", "Ben", "Cleo"][:players], seed=players, ruleset=CRYSTAL_CHAPEL)
    for _, move, _ in play(game.state, finisher, random.Random(1), 900):
        game.play(move)
    assert game.is_over
    for log in (game.log, game.log.public()):
        assert NODE is not None
        command = [NODE, str(PACKAGE.parent / "follow.js")]
        followed = subprocess.run(
            command, input="".join(log.lines()), capture_output=True, encoding="utf-8", check=True
        )
        assert json.loads(followed.stdout) == ms.to_dict(game.state.public())


@pytest.mark.long
def test_the_expansion_keeps_its_promises() -> None:
    """The expansion passes ``check_extension``, which every author should run."""
    check_extension(CRYSTAL_CHAPEL, seeds=[1], decisions=120)
