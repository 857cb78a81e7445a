"""What players see alone: events, determinizations, outcomes and reveals of views (RULES PUBLIC-1)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction

import attrs
import pytest
from lamp import LAMP, LAMP_GAME, UseLamp
from tests.extensions.night_shift import NAMES, NIGHT_SHIFT, play_night
from tests.frequencies import shares, surprise

import magnum_sal as ms
from magnum_sal.engine.evolve import evolve_all
from magnum_sal.engine.secrets import opening_secrets, secret_events
from magnum_sal.model.events import ChamberRevealed, MoneyMoved, PhaseStarted, TileLaid, TileLookedAt, TileSeen
from magnum_sal.model.extension import Extension, Reaction
from magnum_sal.model.mine import CHAMBERS, level_of
from magnum_sal.testing import given, position

DRAWS = 1500
LEVEL_1 = tuple(chamber for chamber in CHAMBERS if level_of(chamber) == 1)


def table(text: str = "A: 2 lamp | B: lamp | S1: A | S2: A", ruleset: ms.Ruleset = LAMP_GAME) -> ms.GameState:
    """Return a full position with lamps."""
    return position(text, ruleset=ruleset)


def hidden_tile(state: ms.GameState, chamber: str) -> ms.ChamberTile:
    """Return a face-down tile of a full state."""
    assert state.hidden is not None
    tile = state.hidden.tile_of(chamber)
    assert tile is not None
    return tile


def looked(*chambers: str) -> ms.GameState:
    """Return a full state in which seat 0 has looked at these tiles."""
    state = table(f"A: {len(chambers)} lamp | S1: A | S2: A")
    for chamber in chambers:
        state = ms.apply(state, UseLamp(chamber)).state
    return state


def test_the_events_of_a_look_do_not_name_the_tile() -> None:
    """LAMP-1, PUBLIC-1: everybody reads who looks where. The tile is a secret that follows from the full state."""
    before = table()
    state, events = ms.apply(before, UseLamp("1L1"))
    assert TileLookedAt(0, "1L1") in events
    assert not any(isinstance(event, TileSeen) for event in events)
    assert secret_events(state, events) == (TileSeen(0, "1L1", hidden_tile(state, "1L1")),)
    assert ms.apply(before.public(), UseLamp("1L1")).events == events
    assert secret_events(state.public(), events) == ()
    assert secret_events(state, ()) == ()


def test_two_looks_in_one_move_give_one_secret_each() -> None:
    """A look that is repeated in the same step is one secret. A tile that was turned up since is none."""
    state = looked("1L1", "1L2")
    events = (TileLookedAt(0, "1L1"), TileLookedAt(0, "1L1"), TileLookedAt(0, "1L2"))
    assert [event.chamber for event in secret_events(state, events)] == ["1L1", "1L2"]
    shown = ms.evolve(state, ChamberRevealed("1L1", hidden_tile(state, "1L1")))
    assert [event.chamber for event in secret_events(shown, events)] == ["1L2"]


def test_looks_during_the_setup_are_opening_secrets() -> None:
    """Reactions to the start may let players look. The secrets follow from the first position."""
    state = ms.new_game(NAMES[:2], seed=1, ruleset=NIGHT_SHIFT)
    assert opening_secrets(state) == (
        TileSeen(0, "1L1", hidden_tile(state, "1L1")),
        TileSeen(1, "2L1", hidden_tile(state, "2L1")),
    )
    assert opening_secrets(state.public()) == ()
    assert opening_secrets(ms.new_game(NAMES[:2], seed=1)) == ()


@pytest.mark.slow
def test_a_view_folds_the_events_and_its_own_secrets() -> None:
    """PUBLIC-1: the events of moves and a seat's own ``TileSeen`` lead from view to view, for every seat."""
    game = play_night(3, 2, 150)
    views = [game.at(0).seen_by(seat) for seat in range(3)]
    for _, (state, events) in game.history():
        secrets = secret_events(state, events)
        for seat in range(3):
            own = [event for event in secrets if event.seat == seat]
            views[seat] = evolve_all(views[seat], (*events, *own))
            assert views[seat] == state.seen_by(seat)


