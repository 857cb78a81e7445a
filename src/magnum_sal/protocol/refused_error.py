"""The error for a refused request, with an error code from the protocol."""

from __future__ import annotations

from ..errors import MagnumSalError


class RefusedError(MagnumSalError):
    """
    The error for a refused request if no other error class fits.

    Attributes:
        code: One of the protocol's error codes.
    """

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)
