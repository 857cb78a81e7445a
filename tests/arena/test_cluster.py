"""A Dask cluster on loopback: a real scheduler and worker processes, one of which is killed in the middle."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from magnum_sal.arena import GameResult, play_match, read_results
from magnum_sal.cli import main

distributed = pytest.importorskip("distributed", reason="the extra cluster is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")  # Deprecations in Dask are not this project's.


def dask(*arguments: str) -> subprocess.Popen[str]:
    """Start a command of Dask."""
    command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


def drained(process: subprocess.Popen[str]) -> None:
    """Read a process's output in the background, so that it never waits for a reader."""
    assert process.stderr is not None
    threading.Thread(target=process.stderr.read, daemon=True).start()


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """A scheduler's address and its two workers, which are separate processes."""
    scheduler = dask("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter")
    workers: list[subprocess.Popen[str]] = []
    try:
        assert scheduler.stderr is not None
        address = None
        for line in scheduler.stderr:
            if found := re.search(r"Scheduler at:\s+(tcp://\S+)", line):
                address = found[1]
                break
        assert address is not None, "the scheduler did not start"
        drained(scheduler)
        for _ in range(2):
            worker = dask("dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
            workers.append(worker)
            drained(worker)
        with distributed.Client(address) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


def test_a_worker_is_killed_in_the_middle(
    cluster: tuple[str, list[subprocess.Popen[str]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    No game is lost or counted twice.

    The results equal those of one process, and the command line can extend them.
    """
    address, workers = cluster
    played: list[int] = []

    def kill_one(result: GameResult) -> None:
        played.append(result.game)
        if len(played) == 4:
            workers[0].kill()

    bots, path = ["random", "random"], tmp_path / "results.jsonl"
    with distributed.Client(address) as client:
        results = play_match(bots, 30, 5, executor=client.get_executor(), out=path, on_result=kill_one)
    assert workers[0].wait(30) != 0
    assert sorted(played) == list(range(30))
    alone = [game.without_times() for game in play_match(bots, 30, 5).games]
    assert [game.without_times() for game in results.games] == alone
    assert [game.without_times() for game in read_results(path)[1]] == alone
    command = ["arena", *bots, "--games", "32", "--seed", "5", "--cluster", address, "--out", str(path)]
    assert main(command) == 0
    assert len(read_results(path)[1]) == 32
    assert "32" in capsys.readouterr().out
