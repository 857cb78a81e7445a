"""
Fast constructors of frozen attrs values: unchecked copies with changed fields, and drafts that become values.

The constructor that attrs generates writes to a frozen value with ``object.__setattr__``, which takes three to five
times as long as an ordinary assignment. The functions created here instead assign the fields of a mutable subclass.
Then they turn the instance into a value by changing its ``__class__``.

A ``Recipe`` lists what a function writes into each field. This module compiles it to a function at import time. For the
compiled build, ``tools/compiling/rewriting.py`` turns the same recipe into a function in typed source code.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar, cast

import attrs

_Value = TypeVar("_Value")
_Copy = TypeVar("_Copy")


derive: Final = object.__setattr__
"""Sets a derived field of a frozen value, on creation or on first use."""


class Recipe(NamedTuple):
    """The parameters of a generated constructor and the expressions for its fields."""

    parameters: Sequence[str]
    """The names of the parameters, all of which are positional."""
    fields: Mapping[str, str]
    """For each field of the new value, an expression that uses the parameters."""


def plan_change(fields: Mapping[str, bool], changed: Sequence[str]) -> Recipe:
    """Return the recipe for a copy with *changed* fields; *fields* marks constructor arguments with True."""
    # Derived fields are copied like all others. The caller therefore lists a derived field in *changed* if it depends
    # on a changed field.
    return Recipe(["value", *changed], {name: name if name in changed else f"value.{name}" for name in fields})


def plan_copy(fields: Mapping[str, bool], _: Sequence[str] = ()) -> Recipe:
    """Return the recipe for copying a value into a mutable object; fields that are not arguments become None."""
    # A field that is not an argument holds a result that a state has computed, such as its legal moves. The next state
    # must not inherit this result, so the field starts as None.
    return Recipe(["value"], {name: f"value.{name}" if is_argument else "None" for name, is_argument in fields.items()})


def make_changer(value_class: Callable[..., _Value], *names: str) -> Callable[..., _Value]:
    """
    Return a function that takes a frozen value and new values for *names*, and returns a changed copy.

    The function replaces ``attrs.evolve`` for the parts of states. It is four times as fast and validates nothing.

    Args:
        value_class: A frozen attrs class with slots.
        names: The fields that change, including derived ones, in the order of the arguments.
    """
    parameters, fields = plan_change(_fields(value_class), names)
    return _compile(
        f"change_{value_class.__name__}_{names[0]}",
        parameters,
        # attrs caches the hash of a value in a separate slot. A copy with a changed field has a different hash, so the
        # slot starts empty.
        {**fields, **dict.fromkeys(_hash_slots(value_class), "None")},
        # CPython allows this because the mutable subclass adds no slots, so both classes have the same layout.
        "self.__class__ = value_class",
        made=_open(value_class),
        value_class=value_class,
    )


def make_copier(value_class: type[_Value], open_class: type[_Copy]) -> Callable[[_Value], _Copy]:
    """
    Return a function that copies the fields of a value into an instance of another class.

    Fields without a constructor argument become None.

    Args:
        value_class: An attrs class with slots.
        open_class: A mutable class with the same slots.
    """
    parameters, fields = plan_copy(_fields(value_class))
    return _compile(f"copy_{value_class.__name__}", parameters, fields, made=open_class)


def make_sealer(
    value_class: type[_Value],
    open_class: type[_Copy],  # noqa: ARG001  # the compiled build reads the type of the parameter here
) -> Callable[[_Copy], _Value]:
    """
    Return a function that turns an instance of a mutable class into a value by changing its class.

    Args:
        value_class: An attrs class with slots.
        open_class: A mutable class with the same slots.
    """

    # The draft itself becomes the state, without a second copy of all fields. Code that still holds the draft cannot
    # write to it, because this object is now frozen.
    def seal(draft: _Copy) -> _Value:
        draft.__class__ = value_class  # type: ignore[assignment]  # not a subclass, but with the same slots
        return cast(_Value, draft)

    return seal


def _fields(value_class: Any) -> dict[str, bool]:
    return {field.name: field.init for field in attrs.fields(value_class)}


def _hash_slots(value_class: Any) -> list[str]:
    """Return the slots that are not fields, such as the slot for a cached hash (None until it is computed)."""
    slots = [slot for base in value_class.__mro__ for slot in getattr(base, "__slots__", ())]
    return [slot for slot in slots if slot not in (*_fields(value_class), "__weakref__")]


@cache
def _open(value_class: Any) -> type:
    """Return a mutable subclass."""
    # Both methods are needed: CPython writes to a slot directly only if neither is overridden.
    ordinary = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(f"Open{value_class.__name__}", (value_class,), ordinary)


def _compile(
    name: str, parameters: Sequence[str], fields: Mapping[str, str], *last: str, made: type, **scope: Any
) -> Callable[..., Any]:
    """Compile a function, called *name* in tracebacks and profiles, that creates an object with these *fields*."""
    # These functions are fast because they assign each field without a loop or checks. If the fields are written one by
    # one through ``object.__setattr__``, 60 random games take 33 % more instructions (docs/machinery.md). ``exec`` is
    # safe here: the text consists of the names of fields of classes in the library or an extension, never of data.
    written = [f"self.{field} = {expression}" for field, expression in fields.items()]
    lines = [f"def {name}({', '.join(parameters)}):", "self = new(made)", *written, *last, "return self"]
    text = "\n    ".join(lines) + "\n"
    file = f"<{__name__}.{name}>"
    # `linecache` provides tracebacks with the generated lines. An entry without a modification time is never
    # invalidated, as in an interactive session.
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    # ``new(made)`` skips the constructor of the class, which would check fields that are already valid.
    scope |= {"new": made.__new__, "made": made}
    exec(compile(text, file, "exec"), scope)
    function: Callable[..., Any] = scope[name]
    function.__module__ = __name__
    return function
