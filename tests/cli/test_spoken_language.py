"""The language of the output: its default, and the languages of installed packages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.installing import install, install_czech

import magnum_sal as ms
from magnum_sal import cli
from magnum_sal.cli._options import language_of_environment
from magnum_sal.words import ENTRY_POINTS, languages
from magnum_sal.words.languages import list_registered


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "de_DE.UTF-8", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": ""}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C"}, "en"),
    ],
    ids=str,
)
def test_the_first_variable_that_is_set_decides(environment: dict[str, str], language: str) -> None:
    """The first variable that is set decides. The default is English, also for other languages."""
    assert language_of_environment(environment) == language


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "player 2: 'Ada' is already taken"),
        ("pl", "gracz 2: imię 'Ada' jest już zajęte"),
        ("de", "Spieler 2: der Name 'Ada' ist schon vergeben"),
    ],
)
def test_mistakes_of_players_have_words_in_the_language(
    language: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistake that has words appears in the language of the output."""
    assert cli.main(["demo", "--seat", "Ada", "--seat", "Ada", "--lang", language]) == 1
    assert capsys.readouterr().err == f"magnum-sal: {said}\n"


@pytest.mark.parametrize("command", ["show", "replay"])
def test_commands_use_the_default_language(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands use the language of the environment, unless --lang names another one."""
    game = ms.Game.new(["Ada", "Ben"], seed=7, log=tmp_path / "log")
    game.play(ms.VisitInn())
    printed = []
    for variables, option in (("pl_PL", []), ("C", ["--lang", "pl"]), ("pl_PL", ["--lang", "en"])):
        monkeypatch.setenv("LC_ALL", variables)
        assert cli.main([command, str(tmp_path / "log"), *option]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]


@pytest.fixture
def log(tmp_path: Path) -> str:
    """Return the path of a log with one move."""
    with ms.Game.new(["Ada", "Ben"], seed=7, log=tmp_path / "log") as game:
        game.play(ms.VisitInn())
    return str(tmp_path / "log")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the output of a command."""
    assert cli.main([*arguments]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the error about an argument of a command."""
    with pytest.raises(SystemExit) as ended:
        cli.main([*arguments])
    assert ended.value.code == 2
    return capsys.readouterr().err


def test_the_language_of_an_installed_package(
    log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands accept the code, list it in their help, and use it if the environment names it."""
    install_czech(tmp_path, monkeypatch)
    told = refused(capsys, "replay", log, "--lang", "sk")
    assert re.search(r"argument --lang: invalid choice: 'sk' \(choose from '?en'?, '?pl'?, '?de'?, '?cs'?\)", told)
    assert "cs" not in list_registered()
    czech = printed(capsys, "replay", log, "--lang", "cs")
    assert "15 grošů" in czech
    with pytest.raises(SystemExit):
        cli.main(["replay", "--help"])
    assert "--lang {en,pl,de,cs}" in capsys.readouterr().out
    languages.forget("cs")
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    assert printed(capsys, "replay", log) == czech


def test_a_package_whose_language_does_not_load(
    log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only a command in this language fails. If only the environment names it, the command warns and uses English."""
    install(tmp_path, {ENTRY_POINTS: {"cs": "nothing_of_this_name:add"}}, name="broken-czech")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(languages, "_FAILED", {})
    english = printed(capsys, "replay", log, "--lang", "en")
    assert printed(capsys, "replay", log) == english
    told = "argument --lang: language 'cs': the package broken-czech names nothing_of_this_name:add, which cannot be"
    for arguments in (["replay", log], ["rulesets"], ["serve", "--mcp"]):
        assert told in refused(capsys, *arguments, "--lang", "cs")
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    with pytest.warns(UserWarning, match="broken-czech"):
        assert printed(capsys, "replay", log) == english
