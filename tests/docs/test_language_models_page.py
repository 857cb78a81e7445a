"""The page about language models lists the tools, resources and prompts of the desk."""

import re
from pathlib import Path

from magnum_sal.mcp import DeskSettings
from magnum_sal.mcp._fitting import LONGEST_ANSWER
from magnum_sal.mcp._prompts import PROMPTS
from magnum_sal.mcp._resources import TEMPLATES
from magnum_sal.mcp._settings import LONGEST_LOG
from magnum_sal.mcp._tools import LONGEST_MOVE, LONGEST_SEARCH, TOOLS

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "language-models.md"


def test_the_page_lists_every_tool_with_its_description() -> None:
    """The table in the docs has the same words."""
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    expected = []
    for tool in TOOLS:
        names = [f"**{a.name}**" if a.is_required else a.name for a in tool.arguments if a.name != "language"]
        expected.append((tool.name, tool.description, ", ".join(names)))
    assert [row for row in rows if row[0] in {tool.name for tool in TOOLS}] == expected


def test_the_page_lists_every_resource_and_prompt() -> None:
    """Their addresses and names are on the page."""
    page = PAGE.read_text("utf-8")
    for name in (*(uri for uri, *_ in TEMPLATES), *(prompt.name for prompt in PROMPTS), "magnum-sal://rules/en"):
        assert f"`{name}`" in page, name


def test_the_page_has_the_limits_of_the_code() -> None:
    """Each number in the table of limits that a setting or a constant decides is the one in force."""
    page = PAGE.read_text("utf-8")
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", page[page.index("## Limits") :], re.MULTILINE))
    settings = DeskSettings()
    assert rows["tools"] == str(len(TOOLS))
    assert rows["characters in an answer; in a refusal"] == f"{LONGEST_ANSWER:,}; 500"
    assert rows["open games"] == str(settings.games)
    assert rows["moves and undos in a game"] == f"{settings.steps:,}"
    assert rows["characters in a log to load; bytes in a saved file"] == f"{LONGEST_LOG:,}"
    assert rows["saved files in the folder"] == f"{settings.files:,}"
    assert rows["characters in a move; in a search for rules"] == f"{LONGEST_MOVE:,}; {LONGEST_SEARCH}"
    assert rows["seconds that a bot searches for a move"].startswith(f"{settings.bot_seconds:g}, ")
    rest = rows["seconds after which no bot starts another move in the same call"]
    assert rest.startswith(f"{settings.bots_seconds:g}; ")
    assert rows["seconds for the search of a hint"].startswith(f"{settings.hint_seconds:g}; ")
