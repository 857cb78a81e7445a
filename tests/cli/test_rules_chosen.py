"""``--ruleset NAME|module:OBJECT``: the ruleset of a game, named on the command line."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from tests.cheap_bots import make_finisher

import magnum_sal as ms
from magnum_sal import cli
from magnum_sal.cli import main, terminal
from magnum_sal.model.ruleset_registry import find_ruleset

DEMO = ["demo", "--quiet", "--seat", "Ada", "--seat", "Ben", "--seed", "3"]
TABLE = ["table", "--seat", "Ada", "--seat", "Ben"]
VILLAGE = ["--ruleset", "village:VILLAGE"]
HAMLET = """
import attrs
import magnum_sal as ms
from magnum_sal.model.switches import Switch

JOBS = Switch("jobs", "HAMLET-1", "called as the option for processes is", on=2, unit="cubes")
HAMLET = attrs.evolve(ms.STANDARD, name="hamlet", own_switches=(JOBS,))
"""


@pytest.fixture(autouse=True)
def _in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to the folder of modules, with no input and fast bots."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setattr("magnum_sal.cli._demo.make_bot", make_finisher)


def played(log: str | Path) -> ms.Ruleset:
    """Return the ruleset of a log."""
    return ms.Game.from_log(log).state.ruleset


@pytest.mark.long
def test_a_ruleset_of_the_user() -> None:
    """A ruleset is imported from the current folder, registered, and named in the log."""
    assert main([*DEMO, *VILLAGE, "--log", "game.jsonl"]) == 0
    assert played("game.jsonl") == find_ruleset("village")
    assert find_ruleset("village").penalty == 4


def test_switches_of_a_ruleset_are_options() -> None:
    """A ruleset's own switches are options next to the library's. A name that is taken gets a prefix."""
    switches = ["--free-square", "--wells", "5", "--switch-lang", "--mapped-mine"]
    assert main([*TABLE, *VILLAGE, *switches, "game.jsonl"]) == 0
    ruleset = find_ruleset("village").with_switches(free_square=True, wells=5, lang=True, mapped_mine=True)
    assert played("game.jsonl") == ruleset
    assert ms.to_dict(ruleset)["own_settings"] == {"free_square": True, "wells": 5, "lang": True}


def test_switches_can_be_turned_off() -> None:
    """Switches that are not named keep the setting of the ruleset."""
    assert main([*TABLE, "--ruleset", "village:MAPPED", "mapped.jsonl"]) == 0
    assert played("mapped.jsonl").settings == (True, None, False, False, False, False, 3, False)
    options = ["--no-mapped-mine", "--wells", "off"]
    assert main([*TABLE, "--ruleset", "village:MAPPED", *options, "plain.jsonl"]) == 0
    assert set(played("plain.jsonl").settings) == {False, None}


def test_the_help_has_the_switches(capsys: pytest.CaptureFixture[str]) -> None:
    """The help lists the switches of a ruleset once it is named."""
    for options, are_there in ((VILLAGE, True), ([], False)):
        with pytest.raises(SystemExit) as stopped:
            main(["demo", *options, "--help"])
        assert stopped.value.code == 0
        text = " ".join(capsys.readouterr().out.split())
        assert ("--free-square, --no-free-square the town square pays 100% more (VILLAGE-1)" in text) is are_there
        assert ("--wells CUBES" in text) is are_there


@pytest.mark.usefixtures("site")
def test_a_ruleset_of_an_installed_package() -> None:
    """A ruleset of an installed package is found by its name."""
    assert main([*TABLE, "--ruleset", "town", "game.jsonl"]) == 0
    assert played("game.jsonl").toll == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nobody", "no ruleset is called 'nobody'. Use one of standard, or module:OBJECT for one of your own"),
        ("village", "no ruleset is called 'village'. Use one of standard, or module:OBJECT for one of your own"),
        ("village:", "ruleset 'village:': expected a name such as package.module:Object"),
        (":VILLAGE", "expected a name such as package.module:Object"),
        (".village:VILLAGE", "expected a name such as package.module:Object"),
        ("village:NUMBER", "expected a Ruleset at 'village:NUMBER', got an object of class 'int'"),
        ("village:NOBODY", "module 'village' has no attribute 'NOBODY'"),
        ("posing:GAME", "ruleset 'standard': a registered ruleset has this name"),
        ("nowhere.at:ALL", "No module named 'nowhere'"),
        ("raising:GAME", "ruleset 'raising:GAME': RuntimeError: first \\x1b[31mline (raising.py, line 1) ("),
        ("leaving:GAME", "SystemExit: leaving"),
        ("wrong:GAME", "SyntaxError: invalid syntax"),
        ("\x1b[31m\n", "no ruleset is called '\\x1b[31m\\n'"),
        ("\x1b[31m:X", "No module named '\\x1b[31m'"),
        ("x" * 3000, "no ruleset is called 'xxx"),
        ("village:" + "y" * 3000, "module 'village' has no attribute 'yyy"),
        ("", "no ruleset is called ''"),
    ],
)
def test_unknown_rulesets_are_refused(text: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The status is 2, and one printable line of at most 500 characters gives the reason."""
    with pytest.raises(SystemExit) as stopped:
        main(["demo", "--ruleset", text])
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert words in error
    complaint = error.partition("error: ")[2].removesuffix("\n")
    assert complaint.isprintable()
    assert len(complaint) <= 500


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["demo", "--ruleset"], "argument --ruleset: expected one argument"),
        (["demo", "--free-square"], "unrecognized arguments: --free-square"),
        (["demo", *VILLAGE, "--wells", "0"], "argument --wells: '0' is not off or a whole number from 1 up"),
        (["demo", *VILLAGE, "--wells", "9" * 5000], "is not off or a whole number from 1 up"),
        (["demo", "--cart-capacity", "3"], "argument --cart-capacity: invalid choice: 3 (choose 2 or off)"),
        (["bots", *VILLAGE], "unrecognized arguments"),
    ],
)
def test_invalid_arguments(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The status is 2, and a line names the argument."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("command", [["show"], ["replay"], ["recover"]])
def test_a_log_needs_its_ruleset(
    command: list[str], capsys: pytest.CaptureFixture[str], registered: dict[str, ms.Ruleset]
) -> None:
    """Reading a log never imports its ruleset automatically. The user must name the ruleset."""
    main([*TABLE, *VILLAGE, "game.jsonl"])
    files = ["game.jsonl", *(["new.jsonl"] if command == ["recover"] else [])]
    del registered["village"]
    capsys.readouterr()
    assert main([*command, *files]) == 1
    assert "no ruleset 'village' is registered here" in (error := capsys.readouterr().err)
    assert "--ruleset module:OBJECT" in error
    assert main([*command, *files, *VILLAGE]) == 0
    assert capsys.readouterr().out


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[ms.Ruleset]:
    """Collect the rulesets that the application would be started with."""
    rulesets: list[ms.Ruleset] = []

    def play(game: ms.Game | None = None, *, ruleset: ms.Ruleset = ms.STANDARD, **_: object) -> None:
        rulesets.append(ruleset if game is None else game.state.ruleset)
        if game is not None:
            game.close()

    monkeypatch.setattr(terminal, "play", play)
    return rulesets


def test_the_application_starts_with_the_ruleset(started: list[ms.Ruleset]) -> None:
    """With seats the game starts with the ruleset. Without seats the first screen proposes it."""
    assert main(["play", "--seat", "Ada", "--seat", "Ben", *VILLAGE, "--wells", "2"]) == 0
    assert main(["play", *VILLAGE, "--free-square"]) == 0
    village = find_ruleset("village")
    assert started == [village.with_switches(wells=2), village.with_switches(free_square=True)]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["play", "table"])
