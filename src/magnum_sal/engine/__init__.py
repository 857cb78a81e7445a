"""
Compute events and the next state from a state and a move, under the state's ruleset.

- ``transitions``: ``new_game``, ``legal_moves``, ``objection``, ``apply``
- ``steps``: what a move did: ``Transition``, ``Step``
- ``evolve``: apply events to a state, without knowing the rules
- ``timing``: list the rules that apply now
- ``chance``, ``determinize``, ``unseen``: pieces that lie face down
- ``deal``, ``playout``: random setups and random games
"""

from typing import TYPE_CHECKING

from .._internal import lazy_names

if TYPE_CHECKING:
    from . import chance as chance
    from . import deal as deal
    from . import determinize as determinize
    from . import evolve as evolve
    from . import playout as playout
    from . import steps as steps
    from . import timing as timing
    from . import transitions as transitions
    from . import unseen as unseen

__all__: list[str] = []

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names.offering(
        __name__,
        __all__,
        modules=("chance", "deal", "determinize", "evolve", "playout", "steps", "timing", "transitions", "unseen"),
    )
