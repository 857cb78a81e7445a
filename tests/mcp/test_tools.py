"""The tools, resources and prompts as clients see them in their lists."""

import inspect
import json
import re

import attrs
import jsonschema
import pytest
from tests.mcp.callers import quick_desk

import magnum_sal as ms
from magnum_sal.mcp import Desk
from magnum_sal.mcp._arguments import build_schema, read_arguments
from magnum_sal.mcp._prompts import PROMPTS, Prompt, write_prompt
from magnum_sal.mcp._resources import list_resources, read_resource
from magnum_sal.mcp._tools import TOOLS, Tool
from magnum_sal.words import LANGUAGES


def test_there_are_at_most_thirteen_tools() -> None:
    """Models choose worse among many tools."""
    assert 0 < len(TOOLS) <= 13
    assert len({tool.name for tool in TOOLS}) == len(TOOLS)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_description_is_short(tool: Tool) -> None:
    """One or two sentences, and less for each argument."""
    assert len(tool.description) <= 120
    assert tool.description.endswith(".")
    for argument in tool.arguments:
        assert 0 < len(argument.description) <= 100, argument.name
        assert argument.description.endswith(".")


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_schema_is_valid_and_agrees_with_the_method(tool: Tool) -> None:
    """Each argument of the schema is a parameter of the desk's method, and required there if it is required here."""
    schema = build_schema(tool.arguments)
    jsonschema.Draft202012Validator.check_schema(schema)
    parameters = dict(list(inspect.signature(getattr(Desk, f"_{tool.name}")).parameters.items())[2:])
    assert {*parameters, "language"} == {argument.name for argument in tool.arguments}
    required = [name for name, parameter in parameters.items() if parameter.default is inspect.Parameter.empty]
    assert sorted(required) == sorted(schema["required"])


def test_a_desk_describes_its_tools() -> None:
    """A program can send the descriptions to a model as JSON. They come from the same table as the calls."""
    described = quick_desk().list_tools()
    assert [(tool.name, tool.description, tool.is_read_only) for tool in described] == [
        (tool.name, tool.description, tool.is_read_only) for tool in TOOLS
    ]
    assert [tool.schema for tool in described] == [build_schema(tool.arguments) for tool in TOOLS]
    assert json.loads(json.dumps([attrs.asdict(tool) for tool in described]))[0]["name"] == "new_game"
    assert {tool.name for tool in described if tool.is_destructive} == {"undo_move", "close_game"}
    assert not any(tool.is_destructive for tool in described if tool.is_read_only)


def test_the_caller_may_change_a_schema() -> None:
    """Some interfaces need other schemas. Each list is a new one, so a change affects no other program."""
    desk = quick_desk()
    desk.list_tools()[0].schema.clear()
    assert desk.list_tools()[0].schema["required"] == ["players"]


@pytest.mark.parametrize(
    ("given", "is_valid"),
    [
        ({"game": "game-1", "position": 0, "move": "inn"}, True),
        ({"game": "game-1", "position": -1, "move": "inn"}, False),
        ({"game": "game-1", "position": True, "move": "inn"}, False),
        ({"game": "game-1", "position": 0}, False),
        ({"game": "x" * 21, "position": 0, "move": "inn"}, False),
        ({"game": "game-1", "position": 0, "move": "inn", "other": 1}, False),
        ({"game": "game-1", "position": 0, "move": "inn", "language": "fr"}, False),
    ],
)
def test_the_schema_and_the_desk_agree(given: dict[str, object], is_valid: bool) -> None:
    """The desk reads exactly the values that the schema accepts."""
    (tool,) = (tool for tool in TOOLS if tool.name == "play_move")
    assert jsonschema.Draft202012Validator(build_schema(tool.arguments)).is_valid(given) is is_valid
    try:
        read_arguments(tool.arguments, given)
    except ms.MalformedError:
        assert not is_valid
    else:
        assert is_valid


def test_the_resources_can_be_read() -> None:
    """The rules in each language, each rule, and the log of each open game."""
    desk = quick_desk()
    desk.call("new_game", {"players": ["Ada", "Ben"]})
    found = list(list_resources(desk))
    assert [entry.uri for entry in found] == [
        *(f"magnum-sal://rules/{language}" for language in ("en", "pl", "de")),
        "magnum-sal://games/game-1/log",
    ]
    assert [entry.description for entry in found[:3]] == [
        f"The rules of Magnum Sal in {name}." for name in ("English", "Polish", "German")
    ]
    for entry in found:
        media_type, text = read_resource(desk, entry.uri)
        assert media_type == entry.media_type
        assert text.endswith("\n")
    for language in ("en", "pl", "de"):
        whole = read_resource(desk, f"magnum-sal://rules/{language}")[1]
        for rule in ms.rule_texts(language=language).values():
            alone = read_resource(desk, f"magnum-sal://rules/{language}/{rule.id}")[1]
            assert alone.strip() in whole
            assert rule.text in alone


@pytest.mark.parametrize(
    "uri",
    [
        "", "magnum-sal://", "magnum-sal://rules/", "magnum-sal://rules/fr", "magnum-sal://rules/en/../pl", "file:///etc",
        "magnum-sal://games/game-9/log", "magnum-sal://rules/en/X-9", "x" * 9999, "magnum-sal://rules/en\n", "\x1b",
    ],
)  # fmt: skip
def test_a_resource_that_does_not_exist(uri: str) -> None:
    """The refusal is a short printable sentence."""
    with pytest.raises(ms.MisuseError) as caught:
        read_resource(quick_desk(), uri)
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt.name)
def test_a_prompt_names_only_tools_that_exist(prompt: Prompt, language: str) -> None:
    """The text contains its arguments, and each name with an underscore is a tool."""
    given = {argument.name: "Zed" for argument in prompt.arguments if argument.name != "language"}
    text = write_prompt(prompt.name, given | {"language": language}, "en")
    assert "Zed" in text
    assert len(text) < 1000
    named = set(re.findall(r"\b[a-z]+_[a-z_]+\b", text))
    assert named
    assert named <= {tool.name for tool in TOOLS}
    assert "{" not in text


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("name", ["Ada", "Ben", "ben", "Cleo", "Model", "Modell"])
def test_the_players_of_a_prompt_have_different_names(name: str, language: str) -> None:
    """A person may have the usual name of the bot or of the model, and a new game refuses names that look alike."""
    text = write_prompt("play_with_me", {"name": name}, language)
    found = re.search(r"(\S+), (\S+) (?:and|i|und) (\S+)=journeyman", text)
    assert found is not None
    assert ms.new_game(found.groups(), seed=1).players[0].name == name


def test_prompts_have_defaults() -> None:
    """Only the refused move has to be named."""
    assert "I am Ada" in write_prompt("play_with_me", {}, "en")
    assert "the aim of the game" in write_prompt("teach_me", {}, "en")
    with pytest.raises(ms.MalformedError, match="game: the argument is missing"):
        write_prompt("explain_refusal", {}, "en")
    with pytest.raises(ms.MisuseError, match="the prompts are play_with_me, teach_me, explain_refusal"):
        write_prompt("other", {}, "en")
    with pytest.raises(ms.MalformedError, match="name: expected at most 40 characters"):
        write_prompt("teach_me", {"name": "x" * 41}, "en")
