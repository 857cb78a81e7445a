"""Calls of a desk in tests."""

from __future__ import annotations

import random
from typing import Any

from magnum_sal.mcp import Desk, DeskSettings

LONGEST_ANSWER = 4000
LONGEST_REFUSAL = 500


def quick_desk(**settings: Any) -> Desk:
    """Return a desk with repeatable bots and short hints."""
    return Desk(DeskSettings(**{"hint_seconds": 0.05, **settings}), rng=random.Random(1))


def ask(desk: Desk, tool: str, **arguments: Any) -> str:
    """Return the answer to a call that must succeed."""
    reply = desk.call(tool, arguments)
    assert not reply.is_error, reply.text
    assert 0 < len(reply.text) <= LONGEST_ANSWER
    assert all(line.isprintable() for line in reply.text.split("\n"))
    return reply.text


def refuse(desk: Desk, tool: str, **arguments: Any) -> str:
    """Return the sentence of a call that must be refused."""
    reply = desk.call(tool, arguments)
    assert reply.is_error, reply.text
    assert 0 < len(reply.text) <= LONGEST_REFUSAL
    assert reply.text.isprintable()
    return reply.text
