"""Runs of small projects with a pytest plugin of this folder, for the tests of these plugins."""

from __future__ import annotations

from pathlib import Path

import pytest


def run_with_plugin(pytester: pytest.Pytester, plugin: str, *arguments: str) -> pytest.RunResult:
    """
    Run the project in *pytester*'s folder with a plugin, and return the result.

    Workers of pytest-xdist know only the path with which their parent process started, and ``tests`` has to be on it.
    So a run with workers uses a separate process, and other runs use this one. Of the plugins of other packages only
    pytest-xdist is loaded, and only for workers. Otherwise each process would take several times as long to start.
    """
    run_pytest = pytester.runpytest_subprocess if "-n" in arguments else pytester.runpytest_inprocess
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        if "-n" in arguments:
            arguments = ("-p", "xdist", *arguments)
        return run_pytest("-p", plugin, *arguments)
