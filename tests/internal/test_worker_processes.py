"""Worker processes: ``_internal/worker_processes.py``."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.unguarded_scripts import check_unguarded_call

SCRIPT = """
import time
from magnum_sal._internal.worker_processes import map_in_workers

time.sleep(0.2)  # workers import the script, too
if __name__ == "__main__":
    try:
        print("begun", flush=True)
        list(map_in_workers(time.sleep, [0.05] * 2 + [30.0] * 5, 2))
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""
"""A script that is interrupted while its workers start, or while they work."""


def has_processes(group: int) -> bool:
    """Return whether a process of the group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="Ctrl+C reaches the processes of a group")
@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0])
def test_an_interrupted_pool(seconds: float, tmp_path: Path) -> None:
    """Ctrl+C ends all workers without a traceback, whether they are still starting or working."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    time.sleep(seconds)
    os.killpg(running.pid, signal.SIGINT)
    told, errors = running.communicate(timeout=25)
    assert (told, errors, running.returncode) == ("interrupted\n", "", 0)
    # The group has no processes left, not even workers that nobody waits for. The process of the standard library that
    # tracks semaphores ends a moment later.
    for _ in range(200):
        if not has_processes(running.pid):
            break
        time.sleep(0.05)
    assert not has_processes(running.pid)


@pytest.mark.long
def test_an_unguarded_pool(tmp_path: Path) -> None:
    """A script without the guard gets one error that names the missing line."""
    imports = "from magnum_sal._internal.worker_processes import map_in_workers"
    check_unguarded_call(imports, "print(list(map_in_workers(abs, [-1, -2], 2)))", tmp_path)
