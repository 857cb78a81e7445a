"""The server as a program: its output, and what it keeps however it ends."""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import re
import socket
import subprocess
import sys
import threading
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
import segno
from tests.serving import PATIENCE, ServedTables
from tests.web.visitor import Visitor

import magnum_sal as ms
from magnum_sal.cli import _serve, main
from magnum_sal.errors import MisuseError
from magnum_sal.rules.standard import STANDARD
from magnum_sal.web import ServerSettings
from magnum_sal.web._store import Store
from magnum_sal.web.connections import ConnectionRules
from magnum_sal.web.server import (
    ServeOptions,
    _address_here,
    _address_in_network,
    _announce,
    _check_name,
    _check_proxy,
    _hosts,
    _outside,
    serve_tables,
)

SEATS = [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "here"}]


def opened(visitor: Visitor) -> str:
    """Open a table for two players on one device."""
    status, said = visitor.ask("/api/tables", {"type": "open", "seats": SEATS})
    assert status == 200, said
    return str(said["table"])


def next_move(visitor: Visitor, table: str) -> dict[str, Any]:
    """Return the message for the next move, which takes the first answer to each question."""
    number = visitor.ask(f"/api/tables/{table}")[1]["number"]
    taken: list[Any] = []
    while True:
        said = visitor.ask(f"/api/tables/{table}", {"type": "choices", "taken": taken})[1]
        if said["move"] is not None:
            return {"type": "apply", "number": number, "move": said["move"]}
        taken = [*said["taken"], [said["question"], said["answers"][0]]]


@pytest.mark.long
def test_killed_at_random(tmp_path: Path) -> None:
    """SIGKILL between or within requests loses no move that was answered, and the table goes on."""
    rng = random.Random(8)
    with ServedTables(tmp_path) as server:
        visitor = Visitor(server, "ada")
        table = opened(visitor)
        answered = 0
        for _ in range(2):
            answered = visitor.ask(f"/api/tables/{table}", next_move(visitor, table))[1]["number"]
            killing = threading.Timer(rng.uniform(0.0, 0.15), server.crash)
            killing.start()
            try:
                while True:
                    status, said = visitor.ask(f"/api/tables/{table}", next_move(visitor, table))
                    assert status == 200, said
                    answered = said["number"]
            except (OSError, HTTPException):
                killing.join()
            server.kill()
            server.start()
            found = visitor.ask(f"/api/tables/{table}")[1]
            assert found["number"] in (answered, answered + 1)  # Only the answer may have been lost.
            assert found["steps"] == found["number"]
            answered = found["number"]
        assert answered >= 2
        assert visitor.ask(f"/api/tables/{table}", next_move(visitor, table))[0] == 200
        server.kill()
    with ms.Game.from_log(tmp_path / f"{table}.jsonl") as game:
        assert len(game.moves) == answered + 1
        assert game.log.torn == b""


@pytest.mark.long
def test_a_truncated_line(tmp_path: Path) -> None:
    """If a crash truncates the last line of a log, the table continues from its last whole line."""
    with ServedTables(tmp_path) as server:
        visitor = Visitor(server, "ada")
        table = opened(visitor)
        for _ in range(3):
            visitor.ask(f"/api/tables/{table}", next_move(visitor, table))
        server.kill()
        path = tmp_path / f"{table}.jsonl"
        whole = path.read_bytes()
        path.write_bytes(whole[:-40])
        server.start()
        assert visitor.ask(f"/api/tables/{table}")[1]["number"] == 2
        with visitor.news(table, last=3) as news:
            told = next(news)
            assert (told["number"], told["kept"], told["happened"]) == (2, 2, [])
            assert visitor.ask(f"/api/tables/{table}", next_move(visitor, table))[0] == 200
            assert next(told for told in news if told["number"] == 3)["steps"] == 3
    assert path.read_bytes() == whole


