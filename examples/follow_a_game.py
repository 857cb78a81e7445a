"""
Follow a recorded game without the library: ``python follow_a_game.py LOG``.

The program needs only a JSON parser, so you can write it in any language. It tracks each player's money, salt and
miners, and prints them as they are after the last line.
"""

import copy
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any


class Table:
    """The tracked counts by place. A place is the number of a seat, or a text such as "bank" or "1L2"."""

    def __init__(self, opening: dict[str, Any]) -> None:
        players = dict(enumerate(opening["players"]))
        self.names = [player["name"] for player in players.values()]
        self.money: Counter[Any] = Counter(
            {seat: player["money"] for seat, player in players.items()}
        )
        self.salt: Counter[Any] = Counter()
        for seat, player in players.items():
            self.salt.update({(seat, kind): cubes for kind, cubes in player["salt"].items()})
        self.miners: Counter[Any] = Counter()
        for seat, player in players.items():
            # A game can begin from any position, in which miners already work in the mine or in the town.
            for place in ("stock", "line_right", "line_left"):
                self.miners[seat, place] = player[place]
            for space, here in opening["mine"].items():
                self.miners[seat, space] = here["rested"][seat] + here["tired"][seat]
        for building, owner in opening["assistants"].items():
            if owner is not None:
                self.miners[owner, building] = 1
        if opening["turn"] is not None:
            self.miners[opening["to_move"], "arriving"] = opening["turn"]["arriving"]

    def apply(self, event: dict[str, Any]) -> None:
        """Apply an event about money, salt or miners, and ignore all others."""
        match event["type"]:
            case "money_moved":
                self.money[event["source"]] -= event["groszy"]
                self.money[event["target"]] += event["groszy"]
            case "salt_moved":
                for kind, cubes in event["salt"].items():
                    self.salt[event["source"], kind] -= cubes
                    self.salt[event["target"], kind] += cubes
            case "miners_moved":
                self.miners[event["seat"], event["source"]] -= event["miners"]
                self.miners[event["seat"], event["target"]] += event["miners"]

    def copy(self) -> "Table":
        """Return a copy that can change independently of this table."""
        other = copy.copy(self)
        other.money, other.salt, other.miners = (
            self.money.copy(),
            self.salt.copy(),
            self.miners.copy(),
        )
        return other

    def __str__(self) -> str:
        lines = []
        for seat, name in enumerate(self.names):
            salt = ", ".join(
                f"{self.salt[seat, kind]} {kind}" for kind in ("brown", "green", "white")
            )
            places = [
                f"{count} in {place}"
                for (owner, place), count in self.miners.items()
                if owner == seat and count > 0
            ]
            lines.append(
                f"{name}: {self.money[seat]} groszy; salt: {salt}; miners: {', '.join(sorted(places))}"
            )
        return "\n".join(lines)


def follow(log: str) -> Table:
    """Return the table after the last complete line of the text of a log, full or public."""
    tables: list[Table] = []  # after 0, 1, 2... moves, for undo
    for line in log.splitlines(keepends=True):
        if not line.endswith("\n"):
            break  # the line was cut off while it was written
        data = json.loads(line)
        match data["type"]:
            case "header":
                tables.append(Table(data["opening"]))
            case "move" | "reveal":
                table = tables[-1].copy()
                for event in data["events"]:
                    table.apply(event)
                tables.append(table)
            case "undo":
                del tables[data["to"] + 1 :]
    return tables[-1]


if __name__ == "__main__":
    print(follow(Path(sys.argv[1]).read_text(encoding="utf-8")))
