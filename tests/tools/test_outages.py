"""A short game over a server that is killed; ``nox -s outages`` plays fifty whole ones."""

import pytest
from tests.outages import storm


@pytest.mark.slow
def test_nothing_is_lost_when_the_server_is_killed() -> None:
    """What was acknowledged is in the log, everybody is told what is there, and nobody is stuck."""
    for seed in range(1, 6):
        weather = storm(1, seed=seed, seconds=1.0, most=16)
        assert weather.faults == []
        assert weather.counts["games that were ended by agreement"] == 1
        assert weather.counts["acknowledged"] > 5
        if weather.counts["times that the server was killed"]:
            return  # a game can be over before that
    raise AssertionError("the server has outlived five games")
