"""The version of the library, of its logs and of its rules: the numbers by which a record says how it was written."""

from __future__ import annotations

from typing import Final

__version__ = "0.2.0.dev0"  # without an annotation, which the build backend would not read
"""The version of the library, stated here and nowhere else."""

LOG_SCHEMA: Final = 3
"""The form of log lines and of the JSON values in them; a step up comes with a migration."""

RULES_REVISION: Final = 1
"""The rulings in force; a step up says that a recorded game may go differently by today's rules."""
