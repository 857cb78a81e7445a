"""``magnum-sal serve`` with ``--mcp`` or ``--stdio``: options that contradict each other or have no effect."""

import pytest

from magnum_sal.cli import main
from magnum_sal.mcp import DeskSettings


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--http"], "--http needs --mcp"),
        (["--fair-play"], "--fair-play needs --mcp"),
        (["--lang", "de"], "--lang needs --mcp"),
        (["--mcp", "--lan"], "--mcp serves only this machine"),
        (["--mcp", "--host", "127.0.0.1"], "--mcp serves only this machine"),
        (["--mcp", "--name", "salt.example.org"], "--mcp serves only this machine"),
        (["--mcp", "--proxy", "127.0.0.1"], "--mcp serves only this machine"),
        (["--mcp", "--port", "99"], "--port needs --http"),
        (["--mcp", "--tables", "3", "--idle", "5"], "--mcp does not serve tables; leave out --tables, --idle"),
        (["--stdio", "--bot", "novice"], "--stdio does not serve tables; leave out --bot"),
        (["--stdio", "--fair-play"], "--stdio does not serve tables; leave out --fair-play"),
        (["--stdio", "--http"], "--stdio does not serve tables; leave out --http"),
        (["--mcp", "--http", "--host", "0.0.0.0"], "'0.0.0.0' can be reached from other machines"),
        (["--mcp", "--bot", "process:ls"], "'process:ls' is not one of the built-in bots"),
    ],
)
def test_options_that_are_refused(options: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the option, and nothing is served."""
    assert main(["serve", *options]) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("is_fair_play", [False, True])
def test_fair_play_reaches_the_desk(is_fair_play: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option is a setting of the desk, and off by default."""
    served: list[DeskSettings] = []
    monkeypatch.setattr("magnum_sal.mcp.serve_models", lambda settings, **_: served.append(settings))
    assert main(["serve", "--mcp", *(["--fair-play"] if is_fair_play else [])]) == 0
    assert [settings.is_fair_play for settings in served] == [is_fair_play]


def test_only_one_protocol_uses_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    """--stdio and --mcp exclude each other."""
    with pytest.raises(SystemExit):
        main(["serve", "--mcp", "--stdio"])
    assert "--mcp" in capsys.readouterr().err


def test_the_help_names_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    """The help says what --mcp serves, and to whom."""
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "serve language models (Model Context Protocol)" in told
    assert "with --mcp: serve over HTTP on this machine, at --port" in told
