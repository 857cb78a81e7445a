"""
A rules server for programs in any language: requests and answers are JSON objects, sent over any transport.

>>> server = Server()
>>> server, said = answer(server, {"type": "hello", "id": 1, "protocol": PROTOCOL})
>>> server, said = answer(server, {"type": "new_game", "id": 2, "players": ["Ada", "Ben"], "seed": 7})
>>> server, said = answer(server, {"type": "legal_moves", "id": 3, "session": said["session"], "most": 1})
>>> said["moves"], said["total"]
([{'type': 'place_miner', 'source': 'stock', 'target': 'S1'}], 19)
"""

from .._internal.field_help import provide_field_help
from ..record.log.history import RecordedStep
from . import table_forms as _table_forms  # noqa: F401  # registers its messages, as `message_forms` does
from ._server import PROTOCOL, Limits, Server
from ._session import Session
from .answering import answer, answer_line, serve_lines
from .answers import Answer
from .progress_answers import Advice, Adviser
from .request_fields import Id
from .requests import Request

__all__ = [
    "PROTOCOL",
    "Advice",
    "Adviser",
    "Answer",
    "Id",
    "Limits",
    "RecordedStep",
    "Request",
    "Server",
    "Session",
    "answer",
    "answer_line",
    "serve_lines",
]


def __dir__() -> list[str]:
    return __all__


provide_field_help(Advice, Limits, RecordedStep, Server, Session)
