"""The rules of the game, one module per chapter. The first line of each module names its rules."""

from typing import TYPE_CHECKING

from .._internal import lazy_names

if TYPE_CHECKING:
    from . import standard as standard

__all__: list[str] = []

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names.offering(__name__, __all__, modules=("standard",))
