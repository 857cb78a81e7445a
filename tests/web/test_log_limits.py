"""The server's log omits repeated lines."""

from __future__ import annotations

import logging
import logging.config

import pytest
from limits import parse

from magnum_sal.web._journal import JOURNAL, REFUSALS
from magnum_sal.web.server import RepeatFilter, logging_config


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> RepeatFilter:
    """Create a filter that passes three equal lines a minute, with a stopped clock."""
    monkeypatch.setattr("time.time", lambda: 1_700_000_000.0)
    return RepeatFilter(parse("3/minute"))


def format_if_passed(lines: RepeatFilter, name: str, message: str, *arguments: object) -> str | None:
    """Return a line as written, or None if the filter omits it."""
    record = logging.LogRecord(name, logging.WARNING, __file__, 1, message, arguments, None)
    return record.getMessage() if lines.filter(record) else None


def test_a_repeated_line(lines: RepeatFilter) -> None:
    """The third equal line says that more are omitted. Lines count as equal if only arguments or later lines differ."""
    told = [
        format_if_passed(lines, "asyncio", f"socket.accept() out of system resource\nsocket: {n}") for n in range(5)
    ]
    assert [line is not None for line in told] == [True, True, True, False, False]
    assert told[2] is not None
    assert told[2].endswith("(similar lines are left out for up to a minute)")
    assert told[1] is not None
    assert "left out" not in told[1]
    told = [format_if_passed(lines, "magnum_sal.web", "%s failed", n) for n in range(5)]
    assert told[0] == "0 failed"
    assert [line is not None for line in told] == [True, True, True, False, False]
    assert format_if_passed(lines, "magnum_sal.web", "%s could not be read", 1) == "1 could not be read"


def test_the_configuration() -> None:
    """The filter is attached to the handler that all loggers share, including uvicorn's, so no line bypasses it."""
    config = logging_config()
    assert config["handlers"]["default"]["filters"] == ["repeated"]
    assert config["root"]["handlers"] == config["loggers"]["uvicorn"]["handlers"] == ["default"]
    assert logging.config.DictConfigurator(config).configure_filter(config["filters"]["repeated"])


def test_the_journal_is_optional_and_complete() -> None:
    """Only ``--log-tables`` enables the lines about tables. Repeated refusals are omitted, but no opened table is."""
    assert JOURNAL not in logging_config()["loggers"]
    config = logging_config(has_journal=True)
    assert config["loggers"][JOURNAL]["handlers"] == ["journal"]
    assert "filters" not in config["handlers"]["journal"]
    assert config["loggers"][REFUSALS]["handlers"] == ["default"]
