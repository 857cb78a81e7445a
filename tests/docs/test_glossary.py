"""The glossary: its words and names are those of the library, and it covers everything in the game."""

from __future__ import annotations

import re
from pathlib import Path

import attrs

import magnum_sal as ms
from magnum_sal import arena, bots, testing
from magnum_sal.model import events, extension, mine, rule, state
from magnum_sal.model.mine import geometry
from magnum_sal.queries import facts
from magnum_sal.words import label

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "glossary.md").read_text("utf-8")
ROWS = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in PAGE.splitlines() if line[:2] == "| "]
BY_ID = [row for row in ROWS if len(row) == 6 and row[0] != "English"]
BY_RULE = [row for row in ROWS if len(row) == 5 and row[0] != "English"]
LANGUAGES = ("en", "pl", "de")
WHERE = (ms, state, events, extension, rule, mine, geometry, facts, bots, arena, testing)


def names(cell: str) -> list[str]:
    """Return the names of the API in a cell of the table."""
    return [name for name in re.findall(r"`([^`]+)`", cell) if name[0] not in ">/" and "/" not in name]


def exists(name: str) -> bool:
    """Return whether a name of the glossary exists in the library: `Player.money`, `facts.toll`, `apply`."""
    first, *rest = name.removeprefix("magnum_sal.").split(".")
    for module in (ms, *WHERE):
        found: object = getattr(module, first, None)
        if found is None:
            continue
        for part in rest:
            fields = (
                {field.name for field in attrs.fields(found)} if isinstance(found, type) and attrs.has(found) else ()
            )
            if part not in fields and not hasattr(found, part):
                return False
            found = getattr(found, part, None)
        return True
    return False


def test_a_word_is_the_librarys() -> None:
    """A word is the library's label for its id in each language."""
    assert len(BY_ID) > 50
    labels = {row: tuple(label(row[3].strip("`"), code) for code in LANGUAGES) for row in BY_ID}
    assert [(row, expected) for row, expected in labels.items() if row[:3] != expected] == []


def test_a_term_is_the_title_of_its_rule() -> None:
    """A term is the title of the rule's text in each language."""
    assert len(BY_RULE) > 10
    texts = [ms.rule_texts(language=code) for code in LANGUAGES]
    for row in BY_RULE:
        (rule,) = re.findall(r"\[([A-Z]+-\w+)\]", row[4])
        assert row[:3] == tuple(known[rule].title for known in texts), rule


def test_every_name_exists() -> None:
    """Every name in the column of the API can be imported or is a field."""
    named = [name for row in ROWS[1:] for name in names(row[-1] if len(row) == 3 else row[-2])]
    assert len(named) > 100
    assert [name for name in named if not exists(name)] == []


def test_every_linked_rule_exists() -> None:
    """Every rule in the glossary exists and is linked to its paragraph."""
    linked = re.findall(r"\[([A-Z]+-\w+)\]\(\.\./rules\.md#rule-([\w-]+)\)", PAGE)
    assert {rule for rule, _ in linked} <= set(ms.rule_texts())
    assert [rule for rule, anchor in linked if rule.lower() != anchor] == []


def test_the_glossary_covers_the_whole_game() -> None:
    """Each kind of move, building, tool and salt, and each switch, is in the glossary."""
    words = {row[3].strip("`") for row in BY_ID}
    box = {*ms.STANDARD.by_type, *ms.STANDARD.building_ids, *ms.STANDARD.tools, "brown", "green", "white"}
    assert box <= words
    assert [name for name in ms.Ruleset.SWITCHES if f"`Ruleset.{name}`" not in PAGE] == []
