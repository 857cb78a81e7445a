"""The base of all values: what nothing can change need not be copied."""

from __future__ import annotations

from typing import Any, Self

import attrs


class Immutable:
    """
    The base of values that nothing can change: a copy of one is the value itself.

    So is a deep copy, for what it is made of cannot change either. Both keep what was worked out about it. A pickle is
    a call of the constructor, which both builds of the library understand.
    """

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        cls: Any = type(self)
        return cls, tuple([getattr(self, field.name) for field in attrs.fields(cls) if field.init])
