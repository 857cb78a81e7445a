"""
Serve a game to spectators who come and go, with asyncio and the standard library only.

The server sends the public log to each spectator: all lines so far, then every new line. A spectator who arrives late
or returns therefore receives the whole game. ``follow.js`` and ``follow_a_game.py`` can read the lines. No line names a
hidden piece, and a spectator who reads slowly does not delay the game.

``python asyncio_server.py [PORT]`` plays a game between two bots, one move a second.
``nc localhost 8765`` watches it.
"""

import asyncio
import io
import sys

import magnum_sal as ms
from magnum_sal.record.game import Notice


class _Lines(io.StringIO):
    """A text stream that stores the lines written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def write(self, text: str, /) -> int:
        self.lines.append(text)
        return len(text)


class Broadcast:
    """Sends the public log of a game to everybody who connects. Use it in the same event loop as the game."""

    def __init__(self, game: ms.Game) -> None:
        self._game = game
        self._sink = _Lines()
        self._public = game.log.public(self._sink)
        self._news = asyncio.Event()
        self.watching = 0
        """The current number of spectators."""
        game.subscribe(self._told)

    def _told(self, _: Notice) -> None:
        self._public.extend(self._game.log.public().entries[len(self._public.entries) :])
        self._news.set()  # wakes all waiting tasks; the next notice uses a new event
        self._news = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send the log to one spectator until they leave."""
        self.watching += 1
        sending = asyncio.create_task(self._send(writer))
        try:
            # Ignore what spectators send. The end of their stream means that they left.
            while await reader.read(1024):
                pass
        except ConnectionError:
            pass
        finally:
            self.watching -= 1
            sending.cancel()
            writer.transport.abort()  # a spectator who has left reads no more data

    async def _send(self, writer: asyncio.StreamWriter) -> None:
        sent = 0
        while True:
            news = self._news  # taken before checking the lines, so that none is missed
            while sent < len(self._sink.lines):
                writer.write(self._sink.lines[sent].encode())
                sent += 1
                await writer.drain()
            await news.wait()


async def main(port: int) -> None:
    """Serve a game between two bots, one move a second."""
    from magnum_sal.bots import make_bot

    # Do not pass a seed: a spectator could guess it from the visible pieces.
    game = ms.Game.new(["Ada", "Ben"])
    bots = [make_bot("greedy", seed=seat) for seat in range(2)]
    server = await asyncio.start_server(Broadcast(game).serve, "localhost", port)
    print(f"watch with: nc localhost {port}")
    async with server:
        while not game.is_over:
            await asyncio.sleep(1)
            public = game.state.public()
            game.play(bots[game.state.turn_seat](public, public.legal_moves()))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8765))
