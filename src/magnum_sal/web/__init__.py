"""
A server of tables: playing in a browser, with people and bots (extra ``web``).

``magnum-sal serve`` runs it. A program with an ASGI server of its own calls ``create_application``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .._internal.lazy_names import offering
from ..errors import MissingExtraError

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from ._server_settings import ServerSettings

__all__ = ["ServerSettings", "create_application"]

_PACKAGES = ("anyio", "limits", "segno", "sse_starlette", "starlette", "uvicorn")


def create_application(
    folder: Path, settings: ServerSettings | None = None, *, hosts: Sequence[str], is_secure: bool = False
) -> Starlette:
    """
    Return the application of a server of tables, for any ASGI server.

    Args:
        folder: Where tables are kept: logs, and who sits where.
        settings: What is offered, and how much; None for the usual.
        hosts: The names under which it is reached, such as ``"localhost"``; requests for others are refused.
        is_secure: Whether it is reached by HTTPS alone.

    Raises:
        MissingExtraError: the packages of the extra ``web`` are not installed.
        MisuseError: the folder cannot be written to.
    """
    try:
        from . import _application, _lobby, _server_settings
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _PACKAGES:
            raise
        raise MissingExtraError("a server of tables", "web", package) from None
    lobby = _lobby.Lobby(folder, settings or _server_settings.ServerSettings())
    return _application.application(lobby, hosts=hosts, is_secure=is_secure)


if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(__name__, __all__, late={"_server_settings": ("ServerSettings",)})
