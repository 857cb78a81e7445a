"""Errors that the functions of an extension raise by mistake, such as ``KeyError``, as errors of the library."""

from __future__ import annotations

from typing import Final

from . import ExtensionError, MagnumSalError
from .messages import brief

FAILURES: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""The errors of Python that a mistake in a function causes."""


def blame_function(function: str, error: Exception) -> ExtensionError:
    """
    Build the error that names the *function* at fault. Raise it from *error*, whose traceback shows the line.

    >>> print(blame_function("the rule of 'visit_smithy': decide", KeyError("barrel")))
    the rule of 'visit_smithy': decide failed: KeyError('barrel')
    """
    reason = str(error) if isinstance(error, MagnumSalError) else brief(error, 200)
    return ExtensionError(f"{function} failed: {reason}")
