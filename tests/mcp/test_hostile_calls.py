"""Hostile calls of a desk: each is refused with a short printable sentence, and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.encodable import ENCODABLE
from tests.mcp.callers import LONGEST_ANSWER, LONGEST_REFUSAL, ask, quick_desk, refuse

from magnum_sal.mcp._tools import TOOLS

HOSTILE: list[Any] = [
    "x" * 1_000_001, "\x1b[31mred", "a\nb", "\u202e", "\ud800", "\0", "", -1, 2**63, True, 1.0, float("nan"), [], {},
    [[]], {"a": "b" * 9000}, ["x" * 5000], list(range(1000)), ["\x07"], 10**5000,
]  # fmt: skip


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_every_argument_of_every_tool_refuses_nonsense(tool: str) -> None:
    """Wrong types, control characters, huge numbers and huge texts are refused, in every argument."""
    (known,) = (entry for entry in TOOLS if entry.name == tool)
    valid: dict[str, Any] = {"game": "game-1", "position": 0, "move": "pass", "players": ["Cleo", "Dora"]}
    desk = quick_desk()
    ask(desk, "new_game", players=["Ada", "Ben"], seed=7)
    required = {argument.name: valid[argument.name] for argument in known.arguments if argument.is_required}
    before = desk.list_games()
    for argument in known.arguments:
        for value in HOSTILE:
            reply = desk.call(tool, required | {argument.name: value})
            assert len(reply.text) <= (LONGEST_REFUSAL if reply.is_error else LONGEST_ANSWER)
            if reply.is_error:
                assert reply.text.isprintable()
            else:
                assert (argument.name, value) in ALLOWED
    assert desk.list_games() == before
    assert desk._games["game-1"].position == 0


ALLOWED = [("answers", []), ("rules", []), ("player", "")]
"""
Values of the list above that mean something for an argument.

An empty list is like none, and the list of games needs no player.
"""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "game: the argument is missing"),
        ({"game": None}, "game: the argument is missing"),
        ({"gaem": "game-1"}, "'gaem' is not an argument; did you mean game?"),
        ({"game": "game-1", "zzzzz": 1}, "'zzzzz' is not an argument; the arguments are game, language"),
        ({"game": 1}, "game: expected a text, got 1"),
        ({"game": "game-1", "language": "fr"}, "language: expected one of en, pl, de, got 'fr'"),
        ({"game": "\x1b"}, "game: expected printable characters, got '\\x1b'"),
        ({"game": "x" * 21}, "game: expected at most 20 characters, got 21"),
        ({"game": "game-1"}, "there is no open game 'game-1'; start one with new_game"),
    ],
)
def test_the_sentence_names_the_argument(arguments: dict[str, Any], told: str) -> None:
    """A model can correct its call."""
    assert refuse(quick_desk(), "hint", **arguments) == told


def test_an_unknown_tool() -> None:
    """The refusal lists the tools."""
    assert refuse(quick_desk(), "x" * 5000).startswith("there is no tool 'xxx")
    assert "the tools are new_game, show_table" in refuse(quick_desk(), "__init__")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(ENCODABLE, max_size=50),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(ENCODABLE, max_size=8), inner, max_size=4),
    max_leaves=8,
)
NAMES = sorted({argument.name for tool in TOOLS for argument in tool.arguments})


@pytest.mark.long
@given(st.sampled_from([tool.name for tool in TOOLS]), st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=5))
def test_random_arguments(tool: str, arguments: dict[str, Any]) -> None:
    """Whatever JSON arrives, the desk answers with a text within its limits."""
    reply = quick_desk(games=1).call(tool, arguments)
    assert len(reply.text) <= (LONGEST_REFUSAL if reply.is_error else LONGEST_ANSWER)
    json.dumps(reply.text).encode()


def test_nothing_but_public_methods_can_be_called() -> None:
    """The names of tools are compared with the list, so no other method of the desk is within reach."""
    for name in ("open", "find_game", "report", "_new_game", "call", ""):
        assert refuse(quick_desk(), name).startswith("there is no tool")
