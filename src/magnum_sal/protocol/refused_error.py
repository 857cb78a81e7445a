"""The error for a refused request, with an error code from the protocol."""

from __future__ import annotations

from ..errors import MagnumSalError


class RefusedError(MagnumSalError):
    """
    The error for a refused request if no other error class fits.

    Attributes:
        code: One of the protocol's error codes.
        wait_seconds: The number of seconds after which the request can succeed; None if nobody knows.
    """

    def __init__(self, code: str, sentence: str, wait_seconds: int | None = None) -> None:
        self.code = code
        self.wait_seconds = wait_seconds
        super().__init__(sentence)
