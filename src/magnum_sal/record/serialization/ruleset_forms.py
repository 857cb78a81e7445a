"""The JSON form of a ruleset: its registered name, the library's switches, and the settings of its own ones."""

from __future__ import annotations

from typing import Annotated, Any

from ..._internal.checks import LARGEST_NUMBER
from ...errors import MalformedError, MisuseError
from ...model.meaning import Within
from ...model.ruleset import Ruleset, is_registered, registered, with_switches
from ...model.switches import Setting, Switch
from .json_text import shown
from .strict_fields import object_fields


def registered_name(ruleset: Ruleset) -> str:
    """Return the name of *ruleset*; ``MisuseError`` where it would mean another one."""
    if not is_registered(ruleset):
        raise MisuseError(
            f"{ruleset!r} is not registered, so its JSON form would mean another game: "
            "give it a name of its own and register it"
        )
    return ruleset.name


def setting_of(switch: Switch) -> Any:
    """Return the type of a switch's settings in JSON."""
    return Annotated[int, Within(1, LARGEST_NUMBER)] | None if switch.unit else bool


def own_settings(ruleset: Ruleset) -> dict[str, Setting]:
    """Return what is written of a ruleset's own switches."""
    return {switch.name: ruleset.setting(switch.name) for switch in ruleset.own_switches}


def has_own_settings(ruleset: Ruleset) -> bool:
    """Say whether anything is."""
    return bool(ruleset.own_switches)


def read_own_settings(data: Any) -> dict[str, Any]:
    """Read that, as far as that is possible without the ruleset."""
    try:
        return object_fields(data)
    except MalformedError as error:
        raise MalformedError(f"own_settings: {error}") from None


def ruleset_of(_: type[Ruleset], values: dict[str, Any], own: Ruleset) -> Ruleset:
    """Return the ruleset of what was read, among the registered ones and the reader's *own*."""
    name, *settings, given = values.values()
    base = own if name == own.name else registered(name)
    known = {switch.name for switch in base.own_switches}
    for switch_name in given:
        if switch_name not in known:
            raise MalformedError(f"own_settings: {shown(switch_name)} is no switch of {base.name!r}")
    settings += [given.get(switch.name, switch.off) for switch in base.own_switches]
    for switch, setting in zip(base.switches, settings, strict=True):
        if complaint := switch.complaint(setting, "null"):
            place = f"own_settings.{switch.name}" if switch.name in known else switch.name
            raise MalformedError(f"{place}: {complaint}")
    return with_switches(base, settings)
