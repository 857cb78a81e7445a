"""A short game on a server that is killed. ``nox -s outages`` plays fifty whole games."""

import pytest
from tests.outages import storm


@pytest.mark.long
def test_nothing_is_lost_when_the_server_is_killed() -> None:
    """The log contains each acknowledged move, everybody receives the same news, and no player is stuck."""
    for seed in range(1, 6):
        weather = storm(1, seed=seed, seconds=1.0, most=16)
        assert weather.faults == []
        assert weather.counts["games that were ended by agreement"] == 1
        assert weather.counts["acknowledged"] > 5
        if weather.counts["times that the server was killed"]:
            return  # A game can be over before the server is killed.
    raise AssertionError("the server has outlived five games")
