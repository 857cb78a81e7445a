"""A valid message of each type that the server accepts."""

from __future__ import annotations

from typing import Any


def valid(table: str, link: str) -> dict[str, dict[str, Any]]:
    """Return a valid message of each type; only the position numbers may be out of date."""
    seats = [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "link"}]
    return {
        "open": {"seats": seats, "ruleset": None, "position": None, "absent_seconds": 60},
        "join": {"link": link},
        "apply": {"number": 99, "move": {"type": "place_miner", "source": "stock", "target": "S1"}},
        "undo": {"number": 99},
        "redo": {"number": 99},
        "options": {"taken": [["type", "place_miner"]], "place": None, "most": 5, "language": "en"},
        "end": {"number": 99},
        "agree": {"number": 99, "is_agreed": True, "proposal": 1},
        "leave": {"seat": 0},
        "sit": {"seat": 0},
        "give_link": {"seat": 1},
        "set_player": {"seat": 1, "player": "greedy"},
        "close_table": {},
        "hint": {"number": 99, "language": "en"},
        "cancel_review": {},
        "open_lesson": {"lesson": "chain"},
        "continue": {"log": "{}\n", "players": ["here", "link"], "absent_seconds": 60},
        "try_again": {"to": 0},
    }
