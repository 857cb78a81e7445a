"""
A desk at which language models play: a server for the Model Context Protocol (extra ``mcp``).

``magnum-sal serve --mcp`` and ``serve_models`` run this server. ``Desk`` answers the same calls without the protocol
and without the SDK.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._internal.lazy_names import explain_missing, offering

if TYPE_CHECKING:
    from mcp.server import Server

    from ._desk import Desk, Reply
    from ._settings import DeskSettings
    from ._tools import ToolDescription

__all__ = ["Desk", "DeskSettings", "Reply", "ToolDescription", "create_server", "serve_models"]

_WHAT = "a server for language models"


def create_server(desk: Desk) -> Server[Any]:  # Any: the SDK's type for a server without a lifespan of its own
    """
    Return a server of the official SDK whose tools, resources and prompts are those of *desk*.

    Run it over any transport of the SDK.

    Raises:
        MissingExtraError: the packages of the extra ``mcp`` are not installed.
    """
    with explain_missing(_WHAT, "mcp"):
        from ._sdk_server import build_server
    return build_server(desk)


def serve_models(settings: DeskSettings | None = None, *, port: int | None = None, address: str | None = None) -> None:
    """
    Serve one language model over standard input and output, or all on this machine over streamable HTTP.

    The server runs until its input ends or the user presses Ctrl-C.

    Args:
        settings: The settings and limits; None for the defaults.
        port: The port for HTTP, 0 for any free port; None for standard input and output.
        address: The loopback address for HTTP; None for 127.0.0.1.

    Raises:
        MissingExtraError: the packages of the extra ``mcp`` are not installed.
        MisuseError: the address is not a loopback address, or the port is invalid or in use.
    """
    with explain_missing(_WHAT, "mcp"):
        from ._transports import serve_http, serve_stdio
    from ._settings import DeskSettings

    wanted = settings or DeskSettings()
    if port is None:
        serve_stdio(wanted)
    else:
        serve_http(wanted, port=port, address=address)


if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(
        __name__,
        __all__,
        late={"_desk": ("Desk", "Reply"), "_settings": ("DeskSettings",), "_tools": ("ToolDescription",)},
    )
