"""Dice in play: setup, rolls, pending rolls, outcomes and real tables (RULES 2)."""

import random
from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any

import attrs
import pytest
from tests.extensions.night_shift import CARDS, NAMES, NIGHT_SHIFT, play_night, replay_at_table
from tests.frequencies import shares, surprise
from weather import DIE, WEATHER_GAME

import magnum_sal as ms
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.engine.transitions import start_event
from magnum_sal.model.course import COURSE
from magnum_sal.model.draws import PLAIN_STREAM
from magnum_sal.model.events import (
    CardAwaited,
    DeckReshuffled,
    DieAwaited,
    DieRolled,
    PhaseStarted,
)
from magnum_sal.model.extension import CardPile, Die, Extension, Reaction, RolledDie
from magnum_sal.testing import given
from magnum_sal.testing.players import finisher, play

STARTED = start_event(NAMES[:2], seed=1, setup=None, ruleset=NIGHT_SHIFT)


def test_the_setup_draws_the_streams_last() -> None:
    """RULES 2: the setup has a stream for each die and each deck that reshuffles. All other pieces lie as before."""
    setup = STARTED.setup
    assert [key for key, _ in setup.streams] == ["news", "weather"]
    assert len({stream for _, stream in setup.streams}) == 2
    assert setup.rolls == ()
    plain = start_event(NAMES[:2], seed=1, setup=None, ruleset=ms.STANDARD).setup
    assert (setup.start_seat, setup.tiles, setup.orders) == (plain.start_seat, plain.tiles, plain.orders)
    weather = start_event(NAMES[:2], seed=1, setup=None, ruleset=WEATHER_GAME).setup
    assert attrs.evolve(weather, streams=()) == plain
    assert dict(weather.streams) == {"weather": "3e2434f7cc22af4c6a107b752c4a368b"}


def test_the_standard_setup_has_no_streams() -> None:
    """The JSON of a setup without dice and reshuffles is unchanged."""
    plain = ms.to_dict(ms.Game.new(NAMES[:2], seed=1).log.started.setup)
    assert list(plain) == ["start_seat", "tiles", "orders", "tools"]
    assert list(ms.to_dict(STARTED.setup)) == ["start_seat", "tiles", "orders", "tools", "decks", "streams"]


def test_public_setups_hide_the_streams() -> None:
    """PUBLIC-1: a public setup has the faces rolled while the game is set up, and no stream."""
    public = public_start_event(STARTED).setup
    assert public.streams == (("news", None), ("weather", None))
    opening = ms.evolve(None, STARTED)
    assert public.rolls == (("weather", (opening.extras["weather"].face,)),)
    assert ms.from_dict(ms.Setup, ms.to_dict(public), ruleset=NIGHT_SHIFT) == public
    assert ms.evolve(None, public_start_event(STARTED)) == opening.public()
    text = ms.to_json(public_start_event(STARTED)) + ms.to_json(opening.public())
    assert not any(str(stream) in text for _, stream in STARTED.setup.streams)


def test_a_round_begins_with_a_roll() -> None:
    """WEATHER-1: the first roll belongs to the setup, and the next one comes when a round begins."""
    state = ms.new_game(NAMES[:2], seed=1, ruleset=WEATHER_GAME)
    stream = dict(ms.Game.new(NAMES[:2], seed=1, ruleset=WEATHER_GAME).log.started.setup.streams)["weather"]
    die = state.extras["weather"]
    assert (die.rolls, die.stream, die.coming) == (1, stream, ())
    assert die.face == RolledDie(None, 0, stream).next_face(DIE.faces)
    rolled = []
    for _, _, (after, events) in play(state, finisher, random.Random(1), 40):
        rolled += [event.face for event in events if isinstance(event, DieRolled)]
        assert len([event for event in events if isinstance(event, DieAwaited)]) == sum(
            isinstance(event, DieRolled) for event in events
        )
        assert after.extras["weather"].rolls == 1 + len(rolled)
        assert COURSE not in after.extras or not after.extras[COURSE].cards
    assert rolled
    assert tuple(rolled) == after.extras["weather"].earlier_faces(DIE.faces)[1:]


