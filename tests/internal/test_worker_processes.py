"""Worker processes: ``_internal/worker_processes.py``."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest
from tests.scripts_with_processes import check_call_in_background, check_interrupted_call, check_unguarded_call

from magnum_sal._internal.worker_processes import WorkerContext, map_in_workers
from magnum_sal.errors import MagnumSalError

IMPORTS = "from magnum_sal._internal.worker_processes import map_in_workers"


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="Ctrl+C reaches the processes of a group")
@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0])
def test_an_interrupted_pool(seconds: float, tmp_path: Path) -> None:
    """Ctrl+C ends all workers without a traceback, whether they are still starting or working."""
    call = "list(map_in_workers(time.sleep, [0.05] * 2 + [300.0] * 5, 2))"
    check_interrupted_call(IMPORTS, call, seconds, tmp_path)


@pytest.fixture
def default_handler() -> Iterator[None]:
    """Handle Ctrl+C as usual, even if the tests run in the background, where it is ignored."""
    earlier = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, earlier)


def interrupt_in_thread() -> None:
    """Send Ctrl+C to another thread of this process, because the system may choose any thread."""

    def interrupt() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    thread.join()


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to a thread")
@pytest.mark.usefixtures("default_handler")
@pytest.mark.parametrize(
    ("base", "method", "call"),
    [
        (SpawnProcess, "start", lambda context: context.Process(target=abs, args=(1,)).start()),
        (ProcessPoolExecutor, "submit", lambda context: context.make_pool(1).submit(abs, 1)),
    ],
    ids=["worker", "task"],
)
def test_a_start_is_not_interrupted(
    base: type, method: str, call: Callable[[WorkerContext], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C takes effect after the start of a worker, not in the middle of it."""
    completed: list[str] = []

    def interrupted_start(*_: object) -> None:
        interrupt_in_thread()
        completed.append(method)

    monkeypatch.setattr(base, method, interrupted_start)
    with pytest.raises(KeyboardInterrupt):
        call(WorkerContext())
    assert completed == [method]


STARTS = """
import signal
from magnum_sal._internal.worker_processes import WorkerContext

def report():
    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []), flush=True)

if __name__ == "__main__":
    for _ in range(2):
        worker = WorkerContext().Process(target=report)
        worker.start()
        worker.join()
"""


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals can be blocked")
def test_the_first_worker_starts_with_ctrl_c_blocked(tmp_path: Path) -> None:
    """Until a worker can handle Ctrl+C, the signal is blocked, also in the first worker of a program."""
    script = tmp_path / "script.py"
    script.write_text(STARTS, "utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("True\nTrue\n", "")


FORKS = """
import os
import signal
from magnum_sal._internal.worker_processes import begin_work

def report():
    blocked = signal.SIGTERM in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    print(signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, blocked, flush=True)

os.register_at_fork(before=report)  # is called last, because Python reverses the order
begin_work()
child = os.fork()
if child:
    os.waitpid(child, 0)
report()
os._exit(0)
"""


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_sigterm_in_a_process_that_a_worker_forks(tmp_path: Path) -> None:
    """SIGTERM ends a process that a bot forks in a worker, even during the fork. The worker keeps its own handler."""
    script = tmp_path / "script.py"
    script.write_text(FORKS, "utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout == "False True\nTrue False\nFalse False\n"


def test_an_interruption_ends_the_workers() -> None:
    """An interruption ends all workers at once, so their tasks have no result."""
    context = WorkerContext()
    with context.make_pool(1) as pool:
        task = pool.submit(time.sleep, 20.0)
        context.interrupt([task])
        assert isinstance(task.exception(timeout=0), BrokenExecutor)


@pytest.mark.long
def test_a_worker_that_ends() -> None:
    """A worker that ends in the middle of a task causes an error of the library."""
    with pytest.raises(MagnumSalError, match=r"^a worker process ended before it answered; "):
        list(map_in_workers(os._exit, [1], 2))


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="Ctrl+C reaches the processes of a group")
def test_a_pool_in_the_background(tmp_path: Path) -> None:
    """Workers ignore Ctrl+C if their parent does, as a program that a shell script has started in the background."""
    check_call_in_background(IMPORTS, "list(map_in_workers(time.sleep, [0.3] * 8, 2))", tmp_path)


@pytest.mark.long
def test_an_unguarded_pool(tmp_path: Path) -> None:
    """A script without the guard gets one error that names the missing line."""
    check_unguarded_call(IMPORTS, "print(list(map_in_workers(abs, [-1, -2], 2)))", tmp_path)
