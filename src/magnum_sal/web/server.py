"""Run the server, and set up its address, the folder for the tables, and the log."""

from __future__ import annotations

import contextlib
import copy
import ipaddress
import logging
import math
import re
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import platformdirs
import segno
import uvicorn
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.types import ASGIApp
from uvicorn.config import LOGGING_CONFIG

from .._internal.checks import check_whole
from .._internal.listening import BACKLOG, host_in_url, open_listener
from ..bots.registry import bot_factory
from ..errors import MisuseError
from ..errors.messages import brief
from ..lessons import Lesson, check_lesson, load_lessons
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD
from ._application import application
from ._guard import is_address
from ._journal import JOURNAL, REFUSALS
from ._lobby import Lobby
from ._server_settings import BOTS, ServerSettings
from .connections import (
    ACCEPTED_AT_ONCE,
    ConnectionRules,
    Connections,
    StrangerLimiter,
    connections_within,
    count_needed_files,
)

if sys.platform != "win32":
    import resource

_LOOPBACK: Final = "127.0.0.1"
_HERE: Final = (_LOOPBACK, "::1", "localhost")
_ANYWHERE: Final = "0.0.0.0"
_EVERY_ADDRESS: Final = (_ANYWHERE, "::")
_LOCAL: Final = (_LOOPBACK, _ANYWHERE, "localhost", "::")
"""The listen addresses that include "localhost"."""
_HIGHEST_PORT: Final = 65535
_LONGEST_PAUSE: Final = 3600
_LONGEST_IDLE: Final = 3600
_MOST_IDLE_DAYS: Final = 36_500
"""A hundred years. A server that never closes a table would fill up."""
_NAME: Final = re.compile(r"\*|(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*", re.IGNORECASE | re.ASCII)
"""Matches a host name, or ``*.`` and a domain for all its subdomains, or ``*`` for any name."""
_SOMEWHERE: Final = "192.0.2.1"
"""An address reserved for documentation (RFC 5737). The route to it reveals this machine's address on the network."""
_LINES: Final = parse("10/minute")
_NOTE: Final = " (similar lines are left out for up to a minute)"


@attrs.frozen(kw_only=True)
class ServeOptions:
    """The options of a table server."""

    port: int
    address: str | None = None
    """The address to listen on; None for this machine only, or for its network if *is_for_network*."""
    is_for_network: bool = False
    names: tuple[str, ...] = ()
    """Additional host names of the server."""
    proxy: str | None = None
    """The address of an HTTPS proxy in front of the server."""
    folder: Path | None = None
    """The folder that stores the tables; None for one in the user's data folder."""
    ruleset: Ruleset = STANDARD
    bots: tuple[str, ...] = ()
    """The bots that the server offers; empty for the defaults."""
    lessons: Path | None = None
    """A folder with lessons in addition to those of the library; None for no others."""
    is_durable: bool = False
    """Whether each move is flushed to disk before it counts."""
    tables: int | None = None
    """The maximum number of open tables; None for the default."""
    idle_days: float | None = None
    """Days without a move after which a table is closed; None for the default."""
    has_journal: bool = False
    """Whether the log names each table that is opened, refused or closed, with the address of the client."""
    pause: float | None = None
    """Seconds before a bot's move; None for the default."""
    connections: ConnectionRules = attrs.field(factory=ConnectionRules)
    """The limits on connections; the total is lower if the process may not open that many files."""


def serve_tables(wanted: ServeOptions) -> int:
    """
    Serve tables until the user stops the server, and return the exit status.

    Raises:
        MisuseError: an option is invalid, the address is not available, or the folder is not writable.
    """
    _check_options(wanted)
    lessons = _load_lessons(wanted.lessons)
    folder = wanted.folder or Path(platformdirs.user_data_dir("magnum-sal")) / "tables"
    address = wanted.address or (_ANYWHERE if wanted.is_for_network else _LOOPBACK)
    # Bind first: with port 0 the system chooses the port, and the addresses below have to name it.
    with open_listener(address, wanted.port) as listening:
        port: int = listening.getsockname()[1]
        network = _address_in_network() if address in _EVERY_ADDRESS else None
        outside = _outside(wanted, network, port)
        lobby = Lobby(folder, _settings_of(wanted, lessons, outside))
        app = application(lobby, hosts=_hosts(address, network, wanted.names), is_secure=wanted.proxy is not None)
        limits = _fitting(wanted.connections, lobby.settings.tables)
        config = _configure_uvicorn(app, lobby.directory.is_player, limits, wanted)
        _announce(_address_here(address, port), outside, folder, has_code=network is not None)
        _Server(config).run(sockets=[listening])
    return 0


