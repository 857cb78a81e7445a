"""Sessions of the SDK's own client in tests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from mcp import Client

from magnum_sal.mcp import Desk, create_server

Act = Callable[[Client], Awaitable[None]]


def run_in_memory(desk: Desk, act: Act, mode: str = "auto") -> None:
    """Run *act* with a client that is connected to *desk* in this process."""

    async def run() -> None:
        async with Client(create_server(desk), mode=mode) as client:
            await act(client)

    anyio.run(run)


async def call(client: Client, tool: str, **arguments: Any) -> str:
    """Return the text of a call that must succeed."""
    told, is_error = await call_any(client, tool, **arguments)
    assert not is_error, told
    return told


async def call_any(client: Client, tool: str, **arguments: Any) -> tuple[str, bool]:
    """Return the text of a call, and whether it was refused."""
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert content.type == "text"
    assert len(content.text) <= (500 if result.is_error else 4000)
    return content.text, result.is_error
