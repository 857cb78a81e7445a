"""How frozen values are made beyond what attrs does: fields that follow from others, and copies in no time."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, ParamSpec, TypeVar, cast

import attrs

_Fields = ParamSpec("_Fields")
_Value = TypeVar("_Value")
_Copy = TypeVar("_Copy")


derive: Final = object.__setattr__
"""Sets a field of a frozen value that follows from its others: when it is made, or when it is asked for first."""


def maker(value_class: Callable[_Fields, _Value]) -> Callable[_Fields, _Value]:
    """
    Return a constructor of a frozen attrs class that takes all fields by position, unchecked and as they are.

    The constructor of attrs writes to a frozen value through ``object.__setattr__``, which takes three to five times as
    long; building the parts of states was a quarter of ``apply``. This one makes an instance of an open subclass,
    writes its fields as those of any other object, and then lets it become what it is.

    Args:
        value_class: A frozen attrs class with slots, whose fields are all arguments of its constructor.
    """
    names, opened = _names(value_class), _opened(value_class)
    return _compiled(
        f"new_{value_class.__name__}",
        names,
        "self = new(opened)",
        *(f"self.{name} = {name}" for name in names),
        *(f"self.{slot} = None" for slot in _hash_slots(value_class)),
        "self.__class__ = value_class",
        new=opened.__new__,
        opened=opened,
        value_class=value_class,
    )


def changing(value_class: Callable[..., _Value], *names: str) -> Callable[..., _Value]:
    """
    Return a function that takes a frozen value and other values for these of its fields, and returns a changed copy.

    It is ``attrs.evolve`` for the parts of states: unchecked, and four times as fast.

    Args:
        value_class: A frozen attrs class with slots.
        names: The fields that change, derived ones included, in the order of the arguments.
    """
    kept, opened = [name for name in _names(value_class) if name not in names], _opened(value_class)
    return _compiled(
        f"change_{value_class.__name__}_{names[0]}",
        ["value", *names],
        "self = new(opened)",
        *(f"self.{name} = {name}" for name in names),
        *(f"self.{name} = value.{name}" for name in kept),
        *(f"self.{slot} = None" for slot in _hash_slots(value_class)),
        "self.__class__ = value_class",
        new=opened.__new__,
        opened=opened,
        value_class=value_class,
    )


def copier(value_class: type[_Value], open_class: type[_Copy]) -> Callable[[_Value], _Copy]:
    """
    Return a function that copies the fields of a value into an instance of another class.

    Those that no constructor takes begin anew.

    Args:
        value_class: An attrs class with slots.
        open_class: A class with the same slots, whose instances can be written to.
    """
    fields = attrs.fields(cast(Any, value_class))
    return _compiled(
        f"copy_{value_class.__name__}",
        ["value"],
        "self = new(open_class)",
        *(f"self.{field.name} = value.{field.name}" for field in fields if field.init),
        *(f"self.{field.name} = default_{field.name}" for field in fields if not field.init),
        **{f"default_{field.name}": field.default for field in fields if not field.init},
        new=open_class.__new__,
        open_class=open_class,
    )


def sealer(value_class: type[_Value], open_class: type[_Copy]) -> Callable[[_Copy], _Value]:
    """
    Return a function that turns an instance of an open class into a value, which costs nothing: it becomes one.

    Args:
        value_class: An attrs class with slots.
        open_class: A class with the same slots, whose instances can be written to.
    """
    return _compiled(f"seal_{open_class.__name__}", ["self"], "self.__class__ = value_class", value_class=value_class)


def _names(value_class: Any) -> list[str]:
    return [field.name for field in attrs.fields(value_class)]


def _hash_slots(value_class: Any) -> list[str]:
    """Return the slots that are no fields: the one in which attrs remembers a hash, None until it is asked for."""
    slots = [slot for base in value_class.__mro__ for slot in getattr(base, "__slots__", ())]
    return [slot for slot in slots if slot not in (*_names(value_class), "__weakref__")]


@cache
def _opened(value_class: Any) -> type:
    """Return a subclass that is written to like any other object."""
    # Both methods are needed: CPython writes to a slot directly only where neither is overridden.
    ordinary = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(f"Open{value_class.__name__}", (value_class,), ordinary)


def _compiled(name: str, parameters: Sequence[str], *lines: str, **scope: Any) -> Callable[..., Any]:
    """Return a function of this *name* and body, which tracebacks show and profiles tell from others."""
    text = "\n    ".join([f"def {name}({', '.join(parameters)}):", *lines, "return self"]) + "\n"
    file = f"<{__name__}.{name}>"
    # Without a time of change the lines stay in the cache, as those of an interactive session do.
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), scope)
    function: Callable[..., Any] = scope[name]
    function.__module__ = __name__
    return function
