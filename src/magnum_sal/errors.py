"""The errors of the library, one family, and the objection to a move."""

from __future__ import annotations

from typing import Final

import attrs

from ._wording import LONGEST_MESSAGE, printable

_LONGEST_FIELD: Final = 100
_BESIDE: Final = 40
"""Parts of a message leave so many characters for what stands beside them: the rule's id, the number of the line."""


def _sentence(text: str) -> str:
    return printable(text, LONGEST_MESSAGE - _BESIDE)


class MagnumSalError(Exception):
    """
    The base of every error that the library raises on purpose.

    Its message is one printable line of at most 500 characters, whatever the input was that it is about; what had to be
    changed for that is written as an escape.
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*(printable(given) if isinstance(given, str) else given for given in arguments))

    def __str__(self) -> str:
        return printable(super().__str__())


class MalformedError(MagnumSalError, ValueError):
    """
    A value that is not of the form asked for: a wrong type, an unknown id, a missing field, a count below 0.

    The message names the field and the value. The rules were not even asked.
    """


class MisuseError(MagnumSalError):
    """A call that makes no sense: both a seed and a setup, an unregistered ruleset written as JSON."""


class HiddenPieceError(MagnumSalError):
    """
    A move on a public state that would turn up a piece nobody knows, by the rule of an extension (RULES section 12).

    The built-in rules wait for such a piece: see ``GameState.pending``.
    """


@attrs.frozen
class Objection:
    """What speaks against a move."""

    rule: str
    """Id of the rule that is broken, such as ``"CHAIN-1"``."""
    sentence: str = attrs.field(converter=_sentence)
    """The reason, for the person at the table, with the spaces, amounts and prices it is about."""

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]"


class IllegalMoveError(MagnumSalError):
    """
    A well-formed move that the rules do not allow here.

    Attributes:
        rule: Id of the broken rule.
        sentence: The reason, for the person at the table.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        self.rule: str = printable(rule, _BESIDE - 3)
        self.sentence: str = _sentence(sentence)
        super().__init__(self.rule, self.sentence)

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]"


class LogError(MagnumSalError):
    """
    A log that cannot be read, does not verify, or cannot be written.

    Attributes:
        line: Number of the line that is wrong, 1 for the header; None where it is about the whole log.
        field: The field of the line, such as ``"events[2].groszy"``, None where no single one is wrong.
        difference: What is wrong with it.
    """

    def __init__(self, line: int | None, field: str | None, difference: str) -> None:
        self.line = line
        self.field: str | None = None if field is None else printable(field, _LONGEST_FIELD)
        self.difference: str = printable(difference, LONGEST_MESSAGE - _LONGEST_FIELD - _BESIDE)
        super().__init__(self.line, self.field, self.difference)

    def __str__(self) -> str:
        places = [f"line {self.line}"] * (self.line is not None) + [self.field or ""]
        return ": ".join([*filter(None, places), self.difference])


class MissingExtraError(MagnumSalError):
    """
    A part of the library whose packages are not installed.

    Args:
        what: What is missing for want of them, as in "a rating".
        extra: The extra that brings them.
        package: The package that was looked for.
    """

    def __init__(self, what: str, extra: str, package: str) -> None:
        self.what: str = printable(what, 80)
        self.extra: str = printable(extra, 80)
        self.package: str = printable(package, 80)
        super().__init__(self.what, self.extra, self.package)

    def __str__(self) -> str:
        extra = f"pip install 'magnum-sal[{self.extra}]'"
        return f"{self.what} needs the package {self.package}, which comes with the extra {self.extra!r}: {extra}"
