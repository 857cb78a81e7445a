"""
Positions as codes: short strings for the paths of links, which contain only what everybody at a table sees.

A code is a version digit and the text of the position, compressed with raw DEFLATE (RFC 1951) and written in base64url
(RFC 4648) without padding. DEFLATE replaces repeated text by references to earlier text. A position is too short to
repeat much, so both sides start from the same preset dictionary, which contains the words that most positions contain.
The dictionary of a version never changes, because links of the version are in use.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Final

from ...errors import MalformedError, MisuseError
from ...errors.messages import brief
from ...model.state import GameState, check_state
from ._describing import sketch

LONGEST_CODE: Final = 1900
"""The maximum number of characters in a code. Some programs cut off links with more than 2,000 characters."""
LONGEST_DECODED: Final = 4000
"""The maximum number of bytes in the text of a code. Texts of public positions from games have at most 1,300."""

_VERSION: Final = "1"
_CODE: Final = re.compile(r"1[A-Za-z0-9_-]+")
_RAW: Final = -15
"""The window size for zlib; a negative number stands for raw DEFLATE, without a header and a checksum."""

# The most frequent words are at the end, because references to nearby text are the shortest.
_DICTIONARY: Final = b"""ruleset: standard, mapped_mine, cart_capacity 2, all_miners_tire, castle_line_stays
, lowest_price_bonus
turn: over, turn: setup, visited town_square workshop market castle inn, passes 1, arriving 1, arrived S1
A: 1 grosz, left 1, right 2, stock 4, stock 3, stock 2, stock 1, W, WW, GGG, seen: tools , orders 5 3 2 2
commercial_privilege bucket rope food cart pickaxe royal_privilege
, 2 pickaxe used, 2 food used, 2 bucket used, 2 cart used, 2 rope used, commercial_privilege used, royal_privilege used
, pickaxe used, food used, bucket used, rope used, cart used
, order BB=9, orders BB=9 BG=11 GG=13 BBB=15 BBG=17 BW=15 GW=17 BGG=19 GGG=21 WW=21 BBW=21 GGW=25 BWW=27 GWW=29 WWW=33
 | 3L1: [WW/0 of GWWW/3] | 3L2: [?/1] [WW/0 of GGWWW/3] | 3R1: [-/0 of GGGWW/3] | 3R2: [-/0 of WWWW/3]
2L1: [-/0 of BBGW/2] | 2L2: [-/0 of BBBG/2] | 2L3: [-/0 of BGGG/2]
2R1: [-/0 of GGW/2] | 2R2: [-/0 of BWW/3] | 2R3: [-/0 of BGGW/2]
assistant workshop: A | assistant castle: C | assistant market: A | market: BBGG | inn: 3
workshop: rope cart food bucket pickaxe, stack 3
castle: GGW=25 BWW=27 WW=21 BBW=21, completed 4, stack 6
public | players: Ada, Ben, Cleo, Dan | turn: A, phase 2, phase 3, round 12, start C, actions 1
A: 10 groszy, BBG, B: 9 groszy, BG, C: 12 groszy, D: 7 groszy, S1: AB | S2: A | S3: B | S4: C | S5: D | S6: A
1L1: [-/0 of BBG/1] | 1L2: [-/0 of BG/1] | 1L3: [-/0 of BGG/2] | 1L4: [-/0 of BBB/1]
1R1: [-/0 of BG/1] | 1R2: [-/0 of BBG/1] | 1R3: [-/0 of BB/0] | 1R4: [-/0 of BBB/1]
"""


def encode_position(state: GameState) -> str:
    """
    Return the code of the public form of *state*. It contains neither face-down pieces nor secrets of seats.

    >>> from magnum_sal import new_game
    >>> state = new_game(["Ada", "Ben"], seed=1)
    >>> decode_position(encode_position(state)).splitlines()[0]
    'public | players: Ada, Ben | turn: A, round 1'

    Raises:
        MisuseError: the state has no text (see ``testing.sketch``), or its code would be longer than ``LONGEST_CODE``.
    """
    check_state(state)
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    packed = packer.compress(sketch(state.public()).encode()) + packer.flush()
    code = _VERSION + base64.urlsafe_b64encode(packed).rstrip(b"=").decode()
    if len(code) > LONGEST_CODE:
        raise MisuseError(f"the position is too long for a link: {len(code)} characters exceed {LONGEST_CODE}")
    return code


def decode_position(code: str) -> str:
    """
    Return the text of the position in *code*, in the grammar of ``testing.position``.

    The code may come from anybody. The function limits the length of its result, but does not parse the text.

    Raises:
        MalformedError: *code* is not a code, or its text has more than ``LONGEST_DECODED`` bytes.
    """
    if len(code) > LONGEST_CODE or _CODE.fullmatch(code) is None:
        raise MalformedError(f"{brief(code, 60)} is not the code of a position; perhaps a part of the link is missing")
    body = code[1:]
    unpacker = zlib.decompressobj(_RAW, _DICTIONARY)
    try:
        # The limit guards against "decompression bombs", short data that expand to gigabytes.
        raw = unpacker.decompress(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)), LONGEST_DECODED + 1)
        if len(raw) > LONGEST_DECODED:
            raise MalformedError(f"the text in the code of the position has more than {LONGEST_DECODED} bytes")
        if unpacker.eof and not unpacker.unused_data:
            return raw.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        pass
    raise MalformedError("the code of the position is damaged; perhaps a part of the link is missing")
