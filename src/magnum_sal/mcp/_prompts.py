"""The prompts that a person can choose in a client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from ..errors import MisuseError
from ..errors.messages import printable
from ..model.player_names import LONGEST_NAME, look_alike
from ..words import label, sentence
from ._arguments import Argument, Text, read_arguments
from ._tools import GAME, LANGUAGE, LONGEST_MOVE, LONGEST_SEARCH


@attrs.frozen
class Prompt:
    """A prompt of a desk."""

    name: str
    title: str
    description: str
    words: str
    """The id of its words."""
    arguments: tuple[Argument, ...]


_DEFAULT_NAME: Final = "Ada"
_NAME: Final = Argument("name", Text(LONGEST_NAME), "Your name at the table.")

PROMPTS: Final = (
    Prompt(
        "play_with_me",
        "Play with me",
        "Play a game against the model and a bot.",
        "mcp.prompt.play",
        (_NAME, LANGUAGE),
    ),
    Prompt(
        "teach_me",
        "Teach me",
        "Learn the game step by step at a table.",
        "mcp.prompt.teach",
        (_NAME, Argument("topic", Text(LONGEST_SEARCH), "What you want to learn first."), LANGUAGE),
    ),
    Prompt(
        "explain_refusal",
        "Explain this refusal",
        "Learn why a move is not allowed, and what is allowed instead.",
        "mcp.prompt.refusal",
        (
            GAME,
            Argument("move", Text(LONGEST_MOVE), "The refused move in notation.", is_required=True),
            LANGUAGE,
        ),
    ),
)
"""The prompts in the order in which clients list them."""


def write_prompt(name: str, given: Mapping[str, str], language: str) -> str:
    """
    Return the text of a prompt with its arguments filled in.

    Raises:
        MisuseError: there is no such prompt.
        MalformedError: an argument is missing, unknown or invalid.
    """
    prompt = next((prompt for prompt in PROMPTS if prompt.name == name), None)
    if prompt is None:
        names = ", ".join(known.name for known in PROMPTS)
        raise MisuseError(sentence("mcp.no_prompt", language, name=printable(name, 40), names=names))
    read = read_arguments(prompt.arguments, given)
    language = read.pop("language", language)
    facts = {"name": _DEFAULT_NAME, "topic": label("mcp.prompt.topic", language)} | read
    return sentence(prompt.words, language, **facts, **_name_opponents(facts["name"], language))


def _name_opponents(name: str, language: str) -> dict[str, str]:
    """Return the names of the model and of the bot in a game with a person called *name*."""
    # A new game refuses names that look alike. The person can have at most one of these three names.
    candidates = (label("mcp.prompt.model", language), "Ben", "Cleo")
    model, bot, *_ = (candidate for candidate in candidates if not look_alike(candidate, name))
    return {"model": model, "bot": bot}
