"""
Questions about a position, and about what happened in it.

- ``choices``: a move chosen question by question
- ``effects``: what a move would change
- ``why_not``: why a kind of move cannot be made
- ``sensible``: the legal moves without those that only waste something
- ``facts``: prices, tolls, strength, what is in reach
- ``steps``, ``tidying``: what happened in a game, move by move
"""

from typing import TYPE_CHECKING

from .._internal import lazy_names

if TYPE_CHECKING:
    from . import choices as choices
    from . import effects as effects
    from . import facts as facts
    from . import sensible as sensible
    from . import steps as steps
    from . import tidying as tidying
    from . import why_not as why_not

__all__: list[str] = []

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names.offering(
        __name__, __all__, modules=("choices", "effects", "facts", "sensible", "steps", "tidying", "why_not")
    )
