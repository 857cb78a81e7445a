"""Play, record, read and draw a game: everything that a release must be able to do without other packages."""

import random
import tempfile
from pathlib import Path

import magnum_sal as ms
from magnum_sal import render

path = Path(tempfile.mkdtemp()) / "game.jsonl"
game, rng = ms.Game.new(["Ada", "Ben"], seed=7, log=path), random.Random(7)
while len(game.moves) < 100:
    game.play(rng.choice(ms.legal_moves(game.state)))
assert ms.Game.from_log(path).state == game.state
assert render.svg(game.state)
assert render.text(game.state)
print("a game was played, recorded, read again and drawn by", ms.__version__, ms.__file__)
