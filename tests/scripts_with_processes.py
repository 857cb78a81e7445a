"""Scripts that start processes: interrupted ones, ones in the background, and ones without a guard."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

INTERRUPTED = """
import signal
import time
{imports}

time.sleep(0.2)  # the processes import the script, too
if __name__ == "__main__":
    {prepare}
    try:
        print("begun", flush=True)
        {call}
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""

UNGUARDED = """
from magnum_sal.errors import MisuseError
{imports}

try:
    {call}
except MisuseError as error:
    print(error)
"""


def check_unguarded_call(imports: str, call: str, folder: Path) -> None:
    """Check that a script with this call prints one error that names the missing line, and nothing else."""
    script = folder / "script.py"
    script.write_text(UNGUARDED.format(imports=imports, call=call), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.startswith('in a script, a call that starts processes must be under `if __name__ == "__main__"')
    assert done.stdout.count("\n") == 1


# A shell without job control starts programs in the background with Ctrl+C ignored, and they pass this on. The tests
# may run in such a program.
LISTEN = "signal.signal(signal.SIGINT, signal.default_int_handler)"
IGNORE = "signal.signal(signal.SIGINT, signal.SIG_IGN)"


@contextmanager
def _run_script(imports: str, prepare: str, call: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a script with this call in a group of its own, and wait until it makes the call. At the end, kill all."""
    script = folder / "script.py"
    script.write_text(INTERRUPTED.format(imports=imports, prepare=prepare, call=call), encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0
    )
    try:
        assert running.stdout is not None
        assert running.stdout.readline() == "begun\n"
        yield running
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)


def check_interrupted_call(imports: str, call: str, seconds: float, folder: Path) -> None:
    """Check that Ctrl+C after *seconds* ends a script and all its processes, and that nobody prints a traceback."""
    with _run_script(imports, LISTEN, call, folder) as running:
        time.sleep(seconds)
        os.killpg(running.pid, signal.SIGINT)
        assert (*running.communicate(timeout=120), running.returncode) == ("interrupted\n", "", 0)
        # The group has no processes left, not even workers that nobody waits for. The process of the standard library
        # that tracks semaphores ends a moment later.
        for _ in range(200):
            if not _has_processes(running.pid):
                break
            time.sleep(0.05)
        assert not _has_processes(running.pid)


def check_call_in_background(imports: str, call: str, folder: Path) -> None:
    """Check that a call ends as usual in a script that ignores Ctrl+C, because its processes ignore it, too."""
    with _run_script(imports, IGNORE, call, folder) as running:
        for _ in range(20):
            time.sleep(0.1)
            os.killpg(running.pid, signal.SIGINT)
        assert (*running.communicate(timeout=60), running.returncode) == ("", "", 0)


def _has_processes(group: int) -> bool:
    """Return whether a process of the group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
