"""Runs of small projects with one of the pytest plugins of this folder, for the tests of these plugins."""

from __future__ import annotations

from pathlib import Path

import pytest


def run_with_plugin(pytester: pytest.Pytester, plugin: str, *arguments: str) -> pytest.RunResult:
    """
    Return a run of the project in *pytester*'s folder.

    Workers of pytest-xdist know only the path that their parent process started with, and ``tests`` has to be on it.
    So a run with workers has a process of its own; other runs take place in this one. No plugins of other packages are
    loaded but pytest-xdist, and only for workers, since every process would take several times as long to start.
    """
    run_pytest = pytester.runpytest_subprocess if "-n" in arguments else pytester.runpytest_inprocess
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        if "-n" in arguments:
            arguments = ("-p", "xdist", *arguments)
        return run_pytest("-p", plugin, *arguments)
