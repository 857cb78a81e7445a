"""The rulesets that are registered in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from .switches import NAMES

if TYPE_CHECKING:
    from .ruleset import Ruleset

REGISTERED: Final[dict[str, Ruleset]] = {}
"""The registered rulesets by name. New rulesets look up their names here, so this module cannot import ``Ruleset``."""

_CHANGEABLE: Final = frozenset((*NAMES, "own_settings"))


def has_namesake(ruleset: Ruleset) -> bool:
    """Check whether *ruleset* has the name of a registered one, but differs from it in more than its switches."""
    known = REGISTERED.get(ruleset.name)
    return known is not None and known is not ruleset and _list_common_values(known) != _list_common_values(ruleset)


def _list_common_values(ruleset: Ruleset) -> list[object]:
    """Return the values that rulesets with the same name have in common."""
    fields = attrs.fields(type(ruleset))
    return [getattr(ruleset, field.name) for field in fields if field.eq and field.name not in _CHANGEABLE]
