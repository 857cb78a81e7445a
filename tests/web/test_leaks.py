"""No byte that a browser receives contains face-down pieces or private data of other people."""

from __future__ import annotations

import itertools
import json
import random
import re
import secrets
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import attrs
import pytest
from tests.amounts import select
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.model.mine import CHAMBERS
from magnum_sal.protocol.request_fields import FACTS
from magnum_sal.protocol.table_forms import ASKED
from magnum_sal.testing.players import finisher, play
from magnum_sal.web import _store

pytestmark = pytest.mark.long  # The tests share a game at two tables.

NAMES = ("Ada", "Ben", "Cleo")
MOVES = 84
"""The number of moves in each game: enough to turn up pieces of all kinds, with many left face down."""
LOOKS = tuple(reversed(select((MOVES, MOVES // 2, 0))))
"""The numbers of moves after which everything is requested; by day only at the end."""
PLACES = ("S1", "S3", "1L1", "workshop:0", "market", "castle", "stock:0", "inn", "nowhere")


def dealt() -> tuple[ms.Setup, list[ms.Move], ms.GameState]:
    """Return a setup, moves of a game with it, and the position after them."""
    game = ms.Game.new(NAMES, seed=5)
    for state, move, _ in play(game.state, finisher, random.Random(5), 2 * MOVES):
        if len(game.moves) >= MOVES and state.turn_seat < 2:
            break
        game.play(move)
    return game.log.started.setup, list(game.moves), game.state


def turned_about(setup: ms.Setup, state: ms.GameState) -> ms.Setup:
    """Return a setup in which the pieces that are face down in a position have another order."""
    hidden = state.hidden
    assert hidden is not None
    tiles = list(setup.tiles)
    for section in "123":
        down = [chamber for chamber in covered(state) if chamber[0] == section]
        for chamber, other in zip(down, reversed(down), strict=True):
            tiles[CHAMBERS.index(chamber)] = setup.tile_of(other)
    orders = tuple(
        (*pile[: len(pile) - len(left)], *reversed(left))
        for pile, left in zip(setup.orders, hidden.orders, strict=True)
    )
    tools = (*setup.tools[: len(setup.tools) - len(hidden.tools)], *reversed(hidden.tools))
    return attrs.evolve(setup, tiles=tuple(tiles), orders=orders, tools=tools)


def covered(state: ms.GameState) -> list[str]:
    """Return the chambers whose tiles are still face down."""
    return [chamber for chamber in CHAMBERS if not state.mine.chamber(chamber).revealed]


def questions(state: ms.GameState) -> Iterator[dict[str, Any]]:
    """Yield questions of every type of the stdio protocol; the server refuses some of them."""
    move = ms.to_dict(ms.sensible_moves(state)[0])
    told = {"objection": {"rule": "CHAIN-1", "reason": "not_connected", "values": {"space": "S3", "empty": "S1"}}}
    further: dict[str, tuple[dict[str, Any], ...]] = {
        "effects": tuple({"move": ms.to_dict(known)} for known in ms.sensible_moves(state)[:6]),
        "objection": ({"move": move}, {"move": {"type": "place_miner", "source": "stock", "target": "S6"}}),
        "step_in_words": tuple({"move": ms.to_dict(known)} for known in ms.sensible_moves(state)[:6]),
        "moves_in_words": ({"moves": [move]},),
        "position": ({"full": True}, {"full": False}),
        "determinize": ({"seed": 1}, {"seed": 2}),
        "fact": tuple({"fact": fact} for fact in FACTS),
        "svg": ({"layout": "mine"}, {"last": 3}),
        "text": ({}, {"form": "short"}),
        "question": ({}, *({"taken": [["type", kind]]} for kind in ms.choices(state).answers)),
        "choices": ({}, {"usual": True}),
        "at_place": tuple({"place": place} for place in PLACES),
        "labels": ({"keys": ["inn"]},),
        "objection_in_words": (told,),
        "rule_texts": ({"rules": ["CASTLE-4"]},),
        "load": ({"full": True, "lines": []},),
        "new_game": ({"players": ["Ada", "Ben"], "full": True},),
        "open_table": ({"players": ["Ada", "Ben"]},),
        "log": ({"session": "game-1", "full": True},),
        "close": ({"session": "game-1"},),
        "redo": ({"session": "game-1", "full": True},),
        "reveal": ({"piece": "cart"},),
        "hello": ({"protocol": 1},),
    }
    for kind in sorted(ASKED):
        for fields in further.get(kind, ({},)):
            yield {"type": kind, **fields}


@attrs.frozen
class Sent:
    """A response and the person who received it."""

    who: str
    asked: str
    body: bytes
    head: tuple[Any, ...] = ()


class Eavesdropper:
    """A game of a host, an invited player, a bot and a spectator, with everything that they are sent."""

    def __init__(self, tables: Tables, moves: list[ms.Move]) -> None:
        self.tables = tables
        self.sent: list[Sent] = []
        self.links: tuple[str, ...] = ()
        self.raw: list[bytes] = []
        self.news: dict[tuple[str, int, int], Any] = {}
        self.people = {name: tables.browser(name) for name in ("host", "player", "spectator")}
        coming = iter(moves)
        left: tuple[int, ...] = LOOKS
        tables.workers.mover = lambda _: next(coming)
        table = self.people["host"].open("here", "link", "greedy")
        news = self.people["host"].news(table)
        self.links = (news["chairs"][1]["link"], news["watch_link"])
        self.note("spectator", "join", self.people["spectator"].join(self.links[1]))
        self._get("spectator", self.people["spectator"], f"/api/tables/{table}")  # A seat is still free at this point.
        self.note("player", "join", self.people["player"].join(self.links[0]))
        with (
            self.people["host"].watches(table) as host,
            self.people["player"].watches(table) as player,
            self.people["spectator"].watches(table, **{"last-event-id": "0"}) as spectator,
        ):
            streams = (host, player, spectator)
            for stream in streams:
                stream.until(lambda news: news["watching"] == 1 and all(c["is_present"] for c in news["chairs"][:2]))
            while True:
                tables.settle()
                number = self.people["host"].news(table)["number"]
                for stream in streams:
                    if stream.seen[-1]["number"] < number:
                        stream.until(lambda news, number=number: news["number"] == number)
                state, count = self.state(table)
                if any(count >= look for look in left):
                    left = left[1:]
                    self.look(table)
                if count == len(moves):
                    break
                self.people[("host", "player")[state.turn_seat]].play(table, next(coming))
            for who, stream in zip(self.people, streams, strict=True):
                self.raw.append(stream.raw)
                self.news |= {(who, news["number"], news["kept"]): news for news in stream.seen}
        self.table = table

    def state(self, table: str) -> tuple[ms.GameState, int]:
        """Return the position and the number of moves made."""
        game = self.tables.lobby._tables[table].game
        return game.state, len(game.moves)

    def note(self, who: str, asked: str, answered: Any) -> None:
        """Record what a person was sent."""
        head = (answered.status, *sorted(answered.headers.items()))
        self.sent.append(Sent(who, asked, answered.body, head if asked != "board" else head[:1]))

    def look(self, table: str) -> None:
        """Send every kind of request as every person."""
        state, count = self.state(table)
        at = f"/api/tables/{table}"
        for who, browser in self.people.items():
            ask = partial(self._get, who, browser)
            for path in ("/", f"/t/{table}", "/api/tables", "/api/welcome", at, f"{at}?language=pl", "/nowhere"):
                ask(path)
            for further in ("history", "standing", "graph.svg", "log.jsonl", "qr.svg", "qr.svg?seat=1"):
                ask(f"{at}/{further}")
            for layout in ("wide", "tall", "mine", "town", "players"):
                ask(f"{at}/board.svg?layout={layout}")
            ask(f"{at}/board.svg?language=de&last=9&at={count // 2}")
            ask(f"{at}/history?language=pl")
            for message in questions(state.public()):
                said = browser.post(at, message)
                assert (said.status == 200) == (said.data["type"] != "error")
                self.note(who, json.dumps(message), said)
            self.note(who, "hint", browser.ask(table, "hint", number=browser.news(table)["number"]))
            self.note(who, "undo", browser.ask(table, "agree", number=10**6, is_agreed=True))
            self.note(
                who, "illegal", browser.ask(table, "apply", number=browser.news(table)["number"], move={"type": "x"})
            )

    def _get(self, who: str, browser: Browser, path: str) -> None:
        self.note(who, path, browser.get(path))


class Heard(NamedTuple):
    """Two games that differ only in their face-down pieces, with everything sent, the logs and the position."""

    one: Eavesdropper
    other: Eavesdropper
    logs: list[str]
    state: ms.GameState


@pytest.fixture(scope="module")
def heard(
    tmp_path_factory: pytest.TempPathFactory,
) -> Heard:
    """Play two games that differ only in their face-down pieces, and record everything sent."""
    setup, moves, state = dealt()
    found, logs = [], []
    for number, dealt_setup in enumerate((setup, turned_about(setup, state))):
        folder = tmp_path_factory.mktemp(f"lobby{number}")
        with pytest.MonkeyPatch.context() as patch:
            _without_chance(patch, dealt_setup)
            with Tables(folder) as tables:
                found.append(Eavesdropper(tables, moves))
                assert all(asked.is_public for asked in tables.workers.asked)
        logs.append((folder / f"{found[-1].table}.jsonl").read_text("utf-8"))
    return Heard(found[0], found[1], logs, state)


def _without_chance(patch: pytest.MonkeyPatch, setup: ms.Setup) -> None:
    """Make ids and links repeatable, and start games with the given setup."""
    numbers = itertools.count()
    patch.setattr(secrets, "token_urlsafe", lambda _: f"unguessable-{next(numbers):012}")

    class Dealt(ms.Game):
        @classmethod
        def new(cls, *players: Any, **further: Any) -> ms.Game:
            return super().new(*players, setup=setup, **further)

    patch.setattr(_store, "Game", Dealt)


def test_what_is_sent_does_not_depend_on_face_down_pieces(
    heard: Heard,
) -> None:
    """In two games that differ only in their face-down pieces, everybody is sent the same bytes."""
    one, other, logs, state = heard
    # One event may report two moves, depending on timing, so only the news that both games sent are compared.
    both = one.news.keys() & other.news.keys()
    assert len(both) > MOVES
    assert {key: one.news[key] for key in both} == {key: other.news[key] for key in both}
    assert logs[0] != logs[1]
    assert len(covered(state)) > 4
    assert [(sent.who, sent.asked) for sent in one.sent] == [(sent.who, sent.asked) for sent in other.sent]
    differing = [mine.asked for mine, yours in zip(one.sent, other.sent, strict=True) if mine != yours]
    assert differing == []


def test_no_hidden_piece_is_sent(heard: Heard) -> None:
    """Nothing sent contains an unrevealed tile, a pile, the first line of the log or a seed."""
    one, _, logs, state = heard
    # Only determinize returns full positions. They are made up, and the test above covers them too.
    sent = b"\n".join([*one.raw, *(sent.body for sent in one.sent if '"determinize"' not in sent.asked)]).decode()
    plain = sent.replace('\\"', '"').replace(" ", "")
    assert '"hidden":null' in plain
    assert re.findall(r'"hidden":(?!null)', plain) == []
    assert '"seed"' not in plain
    header = logs[0].splitlines()[0]
    assert json.loads(header)["started"]["setup"]["tools"][-1] is not None
    assert header.replace(" ", "") not in plain
    chambers = "|".join(covered(state))
    assert re.findall(rf'"({chambers})":{{"salt', header.replace(" ", ""))
    assert re.findall(rf'"({chambers})":{{"salt', plain) == []
    hidden = state.hidden
    assert hidden is not None
    for pile in (hidden.tools, *hidden.orders):
        assert len(pile) > 2
        text = json.dumps([ms.to_dict(piece) for piece in pile]).replace(" ", "").removeprefix("[")
        assert text.removesuffix("]") in header.replace(" ", "")
        assert text.removesuffix("]") not in plain


def test_no_private_data_of_other_browsers_is_sent(heard: Heard) -> None:
    """Keys and their digests are sent to nobody, and links are sent only to the host."""
    one, *_ = heard
    everything = (
        b"\n".join([*one.raw, *(sent.body for sent in one.sent)]) + repr([sent.head for sent in one.sent]).encode()
    )
    for browser in one.people.values():
        assert browser.key.encode() not in everything
        assert browser.name.encode() not in everything
    to_host = b"\n".join(sent.body for sent in one.sent if sent.who == "host")
    to_others = b"\n".join([*one.raw[1:], *(sent.body for sent in one.sent if sent.who != "host")])
    for link in one.links:
        assert link.removeprefix("/join/").encode() not in to_others
    assert one.links[1].encode() in to_host
