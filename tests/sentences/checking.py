"""Comparing objections with the oracle: legality, the rule, each value, the claim, and the languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import attrs
from tests.sentences import mine_claims, town_claims
from tests.sentences.facts import Data, Table, covers, letters
from tests.sentences.judging import broken_by_kind, broken_rules
from tests.sentences.patterns import PATTERNS, Claim, Pattern

import magnum_sal as ms
from magnum_sal.words import objection_in_words

CLAIMS: Final = (mine_claims, town_claims)
"""The modules whose import fills ``PATTERNS``."""

FACTS_OF_A_SENTENCE: Final = re.compile(r"\b(?:S[1-6]|[1-3][LR][1-4]|[BGW]+(?:=\d+)?|\d+|Ada|Ben|Cleo|Dan)\b")
"""The parts of a sentence that are the same in every language: spaces, salt, orders, numbers and players."""

Combination = tuple[str, str, str]
"""The type of a move, and the rule and the reason of its objection."""


@attrs.frozen
class Wrong:
    """A difference between the library and the oracle."""

    what: str
    """The kind of difference: legality, rule, unread, value, claim or language."""
    combination: Combination
    sentence: str
    told: str
    """The position, the move, and the difference."""


@attrs.define
class Report:
    """The questions and findings."""

    positions: int = 0
    moves: int = 0
    kinds: int = 0
    """The number of impossible kinds of move for which the reason was asked."""
    covered: Counter[Combination] = attrs.Factory(Counter)
    found: list[Wrong] = attrs.Factory(list)
    read: set[str] = attrs.Factory(set)
    """The templates of the patterns that matched a sentence."""
    counts: Counter[tuple[str, Combination, str]] = attrs.Factory(Counter)
    """The number of times that each difference was seen, by its kind, combination and words without numbers."""
    most: int = 50
    """The number of differences that are kept in full for each of these."""

    def note(self, wrong: Wrong) -> None:
        """Count a difference, and keep it if few like it are kept."""
        key = (wrong.what, wrong.combination, FACTS_OF_A_SENTENCE.sub("#", wrong.sentence))
        self.counts[key] += 1
        if self.counts[key] <= self.most:
            self.found.append(wrong)


def ask(state: ms.GameState, moves: Iterable[ms.Move], report: Report) -> None:
    """Check the objections to each of *moves*, and to each impossible kind of move."""
    report.positions += 1
    table = Table(ms.to_dict(state))
    for move in moves:
        report.moves += 1
        asked = ms.to_dict(move)
        against, broken = ms.objection(state, move), broken_rules(table, asked)
        combination = (move.type, against.rule, against.reason) if against else (move.type, "", "")
        if (against is None) != (not broken):
            told = f"broken: {sorted(broken)}; {move!r} in {state!r}"
            report.note(Wrong("legality", combination, str(against), told))
        if against is not None:
            if against.rule not in broken:
                told = f"broken: {sorted(broken)}; {move!r} in {state!r}"
                report.note(Wrong("rule", combination, against.sentence, told))
            check(state, table, move.type, asked, against, report)
    for kind, against in ms.why_not(state).items():
        report.kinds += 1
        broken = broken_by_kind(table, kind)
        if broken and against.rule not in broken:
            told = f"broken: {sorted(broken)}; {kind} in {state!r}"
            report.note(Wrong("rule", (kind, against.rule, against.reason), against.sentence, told))
        check(state, table, kind, None, against, report)


def check(
    state: ms.GameState, table: Table, kind: str, asked: Data | None, against: ms.Objection, report: Report
) -> None:
    """Check the values, the words and the claim of an objection to a move, or to a kind of move."""
    combination = (kind, against.rule, against.reason)
    report.covered[combination] += 1
    for what, told in _differences(table, kind, asked, against, report.read):
        report.note(Wrong(what, combination, against.sentence, f"{told}; {asked or kind} in {state!r}"))


def _differences(
    table: Table, kind: str, asked: Data | None, against: ms.Objection, templates: set[str]
) -> list[tuple[str, str]]:
    spoken = against.sentence
    read = [(pattern, said) for pattern in PATTERNS if (said := pattern.read(spoken)) is not None]
    if len(read) != 1:
        return [("unread", f"{len(read)} patterns read it: {[pattern.template for pattern, _ in read]}")]
    pattern, said = read[0]
    templates.add(pattern.template)
    claim = Claim(table, kind, asked, said)
    found = [("language", told) for told in _other_languages(against, spoken)]
    values: Mapping[str, Any] = ms.to_dict(against)["values"]
    for name, value in values.items():
        if name in said and said[name] != _as_read(value):
            found.append(("value", f"{name} is {value!r} and read as {said[name]!r}"))
        elif name not in said and _as_read(value) != UNSAID.get((against.reason, name), _unknown)(claim):
            found.append(("value", f"{name} is {value!r}, which is not said, and not what the oracle finds"))
    if not _is_true(pattern, claim):
        found.append(("claim", f"not true by the oracle of {pattern.template!r}"))
    return found


def _unknown(_: Claim) -> Any:
    return ...


def _slot_to_complete(claim: Claim) -> int:
    """Return the first slot with an order that the player can complete."""
    return next(
        slot
        for slot, order in enumerate(claim.table.open)
        if order is not None and covers(claim.table.salt, order["salt"])
    )


def _most_pickaxes(claim: Claim) -> int:
    cubes: int = sum(claim.move["salt"].values())
    return max(0, cubes + _water(claim) - 1)


def _water(claim: Claim) -> int:
    water: int = claim.table.mine[claim.move["chamber"]]["water"]
    return water


def _salt(claim: Claim) -> str:
    return letters(claim.table.salt)


def _rested(claim: Claim) -> int:
    return claim.table.rested(claim.move["chamber"])


def _is_second_trade(claim: Claim) -> bool:
    return len(claim.table.trades(claim.move)) > 1


UNSAID: Final[Mapping[tuple[str, str], Callable[[Claim], Any]]] = {
    ("must_complete", "slot"): _slot_to_complete,
    ("no_miner_just_placed", "type"): lambda claim: claim.move_type,
    ("no_miner_just_placed", "tool"): lambda _: "rope",
    ("no_miner_just_placed", "not_owned"): lambda claim: not claim.table.owned("rope"),
    ("action_used", "only_passed"): lambda claim: claim.table.rests_by_passing,
    ("nobody_to_send", "in_line"): lambda claim: claim.table.in_line > 0,
    ("no_salt_to_sell", "then"): _is_second_trade,
    ("no_salt_at_market", "then"): _is_second_trade,
    ("column_full", "then"): _is_second_trade,
    ("too_weak", "strength"): lambda claim: _rested(claim) + claim.move["pickaxes"] - _water(claim),
    ("too_weak", "miners"): _rested,
    ("too_many_pickaxes", "most"): _most_pickaxes,
    ("too_many_pickaxes", "water"): _water,
    ("too_little_water", "held"): _water,
    ("too_few_tired", "tired"): lambda claim: claim.table.tired(claim.space),
    ("too_few_tired", "wanted"): lambda claim: list(claim.move["chambers"]).count(claim.space),
    ("salt_not_there", "held"): lambda claim: letters(claim.table.mine[claim.move["chamber"]]["salt"]),
    ("no_trade_possible", "market"): lambda claim: letters(claim.table.data["market"]),
    ("no_trade_possible", "money"): lambda claim: claim.table.money,
    ("no_trade_possible", "salt"): _salt,
    ("salt_for_order_missing", "salt"): _salt,
    ("no_order_covered", "salt"): _salt,
    ("wrong_penalty", "salt"): _salt,
}
"""Values that the sentence leaves out, by reason and name, as the oracle computes them."""


def _is_true(pattern: Pattern, claim: Claim) -> bool:
    try:
        return pattern.claim(claim)
    except LookupError:  # The sentence names something that does not exist.
        return False


def _as_read(value: Any) -> Any:
    """Return a value of an objection's JSON form in the form that patterns return."""
    if isinstance(value, Mapping):
        return letters(value)
    if isinstance(value, list):
        if value and isinstance(value[0], list):
            return ", ".join(f"{groszy} to {name}" for name, groszy in value)
        return tuple(value)
    return value


def _other_languages(against: ms.Objection, english: str) -> list[str]:
    facts = Counter(FACTS_OF_A_SENTENCE.findall(english))
    told = (objection_in_words(against, language) for language in ("pl", "de"))
    return [other for other in told if Counter(FACTS_OF_A_SENTENCE.findall(other)) != facts]
