"""The types and bounds of the fields that requests to a server have."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, get_args

from ..model.fields import BySeat, Count
from ..model.meaning import Meaning, Within
from ..model.player_names import LONGEST_NAME
from ..queries import facts
from ..render import Form, LayoutName, ThemeName
from ..render.board_facts import MOST_STEPS

LONGEST_ID: Final = 100
"""The maximum length of a request's id."""

LONGEST_PLACE: Final = 100
"""The maximum length of a place's name."""

MOST_LISTED: Final = 1000
"""The maximum number of moves, log lines or words in one answer; longer lists are split into pages."""

FACTS: Final = tuple(name for name in facts.__all__ if name != facts.MinersHere.__name__)
"""The facts that a client can request: the functions of ``magnum_sal.queries.facts``."""


def one_of(noun: str, names: tuple[str, ...]) -> Meaning:
    """Create the meaning of a field whose value is one of these names."""
    return Meaning(
        noun, f"a {noun} ({', '.join(names)})", lambda value: type(value) is str and value in names, lambda _: names
    )


FACT: Final = one_of("fact", FACTS)
LAYOUT: Final = one_of("layout", get_args(LayoutName))
THEME: Final = one_of("theme", get_args(ThemeName))
FORM: Final = one_of("form", get_args(Form))

Id: TypeAlias = Annotated[str, Within(1, LONGEST_ID)] | Count
"""The client's id for a request, which the answer repeats: a string of 1 to 100 characters, or a count."""
SessionId: TypeAlias = Annotated[str, Within(1, LONGEST_ID)]
"""The id of a session."""
Steps: TypeAlias = Annotated[int, Within(0, MOST_STEPS)]
"""How many of a session's last moves to show."""
Names: TypeAlias = BySeat[Annotated[str, Within(1, LONGEST_NAME)]]
"""The names of the players."""