def test_a_second_look_is_the_same_secret() -> None:
    """A seat that looks twice at a tile sees the same tile, and its view does not wait again."""
    state = looked("1L1")
    again = ms.evolve(state, TileLookedAt(0, "1L1"))
    assert again == state
    view = ms.evolve(state.seen_by(0), TileLookedAt(0, "1L1"))
    assert view == state.seen_by(0)
    assert secret_events(again, [TileLookedAt(0, "1L1")]) == (TileSeen(0, "1L1", hidden_tile(state, "1L1")),)
    given("A: 2 lamp | S1: A", ruleset=LAMP_GAME).when(UseLamp("1L1")).when(UseLamp("1L1")).is_refused(
        "LAMP-1", "you have already seen the tile of 1L1"
    )


def test_two_seats_look_at_the_same_tile() -> None:
    """Each has the tile in its own view."""
    state = ms.evolve(looked("1L1"), TileLookedAt(1, "1L1"))
    tile = hidden_tile(state, "1L1")
    for seat in (0, 1):
        assert state.seen_by(seat).find_tile("1L1") == tile
        assert [look.tile for look in state.seen_by(seat).extras["looks"].made].count(tile) == 1


@pytest.mark.parametrize("shown", [ChamberRevealed, TileLaid])
def test_looks_end_when_the_tile_is_turned_up(shown: Callable[[str, ms.ChamberTile], ms.Event]) -> None:
    """REVEAL-1, VAR-MAP: once a tile lies face up, nobody has a secret there."""
    full = looked("1L1", "1L2")
    event = shown("1L1", hidden_tile(full, "1L1"))
    for state in (full, full.public(), full.seen_by(0), full.seen_by(1)):
        after = ms.evolve(state, event)
        assert [look.chamber for look in after.extras["looks"].made] == ["1L2"]
        assert after.find_tile("1L1") == hidden_tile(full, "1L1")
    assert ms.evolve(full.seen_by(0), event) == ms.evolve(full, event).seen_by(0)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (TileLookedAt(2, "1L1"), "seat: 2 is not a seat of 2 players"),
        (TileLookedAt(-1, "1L1"), "seat: -1 is not a seat of 2 players"),
        (TileLookedAt(0, "1L1"), "1L1: the tile lies face up, so there is nothing to look at"),
        (TileSeen(0, "1L3", LAMP_GAME.tiles[0][0]), "1L3: seat 0 has not seen"),
        (TileSeen(1, "1L2", LAMP_GAME.tiles[0][0]), "1L2: seat 1 has not seen"),
    ],
)
def test_looks_that_do_not_fit(event: ms.Event, message: str) -> None:
    """Only players look, at face-down tiles, and see only what they have looked at."""
    state = ms.apply(table("A: lamp | S1: A | S2: A | 1L1: A [BG/1]"), UseLamp("1L2")).state
    with pytest.raises(ms.MisuseError, match=message):
        ms.evolve(state, event)


def test_a_secret_that_contradicts_the_full_state() -> None:
    """A full state confirms a secret and changes nothing. It refuses another tile."""
    state = looked("1L1")
    tile = hidden_tile(state, "1L1")
    assert ms.evolve(state, TileSeen(0, "1L1", tile)) == state
    other = next(one for one in LAMP_GAME.tiles[0] if one != tile)
    with pytest.raises(ms.MisuseError, match=f"1L1: seat 0 has not seen {other} there"):
        ms.evolve(state, TileSeen(0, "1L1", other))
    with pytest.raises(ms.MisuseError, match="only the view of seat 0 may contain the tile"):
        ms.evolve(state.public(), TileSeen(0, "1L1", tile))
    with pytest.raises(ms.MisuseError, match="only the view of seat 0 may contain the tile"):
        ms.evolve(state.seen_by(1), TileSeen(0, "1L1", tile))


def test_a_look_pends_in_the_view_of_its_seat() -> None:
    """PUBLIC-1: a view waits for the tile that its seat looks at. Public games and other views go on."""
    full = table()
    waiting, events = ms.apply(full.seen_by(0), UseLamp("1L1"))
    assert waiting.pending == ms.Pending("look", "1L1")
    assert (waiting.to_move, ms.legal_moves(waiting), waiting.is_over) == (None, (), False)
    assert ms.apply(full.seen_by(1), UseLamp("1L1")).state.pending is None
    assert ms.apply(full.public(), UseLamp("1L1")).state.pending is None
    tile = hidden_tile(full, "1L1")
    after, more = ms.reveal(waiting, tile)
    assert more == (TileSeen(0, "1L1", tile),)
    assert after == ms.apply(full, UseLamp("1L1")).state.seen_by(0)
    assert events == ms.apply(full, UseLamp("1L1")).events


