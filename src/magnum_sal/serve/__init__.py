"""
Serving the rules to programs in any language: requests and answers as JSON objects, whatever carries them.

>>> server = Server()
>>> server, said = answer(server, {"type": "hello", "id": 1, "protocol": PROTOCOL})
>>> server, said = answer(server, {"type": "new_game", "id": 2, "players": ["Ada", "Ben"], "seed": 7})
>>> server, said = answer(server, {"type": "legal_moves", "id": 3, "session": said["session"], "most": 1})
>>> said["moves"], said["total"]
([{'type': 'place_miner', 'source': 'stock', 'target': 'S1'}], 19)
"""

from .._history import Made
from ._answering import answer, answer_line
from ._answers import Answer
from ._requests import Id, Request
from ._server import PROTOCOL, Limits, Server
from ._sessions import Session
from ._stdio import serve_lines

__all__ = [
    "PROTOCOL",
    "Answer",
    "Id",
    "Limits",
    "Made",
    "Request",
    "Server",
    "Session",
    "answer",
    "answer_line",
    "serve_lines",
]


def __dir__() -> list[str]:
    return __all__
