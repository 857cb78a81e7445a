"""The directory of open tables: the tables of each browser, the targets of links, and the limits on tables."""

from __future__ import annotations

import attrs
import pytest

from magnum_sal.bots import HUMAN
from magnum_sal.protocol.refused_error import RefusedError
from magnum_sal.web import ServerSettings
from magnum_sal.web._directory import Directory
from magnum_sal.web._table import Arrangement, Chair


def arranged(table: str, host: str, *, holder: str | None = None) -> Arrangement:
    """Return a table with a bot and a seat that may be taken; its links start with its id."""
    chair = Chair(HUMAN, link=f"{table} seat") if holder is None else Chair(HUMAN, holder=holder)
    return Arrangement(id=table, host=host, watch_link=f"{table} watch", chairs=(Chair("greedy"), chair))


@pytest.fixture
def directory() -> Directory:
    """Return a directory with two tables of Ada and one of Ben, where Ada plays."""
    found = Directory()
    for arrangement in (arranged("one", "ada"), arranged("two", "ada"), arranged("three", "ben", holder="ada")):
        found.note(arrangement)
    return found


def test_who_plays_where(directory: Directory) -> None:
    """Hosts and players are counted until their last table is closed, however often a table is noted."""
    assert directory.tables_of("ada") == ["one", "two", "three"]
    assert [directory.is_player(browser) for browser in ("ada", "ben", "cleo")] == [True, True, False]
    taken = arranged("one", "ada", holder="cleo")
    for _ in range(3):
        directory.note(taken)
    assert (directory.find("one"), directory.tables_of("cleo")) == (taken, ["one"])
    directory.note(attrs.evolve(taken, is_closed=True))
    assert (directory.find("one"), directory.is_player("cleo"), directory.names()) == (None, False, ("two", "three"))


def test_where_links_lead(directory: Directory) -> None:
    """A link leads to a seat or to watching, and nowhere once the seat is taken or the table is closed."""
    found = [directory.table_of_link(link) for link in ("one seat", "one watch", "three seat", "four watch")]
    assert found == ["one", "one", None, None]
    directory.note(arranged("one", "ada").to_closed())
    assert directory.table_of_link("one watch") is None


def test_how_many_tables_there_may_be(directory: Directory) -> None:
    """The number of tables is limited in total and for each host; players who are not hosts are not limited."""
    directory.check_room("ada", ServerSettings(tables=4, tables_of_one=3))
    directory.check_room("ben", ServerSettings(tables=4, tables_of_one=2))
    for settings in (ServerSettings(tables=3), ServerSettings(tables_of_one=2)):
        with pytest.raises(RefusedError, match="too many tables are open; close one, or try again later"):
            directory.check_room("ada", settings)
