"""Migrations: older logs brought to the current schema when they are read, one function a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from ..._internal import versions
from ...errors import LogError, MisuseError

Migration: TypeAlias = Callable[[Iterator[Any]], Iterator[Any]]
"""
One step: takes the plain data of a log's lines in order, the header first, and yields each one's in the next schema.

It yields one line for each it takes, and leaves ``"schema"`` alone. The data are whatever the file holds: a function
that finds another form than its schema has lets the ``KeyError`` or ``TypeError`` out; the reader says in which line.
"""


def _without_opening(lines: Iterator[Any]) -> Iterator[Any]:
    """Leave the opening to the reader, which knows the ruleset."""
    for number, line in enumerate(lines):
        yield line if number else line | {"opening": None}


MIGRATIONS: Final[dict[int, Migration]] = {
    1: iter,  # a log of schema 1 is one of schema 2 in which nothing is revealed
    2: _without_opening,
}
"""For each older schema the step from it to the next."""


def register_migration(schema: int, migration: Migration) -> None:
    """
    Make *migration* the step from *schema* to the next.

    Raises:
        MisuseError: there is one already, or *schema* is not older than the current one.
    """
    if schema in MIGRATIONS:
        raise MisuseError(f"there is a migration from log schema {schema} already")
    if not 0 <= schema < versions.LOG_SCHEMA:
        raise MisuseError(f"log schema {schema} is not older than the current one, {versions.LOG_SCHEMA}")
    MIGRATIONS[schema] = migration


def migrated(schema: int, lines: Iterator[Any]) -> Iterator[Any]:
    """
    Return *lines* of an older *schema* as those of the current one.

    Raises:
        LogError: there is no way from that schema.
    """
    for step in range(schema, versions.LOG_SCHEMA):
        if step not in MIGRATIONS:
            raise LogError(1, "schema", f"no migration from log schema {step} is known to this version")
        lines = MIGRATIONS[step](lines)
    return lines
