"""The errors of the library, one family, and the objection to a move."""

from __future__ import annotations

import attrs


class MagnumSalError(Exception):
    """The base of every error that the library raises on purpose."""


class MalformedError(MagnumSalError, ValueError):
    """
    A value that is not of the form asked for: a wrong type, an unknown id, a missing field, a count below 0.

    The message names the field and the value. The rules were not even asked.
    """


class MisuseError(MagnumSalError):
    """A call that makes no sense: both a seed and a setup, an unregistered ruleset written as JSON."""


class HiddenPieceError(MagnumSalError):
    """A move on a public state that would turn up a piece nobody knows (RULES section 12)."""


@attrs.frozen
class Objection:
    """
    What speaks against a move.

    Attributes:
        rule: Id of the rule that is broken, such as ``"CHAIN-1"``.
        sentence: The reason, for the person at the table, with the spaces, amounts and prices it is about.
    """

    rule: str
    sentence: str

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
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]"
