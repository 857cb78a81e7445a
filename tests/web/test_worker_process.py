"""Worker processes end with their server and describe what failed."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.serving import PATIENCE, ServedTables
from tests.web.visitor import Visitor

from magnum_sal.errors import MagnumSalError, MisuseError
from magnum_sal.web._thinking import describe_failure
from magnum_sal.web._workers import call_safely

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and named pipes are needed")

OPEN = Path("/dev/fd")
"""A folder with an entry for each open descriptor of this process."""


class Alive:
    """A pipe that a process keeps open as long as it lives."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def read(self) -> bytes:
        """Return what was written, or nothing once the process has ended. Fail if neither happens in time."""
        ready, _, _ = select.select([self._descriptor], [], [], PATIENCE)
        assert ready
        return os.read(self._descriptor, 100)

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._descriptor)


@pytest.fixture
def alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Alive]:
    """Create a pipe that the test bots find through an environment variable."""
    path = tmp_path / "alive"
    monkeypatch.setenv("MAGNUM_SAL_ALIVE", str(path))
    found = Alive(path)
    yield found
    found.close()


@pytest.mark.long
@pytest.mark.parametrize(
    "bot",
    [
        "looping",
        pytest.param("stuck", marks=pytest.mark.skipif(sys.platform != "linux", reason="the kernel has to end it")),
    ],
)
def test_a_bot_that_hangs_ends_with_its_server(tmp_path: Path, alive: Alive, bot: str) -> None:
    """A hanging bot ends with its server, even if the server is killed and the bot never lets another thread run."""
    name = f"tests.web.faulty_bots:{bot}"
    with ServedTables(tmp_path / "tables", "--bot", name) as server:
        visitor = Visitor(server, "ada")
        seats = [{"name": name, "player": player} for name, player in (("Ada", name), ("Ben", name))]
        assert visitor.ask("/api/tables", {"type": "open", "seats": seats})[0] == 200
        assert alive.read() == b"here\n"
        server.kill()
        assert alive.read() == b""


def fail(error: BaseException) -> None:
    """Raise the given error."""
    raise error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (SystemExit(), "it ended its own process (SystemExit)"),
        (SystemExit(3), "it ended its own process (SystemExit: 3)"),
        (SystemExit("enough"), "it ended its own process (SystemExit: enough)"),
        (ValueError(), "it raised ValueError without a message"),
        (ValueError("no"), "ValueError: no"),
        (KeyboardInterrupt(), "it raised KeyboardInterrupt without a message"),
        (MisuseError("not so"), "not so"),
        (MagnumSalError(), "it raised MagnumSalError without a message"),
    ],
)
def test_descriptions_of_failures(error: BaseException, words: str) -> None:
    """Every failure is described in words and raised as a ``MagnumSalError``."""
    assert describe_failure(error) == words
    with pytest.raises(MagnumSalError) as failed:
        call_safely(fail, error)
    assert str(failed.value) == words


def test_output_of_a_bot_does_not_mix_with_answers(capfd: pytest.CaptureFixture[str]) -> None:
    """Standard output is discarded while the bot thinks and restored afterwards. Standard error is not affected."""
    call_safely(os.write, 1, b"chatter of a bot")
    os.write(1, b"answer")
    os.write(2, b"warning")
    assert tuple(capfd.readouterr()) == ("answer", "warning")


@pytest.mark.parametrize("is_failing", [True, False])
def test_no_descriptor_is_left_open(is_failing: bool) -> None:
    """Calls leave no descriptor open, so that a process can think for days."""
    before = len([*OPEN.iterdir()])
    for _ in range(3):
        if is_failing:
            with pytest.raises(MagnumSalError):
                call_safely(fail, ValueError("no"))
        else:
            assert call_safely(int, "3") == 3
    assert len([*OPEN.iterdir()]) <= before  # The collector may close some of earlier tests.


SCRIPT = """
import asyncio
import magnum_sal as ms
from magnum_sal.web._workers import Workers

if __name__ == "__mp_main__":
    {line}

async def ask():
    try:
        state = ms.new_game(["Ada", "Ben"], seed=1).public()
        await Workers(1).move("table", lambda: True, "random", state, 60.0)
    except ms.MagnumSalError as error:
        print(error)

if __name__ == "__main__":
    asyncio.run(ask())
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("raise OSError(98, 'Address in use')", r"server's script \(OSError: \[Errno 98\] Address in use\); create"),
        ("raise SystemExit(1)", r"server's script \(SystemExit: 1\); create"),
        ("import os; os._exit(1)", None),
    ],
)
def test_a_script_that_starts_a_second_server(line: str, told: str | None, tmp_path: Path) -> None:
    """The processes import the script of the server. If the script creates another server, the log says so."""
    path = tmp_path / "club.py"
    path.write_text(SCRIPT.format(line=line))
    found = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    if told is None:
        assert (found.stdout, found.stderr) == ("it ended its own process without an answer\n", "")
    else:
        assert found.stdout == "a new process cannot import the server's script; the server's log says why\n"
        assert re.search(told, found.stderr)
