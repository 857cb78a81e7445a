"""
Checks for the fields of moves and events of one's own, as attrs validators.

They raise ``MalformedError`` with the class, the field and the value. Types are checked by them too; a field without a
validator is checked only where it comes from JSON.

>>> import attrs, magnum_sal as ms
>>> @attrs.frozen
... class UseLamp(ms.Move):
...     type = "use_lamp"
...     chamber: str = attrs.field(validator=is_chamber)
>>> UseLamp("S1")
Traceback (most recent call last):
...
magnum_sal.errors.MalformedError: UseLamp.chamber: 'S1' is not a chamber (1L1 to 3R2)
"""

from __future__ import annotations

from ._checks import is_count, is_flag, is_id, is_number
from .mine import is_chamber, is_space
from .pieces import is_salt_amount, is_salt_kind

__all__ = [
    "is_chamber",
    "is_count",
    "is_flag",
    "is_id",
    "is_number",
    "is_salt_amount",
    "is_salt_kind",
    "is_space",
]
