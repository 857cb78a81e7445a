"""
Links from the id of a rule, wherever a page or a docstring names it, to the text of the rule.

The rules page links its own texts itself, and headings contain no links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from docutils import nodes
from rule_index import RULE_ID
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from magnum_sal import rule_texts

RULES_PAGE = "rules"
LITERAL = (nodes.literal, nodes.literal_block, nodes.raw, addnodes.desc_signature)
NO_PLACE = (nodes.reference, nodes.title, *LITERAL)
"""The nodes without links: code, signatures, headings, and existing links."""


class RuleLinks(SphinxPostTransform):
    """A transform that turns each id of a rule in running text into a link."""

    default_priority: ClassVar[int] = 800
    formats: ClassVar[tuple[str, ...]] = ("html",)

    def run(self, **_: Any) -> None:
        """Replace the texts of one page."""
        if self.env.docname == RULES_PAGE:
            return
        for text in [*self.document.findall(nodes.Text)]:
            if RULE_ID.search(text) and not _stands_in(text, NO_PLACE):
                text.parent.replace(text, [*self.linked(text.astext())])

    def linked(self, text: str) -> Iterator[nodes.Node]:
        """Yield a text in pieces, with a link for each id."""
        known, end = rule_texts(), 0
        for found in re.finditer(RULE_ID, text):
            if found[0] in known:
                yield nodes.Text(text[end : found.start()])
                yield self.link(found[0], known[found[0]].title)
                end = found.end()
        yield nodes.Text(text[end:])

    def link(self, rule: str, title: str) -> nodes.Node:
        """Return a link to a rule, with the rule's title as a tooltip."""
        anchor, said = f"rule-{rule.lower()}", nodes.Text(rule)
        return make_refnode(self.app.builder, self.env.docname, RULES_PAGE, anchor, said, title)


def _stands_in(node: nodes.Node, kinds: tuple[type[nodes.Node], ...]) -> bool:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, kinds):
            return True
    return False


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the transform."""
    app.add_post_transform(RuleLinks)
    return {"parallel_read_safe": True}
