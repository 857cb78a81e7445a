"""The library does nothing that the metadata of a malicious log ask for."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.installing import install
from tests.resealing import resealed
from textual.pilot import Pilot
from textual.widgets import Button, Input, RichLog, Static

import magnum_sal as ms
from magnum_sal import cli
from magnum_sal.bots import HUMAN, BotError, registry
from magnum_sal.cli import _play, terminal
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal.seats import SEATS_KEY, Seating, seats_of

HARMFUL = (
    "process:touch pwned",
    f"process:{sys.executable} -c open('pwned','w')",
    "policy:harmful.onnx",
    "policy:harmful.onnx:sensible=false",
    "harmful:Bot",
    "harmful:",
    "installed",
    "os:system",
    "greedy:width=1000000000",
    "search:iterations=1000000000",
    "search:seconds=1e300",
    "search:seconds=inf",
    "search:seconds=nan",
    "search:depth=3",
    "greedy:width=-1",
    "greedy:width",
    "random:x=1",
    "greedy" * 10_000,
    "\x1b[2J",
    "",
    None,
    7,
    ["greedy"],
    {"greedy": 1},
)
"""Players that no file may name at a seat."""

PROCESSES = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.startfile")


class Watch:
    """
    A watch that records each process that is started, and each model that is opened, while it is on.

    Python reports all of them to audit hooks.
    """

    def __init__(self) -> None:
        self.is_on = False
        self.started: list[str] = []
        sys.addaudithook(self)

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Record an event that Python reports."""
        if self.is_on and (event in PROCESSES or (event == "open" and str(arguments[0]).endswith(".onnx"))):
            self.started.append(f"{event}{arguments!r}")


@pytest.fixture(scope="session")
def watch() -> Watch:
    """Return the watch. Only these tests install it, since its hook cannot be removed and slows everything down."""
    return Watch()


