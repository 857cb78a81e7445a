"""``examples/language_model_client.py``: a scripted client that plays through the SDK."""

import asyncio
import os
from pathlib import Path

import language_model_client
import pytest

import magnum_sal


@pytest.mark.long
def test_the_client_plays_and_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It finds a move by questions, plays it, and prints the sentences of two refusals."""
    source = Path(magnum_sal.__file__).parent.parent
    server = language_model_client.SERVER.model_copy(update={"env": os.environ | {"PYTHONPATH": str(source)}})
    monkeypatch.setattr(language_model_client, "SERVER", server)
    asyncio.run(language_model_client.play())
    told = capsys.readouterr().out
    assert "To play it, call play_move with game='game-1', position=0, move='>S1'." in told
    assert "Model: sends a miner from stock to S1" in told
    assert "the game is at position 2, not at position 0" in told
    assert "you have no miner in 1L1 [MINE-1]" in told
    assert told.endswith("Model: sends a miner from stock to S2\n")


def test_the_position_number() -> None:
    """It is in the first line of an answer."""
    assert language_model_client.find_position("game-1, position 12. You move for Ada.\nmore") == 12
