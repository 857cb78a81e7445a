"""The server in a process of its own: over standard input and output, and over HTTP on loopback."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import anyio
import httpx
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.server import Server
from tests.mcp.sessions import call, call_any

from magnum_sal.errors import MisuseError
from magnum_sal.mcp import serve_models
from magnum_sal.mcp._transports import LONGEST_REQUEST, _BoundedLines, _check_loopback

SERVE = ["-m", "magnum_sal", "serve", "--mcp"]


def stdio(*options: str) -> Client:
    """Return a client that starts the server as a program."""
    # The SDK passes only a few variables on, and the library may be found through PYTHONPATH.
    server = StdioServerParameters(command=sys.executable, args=[*SERVE, *options], env=dict(os.environ))
    return Client(stdio_client(server))


@pytest.mark.long
def test_a_client_over_standard_input_and_output(tmp_path: Path) -> None:
    """A few moves against a bot, in German; hostile calls do not end the server; a game is saved and loaded."""

    async def act() -> None:
        async with stdio("--lang", "de", "--folder", str(tmp_path), "--bot", "novice") as client:
            await call(client, "new_game", players=["Ada", "Ben=novice"], seed=7)
            told = await call(client, "play_move", game="game-1", position=0, move=">S1")
            assert "Ada: schickt einen Bergmann" in told
            told, is_error = await call_any(client, "play_move", game="game-1", position=0, move=">S1")
            assert is_error
            assert told.startswith("das Spiel ist bei Stellung ")
            for hostile in ("\x00" * 50_000, "x" * 2_000_000, ["x"] * 100_000):
                told, is_error = await call_any(client, "hint", game=hostile)
                assert is_error
                assert told.isprintable()
            await call(client, "save_game", game="game-1", file="one")
            assert "game-2, Stellung " in await call(client, "load_game", file="one")
            told, _ = await call_any(client, "new_game", players=["Ada", "Ben=master"])
            assert told == "einen Bot 'master' gibt es nicht; zur Wahl stehen novice"

    anyio.run(act)
    assert [path.name for path in tmp_path.iterdir()] == ["one.jsonl"]


@pytest.mark.long
def test_damaged_lines_do_not_end_the_server() -> None:
    """Garbage, deep nesting and lines that are too long are skipped, and the next request is answered."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    requests = [
        b"garbage",
        b"[" * 100_000,
        b'{"x":"' + b"y" * (LONGEST_REQUEST + 10) + b'"}',
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}).encode(),
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"show_table","arguments":[1]}}',
        b"\xff\xfe",
        b'{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"show_table","arguments":{}}}',
    ]
    with subprocess.Popen(
        [sys.executable, *SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"\n".join(requests) + b"\n")
        server.stdin.flush()
        answers = {}
        while 3 not in answers:
            answer = json.loads(server.stdout.readline())
            answers[answer.get("id")] = answer
        server.stdin.close()
        assert server.wait(60) == 0
    (content,) = answers[3]["result"]["content"]
    assert content["text"] == "No game is open. Start one with new_game."
    assert answers[2]["error"]["message"].isprintable()


@pytest.mark.long
def test_ctrl_c_ends_the_server() -> None:
    """The server does not wait for the end of its input."""
    with subprocess.Popen(
        [sys.executable, *SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        server.stdin.flush()
        server.stdout.readline()
        server.send_signal(signal.SIGINT if sys.platform != "win32" else signal.SIGTERM)
        assert server.wait(60) != 0


@contextmanager
def http_server() -> Iterator[str]:
    """Yield the address of a server over HTTP."""
    with subprocess.Popen(
        [sys.executable, *SERVE, "--http", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        try:
            yield line.removeprefix("Serving language models at ").partition(" ")[0]
        finally:
            server.terminate()


@pytest.mark.long
def test_clients_over_http() -> None:
    """Clients play over HTTP; other hosts, pages of other origins and huge requests are refused."""
    with http_server() as address:
        assert address.startswith("http://127.0.0.1:")

        async def act() -> None:
            async with Client(address) as client:
                await call(client, "new_game", players=["Ada", "Ben=novice"], seed=7)
                assert "position 2." in await call(client, "play_move", game="game-1", position=0, move=">S1")

        anyio.run(act)
        request = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        accept = {"Accept": "application/json, text/event-stream"}
        with httpx.Client(headers=accept, timeout=60) as client:
            assert client.post(address, json=request, headers={"Host": "salt.example.org"}).status_code == 421
            assert client.post(address, json=request, headers={"Origin": "http://example.org"}).status_code == 403
            large = b" " * (LONGEST_REQUEST + 1)
            kind = {"Content-Type": "application/json"}
            assert client.post(address, content=large, headers=kind).status_code == 413


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.0.2.1", "example.org", "\x1b", "127.0.0.1:80"])
def test_only_loopback_is_served(address: str) -> None:
    """No other machine can connect, whatever the operator asks for."""
    with pytest.raises(MisuseError, match=r"only from this machine: use 127\.0\.0\.1 or ::1"):
        serve_models(port=0, address=address)


def test_localhost_is_the_loopback_address() -> None:
    """The name is not looked up, because another program could decide what it means."""
    assert _check_loopback("localhost") == "127.0.0.1"
    assert _check_loopback("::1") == "::1"


@pytest.mark.parametrize("address", ["0:0:0:0:0:0:0:1", "::0001", "::0.0.0.1"])
def test_a_long_form_of_the_loopback_address(address: str) -> None:
    """The address gets its shortest form, because the SDK does not protect any other form from pages of other sites."""
    host = _check_loopback(address)
    assert host == "::1"
    app = Server("magnum-sal").streamable_http_app(host=host)

    async def post() -> int:
        transport = httpx.ASGITransport(app)
        async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport) as client:
            return (await client.post("http://salt.example.org/mcp", json={})).status_code

    assert anyio.run(post) == 421


@pytest.mark.parametrize("port", [-1, 65536])
def test_an_impossible_port(port: int) -> None:
    """The message names the possible ports."""
    with pytest.raises(MisuseError, match=f"port: expected a whole number from 0 to 65535, got {port}"):
        serve_models(port=port)


def test_a_port_in_use() -> None:
    """The message suggests another port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(MisuseError, match="try another --port"):
            serve_models(port=taken.getsockname()[1])


def test_long_lines_are_skipped() -> None:
    """A line that is too long becomes an invalid one, and the next lines are read."""
    lines = _BoundedLines(BytesIO(b"a\n" + b"x" * (3 * LONGEST_REQUEST) + b"\nb\xff\nc"))
    assert [lines.readline() for _ in range(5)] == ["a\n", "{\n", "b\ufffd\n", "c", ""]
    lines = _BoundedLines(BytesIO(b"x" * (2 * LONGEST_REQUEST)))
    assert [lines.readline() for _ in range(2)] == ["{\n", ""]
