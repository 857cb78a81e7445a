"""JSON with streams, rolls and shuffles that no game leads to (RULES 2)."""

import random
import time
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from tests.extensions.night_shift import NAMES, NIGHT_SHIFT

import magnum_sal as ms
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.engine.transitions import start_event
from magnum_sal.model.draws import PLAIN_STREAM
from magnum_sal.model.events import DieAwaited, GameStarted, PhaseStarted
from magnum_sal.model.extension import Die, Extension, Reaction, RolledDie
from magnum_sal.testing.players import finisher, play

STARTED = start_event(NAMES[:2], seed=1, setup=None, ruleset=NIGHT_SHIFT)


Change = Callable[[dict[str, Any]], object]


def setup_with(**changes: Any) -> Change:
    """Return a change of fields of the setup."""
    return lambda data: data["setup"].update(changes)


WRONG_SETUPS: dict[str, tuple[bool, Change, str]] = {
    "no streams": (True, lambda data: data["setup"].pop("streams"), "setup.streams: news: the field is missing"),
    "one missing": (True, setup_with(streams={"news": PLAIN_STREAM}), "setup.streams: weather: the field is missing"),
    "one too many": (
        True,
        setup_with(streams={"news": PLAIN_STREAM, "weather": PLAIN_STREAM, "lamp": PLAIN_STREAM}),
        'setup.streams: "lamp": unknown field',
    ),
    "no digits": (True, setup_with(streams={"news": PLAIN_STREAM, "weather": "G" * 32}), "32 hexadecimal digits"),
    "upper case": (True, setup_with(streams={"news": PLAIN_STREAM, "weather": "A" * 32}), "32 hexadecimal digits"),
    "not an object": (True, setup_with(streams=5), "setup.streams: 5 is not an object"),
    "rolls of a full setup": (
        True,
        setup_with(rolls={"weather": ["0"]}),
        "setup.rolls: only the public setup of a dealt game names the faces rolled",
    ),
    "stream of a public setup": (
        False,
        setup_with(streams={"news": PLAIN_STREAM, "weather": None}),
        "setup.streams.news: expected null in a public setup",
    ),
    "unknown face": (False, setup_with(rolls={"weather": ["9"]}), "setup.rolls.weather: '9' is not a face"),
    "face is a number": (False, setup_with(rolls={"weather": [5]}), "setup.rolls.weather"),
    "rolls of a deck": (False, setup_with(rolls={"news": ["quiet"]}), 'setup.rolls: "news": unknown field'),
    "rolls are a list": (False, setup_with(rolls=[1]), "setup.rolls: a list is not an object"),
}


@pytest.mark.parametrize("name", WRONG_SETUPS)
def test_wrong_streams_and_rolls_are_refused(name: str) -> None:
    """RULES 2: a setup has exactly the streams of its ruleset, and a public one only the faces that were rolled."""
    is_full, change, message = WRONG_SETUPS[name]
    data = ms.to_dict(STARTED if is_full else public_start_event(STARTED))
    change(data)
    with pytest.raises(ms.MalformedError) as caught:
        ms.from_dict(ms.Event, data, ruleset=NIGHT_SHIFT)
    assert message in str(caught.value)


def test_setups_of_other_rulesets_are_refused() -> None:
    """A setup without the streams of the ruleset cannot start a game, and streams need a ruleset with dice."""
    without = attrs.evolve(STARTED.setup, streams=())
    with pytest.raises(ms.MalformedError, match=r"setup.streams: expected news, weather, got none"):
        ms.new_game(NAMES[:2], setup=without, ruleset=NIGHT_SHIFT)
    plain = ms.Game.new(NAMES[:2], seed=1).log.started.setup
    with pytest.raises(ms.MalformedError, match=r"setup.streams: expected none, got luck"):
        ms.new_game(NAMES[:2], setup=attrs.evolve(plain, streams={"luck": PLAIN_STREAM}))
    for streams in ({"luck": "x"}, {"luck": 5}, 7):
        with pytest.raises(ms.MalformedError, match="streams of 32 hexadecimal digits by id"):
            attrs.evolve(plain, streams=streams)  # type: ignore[arg-type]  # the point of the test


def test_a_full_setup_needs_all_streams() -> None:
    """A full setup without the stream of a die is not taken for a public one, whose log could not be read."""
    covered = attrs.evolve(STARTED.setup, streams={**dict(STARTED.setup.streams), "weather": None})
    with pytest.raises(ms.MalformedError, match=r"setup.streams.weather: expected 32 hexadecimal digits, got None"):
        ms.new_game(NAMES[:2], setup=covered, ruleset=NIGHT_SHIFT)


