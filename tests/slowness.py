"""
A pytest plugin that skips tests with the mark ``slow`` unless an option or a test's name requests them.

Tests with the mark ``long`` are the slowest of them. They have the mark ``slow``, too, so that it need not be written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter  # pytest exports it only since 8.4.

_LEFT_OUT = "slow_tests_left_out"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option to run all tests."""
    parser.addoption("--slow", action="store_true", help="run the tests with the mark `slow`, too")


def pytest_configure(config: pytest.Config) -> None:
    """Register the selection of tests."""
    config.pluginmanager.register(_Selection(config))


@pytest.hookimpl(tryfirst=True)  # This happens before `-m` looks for the mark.
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the long tests as slow."""
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.slow)


class _Selection:
    """The selection of tests, and the number of slow tests that were left out."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.left_out = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out the slow tests, except in a run that requests them."""
        # `-m slow` and `-m "not long"` select tests without this plugin. Other expressions say nothing about slow
        # tests.
        if self.config.option.slow or re.search(r"\b(slow|long)\b", self.config.option.markexpr):
            return
        named = _read_node_ids(self.config.args)
        left_out = [item for item in items if item.get_closest_marker("slow") and not _is_named(item, named)]
        self.left_out = len(left_out)
        if left_out:
            chosen = set(left_out)
            items[:] = [item for item in items if item not in chosen]
            self.config.hook.pytest_deselected(items=left_out)

    def pytest_sessionfinish(self) -> None:
        """Send the count from a worker of pytest-xdist to the process that reports."""
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput[_LEFT_OUT] = self.left_out

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Receive the count of a worker. All workers collect all tests, so their counts are the same."""
        self.left_out = getattr(node, "workeroutput", {}).get(_LEFT_OUT, self.left_out)

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        """Print how many tests were left out, and how to run them."""
        if self.left_out:
            count = "1 slow test was" if self.left_out == 1 else f"{self.left_out} slow tests were"
            terminalreporter.line(f"{count} left out. --slow runs all tests, -m slow only the slow ones.", yellow=True)


def _read_node_ids(arguments: Sequence[str]) -> list[tuple[Path, str]]:
    """Return the file and name of each test or class on the command line, such as ``tests/test_x.py::test_y``."""
    parts = (argument.partition("::") for argument in arguments)
    return [(Path(file).resolve(), name) for file, _, name in parts if name]


def _is_named(item: pytest.Item, named: Sequence[tuple[Path, str]]) -> bool:
    own = item.nodeid.partition("::")[2]
    return any(item.path == file and re.match(rf"{re.escape(name)}($|::|\[)", own) for file, name in named)