def waiting_for_a_roll() -> tuple[ms.GameState, ms.GameState]:
    """Return a public state with a pending roll, and the full state in which the die has been rolled."""
    for state, move, (after, events) in play(
        ms.new_game(NAMES[:2], seed=1, ruleset=WEATHER_GAME), finisher, random.Random(1), 100
    ):
        if any(isinstance(event, DieRolled) for event in events):
            public = ms.apply(state.public(), move).state
            if public.pending is not None and public.pending.pile == "weather":
                return public, after
    raise AssertionError("nobody rolled")


def test_a_public_game_waits_for_the_roll() -> None:
    """A roll pends in a public state. Its outcomes are exact, with a repeated face once."""
    public, full = waiting_for_a_roll()
    assert public.pending == ms.Pending("weather", public.extras["weather"].rolls)
    assert (public.to_move, ms.legal_moves(public)) == (None, ())
    assert ms.outcomes(public) == (
        ("0", Fraction(1, 3)),
        ("1", Fraction(1, 3)),
        ("2", Fraction(1, 6)),
        ("3", Fraction(1, 6)),
    )
    assert ms.from_json(ms.GameState, ms.to_json(public)) == public
    after, events = ms.reveal(public, full.extras["weather"].face)
    assert after == full.public()
    assert events[0] == DieRolled("weather", full.extras["weather"].face)
    against = ms.objection(public, ms.Pass())
    assert against is not None
    assert (against.rule, against.reason, against.sentence) == (
        "WEATHER-1",
        "roll_waits",
        "the die must be rolled first: weather",
    )


@pytest.mark.parametrize(
    ("piece", "kind", "message"),
    [
        (
            "6",
            ms.MisuseError,
            r"the roll 2 of weather cannot be '6': it is not one of the faces of weather \(WEATHER-1\)",
        ),
        (2, ms.MalformedError, "piece: 2 cannot be the roll 2 of weather"),
        (ms.ChamberTile.parse("BG/1"), ms.MalformedError, "cannot be the roll 2 of weather"),
    ],
)
def test_an_impossible_roll(piece: Any, kind: type[Exception], message: str) -> None:
    """The error names the roll, its number, the value, and the rule of the die."""
    with pytest.raises(kind, match=message):
        ms.reveal(waiting_for_a_roll()[0], piece)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (DieAwaited("luck"), "'luck' is not a die of 'weather_game'"),
        (DieRolled("luck", "1"), "'luck' is not a die of 'weather_game'"),
        (DieRolled("weather", "1"), "weather: the die is rolled, but no roll is pending"),
        (CardAwaited("weather"), "weather"),
        (DeckReshuffled("weather", 1), "weather"),
    ],
)
def test_events_of_dice_that_do_not_fit(event: ms.Event, message: str) -> None:
    """A die is rolled only after it is awaited, and must exist."""
    with pytest.raises(ms.MisuseError, match=message):
        ms.evolve(ms.new_game(NAMES[:2], seed=1, ruleset=WEATHER_GAME), event)


def test_a_roll_must_follow_the_stream() -> None:
    """In a full state, only the face that the stream decides can be rolled."""
    state = ms.evolve(ms.new_game(NAMES[:2], seed=1, ruleset=WEATHER_GAME), DieAwaited("weather"))
    face = state.extras["weather"].next_face(DIE.faces)
    assert ms.evolve(state, DieRolled("weather", face)).extras["weather"].face == face
    for other in {*DIE.faces, "9"} - {face}:
        with pytest.raises(ms.MisuseError, match=f"weather: the roll cannot show '{other}'"):
            ms.evolve(state, DieRolled("weather", other))


def test_no_die_is_rolled_after_the_game() -> None:
    """After the end, a roll is refused."""
    over = ms.evolve(ms.new_game(NAMES[:2], seed=1, ruleset=WEATHER_GAME), ms.model.events.GameEnded())
    with pytest.raises(ms.MisuseError, match="no die is rolled after the game"):
        ms.evolve(over, DieAwaited("weather"))


