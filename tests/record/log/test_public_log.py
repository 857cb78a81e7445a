"""The public log, which a front end or a spectator can follow in any language (RULES PUBLIC-1)."""

import json
import random
from pathlib import Path

import attrs
import pytest
from tests.amounts import select

import magnum_sal as ms
from magnum_sal._internal import versions
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.testing.players import finisher, play

VARIANTS = [
    pytest.param(players, ruleset, id=f"{players} players, {name}")
    for players in (2, 3, 4)
    for name, ruleset in (
        ("standard", ms.STANDARD),
        ("mapped mine", attrs.evolve(ms.STANDARD, mapped_mine=True)),
        ("cart of the second edition", attrs.evolve(ms.STANDARD, cart_capacity=2)),
    )
]

NAMES = ["Ada", "Ben", "Cleo", "Dora"]


def whole_game(players: int, ruleset: ms.Ruleset) -> ms.Game:
    """Return a game played to its end."""
    game = ms.Game.new(NAMES[:players], seed=players, ruleset=ruleset)
    for _, move, _ in play(game.state, finisher, random.Random(players), 2000):
        game.play(move)
    assert game.state.is_over
    return game


@pytest.mark.long
@pytest.mark.parametrize(("players", "ruleset"), select(VARIANTS))
def test_the_fold_of_public_events_is_the_public_state(players: int, ruleset: ms.Ruleset) -> None:
    """Folding public events yields the public state at every step, with the same legal moves. The log verifies too."""
    game = whole_game(players, ruleset)
    followed = ms.fold([public_start_event(game.log.started)])
    assert followed == game.at(0).public()
    for number, (_, transition) in enumerate(game.history(), start=1):
        for event in transition.events:
            followed = ms.evolve(followed, event)
        assert followed == transition.state.public()
        if number % 10 == 0:
            assert ms.legal_moves(followed) == ms.legal_moves(transition.state)
    log = "".join(game.log.lines()).encode()
    assert ms.Game.from_log(log).state == game.state
    spectator = ms.Game.from_log("".join(game.log.public().lines()).encode())
    assert spectator.log.is_public
    assert [spectator.at(n) for n in range(len(game.moves) + 1)] == [
        game.at(n).public() for n in range(len(game.moves) + 1)
    ]


@pytest.mark.slow
def test_a_public_log_names_no_face_down_piece() -> None:
    """
    A public header shows only the pieces that lie face up, and null for the rest.

    All other lines equal the log's.
    """
    game = whole_game(3, ms.STANDARD)
    full = [json.loads(line) for line in game.log.lines()]
    public = [json.loads(line) for line in game.log.public().lines()]
    setup = public[0]["started"]["setup"]
    assert set(setup["tiles"].values()) == {None}
    assert [sum(order is not None for order in pile) for pile in setup["orders"]] == [3, 0, 0]
    assert [tool is not None for tool in setup["tools"]] == [True] * 3 + [False] * 18
    for line in full + public:
        del line["checksum"]
    assert public[1:] == full[1:]
    del full[0]["started"]["setup"], public[0]["started"]["setup"]
    assert public[0] == full[0]


def test_a_copy_keeps_the_revision_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of an earlier log is not checked against the rules, so it keeps their revision."""
    log = ms.Game.new(["Ada", "Ben"], seed=1).log
    monkeypatch.setattr(versions, "RULES_REVISION", log.header.rules + 1)
    assert log.public().header.rules == log.seen_by(0).header.rules == log.header.rules


def test_a_public_log_can_be_kept_up_to_date(tmp_path: Path) -> None:
    """
    A listener keeps the public log up to date.

    A spectator reads it, and can play on until an unknown piece is due.
    """
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    public = game.log.public(tmp_path / "public.jsonl")
    game.subscribe(lambda _: public.extend(game.log.entries[len(public.entries) :]))
    rng = random.Random(1)
    for number in range(40):
        game.play(finisher(game.state, ms.legal_moves(game.state), rng))
        if number % 9 == 0:
            game.undo()
    spectator = ms.Game.from_log(tmp_path / "public.jsonl")
    assert spectator.state == game.state.public()
    assert spectator.moves == game.moves
    assert ms.legal_moves(spectator.state) == ms.legal_moves(game.state)
    reveal = ms.Game.from_log("".join(ms.Game.new(["Ada", "Ben"], seed=1).log.public().lines()).encode())
    reveal.play(ms.PlaceMiner("stock", "S1"))
    reveal.play(ms.PlaceMiner("stock", "S2"))
    assert reveal.play(ms.PlaceMiner("stock", "1L1")).state.pending == ms.Pending("tile", "1L1")
    assert len(reveal.moves) == 3


def test_public_headers_are_checked() -> None:
    """A public header shows exactly the pieces that lie face up."""
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    started = public_start_event(game.log.started)
    assert public_start_event(started) is started
    full, setup = game.log.started.setup, started.setup
    for wrong in (
        attrs.evolve(setup, tools=(*full.tools[:4], *setup.tools[4:])),
        attrs.evolve(setup, tools=setup.tools[:-1]),
        attrs.evolve(setup, tiles=full.tiles),
        attrs.evolve(setup, orders=full.orders),
        attrs.evolve(setup, orders=setup.orders[:2]),
        attrs.evolve(setup, tools=("cart",) * 3 + setup.tools[3:], orders=(full.orders[0][:1] * 3 + (None,) * 5,) * 3),
    ):
        log = "".join(ms.GameLog(attrs.evolve(started, setup=wrong)).lines()).encode()
        with pytest.raises(ms.LogError, match=r"line 1: started[.:] ?setup"):
            ms.Game.from_log(log)
    with pytest.raises(ms.MisuseError, match="start_seat: 2 is not a seat of 2 players"):
        ms.GameLog(attrs.evolve(started, setup=attrs.evolve(setup, start_seat=2)))
