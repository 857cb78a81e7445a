"""Listening sockets: ``_internal/listening.py``."""

from __future__ import annotations

import socket

import pytest

from magnum_sal._internal.listening import host_in_url, open_listener
from magnum_sal.errors import MisuseError


@pytest.mark.parametrize(("host", "family"), [("127.0.0.1", socket.AF_INET), ("::1", socket.AF_INET6)])
def test_the_socket_belongs_to_the_address(host: str, family: socket.AddressFamily) -> None:
    """Both versions of the loopback address work."""
    if host == "::1" and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    with open_listener(host, 0) as listening:
        assert listening.family == family
        assert listening.getsockname()[0] == host


def has_ipv6() -> bool:
    """Return whether this machine has the loopback address of IPv6."""
    with socket.socket(socket.AF_INET6) as tried:
        try:
            tried.bind(("::1", 0))
        except OSError:
            return False
    return True


@pytest.mark.parametrize(
    ("address", "port", "other"),
    [("127.0.0.1", 1 << 16, "--port"), ("203.0.113.1", 0, "--host"), ("a\0b", 0, "--host"), ("x" * 64, 0, "--host")],
)
def test_what_to_change(address: str, port: int, other: str) -> None:
    """The error says whether another port or another address may help."""
    with pytest.raises(MisuseError, match=f"cannot listen on .*, port {port}: .*; try another {other}"):
        open_listener(address, port)


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("salt.test", "salt.test"), ("::1", "[::1]"), ("[::1]", "[::1]")]
)
def test_hosts_in_urls(host: str, shown: str) -> None:
    """The colons of an IPv6 address must not be read as the one before a port."""
    assert host_in_url(host) == shown
