"""The versions of the library, the log schema and the rules, as recorded in logs."""

from __future__ import annotations

from typing import Final

__version__ = "0.2.0.dev0"  # the build backend cannot read an annotated assignment
"""The version of the library, defined only here."""


class OtherVersionWarning(UserWarning):
    """The warning that a file to which this version appends was started by version *library*."""

    def __init__(self, name: str, library: str) -> None:
        super().__init__(
            f"{name} was started with version {library} of the library, and this is version {__version__}, in which "
            "bots may play differently; choose another file to compare bots within one version"
        )
        self.library = library


LOG_SCHEMA: Final = 5
"""The version of the log schema, including the JSON forms of values; each new version has a migration."""

RULES_REVISION: Final = 1
"""The version of the rulings. A game recorded under an older version may play out differently now."""
