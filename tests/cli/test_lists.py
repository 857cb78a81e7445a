"""``magnum-sal rulesets`` and ``magnum-sal bots``: the known names, and the packages that provide them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.installing import install

import magnum_sal as ms
from magnum_sal.bots import LEVELS
from magnum_sal.bots.installed import bots, resolve_ruleset, rulesets
from magnum_sal.cli import main


def listed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, dict[str, Any]]:
    """Return the entries of a list in JSON, by name."""
    assert main([*arguments, "--json"]) == 0
    return {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}


def blocks(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, list[str]]:
    """Return the entries of a list in text: the lines below each heading."""
    assert main([*arguments]) == 0
    found: dict[str, list[str]] = {}
    for line in capsys.readouterr().out.splitlines():
        if line.startswith("    "):
            found[list(found)[-1]].append(line.strip())
        else:
            found[line] = []
    return found


@pytest.mark.usefixtures("site")
def test_the_rulesets_as_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each ruleset has its package, description, own rules and switches. A broken one has the reason."""
    monkeypatch.syspath_prepend(".")
    resolve_ruleset("village:VILLAGE")
    found = blocks(capsys, "rulesets")
    assert list(found) == [
        "standard (built in)",
        "village (of this program)",
        *(f"{name} (town-of-tests 1.5)" for name in ("broken", "gone", "impostor", "strange", "town")),
    ]
    assert found["standard (built in)"][:2] == ["standard game", "--mapped-mine: tiles lie face up (VAR-MAP)"]
    village = found["village (of this program)"]
    assert village[0] == "village"
    assert village[1].startswith("new or changed rules: CASTLE-4")
    assert village[2:4] == [
        "--free-square: the town square pays 100% more (VILLAGE-1)",
        "--wells CUBES: wells take water (VILLAGE-2)",
    ]
    broken = "ruleset 'broken': the package town-of-tests names broken_of_tests:TOWN, which cannot be loaded: ZeroDiv"
    assert found["broken (town-of-tests 1.5)"][0].startswith(broken)
    assert "has no attribute 'GONE'" in found["gone (town-of-tests 1.5)"][0]
    assert (
        "names town_of_tests:OTHER, which is called 'other'; the entry point must have the same name"
        in found["impostor (town-of-tests 1.5)"][0]
    )
    assert "expected a name such as package.module:Object" in found["strange (town-of-tests 1.5)"][0]