def test_a_pending_look_refuses_moves() -> None:
    """PUBLIC-1: no move is legal until the tile is entered, and the refusal has words in each language."""
    waiting = ms.apply(table().seen_by(0), UseLamp("1L1")).state
    for move in (ms.Pass(), UseLamp("1L2"), ms.VisitTownSquare()):
        against = ms.objection(waiting, move)
        assert against is not None
        assert (against.rule, against.reason, against.values) == ("PUBLIC-1", "look_waits", {"space": "1L1"})
        assert against.sentence == "the tile of 1L1, which you have looked at, must be recorded first"
    with pytest.raises(ms.IllegalMoveError, match=r"must be recorded first \[PUBLIC-1\]"):
        ms.apply(waiting, ms.Pass())
    assert {reason.reason for reason in ms.why_not(waiting).values()} == {"look_waits"}


def test_the_possible_tiles_of_a_look() -> None:
    """All unseen tiles of the level are possible, with exact chances that sum to 1."""
    waiting = ms.apply(table().seen_by(0), UseLamp("1L1")).state
    chances = dict(ms.outcomes(waiting))
    assert chances == {tile: Fraction(count, len(LEVEL_1)) for tile, count in Counter(LAMP_GAME.tiles[0]).items()}
    assert sum(chances.values()) == 1
    for piece, kind, message in (
        (LAMP_GAME.tiles[2][0], ms.MisuseError, "the tile of 1L1 cannot be .* the tiles of level 1"),
        ("lamp", ms.MalformedError, "tile 'lamp': expected salt and water such as 'BGG/2'"),
        (7, ms.MalformedError, "piece: 7 cannot be the tile seen in 1L1"),
    ):
        with pytest.raises(kind, match=message):
            ms.reveal(waiting, piece)  # type: ignore[arg-type]  # one piece is a number


def test_outcomes_of_a_view() -> None:
    """PUBLIC-1: for its viewer a seen tile is certain, and no other chamber of the level can have it."""
    full = looked("1L1", "1L2")
    seen = [hidden_tile(full, chamber) for chamber in ("1L1", "1L2")]
    view, other = full.seen_by(0), full.seen_by(1)
    entering = ms.apply(view, ms.PlaceMiner("stock", "1L1")).state
    assert entering.pending == ms.Pending("tile", "1L1")
    assert ms.outcomes(entering) == ((seen[0], Fraction(1)),)
    wrong = next(tile for tile in LAMP_GAME.tiles[0] if tile != seen[0])
    with pytest.raises(
        ms.MisuseError, match=f"the tile of 1L1 cannot be {wrong}: this player has seen {seen[0]} there"
    ):
        ms.reveal(entering, wrong)
    after = ms.reveal(entering, seen[0]).state
    assert after == ms.apply(full, ms.PlaceMiner("stock", "1L1")).state.seen_by(0)
    for state in (other, full.public()):
        assert dict(ms.outcomes(ms.apply(state, ms.PlaceMiner("stock", "1L1")).state)) == shares(LAMP_GAME.tiles[0])
    elsewhere = dict(ms.outcomes(ms.apply(view, ms.PlaceMiner("stock", "1R1")).state))
    assert elsewhere == shares((Counter(LAMP_GAME.tiles[0]) - Counter(seen)).elements())
    assert sum(elsewhere.values()) == 1


@pytest.mark.slow
def test_determinize_keeps_what_the_seat_has_seen() -> None:
    """PUBLIC-1: a state drawn from a view has the seen tiles in their places, and is a full state without secrets."""
    full, rng = looked("1L1", "1L2"), random.Random(1)
    view = full.seen_by(0)
    for _ in range(50):
        drawn = ms.determinize(view, rng)
        assert drawn.public() == full.public()
        assert drawn.seen_by(0) == view
        assert drawn.viewer is None
        assert [hidden_tile(drawn, chamber) for chamber in ("1L1", "1L2")] == [
            hidden_tile(full, chamber) for chamber in ("1L1", "1L2")
        ]
        assert ms.from_json(ms.GameState, ms.to_json(drawn)) == drawn


