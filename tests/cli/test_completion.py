"""``magnum-sal completion``: the words that the Tab key offers in a shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.amounts import select

from magnum_sal.bots import bot_names
from magnum_sal.cli import SUBCOMMANDS, main

pytest.importorskip("argcomplete")
BASH = shutil.which("bash")
COMMAND = shutil.which("magnum-sal", path=str(Path(sys.executable).parent))

ASK = """
eval "$SCRIPT"
COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9
read -ra COMP_WORDS <<< "$1"
[[ $1 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
function=$(complete -p magnum-sal | sed 's/.* -F \\([^ ]*\\) .*/\\1/')
"$function" magnum-sal "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2> /dev/null
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""Ask as bash does when a user presses Tab after a line, after reading SCRIPT, and print the offered words."""

if BASH is None or COMMAND is None:
    pytest.skip("there is no bash here, or the command is not installed", allow_module_level=True)


@cache
def script() -> str:
    """Return the script that a user's bash reads when it starts."""
    command = [str(COMMAND), "completion", "bash"]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def offered(line: str, folder: Path) -> set[str]:
    """Return the words that bash offers after *line*."""
    path = os.pathsep.join([str(Path(str(COMMAND)).parent), os.environ["PATH"]])
    command = [str(BASH), "--norc", "-c", ASK, "bash", line]
    answer = subprocess.run(
        command,
        env=os.environ | {"PATH": path, "SCRIPT": script()},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert answer.stderr == ""
    return {word.strip() for word in answer.stdout.splitlines() if word.strip()}


@pytest.mark.long
def test_subcommands(tmp_path: Path) -> None:
    """All subcommands are offered after the command, and matching ones after their first letters."""
    assert set(SUBCOMMANDS) <= offered("magnum-sal ", tmp_path)
    for line, names in select([("magnum-sal re", {"recover", "replay", "review"}), ("magnum-sal dem", {"demo"})]):
        assert offered(line, tmp_path) == names


@pytest.mark.long
def test_options(tmp_path: Path) -> None:
    """The options of the subcommand are offered, with switches and languages, but no others."""
    options = offered("magnum-sal demo --", tmp_path)
    assert {"--seat", "--pace", "--mapped-mine", "--no-mapped-mine"} <= options
    assert "--step" not in options
    for option, values in select([("--lang", {"en", "pl", "de"})]):
        assert offered(f"magnum-sal demo {option} ", tmp_path) >= values


@pytest.mark.long
def test_bots(tmp_path: Path) -> None:
    """Bots are offered in the arena, for the seats of a game, and for the tables of a server."""
    assert set(bot_names()) <= offered("magnum-sal arena ", tmp_path)
    for words in select(["--ladder", "random"]):
        assert offered(f"magnum-sal arena {words} gr", tmp_path) == {"greedy"}
    assert {"--each-other", "--until"} <= offered("magnum-sal arena --", tmp_path)
    assert "anytime" in offered("magnum-sal arena --interval ", tmp_path)
    for command in select(["serve --bot", "bot"]):
        assert offered(f"magnum-sal {command} gr", tmp_path) == {"greedy"}
    for command in select(["play", "demo"]):
        found = offered(f"magnum-sal {command} --seat Ben=gr", tmp_path)
        assert "greedy" in {word.removeprefix("Ben=") for word in found}
    for command in select(["table", "show"]):
        assert offered(f"magnum-sal {command} --seat Ben=gr", tmp_path) == set()


@pytest.mark.long
def test_rulesets_and_their_switches(site: Path) -> None:
    """Rulesets of installed packages are offered by name. The switches of a chosen ruleset are offered too."""
    folder = site.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site))
        assert {"standard", "town"} <= offered("magnum-sal demo --ruleset ", folder)
        assert offered("magnum-sal demo --ruleset to", folder) == {"town"}
        assert "--wells" in offered("magnum-sal demo --ruleset village:VILLAGE --w", folder)
        assert offered("magnum-sal demo --ruleset nobody --w", folder) == set()


@pytest.mark.long
def test_files(tmp_path: Path) -> None:
    """Files are offered for arguments that are paths."""
    (tmp_path / "evening.jsonl").write_text("")
    (tmp_path / "evenings").mkdir()
    assert offered("magnum-sal show ev", tmp_path) == {"evening.jsonl", "evenings/"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The script mentions this command, and each installed shell can parse it."""
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "magnum-sal" in script
    if (program := shutil.which(shell)) is not None:
        subprocess.run([program, "-n"], input=script, text=True, check=True, timeout=60)


def test_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """If the library for completion is missing, the error names the extra to install."""
    monkeypatch.setitem(sys.modules, "argcomplete.shell_integration", None)
    assert main(["completion", "bash"]) == 1
    assert "pip install 'magnum-sal[completion]'" in capsys.readouterr().err