@pytest.mark.long
def test_missed_moves_are_sent_on_reconnecting(tmp_path: Path) -> None:
    """A client that sends the number of its last news gets the missed moves, even from a restarted server."""
    with ServedTables(tmp_path) as server:
        visitor = Visitor(server, "ada")
        table = opened(visitor)
        with visitor.news(table) as news:
            assert next(news)["number"] == 0
            visitor.ask(f"/api/tables/{table}", next_move(visitor, table))
            told = next(told for told in news if told["number"] == 1)
            assert [entry["step"] for entry in told["happened"]] == [1]
        for _ in range(2):
            visitor.ask(f"/api/tables/{table}", next_move(visitor, table))
        server.kill()
        server.start()
        with visitor.news(table, last=1) as news:
            told = next(news)
            assert (told["kept"], [entry["step"] for entry in told["happened"]]) == (1, [2, 3])


@pytest.mark.long
def test_two_servers_on_one_folder(tmp_path: Path) -> None:
    """
    A second server on the folder ends with an error.

    The first one goes on, and Ctrl-C ends it without a traceback.
    """
    with ServedTables(tmp_path) as server:
        command = [sys.executable, "-m", "magnum_sal", "serve", "--port", "0", "--folder", str(tmp_path)]
        second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert second.returncode != 0
        assert ": another server uses the folder" in second.stderr
        assert "Traceback" not in second.stderr
        visitor = Visitor(server, "ada")
        table = opened(visitor)
        with visitor.news(table) as news:
            next(news)
            status = server.interrupt()
        assert status in (0, -15)
        assert "Traceback" not in server.errors()


@pytest.mark.long
def test_a_second_server_after_the_lock_file_was_deleted(tmp_path: Path) -> None:
    """The lock on the folder itself keeps a second server out, and the first one goes on."""
    with ServedTables(tmp_path) as server:
        (tmp_path / "lock").unlink()
        command = [sys.executable, "-m", "magnum_sal", "serve", "--port", "0", "--folder", str(tmp_path)]
        second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert second.returncode != 0
        assert ": another server uses the folder" in second.stderr
        opened(Visitor(server, "ada"))


def served(**fields: Any) -> ServeOptions:
    """Return the options of a server."""
    given: dict[str, Any] = {"port": 0, "ruleset": STANDARD}
    return ServeOptions(**given | fields)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"port": -1}, "port: expected a whole number from 0 to 65535, got -1"),
        ({"port": 70000}, "port: expected a whole number from 0 to 65535, got 70000"),
        ({"tables": 0}, "tables: expected a whole number from 1 up, got 0"),
        ({"pause": -0.5}, "pause: expected 0 to 3600 seconds, got -0.5"),
        ({"pause": 3601.0}, "pause: expected 0 to 3600 seconds, got 3601"),
        ({"pause": float("nan")}, "pause: expected 0 to 3600 seconds, got nan"),
        ({"idle_days": 0.0}, "idle-days: expected more than 0 and up to 36500 days, got 0"),
        ({"idle_days": float("nan")}, "idle-days: expected more than 0 and up to 36500 days, got nan"),
        ({"connections": ConnectionRules(total=0)}, "connections: expected a whole number from 1 up, got 0"),
        (
            {"connections": ConnectionRules(of_one=0)},
            "connections-per-address: expected a whole number from 1 up, got 0",
        ),
        ({"connections": ConnectionRules(idle_seconds=0)}, "idle: expected more than 0 and up to 3600 seconds, got 0"),
        (
            {"connections": ConnectionRules(idle_seconds=float("nan"))},
            "idle: expected more than 0 and up to 3600 seconds, got nan",
        ),
        ({"bots": ("nobody",)}, "nobody"),
        ({"proxy": "localhost"}, "proxy: expected an IP address or network, such as 127.0.0.1, got 'localhost'"),
        ({"proxy": "127.0.0.1,"}, "proxy: expected an IP address or network, such as 127.0.0.1, got ''"),
        (
            {"names": ("s\u00f3l.test",)},
            "got 's\u00f3l.test'; browsers send letters such as \u00f3 in the form xn--...",
        ),
        ({"proxy": "10.0.0.1,*"}, "proxy: expected an IP address or network, such as 127.0.0.1, got '*'"),
        ({"proxy": "10.0.0.1/8"}, "proxy: expected an IP address or network, such as 127.0.0.1, got '10.0.0.1/8'"),
        *(
            (
                {"names": ("salt.test", name)},
                f"name: expected a host name without https:// and port, such as salt.example.org, got {name!r}",
            )
            for name in ("https://salt.test", "a.test:8443", "a.test/x", "a b", "", "a.test,b.test", ".a.test", "[::1")
        ),
        ({"address": "\u0105..b"}, "port 0: encoding of hostname failed; try another --host"),
        # This address is for documentation, so no machine has it, and no name must be looked up.
        ({"address": "203.0.113.1"}, "cannot listen on 203.0.113.1, port 0: Cannot assign requested address"),
        (
            {"address": "127.0.0.1", "is_for_network": True},
            "address: 127.0.0.1 can be reached only from this machine, not from its network",
        ),
    ],
)
def test_invalid_options_of_a_server(tmp_path: Path, fields: dict[str, Any], words: str) -> None:
    """Invalid options are refused when the server starts."""
    with pytest.raises(MisuseError, match=re.escape(words)):
        serve_tables(served(folder=tmp_path / "tables", **fields))


