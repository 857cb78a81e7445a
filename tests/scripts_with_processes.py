"""Scripts that start processes: interrupted ones, and ones without ``if __name__ == "__main__":``."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

INTERRUPTED = """
import time
{imports}

time.sleep(0.2)  # the processes import the script, too
if __name__ == "__main__":
    print("begun", flush=True)
    try:
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


def check_interrupted_call(imports: str, call: str, seconds: float, folder: Path) -> None:
    """Check that Ctrl+C after *seconds* ends a script and all its processes, and that nobody prints a traceback."""
    script = folder / "script.py"
    script.write_text(INTERRUPTED.format(imports=imports, call=call), encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    time.sleep(seconds)
    os.killpg(running.pid, signal.SIGINT)
    assert (*running.communicate(timeout=25), running.returncode) == ("interrupted\n", "", 0)
    # The group has no processes left, not even workers that nobody waits for. The process of the standard library that
    # tracks semaphores ends a moment later.
    for _ in range(200):
        if not _has_processes(running.pid):
            break
        time.sleep(0.05)
    assert not _has_processes(running.pid)


def _has_processes(group: int) -> bool:
    """Return whether a process of the group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
