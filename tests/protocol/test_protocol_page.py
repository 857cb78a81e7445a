"""The conversations on the page of the stdio protocol match the server, and its tables match the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from magnum_sal import bots
from magnum_sal.protocol import Limits, Server, answer_line
from magnum_sal.protocol.answers import CODES
from magnum_sal.protocol.message_forms import ANSWERS, REQUESTS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "stdio-protocol.md").read_text("utf-8")
TYPES = {form.tag for form in ANSWERS.values()}


CONVERSATIONS = [block.split("```")[0] for block in PAGE.split("```text\n")[1:]]


@pytest.mark.parametrize("block", CONVERSATIONS, ids=range(len(CONVERSATIONS)))
def test_a_conversation(block: str) -> None:
    """A server that receives the requests on the page returns the answers on it, apart from omitted parts."""
    lines = block.splitlines()
    server = Server(advise=bots.advise)
    for asked, told in zip(lines[::2], lines[1::2], strict=True):
        assert (asked[:2], told[:2]) == ("> ", "< ")
        server, said = answer_line(server, asked[2:])
        assert re.fullmatch(".*".join(map(re.escape, told[2:].split("..."))), said), said
    assert not server.sessions


def rows() -> Iterator[tuple[str, list[str], str]]:
    """Yield the type, fields and answer of each request on the page."""
    for type_, fields, answer in re.findall(r"^\| `(\w+)` \| (`.*?`) \| `(\w+)`:?.* \|$", PAGE, re.MULTILINE):
        yield type_, re.findall(r"`(\w+)`", fields), answer


@pytest.mark.parametrize("kind", REQUESTS, ids=lambda kind: kind.type)
def test_a_request_of_the_page(kind: type) -> None:
    """The page lists the fields of the class in their order and an existing type of answer."""
    form = REQUESTS[kind]
    ((fields, answer),) = [(fields, answer) for type_, fields, answer in rows() if type_ == form.tag]
    assert fields == [part.key for part in form.parts if part.key != "id"]
    assert answer in TYPES


def test_the_page_is_complete() -> None:
    """The page lists all requests and all codes, and the limits of the server."""
    assert sorted(type_ for type_, *_ in rows()) == sorted(str(form.tag) for form in REQUESTS.values())
    codes = re.findall(r"^\| `(\w+)` \| [^|]*\|$", PAGE, re.MULTILINE)
    assert codes == list(CODES)
    limits = Limits()
    for words in (f"{limits.line:,} bytes", f"{limits.sessions} sessions", f"{limits.steps:,} steps"):
        assert words in PAGE