@pytest.mark.parametrize(
    ("name", "expected"), [("uvicorn", ms.MissingExtraError), ("magnum_sal.web._lobby", ImportError)]
)
def test_a_missing_module(name: str, expected: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    """The command suggests the extra for a missing package, but not for a missing module of the library."""
    monkeypatch.delitem(sys.modules, "magnum_sal.web.server")
    monkeypatch.setitem(sys.modules, name, None)
    options = argparse.Namespace(stdio=False, mcp=False, http=False, fair_play=False, lang=None)
    with pytest.raises(expected):
        _serve.run(options)


@pytest.mark.parametrize("is_durable", [False, True])
def test_a_durable_server(is_durable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With ``--durable``, the server flushes each move to disk."""
    found: list[ServerSettings] = []

    def open_lobby(_folder: Path, settings: ServerSettings) -> None:
        found.append(settings)
        raise MisuseError("enough")

    monkeypatch.setattr("magnum_sal.web.server.Lobby", open_lobby)
    arguments = ["serve", "--port", "0", "--folder", str(tmp_path), *(["--durable"] if is_durable else [])]
    with socket.create_server(("127.0.0.1", 0)) as listening:
        monkeypatch.setattr("magnum_sal.web.server.open_listener", lambda *_: listening)
        assert main(arguments) == 1
    assert [settings.durable for settings in found] == [is_durable]


def test_a_port_in_use(tmp_path: Path) -> None:
    """The error suggests another port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(MisuseError, match=r"cannot listen on 127\.0\.0\.1, port .*: .*; try another --port"):
            serve_tables(served(folder=tmp_path / "tables", port=taken.getsockname()[1]))


def test_a_failed_start_frees_the_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server does not keep its port if another server uses its folder."""
    with socket.create_server(("127.0.0.1", 0)) as listening, contextlib.closing(Store(tmp_path)):
        monkeypatch.setattr("magnum_sal.web.server.open_listener", lambda *_: listening)
        with pytest.raises(MisuseError, match="another server uses the folder"):
            serve_tables(served(folder=tmp_path))
        assert listening.fileno() == -1


def test_the_host_names_of_a_server() -> None:
    """
    A server accepts this machine's names, the given names and its network address.

    It prints one address for others.
    """
    assert _hosts("127.0.0.1", None, ()) == ["localhost", "127.0.0.1"]
    assert _hosts("10.0.0.1", None, ("salt.test",)) == ["localhost", "127.0.0.1", "10.0.0.1", "salt.test"]
    assert _hosts("::", "192.168.0.7", ())[3:] == ["::", *_hosts("0.0.0.0", "192.168.0.7", ())[3:]]
    assert "192.168.0.7" in _hosts("0.0.0.0", "192.168.0.7", ())
    assert _outside(served(), None, 1368) is None
    assert _outside(served(), "192.168.0.7", 1368) == "http://192.168.0.7:1368"
    assert _outside(served(names=("salt.test",)), None, 1368) == "http://salt.test:1368"
    assert _outside(served(names=("salt.test",), proxy="127.0.0.1"), None, 1368) == "https://salt.test"
    assert (
        _outside(served(names=("*.salt.test", "a.salt.test"), proxy="127.0.0.1"), None, 1368) == "https://a.salt.test"
    )
    assert _outside(served(names=("*",), proxy="127.0.0.1"), None, 1368) is None


@pytest.mark.parametrize("name", ["localhost", "salt.test", "*", "*.salt.test", "10.0.0.7", "::1", "[2001:db8::1]"])
def test_valid_names_of_a_server(name: str) -> None:
    """A server can be reached by a name, by all subdomains of a domain, or by an address."""
    _check_name(name)


@pytest.mark.parametrize("proxy", ["127.0.0.1", "::1", "10.0.0.0/8,127.0.0.1", "10.0.0.1, 10.0.0.2", "*"])
def test_valid_proxies(proxy: str) -> None:
    """A proxy has an address or belongs to a network; there may be several, and ``*`` trusts any address."""
    _check_proxy(proxy)


def test_a_server_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a network, nobody else can reach the server, so it has no address for others."""

    class Unconnected(socket.socket):
        def connect(self, *_: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr("magnum_sal.web.server.socket.socket", Unconnected)
    assert _address_in_network() is None
    assert _outside(served(is_for_network=True), None, 1368) is None
    # Once the machine joins a network, other devices find it by its name.
    name = socket.gethostname().lower()
    assert _hosts("0.0.0.0", None, ()) == ["localhost", "127.0.0.1", "0.0.0.0", name, f"{name}.local"]


@pytest.mark.parametrize(
    ("address", "there"),
    [
        ("127.0.0.1", "http://localhost:1368"),
        ("0.0.0.0", "http://localhost:1368"),
        ("::", "http://localhost:1368"),
        ("::1", "http://[::1]:1368"),
        ("10.0.0.1", "http://10.0.0.1:1368"),
    ],
)
def test_the_printed_address(address: str, there: str) -> None:
    """The printed address leads to the server, and an IPv6 address has brackets."""
    assert _address_here(address, 1368) == there
    assert _outside(served(names=("2001:db8::1",)), None, 1368) == "http://[2001:db8::1]:1368"
    assert "::1" in _hosts("::", None, ())


@pytest.mark.parametrize("is_terminal", [True, False], ids=["terminal", "file"])
@pytest.mark.parametrize("outside", ["http://192.168.0.7:1368", "https://salt.test", None])
def test_the_printed_address_for_others(
    outside: str | None, is_terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal shows a QR code for phones in the same network. A file, or a server with a name, shows none."""
    is_in_network = outside == "http://192.168.0.7:1368"
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal)
    _announce("http://localhost:1368", outside, Path("tables"), has_code=is_in_network)
    first, *others = capsys.readouterr().out.splitlines()
    assert first == "Serving tables at http://localhost:1368/ - press Ctrl-C to stop. Tables are stored in tables"
    assert others[:1] == ([f"For others: {outside}/"] if outside else [])
    code = io.StringIO()
    segno.make(f"{outside}/").terminal(code, compact=True)
    assert others[1:] == (code.getvalue().splitlines() if is_in_network and is_terminal else [])


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_the_folder_is_printed_in_any_encoding(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server starts even if its output cannot represent the name of the folder."""
    output = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr("sys.stdout", output)
    _announce("http://localhost:1368", None, Path("tables of \u0141ukasz \udcff"), has_code=False)
    output.flush()
    assert b"Tables are stored in tables of " in output.buffer.getvalue()


@pytest.mark.long
def test_an_ipv6_address(tmp_path: Path) -> None:
    """A server at ``::1`` can be reached at the address that it prints."""
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            pytest.skip("this machine has no IPv6")
    command = [sys.executable, "-m", "magnum_sal", "serve", "--port", "0", "--folder", str(tmp_path), "--host", "::1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://\[::1\]:\d+/", process.stdout.readline())
            assert found is not None
            with urllib.request.urlopen(found[0], timeout=PATIENCE) as answered:
                assert answered.status == 200
        finally:
            process.kill()


def test_a_folder_of_lessons_is_checked(tmp_path: Path) -> None:
    """The server does not start with a lesson whose solution does not solve its task."""
    text = (Path(__file__).parents[2] / "examples" / "lessons" / "inn.toml").read_text("utf-8")
    lessons = tmp_path / "lessons"
    lessons.mkdir()
    (lessons / "inn.toml").write_text(text.replace('solution = ["inn"]', 'solution = ["pass"]'), "utf-8")
    with pytest.raises(MisuseError, match="lesson inn, task 1, solution: the task is not solved"):
        serve_tables(served(folder=tmp_path / "tables", lessons=lessons))