def drawn_tiles(state: ms.GameState, chamber: str, seed: int) -> Counter[Hashable]:
    """Return the tiles of a chamber in many states drawn from *state*."""
    rng = random.Random(seed)
    return Counter(hidden_tile(ms.determinize(state, rng), chamber) for _ in range(DRAWS))


@pytest.mark.long
def test_determinize_is_uniform_over_the_rest() -> None:
    """PUBLIC-1: every other chamber of the level gets each unseen tile with the same chance."""
    full = looked("1L1", "1L2")
    seen = Counter(hidden_tile(full, chamber) for chamber in ("1L1", "1L2"))
    rest = shares((Counter(LAMP_GAME.tiles[0]) - seen).elements())
    for seed, chamber in enumerate(("1L3", "1R1", "1R4")):
        assert surprise(drawn_tiles(full.seen_by(0), chamber, seed), rest) < 5


@pytest.mark.long
def test_determinize_of_a_public_state_deals_every_tile() -> None:
    """PUBLIC-1: without the secret, every tile of the level is possible where a player has looked."""
    full = looked("1L1")
    for state in (full, full.public(), full.seen_by(1)):
        assert surprise(drawn_tiles(state, "1L1", 3), shares(LAMP_GAME.tiles[0])) < 5


def test_determinize_of_a_view_that_waits_for_a_look() -> None:
    """The drawn tile is also the one that the seat sees."""
    waiting = ms.apply(table().seen_by(0), UseLamp("1L1")).state
    rng, found = random.Random(4), set()
    for _ in range(60):
        drawn = ms.determinize(waiting, rng)
        assert drawn.pending is None
        assert drawn.public() == waiting.public()
        found.add(hidden_tile(drawn, "1L1"))
    assert len(found) > 3


def test_a_seed_gives_the_same_draw() -> None:
    """The draw depends only on the view and on the generator. Other seats' views give their own draws."""
    full = looked("1L1")
    assert ms.determinize(full.seen_by(0), random.Random(2)) == ms.determinize(full.seen_by(0), random.Random(2))
    assert ms.determinize(full, random.Random(2)) == ms.determinize(full.public(), random.Random(2))


def test_in_a_mapped_mine_nothing_is_secret() -> None:
    """VAR-MAP, LAMP-1: all tiles lie face up, so no lamp can be used and every view is the public form."""
    ruleset = LAMP_GAME.with_switches(mapped_mine=True)
    state = position("A: lamp | S1: A", ruleset=ruleset)
    assert not any(isinstance(move, UseLamp) for move in ms.legal_moves(state))
    assert ms.why_not(state)["use_lamp"].reason == "nothing_unseen"
    against = ms.objection(state, UseLamp("1L1"))
    assert against is not None
    assert against.reason == "lies_face_up"
    assert state.seen_by(0) == attrs.evolve(state.public(), extras_items=state.seen_by(0).extras_items)
    game = play_night(2, 1, 20, ruleset=NIGHT_SHIFT.with_switches(mapped_mine=True))
    assert game.state.extras["looks"].made == ()
    assert "secret" not in {entry.type for entry in game.log.entries}


def reacting(to: type[ms.Event], react: Callable[..., Iterable[ms.Event]], name: str) -> ms.Ruleset:
    """Return the game with lamps and one more reaction."""
    return ms.STANDARD.with_extensions(
        LAMP,
        Extension("watching", reactions=(Reaction(to, react),)),
        name=name,
        tools=LAMP_GAME.tools,
        tools_per_phase=8,
    )


def test_reactions_never_receive_a_secret() -> None:
    """PUBLIC-1: a reaction to every event hears of the look, but not of the tile, in full states and in views."""
    heard: list[type[ms.Event]] = []

    def listen(_: ms.GameState, event: ms.Event) -> Iterable[ms.Event]:
        heard.append(type(event))
        return ()

    ruleset = reacting(ms.Event, listen, "eavesdropping")
    full = table(ruleset=ruleset)
    ms.apply(full, UseLamp("1L1"))
    assert TileLookedAt in heard
    waiting = ms.apply(full.seen_by(0), UseLamp("1L1")).state
    after = ms.reveal(waiting, hidden_tile(full, "1L1")).state
    assert after == ms.apply(full, UseLamp("1L1")).state.seen_by(0)
    assert TileSeen not in heard


