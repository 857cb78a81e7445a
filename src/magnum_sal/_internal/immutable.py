"""The base class of all immutable values."""

from __future__ import annotations

from reprlib import recursive_repr
from typing import Any, Self

import attrs


class Immutable:
    """
    The base class of immutable values. Copying or deep-copying a value returns the value itself.

    A pickle contains a call to the constructor, which both builds of the library understand.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # attrs generates no repr for a class that defines one itself. Compiling a repr for every class took a tenth of
        # the time of `import magnum_sal`.
        if cls.__repr__ is Immutable.__repr__:
            cls.__repr__ = Immutable.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return _format_value(self)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # A pickle must not contain cached results. The hash of a string, for example, is different in each process.
        # Fields that are not arguments follow from the arguments.
        cls: Any = type(self)
        return cls, tuple([getattr(self, field.name) for field in attrs.fields(cls) if field.init])


@recursive_repr("...")
def _format_value(value: Any) -> str:
    """Return the repr of an attrs value as attrs formats it: the class name with the fields."""
    fields = [f"{field.name}={getattr(value, field.name)!r}" for field in attrs.fields(type(value)) if field.repr]
    # A class defined in a function is shown without the function, as in attrs.
    return f"{type(value).__qualname__.rpartition('>.')[2]}({', '.join(fields)})"
