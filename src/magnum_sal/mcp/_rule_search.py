"""Look up rules by id and by words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..errors import MisuseError
from ..errors.suggestions import find_similar, split_into_words
from ..model.rule_text import RuleText
from ..model.ruleset import Ruleset
from ..words import capitalize, sentence
from ..words.rule_texts import rule_texts

_MOST_FOUND: Final = 6
"""The maximum number of rules in the answer to a search."""
_SHORTEST_STEM: Final = 4
"""The minimum number of characters of a word that also finds longer words: "pump" finds "pumping" and the reverse."""


def list_rules(ruleset: Ruleset, language: str) -> list[str]:
    """Return the id and the title of each rule."""
    return [f"{rule.id}: {rule.title}" for rule in rule_texts(ruleset, language).values()]


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


def describe_rule(rule: RuleText) -> Iterator[str]:
    """Yield the rule's id and title, its summary and text, and its rulings."""
    yield f"{rule.id}: {capitalize(rule.title)}"
    yield rule.summary
    if rule.text:
        yield rule.text
    for ruling in rule.rulings:
        yield f"- {ruling.question} {ruling.decision}"


def search_rules(ruleset: Ruleset, words: str, language: str) -> list[RuleText]:
    """Return the rules that match the *words* best, the best first. A word counts more if few rules contain it."""
    texts = rule_texts(ruleset, language).values()
    # As in inverse document frequency (Sparck Jones, 1972), a rare word says more about the rule that is meant than a
    # common one. A word in the title counts more than one in the summary or in the rest.
    scores = [0.0] * len(texts)
    for word in split_into_words(words):
        weights = [_weigh(word, rule) for rule in texts]
        count = sum(weight > 0 for weight in weights)
        for index, weight in enumerate(weights):
            scores[index] += weight / count if weight else 0
    # The sort is stable, so equally good rules stay in the order of the rules page.
    found = sorted(zip(scores, texts, strict=True), key=lambda entry: -entry[0])
    return [rule for score, rule in found if score][:_MOST_FOUND]


def _weigh(word: str, rule: RuleText) -> int:
    """Return how much a word counts for a rule: 0 if the rule does not contain it."""
    rulings = " ".join(f"{ruling.question} {ruling.decision}" for ruling in rule.rulings)
    fields = ((4, f"{rule.id} {rule.title}"), (2, rule.summary), (1, f"{rule.text} {rulings}"))
    return sum(weight for weight, text in fields if _contains(split_into_words(text), word))


def _contains(known: set[str], word: str) -> bool:
    """Return whether *word* is one of the *known* words, or one begins with the other."""
    return word in known or any(
        min(len(other), len(word)) >= _SHORTEST_STEM and (other.startswith(word) or word.startswith(other))
        for other in known
    )
