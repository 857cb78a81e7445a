"""
Checks for the fields of moves and events of one's own, as attrs validators.

A type of ``magnum_sal.model.fields`` says the same and is checked by itself; these serve where a field has another
type, or a default that needs ``attrs.field``. They raise ``MalformedError`` with the class, the field and the value.

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

from typing import Final

from .fields import SOURCE
from .meaning import BUILDING, COUNT, FLAG, NUMBER, PILE, TOOL, Meaning, Role, Validator
from .mine.geometry import CHAMBER, SPACE
from .pieces import KIND, SALT

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


def __dir__() -> list[str]:
    return __all__


_IDS: Final = {"source": SOURCE, "building": BUILDING, "tool": TOOL}
_ROLES: Final = {"source": Role.FROM, "chamber": Role.FROM, "target": Role.TO, "building": Role.TO}


class _PlaceValidator(Validator):
    """A check of an id, whose field says by its name which it is: the way before there was ``model.fields``."""

    def meaning_of(self, name: str) -> Meaning:
        """Return what a field of this *name* means that is checked so."""
        return _IDS.get(name, self.meaning) if self.meaning is PILE else self.meaning

    def role_of(self, name: str) -> Role | None:
        """Return what a field of this *name* has to do with a move."""
        return _ROLES.get(name)


is_count: Final = Validator(COUNT)
"""Accept an int of 0 or more that is no bool."""
is_number: Final = Validator(NUMBER)
"""Accept an int that is no bool."""
is_flag: Final = Validator(FLAG)
"""Accept True and False alone."""
is_id: Final = _PlaceValidator(PILE)
"""Accept a text that is not empty. From JSON, a field called ``source``, ``building`` or ``tool`` is a known one."""
is_space: Final = _PlaceValidator(SPACE)
"""Accept the id of a mine space."""
is_chamber: Final = _PlaceValidator(CHAMBER)
"""Accept the id of a chamber."""
is_salt_kind: Final = Validator(KIND)
"""Accept the three kinds of salt."""
is_salt_amount: Final = Validator(SALT)
"""Accept an amount of salt without a negative count."""