def test_no_game_is_resumed_with_other_rules(
    command: str, started: list[ms.Ruleset], capsys: pytest.CaptureFixture[str]
) -> None:
    """Naming the log's own ruleset and switches is allowed. Others are refused with a message."""
    assert main([command, "game.jsonl", "--seat", "Ada", "--seat", "Ben", *VILLAGE, "--wells", "2"]) == 0
    for same in ([], VILLAGE, [*VILLAGE, "--wells", "2", "--no-mapped-mine"]):
        assert main([command, "game.jsonl", *same]) == 0
    others = (["--ruleset", "standard"], [*VILLAGE, "--wells", "3"], ["--mapped-mine"], ["--ruleset", "village:MAPPED"])
    for other in others:
        capsys.readouterr()
        assert main([command, "game.jsonl", *other]) == 1
        # The message starts with the file's path, and may cut it off.
        words = " is a game with 'village' (village, wells 2), which cannot be resumed with other rules"
        assert words in capsys.readouterr().err


def test_worker_processes_use_the_ruleset() -> None:
    """A worker imports the ruleset from the place that was named."""
    pytest.importorskip("rich")
    pytest.importorskip("openskill")
    command = ["arena", "random", "random", "--games", "1", "--most-moves", "5", "--jobs", "2"]
    assert cli.main([*command, *VILLAGE, "--wells", "2", "--out", "results.jsonl"]) == 0
    assert '"name":"village"' in Path("results.jsonl").read_text("utf-8")


def test_the_command_that_repeats_a_game_has_the_options_of_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """A switch whose option is taken is repeated with the option that it got instead."""
    pytest.importorskip("rich")
    pytest.importorskip("openskill")
    Path("hamlet.py").write_text(HAMLET, "utf-8")
    bot, rules = f"process:{sys.executable} -c pass", ["--ruleset", "hamlet:HAMLET", "--switch-jobs", "3"]
    assert cli.main(["arena", bot, "random", "--games", "1", "--most-moves", "2", *rules]) == 3
    assert f"{' '.join(rules)} --game 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ["arena", "greedy", "random", "--games", "1", "--most-moves", "2"],
        ["arena", "greedy", "random", "--game", "0", "--most-moves", "2"],
        ["bot", "search:iterations=5"],
        ["play", "--seat", "Ada", "--seat", "Ben=search:iterations=5"],
    ],
)
def test_built_in_bots_run_no_code_of_the_current_folder(
    command: list[str], started: list[ms.Ruleset], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file in the current folder cannot replace a module of Python or of this library if only built-in bots play."""
    pytest.importorskip("rich")
    pytest.importorskip("openskill")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    assert main(command) == 0
    assert str(Path.cwd()) not in sys.path


def test_the_current_folder_is_imported_from_only_on_demand(started: list[ms.Ruleset]) -> None:
    """The current folder is put on the import path only if a ruleset or a bot in a module is named."""
    here = str(Path.cwd())
    assert main(["play", "--ruleset", "standard", "--seat", "Ada", "--seat", "Ben=greedy"]) == 0
    assert here not in sys.path
    assert main(["play", "--seat", "Ada", "--seat", "Ben=bot_of_tests:last"]) == 0
    assert here in sys.path
    assert len(started) == 2