def test_a_reaction_to_a_look_runs_after_it_in_views_and_full_states() -> None:
    """A reaction to ``TileLookedAt`` has the same events in a full game, a public game and a view."""

    def pay(state: ms.GameState, event: TileLookedAt) -> Iterable[ms.Event]:
        return (MoneyMoved(event.seat, "bank", 1),)

    full = table(ruleset=reacting(TileLookedAt, pay, "dear_looks"))
    after, events = ms.apply(full, UseLamp("1L1"))
    assert after.players[0].money == 9
    assert ms.apply(full.public(), UseLamp("1L1")).events == events
    view, told = ms.apply(full.seen_by(0), UseLamp("1L1"))
    view, more = ms.reveal(view, hidden_tile(full, "1L1"))
    assert tuple(event for event in (*told, *more) if not isinstance(event, TileSeen)) == events
    assert view == after.seen_by(0)


def test_a_rule_must_not_return_the_secret() -> None:
    """PUBLIC-1: everybody reads the events of a move, so a rule that returns ``TileSeen`` is refused."""
    (rule,) = LAMP.rules

    def tell(state: ms.GameState, move: UseLamp) -> tuple[ms.Event, ...]:
        tile = hidden_tile(state, move.chamber)
        return (TileLookedAt(state.turn_seat, move.chamber), TileSeen(state.turn_seat, move.chamber, tile))

    telling = attrs.evolve(LAMP, rules=(attrs.evolve(rule, decide=tell),))
    ruleset = ms.STANDARD.with_extensions(telling, name="telling", tools=LAMP_GAME.tools, tools_per_phase=8)
    with pytest.raises(ms.MisuseError, match="the rule of 'use_lamp' returned TileSeen, which is a secret"):
        ms.apply(table(ruleset=ruleset), UseLamp("1L1"))


def test_a_reaction_must_not_return_the_secret() -> None:
    """PUBLIC-1: a reaction that returns ``TileSeen`` is refused, too, even while the game is set up."""

    def tell(state: ms.GameState, event: ms.Event) -> Iterable[ms.Event]:
        return (TileLookedAt(0, "1L1"), TileSeen(0, "1L1", hidden_tile(state, "1L1")))

    message = "extension 'watching': the reaction to TileLookedAt returned TileSeen, which is a secret"
    with pytest.raises(ms.MisuseError, match=message):
        ms.apply(table(ruleset=reacting(TileLookedAt, tell, "chatty")), UseLamp("1L2"))
    with pytest.raises(ms.MisuseError, match="the reaction to PhaseStarted returned TileSeen"):
        ms.new_game(NAMES[:2], seed=1, ruleset=reacting(PhaseStarted, tell, "chatty_start"))


def test_two_deals_that_differ_in_a_secret_look_alike_to_others() -> None:
    """PUBLIC-1: exchanging a seen tile with another one of the level changes the view of its seat alone."""
    state = looked("1L1")
    assert state.hidden is not None
    tiles = list(state.hidden.tiles)
    other = next(index for index, tile in enumerate(tiles) if tile is not None and index and tile != tiles[0])
    assert level_of(CHAMBERS[other]) == 1
    tiles[0], tiles[other] = tiles[other], tiles[0]
    twin = attrs.evolve(state, hidden=attrs.evolve(state.hidden, tiles=tuple(tiles)))
    assert ms.to_json(twin.public()) == ms.to_json(state.public())
    assert ms.to_json(twin.seen_by(1)) == ms.to_json(state.seen_by(1))
    assert twin.seen_by(0) != state.seen_by(0)
    for move in ms.legal_moves(state):
        if not isinstance(move, (ms.PlaceMiner, UseLamp)):
            assert ms.apply(twin, move).events == ms.apply(state, move).events


def test_a_chamber_of_each_level_can_be_looked_at() -> None:
    """LAMP-1: the lamp shows every face-down tile, whether or not a miner can reach it."""
    state = table()
    assert [move.chamber for move in ms.legal_moves(state) if isinstance(move, UseLamp)] == list(CHAMBERS)
