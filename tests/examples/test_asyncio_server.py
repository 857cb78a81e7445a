"""Spectators of the asyncio example see the same game, whether they come early, come late, or return."""

import asyncio
import random

from asyncio_server import Broadcast

import magnum_sal as ms
from magnum_sal.testing.players import finisher

LINES = 41
"""The header and forty moves."""


async def _watch(port: int, lines: int) -> bytes:
    """Connect, read this many lines, and leave."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    read = b"".join([await reader.readline() for _ in range(lines)])
    writer.close()
    await writer.wait_closed()
    return read


async def _evening() -> None:
    rng = random.Random(3)
    game = ms.Game.new(["Ada", "Ben"], seed=3)
    broadcast = Broadcast(game)
    server = await asyncio.start_server(broadcast.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        from_the_start = asyncio.create_task(_watch(port, LINES))
        gone_early = late = asyncio.create_task(_watch(port, 5))
        for number in range(LINES - 1):
            game.play(finisher(game.state, ms.legal_moves(game.state), rng))
            await asyncio.sleep(0)
            if number == 20:
                assert len((await gone_early).splitlines()) == 5
                late = asyncio.create_task(_watch(port, LINES))
        public = "".join(game.log.public().lines()).encode()
        back_again = await _watch(port, LINES)
        assert await from_the_start == await late == back_again == public
        while broadcast.watching:  # until the server notices that the last one has left
            await asyncio.sleep(0.001)
    assert ms.Game.from_log(public).state == game.state.public()


def test_spectators_come_and_go() -> None:
    """Spectators get the whole public log, line by line, whenever they come."""
    asyncio.run(asyncio.wait_for(_evening(), 20))
