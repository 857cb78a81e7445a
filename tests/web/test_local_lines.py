"""The lines that the workers of a page exchange: the language of refusals, and the two kinds of answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.web.local_page import LocalPage

from magnum_sal.errors import MisuseError
from magnum_sal.web._local_lines import language_of, reply_to, reply_with


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ({"language": "de"}, "de"),
        ({"parameters": {"language": "pl"}}, "pl"),
        ({"parameters": {"language": "pl"}, "language": "de"}, "pl"),
        ({"parameters": "pl", "language": "de"}, "de"),
        ({"parameters": {}, "language": "de"}, "en"),
        ({"language": "xx"}, "en"),
        ({"language": ["de"]}, "en"),
        ({"parameters": {"language": {}}}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_a_refusal(asked: dict[str, Any], language: str) -> None:
    """The parameters of a reading count before the line; anything that is not a language means English."""

    def refuse(_: object) -> Any:
        raise MisuseError("nothing_to_undo", {})

    assert language_of(asked) == language
    said = reply_to(json.dumps(asked), refuse)["answer"]
    assert said["code"] == "misuse"
    assert (said["sentence"] == "there is no move to undo") is (language == "en")


def test_a_text_is_not_a_message(page: LocalPage) -> None:
    """Pictures and logs are texts; everything else is a message of the protocol."""
    assert reply_with("<svg/>") == {"text": "<svg/>"}
    assert page.say(ask="welcome", parameters={})["type"] == "welcome"


@pytest.fixture
def page() -> LocalPage:
    """Return a page with an empty storage."""
    return LocalPage()
