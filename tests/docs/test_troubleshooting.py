"""The page about troubleshooting quotes the library's messages exactly."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from smithy import SMITHY_GAME

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.web._store import Store

PAGE = (Path(__file__).parents[2] / "docs" / "howto" / "troubleshooting.md").read_text("utf-8")
SHOWN = re.findall(r"^```text\n(.*?)\n```$", PAGE, re.MULTILINE)
OF_OTHERS = ("error: externally-managed", "ERROR: Package", ".venv/bin/pip:", "zsh:", "ModuleNotFoundError:")


def recorded(path: Path | None = None, ruleset: ms.Ruleset = ms.STANDARD) -> ms.Game:
    """Return a game with one move."""
    game = ms.Game.new(["Ada", "Ben"], seed=7, log=path, ruleset=ruleset)
    game.play(ms.PlaceMiner("stock", "S1"))
    return game


def two_writers() -> None:
    """Try to write to a game while another program has it open."""
    with recorded(Path("game.jsonl")):
        ms.Game.from_log(Path("game.jsonl")).play(ms.VisitTownSquare())


def begun_twice() -> None:
    """Start a game twice in the same file."""
    for _ in range(2):
        recorded(Path("game.jsonl")).close()


def changed(old: str, new: str) -> None:
    """Read a log in which a text was replaced."""
    ms.Game.from_log("".join(recorded().log.lines()).replace(old, new).encode())


def without(package: str, *lines: str) -> None:
    """Run lines in a process where a package is missing, and raise the last line of its error output."""
    program = "\n".join(["import sys", f"sys.modules[{package!r}] = None", *lines])
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False).stderr
    raise RuntimeError(re.sub(r"^magnum_sal\.errors\.\w+: ", "", said.strip().splitlines()[-1]))


def serve(*arguments: str) -> None:
    """Run a server with options that make it fail, and raise its message."""
    command = [sys.executable, "-m", "magnum_sal", "serve", *arguments]
    said = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60).stderr
    raise RuntimeError(said.strip())


def with_a_file_that_is_not_executable() -> None:
    """Name a program of which only the text exists."""
    Path("perlbot.pl").write_text("#!/usr/bin/perl\n")
    make_bot("process:./perlbot.pl")


def on_a_port_in_use() -> None:
    """Start a server on a port where another program listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        serve("--folder", "tables", "--port", str(taken.getsockname()[1]))


def in_a_folder_in_use() -> None:
    """Start a server in a folder that another one uses."""
    store = Store(Path("tables").absolute())
    try:
        serve("--folder", "tables", "--port", "0")
    finally:
        store.close()


def read_of_an_unknown_ruleset() -> None:
    """Read a log in a process where its ruleset is not registered."""
    recorded(ruleset=SMITHY_GAME).log.save(Path("smithy.jsonl"))
    without("smithy", "import magnum_sal as ms", "ms.Game.from_log('smithy.jsonl')")


def of_the_house() -> ms.Ruleset:
    """Return a ruleset that is not registered."""
    return attrs.evolve(ms.STANDARD, name="house", start_salt=ms.SaltAmount(2, 0, 0))


STATE = ms.new_game(["Ada", "Ben"], seed=7)
OLD = Path(__file__).parents[1] / "games" / "two_players.jsonl"

PROVOKED: dict[str, Callable[[], object]] = {
    "the arena's command line": lambda: without("rich", "from magnum_sal.cli import main", "main(['arena', 'random'])"),
    "a strategy for tests": lambda: without("hypothesis", "from magnum_sal.testing import strategies"),
    "cannot listen": on_a_port_in_use,
    "cannot keep tables": in_a_folder_in_use,
    "is in use by another program": two_writers,
    "exists, and a log": begun_twice,
    "checksum": lambda: changed('"target":"S1"', '"target":"S2"'),
    "schema: 99": lambda: changed(f'"schema":{ms.LOG_SCHEMA}', '"schema":99'),
    "the log has schema 1": lambda: ms.Game.from_log(OLD).undo(),
    "no ruleset 'smithy_game'": read_of_an_unknown_ruleset,
    "<Ruleset 'house'": lambda: ms.to_json(of_the_house()),
    "S3 is not connected": lambda: ms.apply(STATE, ms.PlaceMiner("stock", "S3")),
    "visit_smithy": lambda: ms.from_json(ms.Move, '{"type": "visit_smithy", "tool": "rope"}'),
    "FrozenInstanceError": lambda: setattr(STATE, "phase", 2),
    "'gredy'": lambda: make_bot("gredy"),
    "'my_bots:Grabber'": lambda: make_bot("my_bots:Grabber"),
    "'greedy:wdth=3'": lambda: make_bot("greedy:wdth=3"),
    "'./perlbot.pl'": with_a_file_that_is_not_executable,
}
"""A function that provokes each message, by a part of the message."""


def plain(message: str) -> str:
    """Remove the parts of a message that vary: folders, ports, checksums and the system's words."""
    message = re.sub(r"\S*[/\\](?=[\w.]+\b)", "", message)
    message = re.sub(r"port \d+: .*;", "port N: in use;", message)
    return re.sub(r"\b[0-9a-f]{16}\b", "CHECKSUM", message)


def test_every_message_of_the_page_is_provoked() -> None:
    """
    Each message of the library on the page is provoked once.

    The other messages are those of pip, shells and Python.
    """
    ours = [message for message in SHOWN if not message.startswith(OF_OTHERS)]
    assert [message for message in ours if not any(part in message for part in PROVOKED)] == []
    assert len(ours) == len(PROVOKED)


@pytest.mark.long
@pytest.mark.parametrize("part", PROVOKED)
def test_a_message(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page quotes the message exactly."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "my_bots", raising=False)  # Another page may have imported this module.
    with pytest.raises((ms.MagnumSalError, RuntimeError, AttributeError)) as caught:
        PROVOKED[part]()
    (shown,) = (message for message in SHOWN if part in message)
    if isinstance(caught.value, (ms.MagnumSalError, RuntimeError)):
        assert plain(str(caught.value)) == plain(shown)
    else:
        # The message comes from another package, and its wording differs between releases.
        assert type(caught.value).__name__ == shown.partition(":")[0]
