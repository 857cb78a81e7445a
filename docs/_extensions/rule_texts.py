"""
Sphinx directives that show the texts of the rules, which only the library contains.

``{rule-text} CHAIN-2`` is the text of a rule, with a box for each of its rulings. ``{ruling-index}`` is a table of all
rulings. ``{by-players}`` is a table of what differs with the number of players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from rule_index import RULE_ID, table
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from magnum_sal import STANDARD, Ruling, rule_texts
from magnum_sal.model.pieces import MAX_PLAYERS, MIN_PLAYERS
from magnum_sal.model.ruleset import by_players
from magnum_sal.model.switches import SWITCHES

LANGUAGES = {"pl": "Polish", "en": "English", "de": "German"}
"""The booklet's languages, the original first."""

HOUSE_RULES = "howto/house-rules.html"


class RuleTextDirective(SphinxDirective):
    """The text of a rule and the rulings on it."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the text and the boxes."""
        text = rule_texts()[self.arguments[0]]
        said = nodes.paragraph("", "", nodes.strong("", "", *linked(text.summary)), nodes.Text(" "), *linked(text.text))
        return [said, *(box(ruling) for ruling in text.rulings)]


class RulingIndex(SphinxDirective):
    """A table of all rulings: the question, the decision, and how a ruleset changes the decision."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows: list[list[Any]] = []
        for ruling in rulings():
            link = nodes.reference("", ruling.rule, internal=True, refuri=f"../rules.html#{anchor(ruling)}")
            rows.append([link, f"{ruling.question} {ruling.decision}", nodes.inline("", "", *otherwise(ruling, "../"))])
        return [table(("rule", "question and decision", "changed by"), (12, 63, 25), rows)]


class ByPlayers(SphinxDirective):
    """A table of the numbers that differ with the number of players."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows: list[list[Any]] = []
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            prices = STANDARD.inn_track[by_players(STANDARD.inn_start, players) :]
            numbers = (STANDARD.start_miners, STANDARD.open_orders, STANDARD.orders_to_end)
            miners, opened, ending = (str(by_players(number, players)) for number in numbers)
            rows.append([str(players), miners, opened, str(len(prices)), ", ".join(map(str, prices)), ending])
        heads = ("players", "miners each", "open orders", "to hire at the inn", "for", "orders that end a phase")
        return [table(heads, (10, 15, 15, 15, 25, 20), rows)]


def rulings() -> Iterator[Ruling]:
    """Yield all rulings in the order of the rules page."""
    for text in rule_texts().values():
        yield from text.rulings


def box(ruling: Ruling) -> nodes.Node:
    """Return the box of a ruling: question, decision, reason, readings of the texts, and how to change the decision."""
    decided = nodes.paragraph("", "", *linked(f"{ruling.decision} {ruling.reason}"))
    readings = [
        nodes.paragraph("", "", nodes.emphasis("", LANGUAGES[language]), nodes.Text(f": {reading}"))
        for language, reading in ruling.readings.items()
    ]
    listed = nodes.bullet_list("", *(nodes.list_item("", reading) for reading in readings))
    last = nodes.paragraph("", "", nodes.Text("Changed by "), *otherwise(ruling), nodes.Text("."))
    title = nodes.title("", f"Ruling: {ruling.question}")
    return nodes.admonition("", title, decided, listed, last, classes=["note"], ids=[anchor(ruling)])


def anchor(ruling: Ruling) -> str:
    """Return the anchor of a ruling on the rules page."""
    return f"ruling-{ruling.id}".lower().replace(".", "-").replace("_", "-")


def otherwise(ruling: Ruling, up: str = "") -> list[nodes.Node]:
    """Return what changes a decision, with links; *up* leads from the page to the root of the documentation."""
    if ruling.switch is None:
        return [nodes.Text("nothing in a ruleset")]
    variant = {switch.name: switch.rule for switch in SWITCHES}.get(ruling.switch)
    if variant is not None:
        link = _reference(f"{up}rules.html#rule-{variant.lower()}", variant)
        return [nodes.Text("the switch "), nodes.literal("", ruling.switch), nodes.Text(", "), link]
    places = {
        "rules": ("another rule", "replace-or-remove-a-whole-rule"),
        "rulings": ("another function", "replace-one-ruling"),
    }
    said, place = places.get(ruling.switch, ("the number or pieces", "numbers-and-pieces"))
    link = _reference(f"{up}{HOUSE_RULES}#{place}", said)
    return [link, nodes.Text(" in "), nodes.literal("", f"ruleset.{ruling.switch}")]


def linked(text: str) -> Iterator[nodes.Node]:
    """Yield a text in pieces, each id of a rule as a link to its place on the same page."""
    end = 0
    for found in re.finditer(RULE_ID, text):
        yield nodes.Text(text[end : found.start()])
        yield _reference(f"#rule-{found[0].lower()}", found[0]) if found[0] in rule_texts() else nodes.Text(found[0])
        end = found.end()
    yield nodes.Text(text[end:])


def _reference(target: str, said: str) -> nodes.reference:
    return nodes.reference("", said, internal=True, refuri=target)


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directives."""
    app.add_directive("rule-text", RuleTextDirective)
    app.add_directive("ruling-index", RulingIndex)
    app.add_directive("by-players", ByPlayers)
    return {"parallel_read_safe": True}
