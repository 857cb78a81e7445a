"""A test client that sends requests to a server and validates requests and answers against the schemas."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema

import magnum_sal as ms
from magnum_sal.protocol import Answer, Request, Server, answer_line
from magnum_sal.protocol.schemas import PUBLISHED
from magnum_sal.protocol.table_forms import ANSWER_OF


@cache
def published_validator(name: str) -> jsonschema.Draft202012Validator:
    """Return a validator for one of the published schemas."""
    return jsonschema.Draft202012Validator(ms.json_schema(PUBLISHED[name]))


@cache
def validators(kind: type[Any], ruleset: ms.Ruleset) -> Mapping[str, jsonschema.Draft202012Validator]:
    """Return a validator for each type of message."""
    schema = ms.json_schema(kind, ruleset=ruleset)
    definitions = schema["$defs"]
    names = [option["$ref"].removeprefix("#/$defs/") for option in schema["anyOf"]]
    return {
        definitions[name]["properties"]["type"]["const"]: jsonschema.Draft202012Validator(
            {"$ref": f"#/$defs/{name}", "$defs": definitions}
        )
        for name in names
    }


class Client:
    """A client that exchanges lines of text with a server."""

    def __init__(self, server: Server | None = None) -> None:
        self.server = Server(is_greeted=True) if server is None else server
        self.asked = 0
        self._seen: Counter[str] = Counter()

    def say(self, line: str | bytes) -> Any:
        """Send a line and return the answer. Check that it is one line of ASCII and matches its schema."""
        self.server, text = answer_line(self.server, line)
        assert text.isascii()
        assert "\n" not in text
        said = json.loads(text)
        self._validate(validators(Answer, self.server.ruleset)[said["type"]], said)
        if said["type"] == "error":
            assert said["code"] != "internal", said
            assert said["sentence"].isprintable()
            assert 1 <= len(said["sentence"]) <= 500
        return said

    def ask(self, kind: str, /, **fields: Any) -> Any:
        """Send a valid request and return its answer. Check that its type is the one that clients expect."""
        self.asked += 1
        request = {"type": kind, "id": self.asked, **fields}
        self._validate(validators(Request, self.server.ruleset)[kind], request)
        said = self.say(json.dumps(request))
        assert said["type"] != "error", said
        assert said["id"] == self.asked
        assert said["type"] == ANSWER_OF[kind].type
        return said

    def _validate(self, validator: jsonschema.Draft202012Validator, message: Any) -> None:
        """Validate a message against its schema. Because that is slow, only some messages of a type are validated."""
        self._seen[message["type"]] += 1
        if self._seen[message["type"]] in (1, 2, 10, 50):
            validator.validate(message)

    def refused(self, kind: str, /, **fields: Any) -> tuple[str, str]:
        """Send a request that is refused, and return the code and the sentence. Check that the server is unchanged."""
        before = self.server
        said = self.say(json.dumps({"type": kind, "id": "bad", **fields}))
        assert (said["type"], said["id"]) == ("error", "bad"), said
        assert self.server == before
        return said["code"], said["sentence"]

    def begun(self, **fields: Any) -> str:
        """Start a game and return the name of its session."""
        session: str = self.ask("new_game", **{"players": ["Ada", "Ben"], "seed": 7, **fields})["session"]
        return session
