"""
A pytest plugin that divides the preparation of the test modules among the processes of pytest-xdist.

pytest rewrites the assertions of each test module before the first import, and stores the result. Each process imports
all modules. In a new copy of the project, all processes would therefore rewrite all modules at the same time. With this
plugin, each process begins with a different module, and later finds what the others have stored.
"""

from __future__ import annotations

import contextlib
import warnings

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import the modules from the first one of this process on. pytest then imports the others."""
    config = session.config
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    folders = (config.rootpath / name for name in config.getini("testpaths"))
    modules = sorted(path for folder in folders for path in folder.rglob("test_*.py"))
    first = len(modules) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    if not first:  # pytest begins with the same module
        return
    for path in modules[first:]:
        # If a module cannot be imported, pytest imports it again and reports the error.
        with contextlib.suppress(Exception, pytest.skip.Exception), warnings.catch_warnings(action="error"):
            _ = pytest.Module.from_parent(session, path=path).obj
