"""The resources that a client can read: the rules in three languages, and the public logs of the open games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs

from ..errors import MisuseError
from ..errors.messages import printable
from ..model.ruleset import Ruleset
from ..words import sentence
from ..words.rule_texts import LANGUAGES, rule_texts
from ._desk import Desk
from ._rule_search import describe_rule, find_rule

SCHEME: Final = "magnum-sal"
_MARKDOWN: Final = "text/markdown"
_JSON_LINES: Final = "application/jsonl"
_LONGEST_URI: Final = 200
_RULES: Final = re.compile(rf"{SCHEME}://rules/([a-z]+)(?:/([A-Za-z0-9-]+))?")
_LOG: Final = re.compile(rf"{SCHEME}://games/([a-z0-9-]+)/log")
_NAMES: Final = {"en": "English", "pl": "Polish", "de": "German"}

TEMPLATES: Final = (
    (f"{SCHEME}://rules/{{language}}/{{rule}}", "rule", "A rule with its rulings.", _MARKDOWN),
    (f"{SCHEME}://games/{{game}}/log", "log", "The public log of an open game.", _JSON_LINES),
)
"""The address, name, description and media type of each kind of resource with placeholders."""


@attrs.frozen
class Resource:
    """A resource in the list of a client."""

    uri: str
    name: str
    description: str
    media_type: str


def list_resources(desk: Desk) -> Iterator[Resource]:
    """Yield the rules in each language, and the log of each open game."""
    for language in LANGUAGES:
        told = f"The rules of Magnum Sal in {_NAMES[language]}."
        yield Resource(f"{SCHEME}://rules/{language}", f"rules-{language}", told, _MARKDOWN)
    for game in desk.list_games():
        yield Resource(f"{SCHEME}://games/{game}/log", f"log-{game}", f"The public log of {game}.", _JSON_LINES)


def read_resource(desk: Desk, uri: str) -> tuple[str, str]:
    """
    Return the media type and the text of a resource.

    Raises:
        MisuseError: there is no resource at this address.
    """
    if len(uri) <= _LONGEST_URI:
        if (found := _RULES.fullmatch(uri)) is not None and found[1] in LANGUAGES:
            return _MARKDOWN, _format_rules(desk.settings.ruleset, found[1], found[2])
        if (found := _LOG.fullmatch(uri)) is not None:
            return _JSON_LINES, desk.public_log(found[1])
    raise MisuseError(sentence("mcp.no_resource", desk.settings.language, uri=printable(uri, 80)))


def _format_rules(ruleset: Ruleset, language: str, rule: str | None) -> str:
    """Return a rule, or all rules, as Markdown."""
    found = rule_texts(ruleset, language).values() if rule is None else [find_rule(ruleset, rule, language)]
    sections = []
    for entry in found:
        heading, *lines = describe_rule(ruleset, entry, language, is_of_game=False)
        sections.append("\n\n".join([f"## {heading}", *lines]))
    return "\n\n".join(sections) + "\n"
