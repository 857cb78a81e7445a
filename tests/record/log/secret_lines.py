"""Logs of games with looks, and broken versions of them for tests of reading logs (RULES PUBLIC-1)."""

from __future__ import annotations

import json
from typing import Any

from lamp import LAMP_GAME, UseLamp
from tests.resealing import resealed

import magnum_sal as ms

Line = dict[str, Any]


def find_seed() -> int:
    """Return the first seed with two lamps on offer at the start."""
    for seed in range(1000):
        state = ms.new_game(["Ada", "Ben"], seed=seed, ruleset=LAMP_GAME)
        if state.workshop.offer.count("lamp") >= 2:
            return seed
    raise AssertionError("no seed has two lamps")


SEED = find_seed()


def lamp_game(**options: Any) -> ms.Game:
    """Return a dealt game in which both players have looked at the tile of 1L1."""
    game = ms.Game.new(["Ada", "Ben"], seed=SEED, ruleset=LAMP_GAME, **options)
    first = game.state.turn_seat
    game.play(buy_lamp(game.state))
    game.play(ms.EndTurn())
    game.play(buy_lamp(game.state))
    game.play(UseLamp("1L1"))
    while game.state.turn_seat != first:
        game.play(ms.Pass() if ms.is_legal(game.state, ms.Pass()) else ms.EndTurn())
    game.play(UseLamp("1L1"))
    return game


def buy_lamp(state: ms.GameState) -> ms.Move:
    """Return the purchase of a lamp."""
    return ms.VisitWorkshop(state.workshop.offer.index("lamp"))


GAME = lamp_game()
LINES: list[Line] = [json.loads(line) for line in GAME.log.lines()]
SECRET_LINES = [number for number, line in enumerate(LINES, start=1) if line["type"] == "secret"]
FIRST, SECOND = SECRET_LINES
SECRET = LINES[FIRST - 1]
SEAT: int = SECRET["event"]["seat"]
OTHER_SEAT = 1 - SEAT
REPEATED = f"1L1: the tile that {GAME.state.players[SEAT].name} has seen there is already recorded"
TILE = GAME.log.started.setup.tile_of("1L1")
OTHER = next(tile for tile in LAMP_GAME.tiles[0] if tile != TILE)
LEVEL_3 = LAMP_GAME.tiles[2][0]


def with_secret(number: int = FIRST, **changes: Any) -> bytes:
    """Return the log with other fields in the event of one of its secret lines."""
    changed = LINES[number - 1] | {"event": LINES[number - 1]["event"] | changes}
    return resealed([changed if index == number else line for index, line in enumerate(LINES, start=1)])


def with_number(recorded: Any) -> bytes:
    """Return the log with another number in the first secret line."""
    changed = SECRET | {"number": recorded}
    return resealed([changed if index == FIRST else line for index, line in enumerate(LINES, start=1)])


def with_more(*lines: Line) -> bytes:
    """Return the log with more lines after it."""
    return resealed([*LINES, *lines])


def with_secret_in_move() -> bytes:
    """Return the log with the secret among the events of its move, and not in a line of its own."""
    move = LINES[FIRST - 2]
    told = move | {"events": [*move["events"], SECRET["event"]]}
    return resealed([*LINES[: FIRST - 2], told, *LINES[FIRST:]])


def public_lines(*lines: Line) -> bytes:
    """Return the public log of the game with these lines after it."""
    return resealed([*(json.loads(line) for line in GAME.log.public().lines()), *lines])


PUBLIC_LAST = len(GAME.log.public().entries) + 1
NOT_LOOKED = "did not look at"

SECRET_ERRORS = (
    (with_secret(seat=OTHER_SEAT), True, FIRST, "number", f"seat {OTHER_SEAT} {NOT_LOOKED} 1L1 in that move"),
    (with_secret(seat=OTHER_SEAT), False, FIRST, "number", f"seat {OTHER_SEAT} {NOT_LOOKED} 1L1 in that move"),
    (with_secret(seat=7), True, FIRST, "event.seat", "7 is not a seat"),
    (with_secret(chamber="1L2"), True, FIRST, "number", f"{NOT_LOOKED} 1L2 in that move"),
    (with_secret(chamber="S1"), True, FIRST, "event.chamber", "is not a chamber"),
    (with_secret(tile=ms.to_dict(OTHER)), True, FIRST, "event", f"the tile of 1L1 is {TILE}, not {OTHER}"),
    (with_secret(tile=ms.to_dict(OTHER)), False, FIRST, "event", f"the tile of 1L1 is {TILE}, not {OTHER}"),
    (with_secret(tile=ms.to_dict(LEVEL_3)), "report", FIRST, "event", f"the tile of 1L1 is {TILE}, not {LEVEL_3}"),
    (with_secret(tile=None), True, FIRST, "event.tile", "null is not an object"),
    (with_secret(tile={}), True, FIRST, "event.tile.salt", "the field is missing"),
    (with_secret(spy=1), True, FIRST, 'event."spy"', "unknown field"),
    (with_secret(type="tile_looked_at"), True, FIRST, "event.type", "tile_looked_at"),
    (with_number(0), True, FIRST, "number", f"{NOT_LOOKED} 1L1 in that move"),
    (with_number(1), True, FIRST, "number", f"{NOT_LOOKED} 1L1 in that move"),
    (with_number(SECRET["number"] + 1), True, FIRST, "number", f"{NOT_LOOKED} 1L1 in that move"),
    (with_number(10**15), True, FIRST, "number", f"{NOT_LOOKED} 1L1 in that move"),
    (with_number(-1), True, FIRST, "number", "-1 is not a count"),
    (with_number("1"), True, FIRST, "number", "is not a count"),
    (with_number(1.0), True, FIRST, "number", "is not a count"),
    (with_more(SECRET), True, len(LINES) + 1, "event", REPEATED),
    (with_more(LINES[SECOND - 1]), False, len(LINES) + 1, "event", "has seen there is already recorded"),
    (with_more({"type": "undo", "to": 0}, SECRET), True, len(LINES) + 2, "number", NOT_LOOKED),
    (
        resealed([*LINES[: FIRST - 1], SECRET | {"why": 1}]),
        True,
        FIRST,
        "why",
        "unknown field; secret lines have number, event",
    ),
    (resealed([*LINES[: FIRST - 1], {"type": "secret"}]), True, FIRST, "number", "the field is missing"),
    (with_secret_in_move(), True, FIRST - 1, "events", "5 are recorded, but according to the rules there are 4"),
    (
        with_secret_in_move(),
        False,
        FIRST - 1,
        "events",
        "a tile that one player has seen alone belongs in a secret line",
    ),
    (
        public_lines(SECRET, SECRET),
        True,
        PUBLIC_LAST + 2,
        "event",
        REPEATED,
    ),
    (
        public_lines(SECRET | {"event": SECRET["event"] | {"tile": ms.to_dict(LEVEL_3)}}),
        True,
        PUBLIC_LAST + 1,
        "event",
        f"1L1: the tile there cannot be {LEVEL_3}, as far as ",
    ),
)
"""Logs that are refused: the log, how it is verified, and the line, the field and the words of the error."""
