"""The short signature of a constructor with many parameters."""

import inspect
import pydoc
from operator import methodcaller

import attrs

import magnum_sal as ms


def test_help_begins_with_a_short_signature() -> None:
    """The signature in help() fits into a window of 80 columns, and the description follows on the same screen."""
    lines = pydoc.plain(pydoc.render_doc(ms.Ruleset)).splitlines()
    begin, end = lines.index(" |  Ruleset("), lines.index(" |  )")
    assert end - begin < 30
    assert max(map(len, lines[begin:end])) <= 80
    assert lines[end + 2].startswith(" |  A game's rules as one value")
    text = " ".join(line.removeprefix(" |  ").strip() for line in lines[begin : end + 1])
    assert text.startswith("Ruleset( name, rules, buildings, rulings, extensions=(), mapped_mine=False,")
    assert "tiles=..., orders=..., tools=..., tools_per_phase=7" in text


def test_the_signature_is_that_of_the_constructor() -> None:
    """All parameters are there in order, with their types, and the defaults that are short enough."""
    shown = inspect.signature(ms.Ruleset)
    fields = [field for field in attrs.fields(ms.Ruleset) if field.init]
    assert [*shown.parameters] == [field.name for field in fields]
    assert [parameter.annotation for parameter in shown.parameters.values()] == [field.type for field in fields]
    assert shown.parameters["tool_values"].default == ((1, 2), (3, 6), (5, 10), (7, 14), (9, 20))
    assert shown.parameters["name"].default is inspect.Parameter.empty
    assert shown.bind("house", (), (), ms.STANDARD.rulings, toll=2).arguments["toll"] == 2
    # From Python 3.13 on, help() calls this method.
    assert str(shown) == methodcaller("format", max_width=80)(shown)
