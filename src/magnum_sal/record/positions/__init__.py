"""
Positions as short texts: ``testing.position`` parses them, and ``testing.sketch`` and a state's repr write them.

``PositionText`` is the intermediate form between a text and a state. ``_parsing`` parses a text into it, and
``_state_building`` builds a state from it. ``_describing`` creates it from a state and formats it as text.
"""

from ._codes import LONGEST_CODE as LONGEST_CODE
from ._codes import LONGEST_DECODED as LONGEST_DECODED
from ._codes import decode_position as decode_position
from ._codes import encode_position as encode_position
from ._describing import sketch as sketch
from ._parsing import LONGEST_TEXT as LONGEST_TEXT
from ._parsing import entries_by_name as entries_by_name
from ._parsing import read_into as read_into
from ._parsing import seat as seat
from ._position_text import PositionText as PositionText
from ._state_building import build_table as build_table
from ._state_building import check_offer as check_offer
