"""What stands for the braces in a text: the numbers and pieces of a ruleset, in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

import attrs

from ...errors import MisuseError
from ...errors.messages import brief
from ...model.pieces import MAX_PLAYERS, MIN_PLAYERS, SALT_KINDS, SaltAmount
from ...model.rule_text import RuleText
from ...model.ruleset import Ruleset
from ...rules.scoring import tool_value
from .. import count_in_words, label, roman

Facts = Mapping[str, int | str]

_BRACES: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
_TIMES: Final = "\N{MULTIPLICATION SIGN}"
_TO: Final = "\N{EN DASH}"


def filled(written: RuleText, known: Facts, language: str) -> RuleText:
    """
    Return a text with *known* facts in place of its braces: ``{penalty}`` is a number, ``{penalty:grosz}`` counts.

    Raises:
        MisuseError: braces name what no ruleset says.
    """

    def said(found: re.Match[str]) -> str:
        name, thing = found.groups()
        if name not in known:
            raise MisuseError(f"the text of {brief(written.id)} has {found[0]}, which no ruleset says")
        fact = known[name]
        return count_in_words(fact, thing, language) if thing and isinstance(fact, int) else str(fact)

    return attrs.evolve(
        written,
        summary=_BRACES.sub(said, written.summary),
        text=_BRACES.sub(said, written.text),
        rulings=tuple(attrs.evolve(ruling, decision=_BRACES.sub(said, ruling.decision)) for ruling in written.rulings),
    )


def facts(ruleset: Ruleset, language: str) -> Facts:
    """Return what braces can name: the numbers of *ruleset* by field, and what is told of its other fields."""
    fields = {field.name: getattr(ruleset, field.name) for field in attrs.fields(Ruleset)}
    known: dict[str, int | str] = {name: value for name, value in fields.items() if type(value) is int}
    known |= {name: _joined(value) for name, value in fields.items() if _are_numbers(value)}
    for switch in ruleset.switches:
        if switch.unit:
            known[switch.name] = ruleset.setting(switch.name) or switch.on or 0
    for kind, prices in zip(SALT_KINDS, ruleset.market_prices, strict=True):
        known[f"{kind}_prices"] = _joined(prices)
    return known | {
        "phases": ruleset.phases,
        "fewest_players": MIN_PLAYERS,
        "most_players": MAX_PLAYERS,
        "no_tools": tool_value(ruleset, 0),
        "tools_in_all": len(ruleset.tools),
        "workshop_spaces": len(ruleset.workshop_prices),
        "inn_miners": _joined(len(ruleset.inn_track) - start for start in ruleset.inn_start),
        "lowest_prices": _joined(min(prices) for prices in ruleset.market_prices),
        "tiles": _numbered("level", ruleset.tiles, language),
        "orders": _numbered("phase", ruleset.orders, language),
        "tool_cards": _several(Counter(ruleset.tools), ruleset, language),
        "assistant_places": _named(ruleset.assistant_places, ruleset, language),
        "market_refill": _named(ruleset.market_refill, ruleset, language),
        "salt_supply": _salt(ruleset.salt_supply, ruleset, language),
        "start_salt": _salt(ruleset.start_salt, ruleset, language),
        "start_market": _salt(ruleset.start_market, ruleset, language),
        "tool_values": _ranges(ruleset.tool_values),
    }


def _are_numbers(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(type(number) is int for number in value)


def _joined(parts: Iterable[object]) -> str:
    return ", ".join(map(str, parts))


def _numbered(thing: str, rows: Sequence[Iterable[object]], language: str) -> str:
    """Return pieces by level or phase: ``level I (BB/0, BG/1), level II (BWW/3)``."""
    heading = label(thing, language)
    return _joined(f"{heading} {roman(number)} ({_joined(row)})" for number, row in enumerate(rows, 1))


def _named(ids: Iterable[str], ruleset: Ruleset, language: str) -> str:
    return _joined(label(own, language, ruleset) for own in ids) or label("none", language)


def _several(counts: Mapping[str, int], ruleset: Ruleset, language: str) -> str:
    """Return how many there are of each, in a form that needs no grammar."""
    told = (f"{count} {_TIMES} {label(own, language, ruleset)}" for own, count in counts.items() if count)
    return _joined(told) or label("none", language)


def _salt(salt: SaltAmount, ruleset: Ruleset, language: str) -> str:
    return _several({kind: salt.of(kind) for kind in SALT_KINDS}, ruleset, language)


def _ranges(values: Sequence[tuple[int, int]]) -> str:
    """Return what numbers of something count, of those from which on they do; the first range begins with none."""
    if not values:
        return "0"
    bounds = list(values) if values[0][0] == 0 else [(0, 0), *values]
    told = []
    for (least, value), (after, _) in pairwise(bounds):
        numbers = str(least) if least == after - 1 else f"{least}{_TO}{after - 1}"
        told.append(f"{numbers}: {value}")
    least, value = bounds[-1]
    return _joined([*told, f"{least}+: {value}"])
