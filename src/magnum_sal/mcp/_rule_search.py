"""Look up rules by id and by words, and mark the variants among them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import takewhile
from typing import Final

from ..errors import MisuseError
from ..errors.suggestions import find_similar, fold, split_into_words
from ..model.rule_text import RuleText
from ..model.ruleset import Ruleset
from ..words import capitalize, label, sentence
from ..words.rule_texts import rule_texts

_MOST_FOUND: Final = 6
"""The maximum number of rules in the answer to a search, without variants that are not used."""
_SHORTEST_STEM: Final = 4
"""The minimum number of characters of a word in a rule that also finds longer words: "pump" finds "pumping"."""
_SHORTEST_WORD: Final = 3
"""The minimum number of characters of a searched word that also finds longer words: "tie" finds "ties"."""


def list_rules(ruleset: Ruleset, language: str) -> list[str]:
    """Return the id and the title of each rule. Variants are marked."""
    variants = find_variants(ruleset)
    marks = {
        rule: label("mcp.variant.on" if is_used else "mcp.variant.off", language) for rule, is_used in variants.items()
    }
    return [
        f"{rule.id}: {rule.title}" + (f" ({marks[rule.id]})" if rule.id in marks else "")
        for rule in rule_texts(ruleset, language).values()
    ]


def find_variants(ruleset: Ruleset) -> Mapping[str, bool]:
    """Return the rules that belong to a switch, by id, each with whether the ruleset uses it."""
    used: dict[str, bool] = {}
    for switch in ruleset.switches:
        # Several switches can belong to one rule. The rule is used if any of them is on.
        used[switch.rule] = used.get(switch.rule, False) or ruleset.setting(switch.name) != switch.off
    return used


def find_rule(ruleset: Ruleset, name: str, language: str) -> RuleText:
    """
    Return the rule with this id, in any case.

    Raises:
        MisuseError: no rule has this id.
    """
    texts = rule_texts(ruleset, language)
    if (found := texts.get(name.strip().upper())) is not None:
        return found
    near = ", ".join(find_similar(name.upper(), list(texts), 3, cutoff=0))
    raise MisuseError(sentence("mcp.no_rule", language, rule=name, near=near))


def describe_rule(ruleset: Ruleset, rule: RuleText, language: str, *, is_of_game: bool) -> Iterator[str]:
    """
    Yield the rule's id and title, whether it is a variant, its summary and text, and its rulings.

    *is_of_game* says whether the ruleset is the one of a game. If not, it is the one of new games.
    """
    yield f"{rule.id}: {capitalize(rule.title)}"
    if (is_used := find_variants(ruleset).get(rule.id)) is not None:
        whose = "game" if is_of_game else "new"
        yield sentence(f"mcp.variant.{'used' if is_used else 'unused'}_{whose}", language)
    yield rule.summary
    if rule.text:
        yield rule.text
    for ruling in rule.rulings:
        yield f"- {ruling.question} {ruling.decision}"


def search_rules(ruleset: Ruleset, words: str, language: str) -> list[RuleText]:
    """
    Return the rules that match the *words* best.

    Rules whose ids are among the words come first, and variants that are not used come last. The others are in order of
    their scores. A word counts more if few rules contain it.
    """
    texts = rule_texts(ruleset, language)
    # As in inverse document frequency (Sparck Jones, 1972), a rare word says more about the rule that is meant than a
    # common one. A word in the title counts more than one in the summary or in the rest.
    fields = [_split_fields(rule) for rule in texts.values()]
    known = frozenset().union(*(found for rule in fields for _, found in rule))
    scores = dict.fromkeys(texts, 0.0)
    for word in split_into_words(words):
        matches = _find_matches(word, known)
        weights = [sum(weight for weight, found in rule if not found.isdisjoint(matches)) for rule in fields]
        count = sum(weight > 0 for weight in weights)
        for rule, weight in zip(texts, weights, strict=True):
            scores[rule] += weight / count if weight else 0
    named = _find_ids(words, texts)
    unused = {rule for rule, is_used in find_variants(ruleset).items() if not is_used and rule not in named}
    # The sort is stable, so equally good rules stay in the order of the rules page.
    others = sorted((rule for rule in texts if scores[rule] and rule not in named), key=lambda rule: -scores[rule])
    ranked = [*named, *others]
    # A variant does not take the place of a rule that applies, because that rule is probably the answer.
    applying = [rule for rule in ranked if rule not in unused]
    variants = [rule for rule in ranked[:_MOST_FOUND] if rule in unused]
    return [texts[rule] for rule in (*applying[:_MOST_FOUND], *variants)]


def _find_ids(words: str, texts: Mapping[str, RuleText]) -> list[str]:
    """Return the ids of rules among the words, in the order in which the words name them."""
    # The words of an id, such as "mine" and "1", occur in many rules. Together they can mean only one.
    found = re.findall(r"\w+(?:-\w+)+", fold(words))
    ids = {fold(rule): rule for rule in texts}
    return list(dict.fromkeys(ids[word] for word in found if word in ids))


def _split_fields(rule: RuleText) -> tuple[tuple[int, set[str]], ...]:
    """Return the words of each part of a rule's text, with the weight of the part."""
    rulings = " ".join(f"{ruling.question} {ruling.decision}" for ruling in rule.rulings)
    fields = ((4, f"{rule.id} {rule.title}"), (2, rule.summary), (1, f"{rule.text} {rulings}"))
    return tuple((weight, split_into_words(text)) for weight, text in fields)


def _find_matches(word: str, known: Collection[str]) -> set[str]:
    """
    Return the *known* words that a searched *word* finds.

    These are the word and its longer and shorter forms: of two forms, one begins with the other. If there are none,
    these are the words that share the longest beginning with it, at least half of the word: "winner" finds "wins".
    """
    found = {
        other
        for other in known
        if other == word
        or (len(word) >= _SHORTEST_WORD and other.startswith(word))
        or (len(other) >= _SHORTEST_STEM and word.startswith(other))
    }
    if found:
        return found
    shared = {other: _count_common_letters(word, other) for other in known}
    longest = max(shared.values(), default=0)
    if longest < max(_SHORTEST_WORD, len(word) / 2):
        return set()
    return {other for other, length in shared.items() if length == longest}


def _count_common_letters(one: str, other: str) -> int:
    """Return the number of characters at the beginning that two words share."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
