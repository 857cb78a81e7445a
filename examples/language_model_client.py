"""A scripted client of ``magnum-sal serve --mcp``: it plays a few moves as a language model would (extra ``mcp``)."""

import asyncio
import os
import re
import sys

from mcp import Client, StdioServerParameters, stdio_client

# By default, the SDK does not pass all environment variables on to the server.
SERVER = StdioServerParameters(
    command=sys.executable, args=["-m", "magnum_sal", "serve", "--mcp"], env=dict(os.environ)
)


async def ask(client: Client, tool: str, **arguments: object) -> str:
    """Call a tool and return its text: an answer, or the sentence of a refusal."""
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert content.type == "text"
    return content.text


def find_position(told: str) -> int:
    """Return the position number in the first line of an answer."""
    found = re.search(r"position (\d+)\.", told)
    assert found is not None
    return int(found[1])


async def play() -> None:
    """Play a first move by questions and a second one by notation, and try two moves that are refused."""
    async with Client(stdio_client(SERVER)) as client:
        told = await ask(client, "new_game", players=["Model", "Ben=journeyman"], seed=7)
        position = find_position(told)

        print(await ask(client, "choose_move", game="game-1"))
        print(await ask(client, "choose_move", game="game-1", answers=[1]))

        told = await ask(client, "play_move", game="game-1", position=position, move=">S1")
        print(told.split("\n\n")[1])
        print(await ask(client, "play_move", game="game-1", position=position, move=">S2"))

        position = find_position(told)
        print(await ask(client, "play_move", game="game-1", position=position, move="x1L1 B"))
        told = await ask(client, "play_move", game="game-1", position=position, move=">S2")
        print(told.split("\n\n")[1])


if __name__ == "__main__":
    asyncio.run(play())
