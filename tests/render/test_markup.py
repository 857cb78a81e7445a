"""The one writer of SVG: text is escaped wherever it meets markup, and nothing else writes markup."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import magnum_sal
from magnum_sal.render._markup import NOTHING, Markup, element, join_markup

HOME = Path(magnum_sal.__file__).parent
WRITER = HOME / "render" / "_markup.py"
SOURCES = sorted(HOME.rglob("*.py"))

LIKE_MARKUP = re.compile(r"</?[a-z][a-z0-9]*[\s/>]|<!--|&(?:lt|gt|amp|quot);")
HOSTILE = ("<b>", "A&B", "</g>", "]]>", "--><b>", "&lt;", "'", '"', "<script>alert(1)</script>")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_stays_a_text(text: str) -> None:
    """As a child, beside markup on both sides, among parts, and as the value of an attribute."""
    for written in (
        element("g", text),
        element("g", NOTHING + text),
        element("g", text + NOTHING),
        element("g", join_markup([text])),
        element("g", f"{Markup(text)}"),
    ):
        assert type(written) is Markup
        root = ET.fromstring(written)
        assert (list(root), root.text) == ([], text)
    assert ET.fromstring(element("g", data_name=text)).attrib == {"data-name": text}


def test_markup_is_written_once() -> None:
    """Markup in markup is taken as it is, however it was put together."""
    inner = element("a") + element("b")
    assert type(inner) is Markup
    assert element("g", inner, join_markup([inner, NOTHING])) == "<g><a/><b/><a/><b/></g>"


def test_an_f_string_of_markup_is_seen() -> None:
    """It is a plain text again: a mistake shows as tags that can be read, and never as an element from outside."""
    assert element("g", f"{element('a')}") == "<g>&lt;a/&gt;</g>"


@pytest.mark.parametrize("code", [*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), 0xD800, 0xDFFF, 0xFFFE, 0xFFFF])
def test_characters_that_xml_cannot_hold(code: int) -> None:
    """They are replaced, in texts and in attributes; no parser would read the picture."""
    written = element("g", f"a{chr(code)}b", title=f"a{chr(code)}b")
    root = ET.fromstring(written)
    assert root.text == root.get("title") == "a\ufffdb"


def test_ends_of_lines_and_tabs_are_kept() -> None:
    """XML can hold them; in an attribute they are references, so that a parser keeps them."""
    root = ET.fromstring(element("g", "a\tb\nc", title="a\tb\nc"))
    assert root.text == root.get("title") == "a\tb\nc"


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the lines and the texts of all literals that are no docstrings."""
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value


ALLOWED = {
    ("render/svg_arguments.py", '<svg xmlns="'),  # what a drawing from outside is parsed in
    ("render/svg_arguments.py", "</svg>"),
}


@pytest.mark.slow
def test_nothing_else_writes_markup() -> None:
    """No literal in the library looks like a tag or a reference; only the writer's module makes ``Markup``."""
    assert len(SOURCES) > 200
    found = set()
    for path in SOURCES:
        place = path.relative_to(HOME).as_posix()
        tree = ast.parse(path.read_text("utf-8"))
        for line, text in literals(tree):
            match = LIKE_MARKUP.search(f"{text} ")
            if match and path != WRITER and not any(place == at and part in text for at, part in ALLOWED):
                found.add((place, line, text[:60]))
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and path != WRITER]
        found |= {(place, call.lineno, "Markup(...)") for call in calls if ast.unparse(call.func) == "Markup"}
    assert not found


@pytest.mark.parametrize("written", ["'<g>'", "'</g>'", "f'<path d=\"{x}\"/>'", "'<script>'", "'<!-- x'", "'&amp;'"])
def test_literals_that_would_be_found(written: str) -> None:
    """A control: these are seen as markup."""
    assert any(LIKE_MARKUP.search(f"{text} ") for _, text in literals(ast.parse(f"y = {written}")))
