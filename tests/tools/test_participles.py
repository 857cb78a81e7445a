"""The tool that finds functions named by a participle."""

from __future__ import annotations

import pytest
from tools.participles import KEPT, ROOT, UNCHECKED, find_all, find_participles, is_named_by_participle, main

MOST = 19
"""
The number of names that may remain in the library: noun phrases such as ``exhausted_bits``, which the tool cannot
distinguish. None may remain in the tools and the benchmarks.
"""


@pytest.mark.parametrize("name", ["told", "_shown", "salt_moved", "checked_names", "_written", "turn_ended"])
def test_participles_are_found(name: str) -> None:
    """A participle is found alone, and at the beginning or end of a name, private or not."""
    assert is_named_by_participle(name)


@pytest.mark.parametrize("name", ["describe_move", "read", "with_tired", "_is_finished", "on_opened", "need", *KEPT])
def test_verbs_and_clear_names_are_not_found(name: str) -> None:
    """Verbs, questions, changed copies, handlers and listed exceptions are not found."""
    assert not is_named_by_participle(name)


def test_properties_may_be_participles() -> None:
    """A property may be named by a participle, but a method may not."""
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


def test_unchecked_files_exist() -> None:
    """Each file and folder that is not checked exists."""
    assert [place for place in UNCHECKED if not (ROOT / place).exists()] == []


@pytest.mark.long
def test_functions_are_named_by_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    """A few names remain in the library, none in the tools and the benchmarks, and the program prints them."""
    found = find_all()
    assert [named for named in found if not named.file.startswith("src/")] == []
    assert len(found) <= MOST
    main()
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        *(f"{named.file}:{named.line}: {named.name}" for named in found),
        f"{len(found)} functions are named by a participle",
    ]
