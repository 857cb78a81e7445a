"""A fixture for tests of ``check_extension`` that need no bots."""

from __future__ import annotations

import pytest

from magnum_sal.testing import _extension


@pytest.fixture
def without_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the checks of the bots, which take most of the time and do not depend on words and displays."""
    monkeypatch.setattr(_extension, "check_bots", lambda _position: ())
