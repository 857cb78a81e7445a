"""
Positions as short texts: ``testing.position`` reads them, ``testing.sketch`` writes them, and so does a state's repr.

Between a text and a state stands ``Said``, which holds what the text says: ``_reading`` makes it of a text and
``_table`` a state of it; ``_describing`` makes it of a state and ``_writing`` a text of it.
"""

from ._describing import sketch
from ._parsing import entries_by_name, read_into, seat
from ._said import Said
from ._table import table

__all__ = ["Said", "entries_by_name", "read_into", "seat", "sketch", "table"]
