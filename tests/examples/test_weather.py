"""The weather, a die that decides a price, tested with ``magnum_sal.testing`` as its author would do."""

import re
import subprocess
import sys

import attrs
import pytest
import weather
from tests.amounts import scale
from tests.extensions.night_shift import play_night
from weather import DIE, WEATHER, WEATHER_GAME

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.display import DieFace
from magnum_sal.model.draws import PLAIN_STREAM
from magnum_sal.model.events import DieAwaited, DieRolled
from magnum_sal.model.extension import RolledDie
from magnum_sal.testing import BrokenPromiseError, check_extension, given
from magnum_sal.words import label, sentence

MINE = "S1: A | S2: A | 1L1: Aa [BG/2]"


def in_weather(face: str | None, text: str = MINE) -> ms.GameState:
    """Return a position in which the die shows *face*."""
    state = given(text, ruleset=WEATHER_GAME).state
    die = RolledDie(face, int(face is not None), PLAIN_STREAM)
    items = tuple((key, die if key == "weather" else part) for key, part in state.extras_items)
    return attrs.evolve(state, extras_items=items)


@pytest.mark.parametrize(("face", "groszy"), [(None, 0), ("0", 0), ("1", 1), ("3", 3)])
@pytest.mark.parametrize(("water", "price"), [(1, 0), (2, 2)])
def test_a_visit_costs_as_much_more_as_the_die_shows(face: str | None, groszy: int, water: int, price: int) -> None:
    """WEATHER-1, PUMP-1: the surcharge is paid once for each visit, whatever the number of cubes."""
    state = in_weather(face)
    after = state.play(ms.VisitPumpHouse("1L1", water))
    assert state.players[0].money - after.players[0].money == price + groszy
    assert weather.surcharge(state) == groszy


def test_bad_weather_can_be_too_dear() -> None:
    """WEATHER-1: the refusal names the price with the surcharge."""
    state = in_weather("3", f"{MINE} | A: 2 groszy")
    against = ms.objection(state, ms.VisitPumpHouse("1L1", 1))
    assert against is not None
    assert (against.reason, against.values["price"], against.values["money"]) == ("pumping_too_dear", 3, 2)
    assert not any(isinstance(move, ms.VisitPumpHouse) for move in ms.legal_moves(state))


def test_a_round_begins_with_a_roll() -> None:
    """WEATHER-1: each round has one roll, and the roll comes with the starting player's turn."""
    game = play_night(3, 1, 60, ruleset=WEATHER_GAME)
    for step in game.steps():
        rolls = [event for event in step.events if isinstance(event, DieRolled)]
        begins = step.after.round != step.before.round or step.after.phase != step.before.phase
        assert len(rolls) == int(begins and not step.after.is_over)
        assert sum(isinstance(event, DieAwaited) for event in step.events) == len(rolls)


def test_words_in_three_languages() -> None:
    """The roll, the pending roll and the die have words in English, Polish and German."""
    told = [sentence("die_rolled.weather", language, WEATHER_GAME, face="2") for language in ("en", "pl", "de")]
    assert told == [
        "The weather changes: the surcharge for pumping is now 2",
        "Zmiana pogody: dopłata do pompowania wynosi teraz 2",
        "Das Wetter ändert sich: Der Aufpreis beim Pumpen beträgt jetzt 2",
    ]
    assert label("weather_die", "de", WEATHER_GAME) == "Aufpreis beim Pumpen"


@pytest.mark.parametrize("language", ["en", "pl", "de"])
@pytest.mark.parametrize("face", [None, "0", "3"])
def test_pictures_show_the_die(language: str, face: str | None) -> None:
    """Both renderers show the die beside the board, before the first roll and after it."""
    state = in_weather(face)
    name = label("weather_die", language, WEATHER_GAME)
    assert weather.beside_the_board(state) == (DieFace("weather_die", face),)
    assert f"{name}: {'-' if face is None else face}" in render.text(state, language=language)
    assert name in render.svg(state, language=language)
    assert render.svg(in_weather("2"), language=language) != render.svg(in_weather("1"), language=language)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_the_extension_keeps_its_promises(players: int) -> None:
    """The weather passes ``check_extension`` with two and four players."""
    check_extension(WEATHER_GAME, seeds=[1], players=[players], decisions=scale(240))


@pytest.mark.long
def test_the_check_finds_a_price_that_depends_on_the_next_roll() -> None:
    """PUBLIC-1: a price that looks at the coming roll is another one in public states."""

    def foreseeing(prices):  # type: ignore[no-untyped-def]  # the faulty ruling of this test
        def pump_prices(state: ms.GameState) -> tuple[int, ...]:
            first, *others = prices(state)
            coming = state.extras["weather"].next_face(DIE.faces)
            return (first + (99 if coming in (None, "0") else 0), *others)

        return pump_prices

    ruleset = ms.STANDARD.with_extensions(
        attrs.evolve(WEATHER, rulings={"pump_prices": foreseeing}), name="foreseen_weather"
    )
    with pytest.raises(BrokenPromiseError) as caught:
        check_extension(ruleset, seeds=[1], players=[2], decisions=scale(240, 60))
    assert "public" in {finding.promise for finding in caught.value.findings}


@pytest.mark.long
def test_the_module_prints_the_weather() -> None:
    """``python weather.py`` prints a roll for each round."""
    printed = subprocess.run([sys.executable, weather.__file__], capture_output=True, text=True, check=True).stdout
    assert all(line.startswith("round ") for line in printed.splitlines())
    assert "round 3: roll 3 shows" in printed


def test_a_real_table_is_asked_for_each_roll() -> None:
    """WEATHER-1: at a real table, each roll pends and has words."""
    table = ms.Game.open_table(["Ada", "Ben"], ruleset=WEATHER_GAME)
    while table.state.pending is not None and table.state.pending.pile != "weather":
        table.reveal(ms.outcomes(table.state)[0][0])
    assert table.state.pending == ms.Pending("weather", 0)
    told = [sentence("pending.die", language, WEATHER_GAME, die="weather") for language in ("en", "pl", "de")]
    assert told == ["to be rolled: weather", "do rzucenia: pogoda", "zu werfen: Wetter"]
    state = table.reveal("2").state
    assert state.pending is None
    assert state.extras["weather"] == RolledDie("2", 1)


@pytest.mark.parametrize(("language", "building"), [("en", "pump house"), ("pl", "szybie wodnym"), ("de", "Pumpe")])
def test_the_rule_names_the_building_as_the_library_does(language: str, building: str) -> None:
    """WEATHER-1: players read the same word as on the table. Polish has another form of it in a sentence."""
    for text in (label("visit_pump_house", language), WEATHER.texts[language][0].summary):
        assert re.search(rf"\b{building}\b", text)
