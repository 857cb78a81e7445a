"""Only one module writes SVG, and it escapes text wherever text meets markup."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import magnum_sal
from magnum_sal.render._markup import NOTHING, Markup, element, join_markup, split_groups, verbatim

HOME = Path(magnum_sal.__file__).parent
WRITER = HOME / "render" / "_markup.py"
SOURCES = sorted(HOME.rglob("*.py"))

LIKE_MARKUP = re.compile(r"</?[a-z][a-z0-9]*[\s/>]|<!--|&(?:lt|gt|amp|quot);")
HOSTILE = ("<b>", "A&B", "</g>", "]]>", "--><b>", "&lt;", "'", '"', "<script>alert(1)</script>")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_is_escaped(text: str) -> None:
    """Text is escaped as a child, beside markup on both sides, among parts, and as the value of an attribute."""
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


def test_markup_is_escaped_only_once() -> None:
    """Markup inside markup is not escaped again, however it was joined."""
    inner = element("a") + element("b")
    assert type(inner) is Markup
    assert element("g", inner, join_markup([inner, NOTHING])) == "<g><a/><b/><a/><b/></g>"


def test_an_f_string_of_markup_is_escaped() -> None:
    """An f-string is plain text, so such a mistake shows readable tags instead of adding an element."""
    assert element("g", f"{element('a')}") == "<g>&lt;a/&gt;</g>"


def test_characters_that_xml_cannot_contain() -> None:
    """These characters are replaced in texts and attributes, because no parser could read the picture otherwise."""
    for code in (*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), 0xD800, 0xDFFF, 0xFFFE, 0xFFFF):
        written = element("g", f"a{chr(code)}b", title=f"a{chr(code)}b")
        root = ET.fromstring(written)
        assert root.text == root.get("title") == "a\ufffdb", code


def test_line_ends_and_tabs_are_kept() -> None:
    """XML allows them. In attributes they are written as references, so that parsers keep them."""
    root = ET.fromstring(element("g", "a\tb\nc", title="a\tb\nc"))
    assert root.text == root.get("title") == "a\tb\nc"


def test_a_script_cannot_end_its_element() -> None:
    """HTML escapes nothing in a script, so a text that would end it is an error."""
    assert element("script", verbatim("script", "a < b && c")) == "<script>a < b && c</script>"
    with pytest.raises(AssertionError, match="<script>"):
        verbatim("script", "'</Script>'")


def test_groups_are_split_at_their_edges() -> None:
    """The parts together are the markup."""
    assert split_groups('<svg><g a="1"><path/></g></svg>') == ["<svg>", '<g a="1"><path/>', "</g></svg>"]


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the lines and texts of all literals that are not docstrings."""
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value


ALLOWED = {
    ("render/svg_arguments.py", '<svg xmlns="'),  # the element in which a foreign drawing is parsed
    ("render/svg_arguments.py", "</svg>"),
}


@pytest.mark.long
def test_nothing_else_writes_markup() -> None:
    """No literal in the library looks like a tag or a reference, and only the writer's module creates ``Markup``."""
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
def test_literals_with_markup_are_found(written: str) -> None:
    """The expression that the test above uses finds these literals."""
    assert any(LIKE_MARKUP.search(f"{text} ") for _, text in literals(ast.parse(f"y = {written}")))
