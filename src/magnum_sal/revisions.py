"""The numbers by which records say under what they were written: the log's schema and the revision of the rules."""

from __future__ import annotations

from typing import Final

LOG_SCHEMA: Final = 1
"""The form of log lines and of the JSON values in them; a step up comes with a migration (``log.migrations``)."""

RULES_REVISION: Final = 1
"""The rulings in force; a step up says that a recorded game may go differently by today's rules."""
