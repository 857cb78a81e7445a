"""Refusing a request for a reason that the protocol names."""

from __future__ import annotations

from ..errors import MagnumSalError


class RefusedError(MagnumSalError):
    """
    What is wrong with a request, where no other error of the library says it.

    Attributes:
        code: One of the codes of the protocol.
    """

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)
