"""Short signatures of constructors with many parameters, for ``help()``, editors and the documentation."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Any, Final

import attrs

_LONGEST_DEFAULT: Final = 50
"""The maximum length of a default in a signature. Longer defaults are shown as ``...``."""

_WIDTH: Final = 70
"""The maximum length of a line of a signature. ``help()`` indents the lines by eight characters."""


class _Omitted:
    """Stands for a default that is too long for a signature."""

    def __repr__(self) -> str:
        return "..."


_OMITTED: Final = _Omitted()


class _ShortSignature(Signature):
    """A signature whose text has no types and is broken into lines. Its parameters have their types."""

    __slots__ = ()

    def __str__(self) -> str:
        # This import must not slow down `import magnum_sal`, because only people who read signatures need it.
        import textwrap

        parameters = [str(parameter.replace(annotation=Parameter.empty)) for parameter in self.parameters.values()]
        # A no-break space within each parameter keeps the parameter in one line.
        text = ", ".join(parameter.replace(" ", "\N{NO-BREAK SPACE}") for parameter in parameters)
        lines = textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
        return "\n    ".join(["(", *(line.replace("\N{NO-BREAK SPACE}", " ") for line in lines)]) + "\n)"

    def format(self, **_: Any) -> str:  # Any: the options differ between the versions of Python
        """Return the text of the signature. ``help()`` calls this method from Python 3.13 on, instead of ``str``."""
        return str(self)


class ShortSignature:
    """
    The attribute ``__signature__`` of an attrs class with many fields, which ``inspect.signature`` reads.

    The signature is built from the fields when it is requested, so a class costs nothing at import. It does not affect
    calls.
    """

    def __get__(self, instance: object, owner: Any) -> Signature:
        return _ShortSignature([_parameter(field) for field in attrs.fields(owner) if field.init])


def _parameter(field: attrs.Attribute[Any]) -> Parameter:
    default = field.default
    if default is attrs.NOTHING:
        default = Parameter.empty
    elif len(repr(default)) > _LONGEST_DEFAULT:
        default = _OMITTED
    kind = Parameter.KEYWORD_ONLY if field.kw_only else Parameter.POSITIONAL_OR_KEYWORD
    return Parameter(field.alias or field.name, kind, default=default, annotation=field.type)
