"""The page of the stdio protocol: its conversation is what a server says, its tables are what the code has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from magnum_sal.protocol import Limits, Server, answer_line
from magnum_sal.protocol.answers import CODES
from magnum_sal.protocol.message_forms import ANSWERS, REQUESTS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "stdio-protocol.md").read_text("utf-8")
TYPES = {form.tag for form in ANSWERS.values()}


CONVERSATIONS = [block.split("```")[0] for block in PAGE.split("```text\n")[1:]]


@pytest.mark.parametrize("block", CONVERSATIONS, ids=range(len(CONVERSATIONS)))
def test_a_conversation(block: str) -> None:
    """Sent line by line, each answer is the one on the page, but for what is cut there."""
    lines = block.splitlines()
    server = Server()
    for asked, told in zip(lines[::2], lines[1::2], strict=True):
        assert (asked[:2], told[:2]) == ("> ", "< ")
        server, said = answer_line(server, asked[2:])
        assert re.fullmatch(".*".join(map(re.escape, told[2:].split("..."))), said), said
    assert not server.sessions


def rows() -> Iterator[tuple[str, list[str], str]]:
    """Yield type, fields and answer of each request on the page."""
    for type_, fields, answer in re.findall(r"^\| `(\w+)` \| (`.*?`) \| `(\w+)`:?.* \|$", PAGE, re.MULTILINE):
        yield type_, re.findall(r"`(\w+)`", fields), answer


@pytest.mark.parametrize("kind", REQUESTS, ids=lambda kind: kind.type)
def test_a_request_of_the_page(kind: type) -> None:
    """It has the fields of the class in their order, and an answer that there is."""
    form = REQUESTS[kind]
    ((fields, answer),) = [(fields, answer) for type_, fields, answer in rows() if type_ == form.tag]
    assert fields == [part.key for part in form.parts if part.key != "id"]
    assert answer in TYPES


def test_all_of_the_page() -> None:
    """No request and no code is left over, and the limits are the server's."""
    assert sorted(type_ for type_, *_ in rows()) == sorted(str(form.tag) for form in REQUESTS.values())
    codes = re.findall(r"^\| `(\w+)` \| [^|]*\|$", PAGE, re.MULTILINE)
    assert codes == list(CODES)
    limits = Limits()
    for words in (f"{limits.line:,} bytes", f"{limits.sessions} sessions", f"{limits.steps:,} steps"):
        assert words in PAGE
