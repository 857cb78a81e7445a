"""Pictures compared with approved ones, so that no drawing changes unnoticed."""

import json

import pytest
from tests.render.golden_pictures import PATH, PICTURES, digest_parts

APPROVED = json.loads(PATH.read_text("utf-8"))


def test_the_pictures_are_those_with_digests() -> None:
    """Each picture has digests, and no digests are left of a former picture."""
    assert list(APPROVED) == list(PICTURES)


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_the_approved_one(name: str) -> None:
    """Each part is drawn as before. The docstring of ``golden_pictures.py`` explains how to approve a change."""
    found = digest_parts(str(PICTURES[name]()))
    expected = APPROVED[name]
    assert {part for part in found.keys() | expected if found.get(part) != expected.get(part)} == set()


def test_a_changed_part_is_named() -> None:
    """A difference inside a drawing, a group or a text belongs to the part with its name."""
    before = '<svg><defs><g id="a"><path d="M1"/></g><g id="b"/></defs><g id="c"><text>x</text></g>'
    before += '<g class="d"><rect/></g></svg>'
    after = before.replace("M1", "M2").replace(">x<", ">y<").replace('class="d"', 'class="d" y="1"')
    one, other = digest_parts(before), digest_parts(after)
    assert {part for part in one if one[part] != other[part]} == {"a", "c", "d"}
    assert set(one) == {"root", "defs", "a", "b", "c", "d", "rect"}
    assert digest_parts("table")["text"] != digest_parts("tables")["text"]
