"""Fixtures for tests of the server: a lobby, the browser of a host, and the modules of the page for Node."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.page_modules import copy_modules
from tests.web.tables import Browser, Tables


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """Serve an empty lobby."""
    with Tables(tmp_path) as found:
        yield found


@pytest.fixture
def host(tables: Tables) -> Browser:
    """Return the browser that opens tables."""
    return tables.browser("host")


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the modules of the page. Tests that need it are skipped without Node."""
    if shutil.which("node") is None:
        pytest.skip("Node is not installed")
    return copy_modules(tmp_path_factory.mktemp("page"))
