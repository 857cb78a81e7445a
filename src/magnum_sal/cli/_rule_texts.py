"""Rule texts in a terminal: search them, and format a rule as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import fill

from ..errors.suggestions import fold
from ..model.rule_text import RuleText
from ..model.ruleset import Ruleset
from ..words import capitalize, sentence
from ..words.rule_texts import rule_texts


def search_rules(texts: Mapping[str, RuleText], typed: str) -> tuple[RuleText, ...]:
    """
    Return the rules that contain all typed words, ignoring case and accents; matches in the id or the title come first.

    An empty search returns all rules in their original order.
    """
    words = fold(typed).split()
    named = [rule for rule in texts.values() if _has(words, rule.id, rule.title)]
    others = [rule for rule in texts.values() if rule not in named and _has(words, *_lines(rule))]
    return (*named, *others)


def _has(words: list[str], *texts: str) -> bool:
    text = fold(" ".join(texts))
    return all(word in text for word in words)


def _lines(rule: RuleText) -> Iterator[str]:
    yield from (rule.id, rule.title, rule.summary, rule.text)
    for ruling in rule.rulings:
        yield from (ruling.question, ruling.decision, ruling.reason)


def find_rule(ruleset: Ruleset, typed: str, language: str) -> RuleText | None:
    """Return the rule whose id is *typed*, in upper or lower case and with or without brackets."""
    # Most typed lines are moves, which do not contain a hyphen. For them, do not load the rule texts.
    return rule_texts(ruleset, language).get(typed.strip("[]").upper()) if "-" in typed else None


def describe_rules(ruleset: Ruleset, typed: str, language: str, width: int) -> Iterator[str]:
    """Yield the text of the rule with the id *typed* or of the only matching rule, or a list of the matching rules."""
    exact = find_rule(ruleset, typed, language)
    found = search_rules(rule_texts(ruleset, language), typed) if exact is None else (exact,)
    if not found:
        yield sentence("ui.rules.none", language, text=typed)
    elif len(found) == 1:
        yield from (
            fill(line, width, break_long_words=False, break_on_hyphens=False) for line in _format_rule(found[0])
        )
    else:
        yield from (f"{rule.id:12} {capitalize(rule.title)}" for rule in found)


def _format_rule(rule: RuleText) -> Iterator[str]:
    """Yield the paragraphs of a rule: title and id, summary, text, and the rulings with their reasons."""
    yield f"{capitalize(rule.title)} [{rule.id}]"
    yield rule.summary
    yield " ".join(rule.text.split())
    for ruling in rule.rulings:
        yield " ".join((ruling.question, *ruling.decision.split(), *ruling.reason.split()))