@pytest.fixture(autouse=True)
def _nothing_is_started(watch: Watch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check that a test started no process, opened no model and imported no module that a log names."""
    (tmp_path / "harmful.onnx").write_bytes(b"harmful")
    (tmp_path / "harmful.py").write_text(
        "class Bot:\n"
        "    def __init__(self, rng): open('pwned', 'w').close()\n"
        "    def __call__(self, state, moves): return moves[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    install(tmp_path, {registry.ENTRY_POINTS: {"installed": "harmful:Bot"}}, name="harmful")
    watch.started.clear()
    watch.is_on = True
    yield
    watch.is_on = False
    assert watch.started == []
    assert "harmful" not in sys.modules
    assert not (tmp_path / "pwned").exists()


def malicious(path: Path, seats: Any, **metadata: Any) -> Path:
    """Write a log whose metadata name these seats."""
    game = ms.Game.new(["Ada", "Ben"], seed=1, log=path, metadata={SEATS_KEY: seats, **metadata})
    game.play(ms.PlaceMiner("stock", "S1"))
    return path


def test_the_watch_would_notice(watch: Watch) -> None:
    """The watch notices a started process and an opened model, and an imported module leaves traces (a control)."""
    bot = registry.make_bot(f"process:{sys.executable} -c pass")
    with pytest.raises(BotError):
        bot(ms.new_game(["Ada", "Ben"], seed=1).public(), ())
    assert any("Popen" in event for event in watch.started)
    watch.started.clear()
    with pytest.raises(ms.MagnumSalError, match="policy"):
        registry.make_bot("policy:harmful.onnx")
    assert any("harmful.onnx" in event for event in watch.started)
    watch.started.clear()
    registry.make_bot("harmful:Bot")
    assert "harmful" in sys.modules
    assert Path("pwned").exists()
    del sys.modules["harmful"]
    Path("pwned").unlink()


@pytest.mark.parametrize("player", HARMFUL, ids=lambda player: repr(player)[:30])
def test_a_seat_with_a_forbidden_bot_belongs_to_a_person(player: Any, tmp_path: Path) -> None:
    """A person plays a seat that names a program, a module, a package's bot or unbounded options, and learns why."""
    game = ms.Game.from_log(malicious(tmp_path / "log", [player, "greedy:width=3"]))
    seating = seats_of(game)
    assert seating.players == (HUMAN, "greedy:width=3")
    ((seat, told),) = seating.refused
    assert seat == 0
    assert told.isprintable()
    assert len(told) <= 60


@pytest.mark.parametrize("seats", [None, 3, "greedy", [], ["greedy"], ["greedy"] * 3, {"0": "greedy"}], ids=str)
def test_seats_of_another_form_belong_to_people(seats: Any, tmp_path: Path) -> None:
    """People play all seats if the metadata describe the seats in another form, since metadata are free."""
    assert seats_of(ms.Game.from_log(malicious(tmp_path / "log", seats))) == Seating((HUMAN, HUMAN))


@pytest.mark.parametrize("player", ["random", "greedy", "greedy:width=50", "search:iterations=1000,horizon=4", HUMAN])
def test_built_in_bots_with_checked_options_come_from_a_file(player: str, tmp_path: Path) -> None:
    """Built-in bots with checked options are read from a file, so that a game with them can be resumed."""
    assert seats_of(ms.Game.from_log(malicious(tmp_path / "log", ["human", player]))) == Seating((HUMAN, player))


def test_the_option_on_the_command_line_may_name_any_bot(tmp_path: Path) -> None:
    """The person's option replaces the bot that the file names for that seat."""
    game = ms.Game.from_log(malicious(tmp_path / "log", ["process:touch pwned", "harmful:Bot"]))
    assert seats_of(game, {1: "harmful:Bot"}) == Seating((HUMAN, "harmful:Bot"), ((0, "process:touch pwned"),))
    assert seats_of(game, {1: HUMAN, 0: "process:mine"}) == Seating(("process:mine", HUMAN))


@pytest.mark.parametrize("player", ["process:touch pwned", "harmful:Bot", "installed"])
def test_every_command_that_reads_a_log(
    player: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``play``, ``show`` and ``replay`` open a log without starting what it names."""
    log = malicious(tmp_path / "log", [player, player], bot=player, players=[player], library=player)
    played: list[dict[str, Any]] = []
    monkeypatch.setattr(_play, "_streams_elsewhere", list)
    monkeypatch.setattr(terminal, "play", lambda game, **options: played.append({"game": game, **options}))
    for command in (["play"], ["show"], ["show", "--svg", "picture.svg"], ["replay"], ["replay", "--report"]):
        assert cli.main([command[0], str(log), *command[1:]]) == 0
    assert [options["players"] for options in played] == [(HUMAN, HUMAN)]
    assert cli.main(["replay", "--no-verify", str(log)]) == 0
    del played[0]["game"]  # the game has the log
    assert cli.main(["play", str(log), "--seat", "Ben=greedy"]) == 0
    assert played[1]["players"] == (HUMAN, "greedy")
    assert played[1]["refused"] == ((0, player),)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("ruleset", ["harmful:Bot", "harmful", ".harmful:Bot"])
def test_a_ruleset_that_a_log_names_is_not_imported(
    ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A ruleset's name that imports a module on the command line is unknown in a file."""
    monkeypatch.setattr(_play, "_streams_elsewhere", list)
    header = json.loads(malicious(tmp_path / "log", [HUMAN, HUMAN]).read_bytes().splitlines()[0])
    header["started"]["ruleset"]["name"] = ruleset
    (tmp_path / "other").write_bytes(resealed([header]))
    for command in ("play", "show", "replay", "recover"):
        files = ["other", "new"] if command == "recover" else ["other"]
        assert cli.main([command, *files]) == 1
        assert f"no ruleset '{ruleset}' is registered here" in capsys.readouterr().err


@pytest.mark.long
def test_the_application_reports_bots_that_it_did_not_start(tmp_path: Path) -> None:
    """A person plays a forbidden bot's seat, whether the command line or a button opened the log."""
    log = malicious(tmp_path / "log", ["greedy", "process:touch pwned"])
    game = ms.Game.from_log(log)
    seating = seats_of(game)
    given = Application(game, players=seating.players, refused=seating.refused, bot_pause=0)
    asked = Application(bot_pause=0)

    async def act(app: Application) -> None:
        async with app.run_test(size=(150, 45)) as pilot:
            await pilot.pause()
            if app is asked:
                await resumed(pilot)
            assert "Ben is played by a person" in str(app.screen.query_one("#message", Static).content)
            pane = app.screen.query_one("#log", RichLog)
            for _ in range(100):  # the pane shows its lines only once it has a size
                if pane.lines:
                    break
                await pilot.pause(0.05)
            assert "process:touch pwned" in "".join(line.text for line in pane.lines)

    async def resumed(pilot: Pilot[None]) -> None:
        pilot.app.screen.query_one("#log", Input).value = str(log)
        pilot.app.screen.query_one("#resume", Button).press()
        await pilot.pause()

    for app in (given, asked):
        asyncio.run(act(app))


def test_a_report_starts_no_bots(capsys: pytest.CaptureFixture[str]) -> None:
    """A report only prints the names of the bots in a results file."""
    match = {
        "type": "match",
        "schema": 1,
        "library": "0.1.0",
        "bots": ["process:touch pwned", "harmful:Bot"],
        "seed": 1,
        "ruleset": ms.to_dict(ms.STANDARD),
        "most_moves": 30,
        "policy": "lose",
        "move_seconds": None,
    }
    Path("results").write_text(json.dumps(match) + "\n", encoding="utf-8")
    cli.main(["arena", "--report", "results"])
    assert "harmful:Bot" in capsys.readouterr().out


def test_a_public_log_keeps_what_is_documented_as_public() -> None:
    """A public log contains comments and metadata called public, but neither the seed nor the players at the seats."""
    metadata = {"comments": ["an evening"], "public": {"place": "Wieliczka"}, "seed": 7, SEATS_KEY: ["process:/me"]}
    game = ms.Game.new(["Ada", "Ben"], seed=7, metadata=metadata)
    public = game.log.public()
    assert public.metadata == {"comments": ["an evening"], "public": {"place": "Wieliczka"}}
    assert public.public().metadata == public.metadata
    assert "process" not in "".join(public.lines())
    assert game.log.metadata == metadata
    assert ms.Game.new(["Ada", "Ben"]).log.public().metadata == {}
