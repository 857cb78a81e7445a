"""``magnum-sal serve`` with ``--mcp`` or ``--stdio``: options that contradict each other or have no effect."""

import pytest

from magnum_sal.cli import main


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--http"], "--http needs --mcp"),
        (["--lang", "de"], "--lang needs --mcp"),
        (["--mcp", "--lan"], "--mcp serves only this machine"),
        (["--mcp", "--host", "127.0.0.1"], "--mcp serves only this machine"),
        (["--mcp", "--name", "salt.example.org"], "--mcp serves only this machine"),
        (["--mcp", "--proxy", "127.0.0.1"], "--mcp serves only this machine"),
        (["--mcp", "--port", "99"], "--port needs --http"),
        (["--mcp", "--tables", "3", "--idle", "5"], "--mcp does not serve tables; leave out --tables, --idle"),
        (["--stdio", "--bot", "novice"], "--stdio does not serve tables; leave out --bot"),
        (["--stdio", "--http"], "--stdio does not serve tables; leave out --http"),
        (["--mcp", "--http", "--host", "0.0.0.0"], "'0.0.0.0' can be reached from other machines"),
        (["--mcp", "--bot", "process:ls"], "'process:ls' is not one of the built-in bots"),
    ],
)
def test_options_that_are_refused(options: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the option, and nothing is served."""
    assert main(["serve", *options]) == 1
    assert told in capsys.readouterr().err


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
