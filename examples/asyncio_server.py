"""
Serve a game to spectators who come and go, with asyncio and the standard library alone.

Each spectator is sent the public log: all lines so far, then every line as it is written. So one who comes late, or
comes back, ends up with the same game as one who stayed; ``follow.js`` and ``follow_a_game.py`` read such lines. None
names a hidden piece, and nobody waits for a spectator who reads slowly.

``python asyncio_server.py [PORT]`` plays a game between two bots, a move a second: ``nc localhost 8765`` watches it.
"""

import asyncio
import io
import sys

import magnum_sal as ms
from magnum_sal.record.game import Notice


class _Lines(io.StringIO):
    """A text stream that keeps what is written to it, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def write(self, text: str, /) -> int:
        self.lines.append(text)
        return len(text)


class Broadcast:
    """The public log of a game, for whoever connects. Use it in one event loop, with the game."""

    def __init__(self, game: ms.Game) -> None:
        self._game = game
        self._sink = _Lines()
        self._public = game.log.public(self._sink)
        self._news = asyncio.Event()
        self.watching = 0
        """How many spectators there are now."""
        game.subscribe(self._told)

    def _told(self, _: Notice) -> None:
        self._public.extend(self._game.log.entries[len(self._public.entries) :])
        self._news.set()  # wakes everybody who waits; the next news is another event
        self._news = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send the log to one spectator until they leave."""
        self.watching += 1
        sending = asyncio.create_task(self._send(writer))
        try:
            # Spectators have nothing to say; an end of it means that they left.
            while await reader.read(1024):
                pass
        except ConnectionError:
            pass
        finally:
            self.watching -= 1
            sending.cancel()
            writer.transport.abort()  # who has left reads nothing more of what is still on its way

    async def _send(self, writer: asyncio.StreamWriter) -> None:
        sent = 0
        while True:
            news = self._news  # taken before looking, so that no line falls between
            while sent < len(self._sink.lines):
                writer.write(self._sink.lines[sent].encode())
                sent += 1
                await writer.drain()
            await news.wait()


async def main(port: int) -> None:
    """Serve a game between two bots, one move a second."""
    from magnum_sal.bots import make_bot

    # Without a seed, which a spectator could guess from the pieces in sight.
    game = ms.Game.new(["Ada", "Ben"])
    bots = [make_bot("greedy", seed=seat) for seat in range(2)]
    server = await asyncio.start_server(Broadcast(game).serve, "localhost", port)
    print(f"watch with: nc localhost {port}")
    async with server:
        while not game.is_over:
            await asyncio.sleep(1)
            public = game.state.public()
            game.play(bots[game.state.turn_seat](public, ms.legal_moves(public)))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8765))
