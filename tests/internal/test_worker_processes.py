"""Worker processes: ``_internal/worker_processes.py``."""

import os
from pathlib import Path

import pytest
from tests.scripts_with_processes import check_call_in_background, check_interrupted_call, check_unguarded_call

IMPORTS = "from magnum_sal._internal.worker_processes import map_in_workers"


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="Ctrl+C reaches the processes of a group")
@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0])
def test_an_interrupted_pool(seconds: float, tmp_path: Path) -> None:
    """Ctrl+C ends all workers without a traceback, whether they are still starting or working."""
    call = "list(map_in_workers(time.sleep, [0.05] * 2 + [30.0] * 5, 2))"
    check_interrupted_call(IMPORTS, call, seconds, tmp_path)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="Ctrl+C reaches the processes of a group")
def test_a_pool_in_the_background(tmp_path: Path) -> None:
    """Workers ignore Ctrl+C if their parent does, as a program that a shell script has started in the background."""
    check_call_in_background(IMPORTS, "list(map_in_workers(time.sleep, [0.3] * 8, 2))", tmp_path)


@pytest.mark.long
def test_an_unguarded_pool(tmp_path: Path) -> None:
    """A script without the guard gets one error that names the missing line."""
    check_unguarded_call(IMPORTS, "print(list(map_in_workers(abs, [-1, -2], 2)))", tmp_path)