@pytest.mark.slow
def test_undo_and_redo_give_the_same_roll() -> None:
    """RULES 2: a roll belongs to the setup, so players cannot change it by undoing a move."""
    game = play_night(2, 3, 60)
    before, rolled = game.state, [event for _, (_, events) in game.history() for event in events]
    game.undo(to=20)
    while game.step_count < 60:
        game.redo()
    assert game.state == before
    game.undo(to=20)
    for move in play_night(2, 3, 60).moves[20:]:
        game.play(move)
    assert [event for _, (_, events) in game.history() for event in events] == rolled
    assert ms.Game.from_log("".join(game.log.lines()).encode()).state == before


def test_other_moves_meet_the_same_rolls() -> None:
    """The third roll of a game is the same whatever the players do before it."""
    found = set()
    for chooser_seed in range(4):
        state = ms.new_game(NAMES[:2], seed=9, ruleset=WEATHER_GAME)
        for _, _, (after, _) in play(state, finisher, random.Random(chooser_seed), 60):
            state = after
        found.add(state.extras["weather"].earlier_faces(DIE.faces)[:3])
    assert len(found) == 1


@pytest.mark.slow
def test_rolls_of_determinizations_are_fair() -> None:
    """``determinize`` draws a new stream, so the next roll is uniform, and the public form stays."""
    public, _ = waiting_for_a_roll()
    rng, counted = random.Random(6), Counter[Hashable]()
    for _ in range(600):
        drawn = ms.determinize(public, rng)
        assert drawn.pending is None
        counted[drawn.extras["weather"].face] += 1
    assert surprise(counted, shares(DIE.faces)) < 5
    state = ms.new_game(NAMES[:2], seed=1, ruleset=NIGHT_SHIFT)
    streams = {ms.determinize(state, rng).extras[key].stream for key in ("news", "weather") for _ in range(5)}
    assert len(streams) == 10
    assert ms.determinize(state, random.Random(1)).public() == state.public()


def test_a_fixed_position_has_a_plain_stream() -> None:
    """A position that was set up by hand can be played on, with the plain stream."""
    state = given("S1: A", ruleset=WEATHER_GAME).state
    assert state.extras["weather"] == RolledDie(None, 0, PLAIN_STREAM)
    assert given("S1: A", ruleset=NIGHT_SHIFT).state.extras["news"] == CardPile((), 3, CARDS, 0, PLAIN_STREAM)


def test_a_die_is_rolled_while_the_game_is_set_up() -> None:
    """A reaction to the start of the first phase may roll a die several times; the public setup names the faces."""

    def roll(_: ms.GameState, event: PhaseStarted) -> Iterable[ms.Event]:
        return (DieAwaited("luck"),) * 3

    extension = Extension("luck", reactions=(Reaction(PhaseStarted, roll),), dice=(Die("luck", ("a", "b"), "LUCK-1"),))
    ruleset = ms.STANDARD.with_extensions(extension, name="lucky")
    ms.register(ruleset)
    game = ms.Game.new(NAMES[:2], seed=2, ruleset=ruleset)
    die = game.state.extras["luck"]
    assert die.rolls == 3
    public = public_start_event(game.log.started)
    assert public.setup.rolls == (("luck", die.earlier_faces(("a", "b"))),)
    assert ms.evolve(None, public) == game.state.public()
    assert ms.Game.from_log("".join(game.log.public().lines()).encode()).state == game.state.public()
    table = ms.Game.open_table(NAMES[:2], ruleset=ruleset)
    faces = []
    while (pending := table.state.pending) is not None:
        if pending.pile == "luck":
            faces.append(pending.place)
        table.reveal(ms.outcomes(table.state)[0][0])
    assert faces == [0, 1, 2]


@pytest.mark.slow
def test_an_open_table_waits_for_rolls_and_cards() -> None:
    """A game on a real table with dice and reshuffles has the events of the dealt game, and is verified again."""
    dealt = play_night(2, 3, 40)
    table = replay_at_table(dealt)
    assert table.log.started.setup.is_unseen
    assert table.log.started.setup.streams == (("news", None), ("weather", None))
    assert table.state == dealt.state.public()
    again = ms.Game.from_log("".join(table.log.lines()).encode())
    assert again.state == table.state


def test_a_pending_roll_is_a_piece_without_its_ruleset() -> None:
    """A ``Pending`` cannot tell a die from a deck, so its text fits both."""
    assert str(ms.Pending("weather", 0)) == "piece 1 of weather"
