"""
Queries about a position and about the course of a game.

- ``choices``: choose a move question by question
- ``answer_space``: list all answers that can ever be given to these questions
- ``observation``: describe a position and a question in numbers, for programs that learn
- ``effects``: preview the effects of a move
- ``payments``: list the payments of a step, each with its reason
- ``why_not``: explain why a kind of move is unavailable
- ``sensible``: list the legal moves without wasteful ones
- ``facts``: prices, tolls, strength and reachable spaces
- ``tidying``: separate the automatic events at the end of a phase from those of players and extensions
"""

from typing import TYPE_CHECKING

from .._internal import lazy_names

if TYPE_CHECKING:
    from . import answer_space as answer_space
    from . import choices as choices
    from . import effects as effects
    from . import facts as facts
    from . import observation as observation
    from . import payments as payments
    from . import sensible as sensible
    from . import tidying as tidying
    from . import why_not as why_not

__all__: list[str] = []

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names.offering(
        __name__,
        __all__,
        modules=(
            "answer_space",
            "choices",
            "effects",
            "facts",
            "observation",
            "payments",
            "sensible",
            "tidying",
            "why_not",
        ),
    )