def _check_options(wanted: ServeOptions) -> None:
    check_whole("port", wanted.port, 0, _HIGHEST_PORT)
    if wanted.tables is not None:
        check_whole("tables", wanted.tables, 1)
    if wanted.pause is not None and not 0 <= wanted.pause <= _LONGEST_PAUSE:
        raise MisuseError(f"pause: expected 0 to {_LONGEST_PAUSE} seconds, got {wanted.pause:g}")
    if wanted.idle_days is not None and not 0 < wanted.idle_days <= _MOST_IDLE_DAYS:
        raise MisuseError(f"idle-days: expected more than 0 and up to {_MOST_IDLE_DAYS} days, got {wanted.idle_days:g}")
    _check_connections(wanted.connections)
    for name in wanted.names:
        _check_name(name)
    if wanted.proxy is not None:
        _check_proxy(wanted.proxy)
    for bot in wanted.bots:
        bot_factory(bot)  # raises an error for an unknown bot before anybody connects
    if wanted.is_for_network and wanted.address in _HERE:
        raise MisuseError(f"address: {wanted.address} can be reached only from this machine, not from its network")


def _settings_of(wanted: ServeOptions, lessons: tuple[Lesson, ...], outside: str | None) -> ServerSettings:
    settings = ServerSettings(
        ruleset=wanted.ruleset,
        bots=wanted.bots or BOTS,
        address=outside,
        lessons=lessons,
        durable=wanted.is_durable,
    )
    # Each field has a type of its own.
    given: dict[str, Any] = {"tables": wanted.tables, "bot_pause": wanted.pause, "idle_days": wanted.idle_days}
    return attrs.evolve(settings, **{name: value for name, value in given.items() if value is not None})


def _configure_uvicorn(
    app: ASGIApp, is_player: Callable[[str], bool], limits: ConnectionRules, wanted: ServeOptions
) -> uvicorn.Config:
    connections = Connections(limits, wanted.proxy)
    return uvicorn.Config(
        StrangerLimiter(app, connections, is_player),
        http=connections.protocol,  # type: ignore[arg-type]  # uvicorn expects a class, but only calls it
        # The server sends news as server-sent events, so nothing needs WebSockets.
        ws="none",
        log_level="warning",
        log_config=logging_config(has_journal=wanted.has_journal),
        access_log=False,
        proxy_headers=wanted.proxy is not None,
        forwarded_allow_ips=wanted.proxy,
        server_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=math.ceil(limits.idle_seconds),
        # asyncio accepts this many connections before it handles any, and they must not use up all files.
        backlog=ACCEPTED_AT_ONCE,
    )


def _load_lessons(folder: Path | None) -> tuple[Lesson, ...]:
    """Return the lessons to offer. A mistake in those of *folder* raises an error before anybody connects."""
    lessons = load_lessons(folder)
    if folder is not None:
        for lesson in lessons:
            check_lesson(lesson)
    return lessons


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)  # asyncio has set the queue to the number that it accepts at once


def _check_connections(wanted: ConnectionRules) -> None:
    check_whole("connections", wanted.total, 1)
    check_whole("connections-per-address", wanted.of_one, 1)
    if not 0 < wanted.idle_seconds <= _LONGEST_IDLE:  # false for NaN, too
        raise MisuseError(f"idle: expected more than 0 and up to {_LONGEST_IDLE} seconds, got {wanted.idle_seconds:g}")


def _check_name(name: str) -> None:
    """Check that browsers can send *name* as their host. Otherwise the server would refuse their requests."""
    is_whole = name.startswith("[") == name.endswith("]")
    if (is_whole and ":" in name and is_address(name)) or _NAME.fullmatch(name):
        return
    hint = "" if name.isascii() else "; browsers send letters such as \u00f3 in the form xn--..."
    raise MisuseError(
        f"name: expected a host name without https:// and port, such as salt.example.org, got {brief(name)}{hint}"
    )


def _check_proxy(proxy: str) -> None:
    """Check that each part of *proxy* can be the address of a connection. A connection has an address, not a name."""
    if proxy == "*":
        return
    for part in proxy.split(","):
        try:
            ipaddress.ip_network(part.strip())
        except ValueError:
            raise MisuseError(
                f"proxy: expected an IP address or network, such as 127.0.0.1, got {brief(part)}"
            ) from None


def _fitting(wanted: ConnectionRules, tables: int) -> ConnectionRules:
    """
    Return the rules with no more connections than the limit on open files allows.

    The limit on open files is first raised as far as the hard limit permits.
    """
    if sys.platform == "win32":  # sockets are not files
        return wanted
    # Without this limit, 1,100 silent connections locked everybody out of a server with 1,024 files. They also caused
    # 46 MB of log output in 25 seconds.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = count_needed_files(wanted.total, tables)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return wanted
    possible = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    with contextlib.suppress(OSError, ValueError):  # some systems allow less than their hard limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return attrs.evolve(wanted, total=min(wanted.total, connections_within(files, tables)))


