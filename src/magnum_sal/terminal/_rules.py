"""The texts of the rules, for reading in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from ..model.rule_text import RuleText
from ..model.ruleset import Ruleset
from ..words import titled
from ..words.rule_texts import LANGUAGES, rule_texts


def language_of_rules(language: str) -> str:
    """Return the language to read the rules in: English where there are no texts in *language*."""
    return language if language in LANGUAGES else "en"


def rules(ruleset: Ruleset, language: str) -> Mapping[str, RuleText]:
    """Return the texts of all rules of *ruleset* by id."""
    return rule_texts(ruleset, language_of_rules(language))


def found(texts: Mapping[str, RuleText], typed: str) -> tuple[RuleText, ...]:
    """
    Return the rules that all words typed are in, capitals or not, those first that have them in their id or title.

    Nothing typed finds all, in their order.
    """
    words = typed.casefold().split()
    named = [rule for rule in texts.values() if _has(words, rule.id, rule.title)]
    others = [rule for rule in texts.values() if rule not in named and _has(words, *_lines(rule))]
    return (*named, *others)


def _has(words: list[str], *texts: str) -> bool:
    text = " ".join(texts).casefold()
    return all(word in text for word in words)


def _lines(rule: RuleText) -> Iterator[str]:
    yield from (rule.id, rule.title, rule.summary, rule.text)
    for ruling in rule.rulings:
        yield from (ruling.question, ruling.decision, ruling.reason)


def as_read(rule: RuleText) -> Text:
    """Return a rule as it is read: title and id, what it says, and what was decided, with the reasons."""
    text = Text.assemble((f"{titled(rule.title)} ", "bold"), (f"[{rule.id}]", "dim"), "\n\n", (rule.summary, "bold"))
    text.append(f"\n\n{' '.join(rule.text.split())}")
    for ruling in rule.rulings:
        text.append(f"\n\n{ruling.question}", "italic")
        text.append(f"\n{' '.join(ruling.decision.split())} ")
        text.append(" ".join(ruling.reason.split()), "dim")
    return text
