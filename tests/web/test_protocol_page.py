"""The tables on the page of the table protocol match the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest

import magnum_sal
from magnum_sal.protocol import table_answers as answers
from magnum_sal.protocol import table_requests as requests
from magnum_sal.protocol.answers import CODES
from magnum_sal.protocol.progress_answers import NewsItem
from magnum_sal.protocol.schemas import typescript
from magnum_sal.protocol.table_forms import ASKED, TABLE_REQUESTS
from magnum_sal.web._news import MOST_NEWS
from magnum_sal.web._permissions import ASK, FREE
from magnum_sal.web._requests import status_of
from magnum_sal.web._table import END, UNDO

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
PAGE = (REFERENCE / "table-protocol.md").read_text("utf-8")
STDIO_PAGE = (REFERENCE / "stdio-protocol.md").read_text("utf-8")


def fields_on_the_page(heading: str) -> list[str]:
    """Return the fields in the table with the given heading."""
    (rows,) = re.findall(rf"^\| {re.escape(heading)} \|.*\|\n\|---\|---\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return re.findall(r"^\| `(\w+)` \| .+ \|$", rows, re.MULTILINE)


@pytest.mark.parametrize(
    ("heading", "cls"),
    [
        ("field of `news`", answers.NewsAnswer),
        ("field of a `chair`", answers.SeatStatus),
        ("field of a `proposal`", answers.ProposalStatus),
        ("field of `happened`", NewsItem),
        ("field of `open`", requests.OpenRequest),
        ("field of a seat of `open`", requests.SeatChoice),
        ("field of `invitation`", answers.InvitationAnswer),
        ("field of `join`", requests.JoinRequest),
        ("field of `open_lesson`", requests.OpenLessonRequest),
        ("field of `continue`", requests.ContinueRequest),
        ("field of `log_summary`", answers.LogSummaryAnswer),
        ("field of `lesson`", answers.LessonStatus),
        ("field of `opened`", answers.OpenedAnswer),
        ("field of `shared`", answers.ShareAnswer),
        ("field of `shared_position`", answers.SharedPositionAnswer),
        ("field of `review_progress`", answers.ReviewProgressAnswer),
    ],
)
def test_the_fields_of_an_object(heading: str, cls: type[Any]) -> None:
    """The page lists the fields of the class in their order."""
    assert fields_on_the_page(heading) == [field.name for field in attrs.fields(cls)]


def test_requests_to_a_table() -> None:
    """The page lists each request to a table with its fields, except the requests that have their own address."""
    told = {
        kind: re.findall(r"`(\w+)`", fields)
        for kind, fields in re.findall(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)*) ?\| .+ \|$", PAGE, re.MULTILINE)
    }
    known = {
        str(form.tag): [part.key for part in form.parts]
        for kind, form in TABLE_REQUESTS.items()
        if kind
        not in (requests.OpenRequest, requests.OpenLessonRequest, requests.ContinueRequest, requests.JoinRequest)
    }
    assert told == known


def test_questions_to_a_table() -> None:
    """A table answers all questions on the page of the stdio protocol, except those that the page of tables names."""
    (section,) = re.findall(r"^## Questions\n(.*?)^## ", STDIO_PAGE, re.MULTILINE | re.DOTALL)
    questions = set(re.findall(r"^\| `(\w+)` \| `", section, re.MULTILINE))
    ((*missing, further),) = re.findall(r"about a table, except `(\w+)`\s+and `(\w+)`, and also `(\w+)`\.", PAGE)
    assert set(missing) <= questions
    assert (questions - set(missing)) | {further} == ASKED


def test_all_refusals() -> None:
    """
    The page lists each code with its status.

    Only codes with status 400 that the stdio protocol shares may be missing.
    """
    told = {
        code: int(status)
        for codes, status in re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| (\d+) \| .+ \|$", PAGE, re.MULTILINE)
        for code in re.findall(r"\w+", codes)
    }
    assert {code: status_of(code) for code in told} == told
    assert set(answers.TABLE_CODES) - set(told) <= {code for code in CODES if status_of(code) == 400}
    assert set(told) <= set(answers.TABLE_CODES)


@pytest.mark.parametrize("package", ["serve", "web"])
def test_all_codes_are_in_the_schemas(package: str) -> None:
    """The schemas contain every code that the code uses in a refusal."""
    folder = Path(magnum_sal.__file__).parent / package
    text = "".join(module.read_text("utf-8") for module in folder.glob("*.py"))
    found = set(re.findall(r"RefusedError\(\s*\"(\w+)\"|code=\"(\w+)\"", text))
    assert {code for pair in found for code in pair if code} <= set(
        CODES if package == "serve" else answers.TABLE_CODES
    )


def test_the_bounds_on_the_page() -> None:
    """The bounds and player names on the page are those of the code."""
    assert f"more than {MOST_NEWS}" in PAGE
    assert f"0 to {requests.LONGEST_ABSENCE:,}" in PAGE
    assert {f'`"{name}"`' for name in (requests.HERE, requests.LINK)} <= set(re.findall(r'`"\w+"`', PAGE))
    assert f"at most {requests.LONGEST_POSITION:,} characters" in PAGE


def test_the_values_of_fields() -> None:
    """The types of proposals and of ``undo`` list the values that the server sends."""
    types = typescript()
    assert f'  kind: "{UNDO}" | "{END}";' in types
    assert f'  undo: "{FREE}" | "{ASK}" | null;' in types


def test_the_version_on_the_page() -> None:
    """The page names the current version, and lists what it added."""
    assert f"The protocol has the number {requests.TABLE_PROTOCOL}," in PAGE
    assert f"\nVersion {requests.TABLE_PROTOCOL} added:\n" in PAGE
