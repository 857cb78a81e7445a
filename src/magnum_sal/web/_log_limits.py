"""Rate limits for the server's own log: a fault that repeats itself must not fill the disk."""

from __future__ import annotations

import copy
import logging
from typing import Any, Final

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from uvicorn.config import LOGGING_CONFIG

_RATE: Final = parse("10/minute")
_NOTE: Final = " (more lines like this one are left out for up to a minute)"


class RepeatedLines(logging.Filter):
    """
    Drops lines that repeat themselves; the last one before a gap says so.

    Lines count as the same if logger, level and the first line of the unformatted message are the same, so that
    addresses and names in the arguments make no difference.

    Args:
        rate: How many of the same lines are let through.
    """

    def __init__(self, rate: RateLimitItem = _RATE) -> None:
        super().__init__()
        self._rate = rate
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written."""
        kind = (record.name, record.levelname, str(record.msg).partition("\n")[0])
        if not self._limiter.hit(self._rate, *kind):
            return False
        if not self._limiter.get_window_stats(self._rate, *kind).remaining:
            record.msg = str(record.msg) + _NOTE
        return True


def logging_config() -> dict[str, Any]:
    """Return uvicorn's configuration of logging, with the filter, and with the same form for all other loggers."""
    config: dict[str, Any] = copy.deepcopy(LOGGING_CONFIG)
    config["filters"] = {"repeated": {"()": RepeatedLines}}
    config["handlers"]["default"]["filters"] = ["repeated"]
    config["root"] = {"handlers": ["default"], "level": "WARNING"}
    return config
