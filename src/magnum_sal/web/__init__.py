"""
A table server for playing in a browser with people and bots (extra ``web``).

``magnum-sal serve`` runs this server. To use your own ASGI server, call ``create_application``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .._internal.lazy_names import explain_missing, offering

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from ._server_settings import ServerSettings

__all__ = ["ServerSettings", "create_application"]


def create_application(
    folder: Path, settings: ServerSettings | None = None, *, hosts: Sequence[str], is_secure: bool = False
) -> Starlette:
    """
    Return the ASGI application of a table server.

    Args:
        folder: The folder for the logs and seating of the tables.
        settings: The server's options and limits; None for the defaults.
        hosts: The host names of the server, such as ``"localhost"``. Requests for other hosts are refused.
        is_secure: Whether clients reach the server only over HTTPS.

    Raises:
        MissingExtraError: the packages of the extra ``web`` are not installed.
        MisuseError: the folder is not writable.
    """
    with explain_missing("a table server", "web"):
        from . import _application, _lobby, _server_settings
    lobby = _lobby.Lobby(folder, settings or _server_settings.ServerSettings())
    return _application.application(lobby, hosts=hosts, is_secure=is_secure)


if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(__name__, __all__, late={"_server_settings": ("ServerSettings",)})
