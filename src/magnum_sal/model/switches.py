"""
The table of a ruleset's switches: options that vary a ruleset without giving it a new name.

Everything about switches is derived from this table: serialization, schema, words, command-line options, and the setup
screen. To add a switch, add a row here, a field of ``Ruleset`` that is off by default, words in each language, and the
one rule that reads the field. Your own ruleset may have further switches (``Ruleset.own_switches``).

>>> [switch.name for switch in SWITCHES if switch.unit]
['cart_capacity']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import attrs

from .._internal.field_help import provide_field_help
from ..errors import LARGEST_NUMBER
from ..errors.messages import brief

__all__ = ["SWITCHES", "Setting", "Switch"]


def __dir__() -> list[str]:
    return __all__


Setting: TypeAlias = bool | int | None
"""The setting of a switch."""


@attrs.frozen
class Switch:
    """An option that is off or on; if it has a unit, it is off or a number of at least 1."""

    name: str
    """
    The name of the switch. It names the field of ``Ruleset`` or the argument of ``Ruleset.setting``, and it is the key
    in JSON and the key of the switch's words.
    """
    rule: str
    """The id of the rule."""
    help: str
    """The effect of the switch when it is on, in English, for the command line."""
    on: Setting = True
    """The setting when a person turns the switch on."""
    unit: str = ""
    """The unit of the number; empty if the only settings are off and on."""

    @property
    def off(self) -> Setting:
        """The default setting."""
        return None if self.unit else False

    @property
    def kind(self) -> Any:
        """The type of the settings."""
        return int | None if self.unit else bool

    def complaint(self, setting: object, none: str = "None") -> str | None:
        """Return the error in *setting*, or None if it is valid. If there is a unit, *none* means "off"."""
        if not self.unit:
            return None if type(setting) is bool else f"{brief(setting)} is not true or false"
        if setting is None or (type(setting) is int and 1 <= setting <= LARGEST_NUMBER):
            return None
        until = f"to {LARGEST_NUMBER}" if type(setting) is int and setting > LARGEST_NUMBER else "up"
        return f"{brief(setting)} is not {none} or a number of {self.unit} from 1 {until}"


provide_field_help(Switch)

SWITCHES: Final = (
    Switch("mapped_mine", "VAR-MAP", "tiles lie face up"),
    Switch("cart_capacity", "VAR-CART", "the second edition's cart", on=2, unit="cubes"),
    Switch("all_miners_tire", "VAR-TIRE", "an extraction tires all your miners in the chamber"),
    Switch("castle_line_stays", "VAR-LINE", "the castle line stays when a phase ends"),
    Switch("lowest_price_bonus", "VAR-SALE", "a commercial privilege earns its extra grosz in a full column, too"),
)
"""The switches, in output order."""

NAMES: Final = tuple(switch.name for switch in SWITCHES)
"""The names of the switches."""

LONGEST_NAME: Final = 40
"""The maximum number of characters in the name of a switch."""


def complaint_of_own(switches: tuple[Switch, ...], settings: tuple[Setting, ...]) -> str | None:
    """Return the first error in a ruleset's own switches and their settings, or None if all are valid."""
    names: set[str] = set()
    for switch in switches:
        if wrong := _complaint_of_switch(switch):
            return f"own_switches: {wrong}"
        if switch.name in NAMES or switch.name in names:
            return f"own_switches: there are two switches called {switch.name!r}"
        names.add(switch.name)
    return _complaint_of_settings(switches, settings)


def _complaint_of_switch(switch: Switch) -> str | None:
    name = switch.name
    # A switch is also a command-line option and a keyword of ``with_switches``.
    if type(name) is not str or not (name.isascii() and name.isidentifier() and len(name) <= LONGEST_NAME):
        return f"expected the name of a switch, such as 'mapped_mine', got {brief(name)}"
    for text in (switch.rule, switch.help, switch.unit):
        if type(text) is not str or not text.isprintable():
            return f"{name}: expected a printable text, got {brief(text)}"
    if switch.on == switch.off or switch.complaint(switch.on):
        return f"{name}: {brief(switch.on)} is not a setting that turns it on"
    return None


def _complaint_of_settings(switches: Sequence[Switch], settings: object) -> str | None:
    if not isinstance(settings, tuple) or len(settings) != len(switches):
        return f"own_settings: expected a setting for each of {len(switches)} switches, got {brief(settings)}"
    for switch, setting in zip(switches, settings, strict=True):
        if wrong := switch.complaint(setting):
            return f"{switch.name}: {wrong}"
    return None
