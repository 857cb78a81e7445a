"""
Positions as short texts: ``testing.position`` reads them, ``testing.sketch`` writes them, and so does a state's repr.

Between a text and a state stands ``Said``, which holds what the text says: ``_parsing`` makes it of a text and
``_table`` a state of it; ``_describing`` makes it of a state, and a text of it.
"""

from ._describing import sketch as sketch
from ._parsing import entries_by_name as entries_by_name
from ._parsing import read_into as read_into
from ._parsing import seat as seat
from ._position_text import PositionText as PositionText
from ._table import table as table
