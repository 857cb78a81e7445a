"""A pytest plugin with a fixture for tests that register rulesets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from magnum_sal.model._registered_rulesets import REGISTERED
from magnum_sal.model.ruleset import Ruleset


@pytest.fixture
def registered() -> Iterator[dict[str, Ruleset]]:
    """Provide the registered rulesets by name. The test may change them, and they are restored after it."""
    before = dict(REGISTERED)
    yield REGISTERED
    REGISTERED.clear()
    REGISTERED.update(before)


@pytest.fixture
def only_standard(registered: dict[str, Ruleset]) -> None:
    """Register only the standard ruleset."""
    for name in set(registered) - {"standard"}:
        del registered[name]
