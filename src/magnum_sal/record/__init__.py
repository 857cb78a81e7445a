"""
Running games, their logs, and the JSON and text forms of all values.

- ``game``, ``notices``: a game with undo, a log and listeners
- ``log``: the record of a game, line by line
- ``serialization``, ``schema``: values as JSON, and the JSON Schemas of these forms
- ``notation``, ``positions``: moves and positions as text
"""

from typing import TYPE_CHECKING

from .._internal import lazy_names

if TYPE_CHECKING:
    from . import game as game
    from . import log as log
    from . import notation as notation
    from . import notices as notices
    from . import positions as positions
    from . import schema as schema
    from . import serialization as serialization

__all__: list[str] = []

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names.offering(
        __name__, __all__, modules=("game", "log", "notation", "notices", "positions", "schema", "serialization")
    )
