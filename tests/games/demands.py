"""The demands on all recorded games together, and the named exceptions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final, get_args

from tests.games.contents import Item
from tests.games.playing import RULESETS
from tests.sentences.combinations import COMBINATIONS, GAPS, GAPS_OF_KINDS
from tests.vocabulary import REASONS

import magnum_sal as ms
from magnum_sal.arena._game_result import Ending
from magnum_sal.model.pieces import MAX_PLAYERS, MIN_PLAYERS
from magnum_sal.model.switches import SWITCHES
from magnum_sal.record.log.entries import LINES
from magnum_sal.words._ending import _TIES

_LAMP: Final = ("LAMP-1 lies_face_up", "LAMP-1 seen_already", "LAMP-1 nothing_unseen")

OWN_REFUSALS: Final[Mapping[str, tuple[str, ...]]] = {
    "smithy_game": (
        *("SMITHY-1 tool_not_used", "SMITHY-1 too_dear", "SMITHY-1 nothing_used"),
        *("BARREL-1 no_miner_there", "BARREL-1 not_one_or_two", "BARREL-1 too_little_water"),
        "BARREL-1 no_miner_at_water",
    ),
    "crystal_chapel": (
        *("CHAPEL-1 no_crystal_asked", "CHAPEL-1 too_few_crystals", "CHAPEL-1 no_crystal"),
        *("FOREMAN-1 no_miner_there", "FOREMAN-1 foreman_is_there", "FOREMAN-1 too_few_crystals"),
        *("FOREMAN-1 no_chamber", "FEAST-1 card_waits"),
    ),
    "lamp_game": _LAMP,
    "weather_game": ("WEATHER-1 roll_waits",),
    "night_shift": (*_LAMP, "WEATHER-1 roll_waits", "NIGHT-2 card_waits"),
}
"""The refusals of the extensions' own rules, by ruleset, each with its reasons."""

_SEATS: Final = tuple(f" with {players} players" for players in range(MIN_PLAYERS, MAX_PLAYERS + 1))
_AT_TABLE: Final = " at a real table"
_PLACES: Final = ("", *_SEATS, _AT_TABLE)

_BY_KIND: Final[Mapping[str, tuple[str, ...]]] = {
    "schema": (
        *(str(schema) for schema in range(1, ms.LOG_SCHEMA + 1)),
        *(f"{schema}{_AT_TABLE}" for schema in range(2, ms.LOG_SCHEMA + 1)),
    ),
    "real table": tuple(f"{players} players" for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)),
    "ruleset": (
        *(f"{ruleset.name}{place}" for ruleset, place in product(RULESETS, _PLACES)),
        *(f"{ruleset.name} plays otherwise" for ruleset in RULESETS if ruleset.name != ms.STANDARD.name),
    ),
    "switch": tuple(f"{switch.name}{place}" for switch, place in product(SWITCHES, _PLACES)),
    "end": (
        *(f"by the rules: {how}" for how in ("ending.wins", *_TIES, "ending.share_equal")),
        *("agreed", "agreed at a server of tables", "agreed at a server of tables, somebody absent", "not over"),
        *(f"arena: {ending}" for ending in get_args(Ending)),
    ),
    "line": (
        *(line.type for line in LINES),
        "header with a position",
        *(f"{what} of a {line}" for what, line in product(("undo", "redo"), ("move", "reveal"))),
        "cut off",
    ),
    "event": tuple(
        dict.fromkeys(
            (
                *(event.type for event in get_args(ms.model.events.StandardEvent)),
                *(name for ruleset in RULESETS for name in ruleset.event_types),
            )
        )
    ),
    "move": tuple(dict.fromkeys(tag for ruleset in RULESETS for tag in ruleset.by_type)),
    "tool": tuple(
        dict.fromkeys(
            f"{tool} {what}" for ruleset in RULESETS for tool, what in product(ruleset.tool_kinds, ("bought", "used"))
        )
    ),
    "card": tuple(dict.fromkeys(card for ruleset in RULESETS for card in ruleset.card_kinds)),
    "refusal": (
        *(" ".join(combination) for combination in (*sorted(COMBINATIONS), *GAPS_OF_KINDS)),
        *(f"{ruleset}: {refusal}" for ruleset, refusals in OWN_REFUSALS.items() for refusal in refusals),
    ),
    "reason": tuple(dict.fromkeys(name.partition(".")[0] for name in REASONS)),
}

DEMANDS: Final[tuple[Item, ...]] = tuple((kind, name) for kind, names in _BY_KIND.items() for name in names)
"""
The items that at least one recorded game must have, in the order of the table.

Most come from the library's own lists.
"""

_RECORDED_BY_EXTENSION: Final = frozenset({"card_waits", "roll_waits"})
"""Gaps of the standard game that an extension closes."""

EXCEPTIONS: Final[Mapping[Item, str]] = {
    ("end", "arena: over"): "the arena adds no line then: the game ends by the rules",
    **{("reason", reason): why for reason, why in GAPS.items() if reason not in _RECORDED_BY_EXTENSION},
    **{("refusal", " ".join(combination)): why for combination, why in GAPS_OF_KINDS.items()},
}
"""The items that no recorded game has, each with the reason."""
