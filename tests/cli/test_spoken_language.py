"""The default language of the output."""

from __future__ import annotations

from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal import cli
from magnum_sal.cli._options import language_of_environment


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
