"""Running the server: where it listens, where tables are kept, and what is said about it."""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import attrs
import platformdirs
import segno
import uvicorn

from ..bots.registry import bot_factory
from ..errors import MisuseError
from ..ruleset import Ruleset
from ..standard import STANDARD
from ._application import application
from ._house import BOTS, House, HouseRules

_LOOPBACK: Final = "127.0.0.1"
_HERE: Final = (_LOOPBACK, "::1", "localhost")
_ANYWHERE: Final = "0.0.0.0"
_HIGHEST_PORT: Final = 65535
_LONGEST_PAUSE: Final = 3600
_SOMEWHERE: Final = "192.0.2.1"
"""An address that is nobody's (RFC 5737): the way there begins at the address by which the network knows us."""


@attrs.frozen(kw_only=True)
class Served:
    """How a server of tables is to be run."""

    port: int
    address: str | None = None
    """Where to listen; None for this machine alone, or with *is_for_network* for its network."""
    is_for_network: bool = False
    names: tuple[str, ...] = ()
    """The names under which it is reached besides."""
    proxy: str | None = None
    """The proxy in front of it, which speaks HTTPS with browsers."""
    folder: Path | None = None
    """Where tables are kept; None for a folder of the user's."""
    ruleset: Ruleset = STANDARD
    bots: tuple[str, ...] = ()
    """The bots that are offered; empty for the usual ones."""
    tables: int = 500
    pause: float | None = None
    """Seconds before a bot's move; None for the usual."""


def serve_tables(wanted: Served) -> int:
    """
    Serve tables until the person ends it, and return the exit status.

    Raises:
        MisuseError: it cannot be done so; the sentence says why.
    """
    if not 0 <= wanted.port <= _HIGHEST_PORT:
        raise MisuseError(f"port: {wanted.port} is not a number from 0 to {_HIGHEST_PORT}")
    if wanted.tables < 1:
        raise MisuseError(f"tables: {wanted.tables} is not a number from 1 up")
    if wanted.pause is not None and not 0 <= wanted.pause <= _LONGEST_PAUSE:
        raise MisuseError(f"pause: {wanted.pause:g} is not a number of seconds from 0 to {_LONGEST_PAUSE}")
    for bot in wanted.bots:
        bot_factory(bot)  # refuses a bot that there is not, before anybody comes
    folder = wanted.folder or Path(platformdirs.user_data_dir("magnum-sal")) / "tables"
    address = wanted.address or (_ANYWHERE if wanted.is_for_network else _LOOPBACK)
    if wanted.is_for_network and address in _HERE:
        raise MisuseError(f"address: {address} is this machine's alone; nobody in its network gets there")
    listening = _listening(address, wanted.port)
    port: int = listening.getsockname()[1]
    network = _address_in_network() if address == _ANYWHERE else None
    outside = _outside(wanted, network, port)
    rules = HouseRules(ruleset=wanted.ruleset, bots=wanted.bots or BOTS, tables=wanted.tables, address=outside)
    if wanted.pause is not None:
        rules = attrs.evolve(rules, bot_pause=wanted.pause)
    house = House(folder, rules)
    app = application(house, hosts=_hosts(address, network, wanted.names), is_secure=wanted.proxy is not None)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        proxy_headers=wanted.proxy is not None,
        forwarded_allow_ips=wanted.proxy,
        server_header=False,
        timeout_graceful_shutdown=1,
        limit_concurrency=house.rules.connections + 500,
    )
    _announce(outside, port, folder, has_code=network is not None)
    uvicorn.Server(config).run(sockets=[listening])
    return 0


def _listening(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((address, port))
        found.listen(2048)
    except (OSError, OverflowError) as error:
        found.close()
        why = getattr(error, "strerror", None) or str(error)
        raise MisuseError(f"cannot listen at {address}, port {port}: {why}; another --port may be free") from error
    return found


def _hosts(address: str, network: str | None, names: Sequence[str]) -> list[str]:
    """Return the names by which the server may be called: a page elsewhere cannot reach it by a name of its own."""
    here = socket.gethostname().lower()
    by_network = [] if network is None else [network, here, f"{here}.local"]
    return list(dict.fromkeys(("localhost", _LOOPBACK, address, *by_network, *names)))


def _address_in_network() -> str:
    """Return the address by which other machines of the network reach this one; nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_SOMEWHERE, 9))
        except OSError:
            return _LOOPBACK
        found: str = probe.getsockname()[0]
        return found


def _outside(wanted: Served, network: str | None, port: int) -> str | None:
    """Return where others reach the server, None where nobody but this machine does."""
    if wanted.names:
        return f"https://{wanted.names[0]}" if wanted.proxy else f"http://{wanted.names[0]}:{port}"
    return None if network is None else f"http://{network}:{port}"


def _announce(outside: str | None, port: int, folder: Path, *, has_code: bool) -> None:
    """Say where to find the tables; for a network with a code for the cameras of phones."""
    out = sys.stdout
    out.write(f"Tables are served at http://localhost:{port}/ - end with Ctrl-C. They are kept in {folder}\n")
    if outside is not None:
        out.write(f"For others: {outside}/\n")
        if has_code and out.isatty():
            segno.make(f"{outside}/").terminal(out, compact=True)
    out.flush()
