"""The tool that finds functions that are named by a participle."""

from __future__ import annotations

import pytest
from tools.participles import KEPT, find_all, find_participles, is_named_by_participle, main

MOST = 19
"""How many may be left: noun phrases such as ``exhausted_bits``, which the tool cannot tell from the others."""


@pytest.mark.parametrize("name", ["told", "_shown", "salt_moved", "checked_names", "_written", "turn_ended"])
def test_participles_are_found(name: str) -> None:
    """A bare one, and one at the beginning or the end of a name, private or not."""
    assert is_named_by_participle(name)


@pytest.mark.parametrize("name", ["describe_move", "read", "with_tired", "_is_finished", "on_opened", "need", *KEPT])
def test_verbs_and_names_that_say_enough_are_not(name: str) -> None:
    """Verbs, questions, changed copies, handlers, and the names that are kept for a reason."""
    assert not is_named_by_participle(name)


def test_properties_are_values() -> None:
    """A property may have the name of what it is; a method beside it may not."""
    source = """
class Table:
    @property
    def closed(self): ...
    @cached_property
    def written(self): ...
    def told(self): ...
    async def _asked(self): ...
"""
    assert [(named.line, named.name) for named in find_participles(source, "table.py")] == [(7, "told"), (8, "_asked")]


def test_the_library_names_functions_by_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    """Few are left, and they are printed."""
    found = find_all()
    assert len(found) <= MOST
    main()
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        *(f"{named.file}:{named.line}: {named.name}" for named in found),
        f"{len(found)} functions are named by a participle",
    ]
