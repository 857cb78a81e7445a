"""
The values of a game, and the contract of a rule.

- ``pieces``, ``box``, ``mine``: salt, tiles, orders and cards, the text printed on them, and the mine
- ``fields``, ``meaning``: what a field of a move, an event or a state means, and how it is checked
- ``moves``, ``events``, ``setup``, ``score``, ``display``: one immutable class for each kind of value
- ``rule``, ``ruleset``, ``switches``, ``extension``, ``rule_text``: what the engine knows about a rule
- ``ruleset_registry``: where rulesets are registered and found by name
- ``state``: the position of a game
"""

from typing import TYPE_CHECKING

from .._internal import lazy_names

if TYPE_CHECKING:
    from . import box as box
    from . import course as course
    from . import display as display
    from . import events as events
    from . import extension as extension
    from . import fields as fields
    from . import meaning as meaning
    from . import mine as mine
    from . import moves as moves
    from . import pieces as pieces
    from . import player_names as player_names
    from . import rule as rule
    from . import rule_text as rule_text
    from . import ruleset as ruleset
    from . import ruleset_registry as ruleset_registry
    from . import score as score
    from . import setup as setup
    from . import state as state
    from . import switches as switches

__all__: list[str] = []

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names.offering(
        __name__,
        __all__,
        modules=(
            "box",
            "course",
            "display",
            "events",
            "extension",
            "fields",
            "meaning",
            "mine",
            "moves",
            "pieces",
            "player_names",
            "rule",
            "rule_text",
            "ruleset",
            "ruleset_registry",
            "score",
            "setup",
            "state",
            "switches",
        ),
    )
