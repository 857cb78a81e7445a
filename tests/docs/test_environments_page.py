"""The table of features on the page of the environments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lamp import LAMP_GAME
from smithy import SMITHY_GAME
from tests.extensions.omens import OMENS_GAME
from weather import WEATHER_GAME

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.queries.observation import FEATURES, features_of
from magnum_sal.testing.strategies import VARIANTS

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "environments.md"
TABLE = PAGE.read_text("utf-8").partition("### Features")[2]
ROWS = re.findall(r"^\| (`[^|]+) \| [^|]+ \| ?([\d, ]*) ?\|$", TABLE, re.MULTILINE)
"""The names and the scale in each row of the table."""

PLACEHOLDERS = {
    "N": r"\d",
    "SALT": "(brown|green|white)",
    "CHAMBER": r"\d[LR]\d",
    "SPACE": r"(S\d|\d[LR]\d)",
    "TOOL": "[a-z_]+",
    "BUILDING": "[a-z_]+",
    "ANSWER": ".+",
    "NUMBER": ".+",
}


def list_patterns(ruleset: ms.Ruleset) -> list[re.Pattern[str]]:
    """Return an expression for the names in each row."""
    groups = "|".join({answer.group for answer in ms.answers_of(ruleset, 2)})
    known = {**PLACEHOLDERS, "GROUP": f"({groups})", "PART": f"({'|'.join(ruleset.parts) or '-'})"}

    def fill(found: re.Match[str]) -> str:
        return known[found[0]]

    # A placeholder is a word in capital letters, such as the N of seat_N.
    rows = ["|".join(re.findall("`(.+?)`", names)) for names, _ in ROWS]
    return [re.compile(re.sub("[A-Z]+", fill, row.replace(".", r"\."))) for row in rows]


def find_rows(patterns: list[re.Pattern[str]], name: str) -> list[int]:
    """Return the indices of the rows whose patterns match the name of a feature."""
    return [index for index, pattern in enumerate(patterns) if pattern.fullmatch(name)]


@pytest.mark.parametrize(
    "ruleset", [ms.STANDARD, VARIANTS[-1], SMITHY_GAME, LAMP_GAME, CRYSTAL_CHAPEL, OMENS_GAME, WEATHER_GAME], ids=str
)
def test_each_feature_is_in_one_row(ruleset: ms.Ruleset) -> None:
    """The table explains every feature of every ruleset, and no feature twice."""
    patterns = list_patterns(ruleset)
    for players in FEATURES:
        for feature in features_of(ruleset, players):
            assert len(find_rows(patterns, feature.name)) == 1, feature.name


def test_the_scales_are_those_of_the_standard_game() -> None:
    """The last column lists the amounts that are shown as 1 in the standard game, and every row is about a feature."""
    patterns = list_patterns(ms.STANDARD)
    scales: dict[int, set[int]] = {index: set() for index in range(len(ROWS))}
    for features in FEATURES.values():
        for feature in features:
            scales[find_rows(patterns, feature.name)[0]].add(feature.most)
    listed = {index: set(map(int, re.findall(r"\d+", scale))) for index, (_, scale) in enumerate(ROWS)}
    assert scales == listed
    assert len(ROWS) > 30
