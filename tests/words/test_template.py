"""Templates are parsed without running anything."""

import pytest

from magnum_sal.words import sentence
from magnum_sal.words.filling import TemplateFiller
from magnum_sal.words.templates import names_in, parse_template


@pytest.mark.parametrize(
    "template",
    [
        "{",
        "}",
        "[",
        "]",
        "[a[b]",
        "{}",
        "{0}",
        "{a.b}",
        "{a[0]}",
        "{a!r}",
        "{a:{b.c}}",
        "{a:{b}{c}}",
        "{a.__class__.__mro__}",
        "{a:>99999999}",
        "x" * 1001,
    ],
)
def test_malformed_templates_are_refused(template: str) -> None:
    """Templates may not contain attributes, indexes, conversions or widths of facts."""
    with pytest.raises(ValueError, match=r"."):
        parse_template(template)


@pytest.mark.parametrize(
    ("template", "price", "told"),
    [
        ("hires[ for {price:grosz}]", 2, "hires for 2 groszy"),
        ("hires[ for {price:grosz}]", 0, "hires"),
        ("hires[ for {price:grosz}]", None, "hires"),
        ("[[{price}]] {{x}}", 2, "[2] {x}"),
        ("[a [b {price}] c]", 0, "a  c"),
    ],
)
def test_a_bracket_depends_on_its_facts(template: str, price: object, told: str) -> None:
    """A bracket is omitted if a fact in it is missing or 0. Doubled brackets and braces are literal."""
    assert TemplateFiller("en", None).fill_template(template, {"price": price}) == told
    assert names_in(template) == {"price"}


def test_a_sentence_with_an_id() -> None:
    """Braces are filled. Words that do not fit, and ids without words, are shown unfilled."""
    assert sentence("ui.no_match", text="a{0.x}") == "no line contains 'a{0.x}'"
    assert sentence("ui.no_match") == "no line contains {text:quoted}"
    assert sentence("salt_mill") == "salt mill"