def _hosts(address: str, network: str | None, names: Sequence[str]) -> list[str]:
    """Return the accepted host names."""
    # Requests for other names are refused. Otherwise a site could point its own name at this machine, and its scripts
    # would count as ours (DNS rebinding). Devices in the network find the machine as HOST.local (multicast DNS, RFC
    # 6762).
    here = socket.gethostname().lower()
    by_network = [] if network is None else [network]
    if address in _EVERY_ADDRESS:
        by_network += [here, f"{here}.local"]
    here_too = (_LOOPBACK, "::1") if ":" in address else (_LOOPBACK,)
    return list(dict.fromkeys(("localhost", *here_too, address, *by_network, *names)))


def _address_in_network() -> str | None:
    """Return this machine's address on its network, or None if it has none."""
    # Connecting a UDP socket sends nothing. The system only chooses a route, which determines the source address.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_SOMEWHERE, 9))
        except OSError:
            return None
        found: str = probe.getsockname()[0]
        return found


def _outside(wanted: ServeOptions, network: str | None, port: int) -> str | None:
    """Return the address for other people, or None if invitations use the address in the host's browser."""
    # Browsers cannot open a pattern such as *.example.org.
    if name := next((name for name in wanted.names if "*" not in name), None):
        return f"https://{host_in_url(name)}" if wanted.proxy else f"http://{host_in_url(name)}:{port}"
    return None if network is None else f"http://{network}:{port}"


def _address_here(address: str, port: int) -> str:
    """Return the address for a browser on this machine."""
    return f"http://{'localhost' if address in _LOCAL else host_in_url(address)}:{port}"


def _announce(here: str, outside: str | None, folder: Path, *, has_code: bool) -> None:
    """Print the server's addresses and, on a network, a QR code for phones."""
    out = sys.stdout
    encoding = out.encoding or "utf-8"
    place = str(folder).encode(encoding, "backslashreplace").decode(encoding)
    out.write(f"Serving tables at {here}/ - press Ctrl-C to stop. Tables are stored in {place}\n")
    if outside is not None:
        out.write(f"For others: {outside}/\n")
        if has_code and out.isatty():
            segno.make(f"{outside}/").terminal(out, compact=True)
    out.flush()


class RepeatFilter(logging.Filter):
    """
    Drops repeated log lines, and adds a note about it to the last line before a gap.

    Lines count as equal if the logger, the level and the first line of the unformatted message are equal. Arguments
    such as addresses and names make no difference.
    """

    def __init__(self, rate: RateLimitItem = _LINES) -> None:
        super().__init__()
        self._rate = rate
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a line."""
        # Count by the message before its arguments are filled in. Otherwise every address would have its own ten lines
        # per minute, and many addresses could fill the disk.
        kind = (record.name, record.levelname, str(record.msg).partition("\n")[0])
        if not self._limiter.hit(self._rate, *kind):
            return False
        if not self._limiter.get_window_stats(self._rate, *kind).remaining:
            record.msg = str(record.msg) + _NOTE
        return True


def logging_config(*, has_journal: bool = False) -> dict[str, Any]:
    """
    Return uvicorn's logging configuration with ``RepeatFilter``, and with the same format for all other loggers.

    Each line has a time. With *has_journal*, the log also names the tables that are opened, refused and closed.
    """
    # The configuration belongs to uvicorn, and other servers in this process may use it, so change a copy.
    config: dict[str, Any] = copy.deepcopy(LOGGING_CONFIG)
    config["filters"] = {"repeated": {"()": RepeatFilter}}
    config["formatters"]["default"]["fmt"] = "%(asctime)s %(levelprefix)s %(message)s"
    unfiltered = dict(config["handlers"]["default"])
    config["handlers"]["default"]["filters"] = ["repeated"]
    # Uvicorn's configuration has handlers for its own loggers only. All other lines would bypass the filter.
    config["root"] = {"handlers": ["default"], "level": "WARNING"}
    if has_journal:
        # An operator needs every opened table, even after an attack. The lines cannot fill the disk before the files of
        # the tables do. Refusals leave no files, so they are filtered like all other lines.
        config["handlers"]["journal"] = unfiltered
        config["loggers"][JOURNAL] = {"handlers": ["journal"], "level": "INFO", "propagate": False}
        config["loggers"][REFUSALS] = {"handlers": ["default"], "propagate": False}
    return config
