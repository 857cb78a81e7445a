"""Processes that think: they end with their server, and say what has failed."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.serving import PATIENCE, ServedTables
from tests.web.visitor import Visitor

from magnum_sal.errors import MagnumSalError, MisuseError
from magnum_sal.web._workers import call_safely, describe_failure

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and named pipes are needed")

OPEN = Path("/dev/fd")
"""Has an entry for each descriptor that this process has open."""


class Alive:
    """A pipe that a process holds open as long as it lives."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def read(self) -> bytes:
        """Return what was written, empty once the process has ended; fail if neither happens."""
        ready, _, _ = select.select([self._descriptor], [], [], PATIENCE)
        assert ready
        return os.read(self._descriptor, 100)

    def close(self) -> None:
        """Close it."""
        os.close(self._descriptor)


@pytest.fixture
def alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Alive]:
    """A pipe that bots of tests find by the environment."""
    path = tmp_path / "alive"
    monkeypatch.setenv("MAGNUM_SAL_ALIVE", str(path))
    found = Alive(path)
    yield found
    found.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "bot",
    [
        "looping",
        pytest.param("stuck", marks=pytest.mark.skipif(sys.platform != "linux", reason="the kernel has to end it")),
    ],
)
def test_a_bot_that_hangs_ends_with_its_server(tmp_path: Path, alive: Alive, bot: str) -> None:
    """Even if the server is killed, and even if the bot never lets another thread run."""
    name = f"tests.web.faulty_bots:{bot}"
    with ServedTables(tmp_path / "tables", "--bot", name) as server:
        visitor = Visitor(server, "ada")
        seats = [{"name": name, "player": player} for name, player in (("Ada", name), ("Ben", name))]
        assert visitor.ask("/api/tables", {"type": "open", "seats": seats})[0] == 200
        assert alive.read() == b"here\n"
        server.kill()
        assert alive.read() == b""


def fail(error: BaseException) -> None:
    """Raise an error."""
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
def test_what_failed(error: BaseException, words: str) -> None:
    """Every failure is told in words, and is of one kind."""
    assert describe_failure(error) == words
    with pytest.raises(MagnumSalError) as failed:
        call_safely(fail, error)
    assert str(failed.value) == words


def test_what_a_bot_prints_is_kept_from_the_answers_which_go_out_afterwards(capfd: pytest.CaptureFixture[str]) -> None:
    """Standard output is silent while the bot thinks and then as before; what goes to standard error stays there."""
    call_safely(os.write, 1, b"chatter of a bot")
    os.write(1, b"answer")
    os.write(2, b"warning")
    assert tuple(capfd.readouterr()) == ("answer", "warning")


@pytest.mark.parametrize("is_failing", [True, False])
def test_no_descriptor_is_left_open(is_failing: bool) -> None:
    """A process that thinks for days opens no more of them than one that has just begun."""
    before = len([*OPEN.iterdir()])
    for _ in range(3):
        if is_failing:
            with pytest.raises(MagnumSalError):
                call_safely(fail, ValueError("no"))
        else:
            assert call_safely(int, "3") == 3
    assert len([*OPEN.iterdir()]) == before
