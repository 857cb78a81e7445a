"""What most tests of the server need: a lobby, and the browser of a host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
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
