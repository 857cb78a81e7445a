"""The error of a refused request, with a code of the protocol."""

from __future__ import annotations

from ..errors import MagnumSalError


class RefusedError(MagnumSalError):
    """
    The error for a refused request if no other error class fits.

    Attributes:
        code: One of the codes of the protocol.
    """

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)
