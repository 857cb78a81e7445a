"""The recorded game that meets each demand, and the step: the table ``witnesses.tsv`` with one line for each demand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import attrs
from tests.games.contents import Item, contents, refusals
from tests.games.demands import DEMANDS
from tests.games.stored import STORED, StoredGame

import magnum_sal as ms

FILE: Final = Path(__file__).parent / "witnesses.tsv"
_HEAD: Final = "game\tstep\tkind\tname\tmove"


@attrs.frozen
class Witness:
    """A recorded game that has an item."""

    game: str
    step: int
    """The number of moves and reveals before the item occurs."""
    item: Item
    move: str = ""
    """The refused move as JSON, or empty if the whole kind is impossible."""

    def __str__(self) -> str:
        return "\t".join((self.game, str(self.step), *self.item, self.move))


def read_witnesses() -> tuple[Witness, ...]:
    """Return the witnesses of the file."""
    head, *lines = FILE.read_text("utf-8").splitlines()
    assert head == _HEAD
    return tuple(_parsed(line) for line in lines)


def _parsed(line: str) -> Witness:
    game, step, kind, name, move = line.split("\t")
    return Witness(game, int(step), (kind, name), move)


def write_witnesses(witnesses: Iterable[Witness]) -> str:
    """Return the content of the file."""
    return "".join(f"{line}\n" for line in (_HEAD, *witnesses))


def find_witnesses() -> Iterator[Witness]:
    """Yield the first stored game that has each item, game by game, in the order of the demands."""
    missing = dict.fromkeys(DEMANDS)
    for stored in STORED:
        found = {witness.item: witness for witness in witnesses_of(stored)}
        for item in tuple(missing):
            if item in found:
                del missing[item]
                yield found[item]


def witnesses_of(stored: StoredGame) -> Iterator[Witness]:
    """Yield the items of a stored game, with the refusals from a sample of its positions."""
    game = stored.replay()
    for item, step in contents(game, stored.schema).items():
        yield Witness(stored.name, step, item)
    for item, (step, move) in refusals(game, stored.name).items():
        yield Witness(stored.name, step, item, "" if move is None else ms.to_json(move))
