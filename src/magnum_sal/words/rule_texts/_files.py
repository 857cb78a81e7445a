"""The rule texts, read from a language's files on first use, and the field that decides each ruling."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from ..._internal.caches import cached
from ...model.rule_text import RuleText, Ruling
from ..languages import load_file

LANGUAGES: Final = ("en", "pl", "de")
"""The languages in which the rule texts are available."""

BOOKLET: Final = ("pl", "en", "de")
"""The languages of the booklet, the original first."""

_CHAPTERS: Final = ("pieces", "mine", "town", "tools")

DECIDED_BY: Final[Mapping[str, str | None]] = {
    "SET-TOOLS.kinds": "tools",
    "SET-SUPPLY.shortage": None,
    "SETUP-1.starting_player": None,
    "SETUP-2.tool_deck": None,
    "TURN-1.first_turn": None,
    "TURN-2.unwanted_action": None,
    "TURN-2.free_tools": "rules",
    "TURN-3.effect": "rules",
    "TURN-4.two_ways": "rules",
    "TURN-4.tools_before_rest": "rules",
    "MOVE-1.no_way_back": "rules",
    "CHAIN-1.after_leaving": "rules",
    "CHAIN-2.stranded": "rulings",
    "CHAIN-3.revealed": "rulings",
    "MINE-1.fewer": "rules",
    "MINE-2.who_tires": "all_miners_tire",
    "MINE-3.castle_line": "rules",
    "ASST-1.sources": "rules",
    "INN-1.limit": "miners_per_colour",
    "SHOP-1.empty_stack": "rules",
    "PUMP-1.tired_miner": "rules",
    "PUMP-1.beyond_board": "rules",
    "MARKET-1.no_trade": "rules",
    "MARKET-2.one_kind": "rules",
    "MARKET-3.full_column_price": "lowest_price_bonus",
    "MARKET-3.full_column_cube": "rules",
    "MARKET-3.one_card": "rules",
    "CASTLE-1.sources": "rules",
    "CASTLE-2.whose_miners": "rulings",
    "CASTLE-3.second_arrival": "rules",
    "CASTLE-4.no_coin": "rules",
    "CASTLE-6.empty_stack": "rules",
    "CASTLE-6.no_open_order": "rules",
    "TOOL-1.without_effect": "rules",
    "TOOL-1.same_turn": "rules",
    "ROPE-1.same_miner": "rules",
    "ROPE-1.chain_each": "rules",
    "PICK-1.one_tires": "rules",
    "CART-1.one_space": "rules",
    "CART-1.own_spaces": "rules",
    "CART-1.capacity": "cart_capacity",
    "BUCKET-1.tired_miner": "rules",
    "BUCKET-1.shaft": "rules",
    "FOOD-1.at_once": "rules",
    "PHASE-1.no_other_end": "rulings",
    "PHASE-2.castle_line": "castle_line_stays",
    "PHASE-2.refill": None,
    "END-1.last_tie": "rulings",
    "END-1.no_tools": "tool_values",
    "VAR-MAP.not_reached": "rulings",
    "VAR-TIRE.pickaxes": "rules",
    "VAR-CART.shared_space": "rules",
}
"""For each ruling, by id, the field of ``Ruleset`` that changes the decision, or None."""

CHANGES: Final[Mapping[str, tuple[str, ...]]] = {
    "mapped_mine": ("SETUP-1", "REVEAL-1"),
    "cart_capacity": ("CART-1",),
    "all_miners_tire": ("MINE-2",),
    "castle_line_stays": ("PHASE-2",),
    "lowest_price_bonus": ("MARKET-3",),
}
"""The rules of the standard game that each switch changes."""


@cached(most=len(LANGUAGES))
def phrases(language: str) -> Mapping[str, str]:
    """Return the phrases for combining rule texts."""
    return MappingProxyType(load_file(f"{language}/rules/phrases.toml"))


@cached(most=len(LANGUAGES))
def read_texts(language: str) -> Mapping[str, RuleText]:
    """Return the texts of the standard game's rules by id, in the order of the rules page, with unfilled braces."""
    silent = phrases(language)["silent"]
    entries = {rule: entry for file in _CHAPTERS for rule, entry in load_file(f"{language}/rules/{file}.toml").items()}
    return MappingProxyType({rule: _text(rule, entry, silent) for rule, entry in entries.items()})


def _text(rule: str, entry: Mapping[str, Any], silent: str) -> RuleText:
    rulings = entry.get("rulings", {}).items()
    return RuleText(
        id=rule,
        title=_in_one_line(entry["title"]),
        summary=_in_one_line(entry["summary"]),
        text=_in_one_line(entry["text"]),
        rulings=tuple(_ruling(rule, f"{rule}.{word}", ruling, silent) for word, ruling in rulings),
    )


def _ruling(rule: str, id: str, entry: Mapping[str, str], silent: str) -> Ruling:
    return Ruling(
        id=id,
        rule=rule,
        question=_in_one_line(entry["question"]),
        decision=_in_one_line(entry["decision"]),
        reason=_in_one_line(entry["reason"]),
        readings={language: _in_one_line(entry.get(language, silent)) for language in BOOKLET},
        switch=DECIDED_BY[id],
    )


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