def test_a_public_game_without_face_up_pieces_names_its_rolls() -> None:
    """PUBLIC-1: a die rolled at the start shows that the game was dealt, even if no piece of it lies face up."""
    sky = Extension(
        "sky",
        dice=(Die("sky", ("clear", "dark"), "SKY-1"),),
        reactions=(Reaction(PhaseStarted, lambda *_: (DieAwaited("sky"),)),),
        rulings={"is_phase_over": lambda _: lambda state: state.round > 1},
    )
    bare = attrs.evolve(
        ms.STANDARD,
        name="bare",
        orders=((), (), ()),
        open_orders=(0, 0, 0),
        orders_to_end=(0, 0, 0),
        tools_per_phase=0,
    )
    ruleset = bare.with_extensions(sky, name="bare_sky")
    ms.register(ruleset)
    game = ms.Game.new(NAMES[:2], seed=1, ruleset=ruleset)
    game.play(ms.VisitTownSquare())
    public = game.log.public()
    assert public.started.setup.rolls == (("sky", (game.state.extras["sky"].face,)),)
    read = ms.Game.from_log("".join(public.lines()).encode())
    assert read.state == game.state.public()
    assert not public.started.setup.is_unseen


WRONG_STATES: dict[str, tuple[bool, str, dict[str, Any], str]] = {
    "unknown face": (True, "weather", {"face": "9"}, '"9" is not a known face'),
    "no face": (True, "weather", {"face": None}, "expected a face of the die, or null exactly if"),
    "no rolls": (False, "weather", {"rolls": 0}, "expected a face of the die, or null exactly if"),
    "negative rolls": (False, "weather", {"rolls": -1}, "is not a count"),
    "endless rolls": (False, "weather", {"rolls": 10**40}, "is too large"),
    "no stream": (True, "weather", {"stream": None}, "extras.weather.stream: must be given exactly in a full state"),
    "public stream": (
        False,
        "weather",
        {"stream": PLAIN_STREAM},
        "extras.weather.stream: must be given exactly in a full",
    ),
    "bad stream": (True, "weather", {"stream": "0" * 33}, "is not 32 hexadecimal digits"),
    "coming rolls": (True, "weather", {"coming": ["0"]}, "extras.weather.coming: allowed only while"),
    "public coming rolls": (False, "weather", {"coming": ["0"]}, "extras.weather.coming: allowed only while"),
    "pile without stream": (True, "news", {"stream": None}, "extras.news.stream: must be given exactly in a full"),
    "public pile with stream": (False, "news", {"stream": PLAIN_STREAM}, "extras.news.stream: must be given exactly"),
    "negative shuffles": (False, "news", {"shuffles": -1}, "is not a count"),
    "public order": (False, "news", {"order": ["tip"]}, "extras.news.order: a public state must not contain it"),
}


@pytest.mark.parametrize("name", WRONG_STATES)
def test_impossible_dice_and_piles_are_refused(name: str) -> None:
    """JSON with dice and piles that no game leads to is refused."""
    is_full, part, changes, message = WRONG_STATES[name]
    state = ms.new_game(NAMES[:2], seed=1, ruleset=NIGHT_SHIFT)
    data = ms.to_dict(state if is_full else state.public())
    data["extras"][part] |= changes
    with pytest.raises(ms.MalformedError) as caught:
        ms.from_dict(ms.GameState, data)
    assert message in str(caught.value)


def test_huge_numbers_of_rolls_cost_nothing() -> None:
    """Hostile JSON may claim that a die was rolled 9 * 10**15 times. Reading and playing on do not count that far."""
    state = ms.new_game(NAMES[:2], seed=1, ruleset=NIGHT_SHIFT)
    data = ms.to_dict(state)
    data["extras"]["weather"]["rolls"] = data["extras"]["news"]["shuffles"] = 9 * 10**15
    start = time.process_time()
    read = ms.from_dict(ms.GameState, data)
    for _, _, (after, _) in play(read, finisher, random.Random(1), 20):
        state = after
    assert state.extras["weather"].rolls > 9 * 10**15
    assert state.extras["news"].shuffles > 9 * 10**15
    assert ms.determinize(state, random.Random(1)).public() == state.public()
    ms.from_json(ms.GameState, ms.to_json(state.public()))
    assert time.process_time() - start < 2


def test_named_faces_are_forgotten_without_reactions() -> None:
    """A public setup that names faces that nothing rolls leads to a position that knows no later roll."""
    extension = Extension("luck", dice=(Die("luck", ("a", "b"), "LUCK-1"),))
    ruleset = ms.STANDARD.with_extensions(extension, name="lazy_luck")
    ms.register(ruleset)
    started = public_start_event(start_event(NAMES[:2], seed=1, setup=None, ruleset=ruleset))
    named = GameStarted(ruleset, started.players, attrs.evolve(started.setup, rolls={"luck": ("a",)}))
    state = ms.evolve(None, named)
    assert state.extras["luck"] == RolledDie(None, 0)
    assert ms.from_json(ms.GameState, ms.to_json(state)) == state
