"""Requests and answers as lines of two streams."""

from __future__ import annotations

from typing import IO

from ._server import Server
from .answering import answer_line


def serve_lines(server: Server, source: IO[bytes], sink: IO[bytes]) -> Server:
    """
    Answer each line of *source* by a line to *sink*, until the source ends; return the server as it is then.

    A line that is too long is read past, and answered with what is wrong with it.

    Raises:
        BrokenPipeError: nobody reads the answers any more.
    """
    most = server.limits.line
    while line := source.readline(most + 2):
        is_whole = line.endswith(b"\n")
        server, said = answer_line(server, line.removesuffix(b"\n"))
        while not is_whole and (rest := source.readline(most)):
            is_whole = rest.endswith(b"\n")
        sink.write(said.encode("ascii") + b"\n")
        sink.flush()
    return server