@pytest.mark.usefixtures("site")
def test_the_rulesets_in_another_language(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The names of rules and switches are translated. A switch without a translation has its English help."""
    monkeypatch.syspath_prepend(".")
    resolve_ruleset("village:VILLAGE")
    found = blocks(capsys, "rulesets", "--lang", "pl")
    standard, village = found["standard (built in)"], found["village (of this program)"]
    assert standard[:2] == ["gra podstawowa", "--mapped-mine: mapa kopalni (VAR-MAP)"]
    assert "--cart-capacity CUBES: ładowność wózka 2 (VAR-CART)" in standard
    assert village[1].startswith("nowe lub zmienione zasady: CASTLE-4")
    assert village[2] == "--free-square: the town square pays 100% more (VILLAGE-1)"


@pytest.mark.usefixtures("site")
def test_the_rulesets_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON has the same facts, in the chosen language. Each known ruleset is found by its name."""
    found = listed(capsys, "rulesets", "--lang", "de")
    standard, town, broken = found["standard"], found["town"], found["broken"]
    assert (standard["package"], standard["version"]) == ("magnum-sal", ms.__version__)
    assert standard["built_in"]
    assert (standard["label"], standard["rules"], standard["error"]) == ("Grundspiel", [], None)
    assert [switch["name"] for switch in standard["switches"]] == list(ms.Ruleset.SWITCHES)
    assert (town["package"], town["version"], town["built_in"]) == ("town-of-tests", "1.5", False)
    assert "HAUL-1" in town["rules"]
    assert "ZeroDivisionError" in broken["error"]
    for known in rulesets():
        assert known.ruleset is None or resolve_ruleset(known.name) is known.ruleset


@pytest.mark.usefixtures("site")
def test_the_bots_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    """Each bot has its package, the first line of its docstring and its options. A broken one has the reason."""
    found = blocks(capsys, "bots")
    assert list(found)[:10] == [
        f"{name} (built in)" for name in (*LEVELS, "greedy", "policy", "process", "random", "search")
    ]
    assert found["novice (built in)"] == [
        f"Level 1 of 5: {LEVELS['novice']}.",
        "options: width=0, noise=0.15, style",
    ]
    assert found["greedy (built in)"] == [
        (
            "Plays the move with the best continuation within the turn, and solves the last turn of a game if that is "
            "quick."
        ),
        "options: width=8, noise=0.0, style",
    ]
    options = "options: depth=3, kind=<class 'int'>"
    assert found["first (town-of-tests 1.5)"] == ["Plays the first move there is.", options]
    assert found["last (town-of-tests 1.5)"] == []
    assert found["nothing (town-of-tests 1.5)"] == ["bot 'nothing': this is of class str, which cannot be called"]
    assert ", which cannot be loaded:" in found["broken (town-of-tests 1.5)"][0]


@pytest.mark.usefixtures("site")
def test_the_bots_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON has the same facts, and options with their defaults. Parameters with stars are not options."""
    found = listed(capsys, "bots")
    assert found["search"]["options"]["iterations"] is None
    assert found["search"]["options"]["exploration"] == 0.3
    assert found["first"]["options"] == {"depth": 3, "kind": "<class 'int'>"}
    assert found["first"]["package"] == "town-of-tests"
    assert not found["first"]["built_in"]
    assert found["first"]["error"] is None
    assert [bot.name for bot in bots() if bot.is_built_in] == [
        *LEVELS,
        "greedy",
        "policy",
        "process",
        "random",
        "search",
    ]


def test_a_hidden_bot(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The text and the JSON name the package whose bot a built-in bot hides."""
    install(folder, {"magnum_sal.bots": {"greedy": "town_of_tests:Bot"}}, name="greedy-bots", version="2.0")
    monkeypatch.syspath_prepend(folder)
    told = "bot 'greedy': the package greedy-bots names town_of_tests:Bot, which the built-in bot with this name hides"
    assert blocks(capsys, "bots")["greedy (greedy-bots 2.0)"] == [told]
    assert main(["bots", "--json"]) == 0
    entries = [entry for entry in json.loads(capsys.readouterr().out) if entry["name"] == "greedy"]
    assert [(entry["package"], entry["error"]) for entry in entries] == [("magnum-sal", None), ("greedy-bots", told)]


def test_rulesets_of_one_name(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If two packages provide rulesets of one name, each has its own lines below its heading."""
    install(site, {"magnum_sal.rulesets": {"town": "town_of_tests:OTHER"}}, name="twin-towns")
    found = blocks(capsys, "rulesets")
    assert found["town (town-of-tests 1.5)"][0] == "town"
    assert "names town_of_tests:OTHER, which is called 'other'" in found["town (twin-towns 1.0)"][0]


def test_a_name_must_be_a_text() -> None:
    """A value that is not a text is refused as the name of a ruleset."""
    wrong: Any = 5
    with pytest.raises(ms.MisuseError, match="expected the name of a ruleset, got 5"):
        resolve_ruleset(wrong)


@pytest.mark.long
@pytest.mark.parametrize(("arguments", "imported"), [(["--version"], set()), (["rulesets"], {"_rulesets"})])
def test_only_needed_modules_are_imported(arguments: list[str], imported: set[str]) -> None:
    """A subcommand does not import the modules of other subcommands, such as the arena and the renderer."""
    program = (
        "import contextlib, sys; from magnum_sal import cli\n"
        f"with contextlib.suppress(SystemExit): cli.main({arguments!r})\n"
        "print(*(name for name in cli.SUBCOMMANDS if f'magnum_sal.cli._{name}' in sys.modules))\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert {f"_{name}" for name in answer.stdout.splitlines()[-1].split()} == imported
