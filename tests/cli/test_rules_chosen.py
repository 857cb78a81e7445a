"""``--ruleset NAME|module:OBJECT``: the rules of a game, named on the command line."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from tests.cheap_bots import make_finisher

import magnum_sal as ms
from magnum_sal import cli, terminal
from magnum_sal.cli import main
from magnum_sal.model import ruleset
from magnum_sal.model.ruleset import find_ruleset

DEMO = ["demo", "--quiet", "--players", "2", "--seed", "3"]
TABLE = ["table", "--player", "Ada", "--player", "Ben"]
VILLAGE = ["--ruleset", "village:VILLAGE"]


@pytest.fixture(autouse=True)
def _in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be where the modules are, with nothing to type, and bots that need no time."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setattr("magnum_sal.cli._demo.make_bot", make_finisher)


def played(log: str | Path) -> ms.Ruleset:
    """Return the ruleset of a log."""
    return ms.Game.from_log(log).state.ruleset


@pytest.mark.slow
def test_a_ruleset_of_ones_own() -> None:
    """It is imported from the folder where one is, registered, and named in the log."""
    assert main([*DEMO, *VILLAGE, "--log", "game.jsonl"]) == 0
    assert played("game.jsonl") == find_ruleset("village")
    assert find_ruleset("village").penalty == 4


def test_its_switches_are_options() -> None:
    """They are set beside the library's; one that is called as an option is has a longer name."""
    switches = ["--free-square", "--wells", "5", "--switch-lang", "--mapped-mine"]
    assert main([*TABLE, *VILLAGE, *switches, "game.jsonl"]) == 0
    ruleset = find_ruleset("village").with_switches(free_square=True, wells=5, lang=True, mapped_mine=True)
    assert played("game.jsonl") == ruleset
    assert ms.to_dict(ruleset)["own_settings"] == {"free_square": True, "wells": 5, "lang": True}


def test_switches_that_a_ruleset_has_on_are_turned_off() -> None:
    """What is not named stays as the ruleset has it."""
    assert main([*TABLE, "--ruleset", "village:MAPPED", "mapped.jsonl"]) == 0
    assert played("mapped.jsonl").settings == (True, None, False, False, False, False, 3, False)
    options = ["--no-mapped-mine", "--wells", "off"]
    assert main([*TABLE, "--ruleset", "village:MAPPED", *options, "plain.jsonl"]) == 0
    assert set(played("plain.jsonl").settings) == {False, None}


def test_the_help_has_the_switches(capsys: pytest.CaptureFixture[str]) -> None:
    """As soon as the ruleset is named."""
    for options, are_there in ((VILLAGE, True), ([], False)):
        with pytest.raises(SystemExit) as stopped:
            main(["demo", *options, "--help"])
        assert stopped.value.code == 0
        text = " ".join(capsys.readouterr().out.split())
        assert ("--free-square, --no-free-square the town square pays 100% more (VILLAGE-1)" in text) is are_there
        assert ("--wells CUBES" in text) is are_there


@pytest.mark.usefixtures("site")
def test_a_ruleset_of_an_installed_package() -> None:
    """It goes by its name alone."""
    assert main([*TABLE, "--ruleset", "town", "game.jsonl"]) == 0
    assert played("game.jsonl").toll == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nobody", "no ruleset is called 'nobody'; module:OBJECT names one of your own. Known are standard"),
        ("village", "no ruleset is called 'village'; module:OBJECT"),
        ("village:", "ruleset 'village:': an object is named as package.module:Object"),
        (":VILLAGE", "an object is named as package.module:Object"),
        (".village:VILLAGE", "an object is named as package.module:Object"),
        ("village:NUMBER", "'village:NUMBER' is of class 'int', and no Ruleset"),
        ("village:NOBODY", "module 'village' has no attribute 'NOBODY'"),
        ("village:IMPOSTOR", "another ruleset is registered as 'standard'"),
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
def test_what_names_no_ruleset_is_refused(text: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As any bad argument is: status 2, and one printable line of at most 500 characters that says why."""
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
        (["demo", *VILLAGE, "--wells", "0"], "argument --wells: '0' is not off or a number from 1 up"),
        (["demo", *VILLAGE, "--wells", "9" * 5000], "is not off or a number from 1 up"),
        (["demo", "--cart-capacity", "3"], "argument --cart-capacity: invalid choice: 3 (choose 2 or off)"),
        (["bots", *VILLAGE], "unrecognized arguments"),
    ],
)
def test_bad_arguments_beside_it(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2, and a line that names the argument."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("command", [["show"], ["replay"], ["recover"]])
def test_a_log_is_read_after_its_ruleset_was_imported(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a log names is never imported by itself; who reads it can ask for that."""
    main([*TABLE, *VILLAGE, "game.jsonl"])
    files = ["game.jsonl", *(["new.jsonl"] if command == ["recover"] else [])]
    monkeypatch.setattr(ruleset, "_registered", {"standard": ms.STANDARD})
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


def test_the_application_begins_and_asks_with_it(started: list[ms.Ruleset]) -> None:
    """With seats the game is begun by it, without any the first screen proposes it."""
    assert main(["play", "--seat", "Ada", "--seat", "Ben", *VILLAGE, "--wells", "2"]) == 0
    assert main(["play", *VILLAGE, "--free-square"]) == 0
    village = find_ruleset("village")
    assert started == [village.with_switches(wells=2), village.with_switches(free_square=True)]


@pytest.mark.parametrize("command", ["play", "table"])
def test_no_game_is_gone_on_with_by_other_rules(
    command: str, started: list[ms.Ruleset], capsys: pytest.CaptureFixture[str]
) -> None:
    """The log's own rules may be named, with the switches that are set there; others are refused in words."""
    seats = ["--seat", "Ada", "--seat", "Ben"] if command == "play" else ["--player", "Ada", "--player", "Ben"]
    assert main([command, "game.jsonl", *seats, *VILLAGE, "--wells", "2"]) == 0
    for same in ([], VILLAGE, [*VILLAGE, "--wells", "2", "--no-mapped-mine"]):
        assert main([command, "game.jsonl", *same]) == 0
    others = (["--ruleset", "standard"], [*VILLAGE, "--wells", "3"], ["--mapped-mine"], ["--ruleset", "village:MAPPED"])
    for other in others:
        capsys.readouterr()
        assert main([command, "game.jsonl", *other]) == 1
        # The message names the file first, and cuts a long path off.
        words = " is a game by 'village' (village, wells 2), which cannot be gone on with by other rules"
        assert words in capsys.readouterr().err


def test_the_arena_plays_by_it_in_other_processes() -> None:
    """A worker imports it from where it was named."""
    pytest.importorskip("rich")
    pytest.importorskip("openskill")
    command = ["arena", "random", "random", "--games", "1", "--most-moves", "5", "--jobs", "2"]
    assert cli.main([*command, *VILLAGE, "--wells", "2", "--out", "results.jsonl"]) == 0
    assert '"name":"village"' in Path("results.jsonl").read_text("utf-8")


def test_a_folder_brings_nothing_by_itself(started: list[ms.Ruleset]) -> None:
    """Modules are found there once the person names one, a ruleset's or a bot's."""
    here = str(Path.cwd())
    assert main(["play", "--ruleset", "standard", "--seat", "Ada", "--seat", "Ben=greedy"]) == 0
    assert here not in sys.path
    assert main(["play", "--seat", "Ada", "--seat", "Ben=bot_of_tests:last"]) == 0
    assert here in sys.path
    assert len(started) == 2
