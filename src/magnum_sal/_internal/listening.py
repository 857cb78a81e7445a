"""Listening sockets: how a server opens one, and how its address is written in a URL."""

from __future__ import annotations

import errno
import socket
from typing import Final

from ..errors import MisuseError
from ..errors.messages import printable

BACKLOG: Final = 2048
"""The maximum number of connections in the operating system's queue."""


def open_listener(address: str, port: int) -> socket.socket:
    """Return a socket that listens on an IP address or host name. Raises ``MisuseError`` if it cannot."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # asyncio disables Nagle's algorithm only for a socket that names TCP. With Nagle's algorithm, each response takes
    # 40 ms longer.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # A restarted server must not wait until the system has forgotten the last connections (TIME_WAIT).
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((address, port))
        found.listen(BACKLOG)
    except (OSError, OverflowError, TypeError, ValueError) as error:  # the last two: a text that is not a host name
        found.close()
        why = getattr(error, "strerror", None) or str(error)
        is_port = isinstance(error, OverflowError) or getattr(error, "errno", None) in (errno.EADDRINUSE, errno.EACCES)
        other = "--port" if is_port else "--host"
        raise MisuseError(
            f"cannot listen on {printable(address, 100)}, port {port}: {why}; try another {other}"
        ) from error
    return found


def host_in_url(host: str) -> str:
    """Format a host for a URL: an IPv6 address gets brackets, so that its colons are not read as a port separator."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
