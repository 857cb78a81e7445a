"""A short storm of damaged states and logs; ``nox -s storm`` runs long ones."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from tests.amounts import scale


def program() -> ModuleType:
    """Return the program in the same folder."""
    spec = importlib.util.spec_from_file_location("storm", Path(__file__).parent / "storm.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_a_short_storm() -> None:
    """Damaged states and logs are refused with short messages or accepted and usable, and raise no foreign errors."""
    inputs = scale(1500)
    weather = program().storm(inputs, seed=0)
    assert weather.foreign == []
    assert weather.longest <= 500
    assert weather.counts["states accepted"] > inputs // 15
    assert weather.counts["logs accepted"] > inputs // 30
    assert weather.counts["MalformedErrors"] > inputs * 2 // 15
    assert weather.counts["LogErrors"] > inputs // 5
