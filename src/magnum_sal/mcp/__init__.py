"""
A desk at which language models play: a server for the Model Context Protocol (extra ``mcp``).

``magnum-sal serve --mcp`` and ``serve_models`` run this server. ``Desk`` answers the same calls without the protocol
and without the SDK.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .._internal.lazy_names import offering
from ..errors import MissingExtraError

if TYPE_CHECKING:
    from mcp.server import Server

    from ._desk import Desk, Reply
    from ._settings import DeskSettings

__all__ = ["Desk", "DeskSettings", "Reply", "create_server", "serve_models"]

_PACKAGES = ("anyio", "mcp", "mcp_types", "uvicorn")


def create_server(desk: Desk) -> Server[Any]:  # Any: the SDK's type for a server without a lifespan of its own
    """
    Return a server of the official SDK whose tools, resources and prompts are those of *desk*.

    Run it over any transport of the SDK.

    Raises:
        MissingExtraError: the packages of the extra ``mcp`` are not installed.
    """
    with _refuse_missing_packages():
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
    with _refuse_missing_packages():
        from ._transports import serve_http, serve_stdio
    from ._settings import DeskSettings

    wanted = settings or DeskSettings()
    if port is None:
        serve_stdio(wanted)
    else:
        serve_http(wanted, port=port, address=address)


@contextmanager
def _refuse_missing_packages() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        # Suggest the extra only if one of its packages is missing. Any other missing module is our own bug, and must
        # stay visible.
        if package not in _PACKAGES:
            raise
        raise MissingExtraError("a server for language models", "mcp", package) from None


if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(
        __name__, __all__, late={"_desk": ("Desk", "Reply"), "_settings": ("DeskSettings",)}
    )
