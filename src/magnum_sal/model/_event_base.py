"""The base of all events, below the rules that bring some of their own."""

from __future__ import annotations

from typing import ClassVar

import attrs

from .._internal.immutable import Immutable


@attrs.frozen
class Event(Immutable):
    """The base of all events, those of extensions too; its class is named by ``"type"`` in JSON."""

    type: ClassVar[str]
    """The name of the class in JSON, as its ``"type"``."""
