"""The extension for crystals: finding them, the chapel, the foreman, and the chests that store everything."""

from magnum_sal.model.extension import Extension

from .chapel import CHAPEL
from .chests import PART
from .finding import FINDING, CrystalsFound, only_told
from .foreman import FOREMAN, LEAVING, stronger_with_foreman
from .texts import CRYSTAL_TEXTS
from .words import CRYSTAL_WORDS

CRYSTALS = Extension(
    "crystals",
    rules=(CHAPEL, FOREMAN),
    reactions=(FINDING, LEAVING),
    rulings={"strength": stronger_with_foreman},
    part=PART,
    events={CrystalsFound: only_told},
    labels=CRYSTAL_WORDS,
    texts=CRYSTAL_TEXTS,
)
