"""``magnum-sal serve`` for tables: the defaults of its limits."""

from __future__ import annotations

import re

import attrs
import pytest

from magnum_sal.cli import main
from magnum_sal.web import ServerSettings, server
from magnum_sal.web.connections import ConnectionRules

SETTINGS = attrs.fields(ServerSettings)


def test_the_defaults_are_those_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that the command line does not set have the defaults of the server."""
    wanted: list[server.ServeOptions] = []

    def serve(options: server.ServeOptions) -> int:
        wanted.append(options)
        return 0

    monkeypatch.setattr(server, "serve_tables", serve)
    assert main(["serve"]) == 0
    assert main(["serve", "--tables", "7", "--connections", "9", "--idle", "2", "--idle-days", "90"]) == 0
    usual, given = wanted
    assert usual.connections == ConnectionRules()
    assert given.connections == ConnectionRules(total=9, idle_seconds=2)
    settings, other = (server._settings_of(options, (), None) for options in wanted)
    for field in (SETTINGS.tables, SETTINGS.bot_pause, SETTINGS.idle_days):
        assert getattr(settings, field.name) == field.default
    assert other == attrs.evolve(settings, tables=7, idle_days=90.0)


@pytest.mark.parametrize(
    ("option", "default"),
    [
        ("tables", SETTINGS.tables.default),
        ("idle-days", SETTINGS.idle_days.default),
        ("pause", SETTINGS.bot_pause.default),
        ("connections", ConnectionRules().total),
        ("connections-per-address", ConnectionRules().of_one),
        ("idle", ConnectionRules().idle_seconds),
    ],
)
def test_the_defaults_in_the_help(option: str, default: float, capsys: pytest.CaptureFixture[str]) -> None:
    """The help text names the defaults of the server."""
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    told = " ".join(capsys.readouterr().out.partition("options:")[2].split())
    shown = re.search(rf" --{option} .*?\(default: ([\d.]+)", told)
    assert shown is not None
    assert float(shown[1]) == default
