"""The extension for crystals: finding them, the chapel, the foreman, and the chests that store everything."""

from collections.abc import Iterator

import magnum_sal as ms
from magnum_sal.model.display import DisplayItem, PieceAt, Tally
from magnum_sal.model.extension import Extension

from .chapel import CHAPEL
from .chests import PART, chest
from .finding import FINDING, CrystalsFound, only_told
from .foreman import FOREMAN, LEAVING, stronger_with_foreman
from .texts import CRYSTAL_TEXTS
from .words import CRYSTAL_WORDS


def before_a_player(state: ms.GameState, seat: int) -> Iterator[DisplayItem]:
    """Yield the crystals of a seat, and the place of its foreman."""
    kept = chest(state, seat)
    yield Tally("crystals", kept.crystals)
    if kept.foreman is not None:
        yield PieceAt("foreman", kept.foreman)


CRYSTALS = Extension(
    "crystals",
    rules=(CHAPEL, FOREMAN),
    reactions=(FINDING, LEAVING),
    rulings={"strength": stronger_with_foreman},
    part=PART,
    events={CrystalsFound: only_told},
    player_display=before_a_player,
    labels=CRYSTAL_WORDS,
    texts=CRYSTAL_TEXTS,
)
