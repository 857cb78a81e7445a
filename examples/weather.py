"""
A die that decides a price: the weather, which makes pumping cheap or expensive.

WEATHER-1: When a round begins, roll the die of the weather. Every visit to the pump house in this round costs as many
groszy more as the die shows: 0, 0, 1, 1, 2 or 3.

``python weather.py`` plays a few rounds and prints the weather.
"""

from collections.abc import Callable, Iterable

import magnum_sal as ms
from magnum_sal.model.display import DieFace, DisplayItem
from magnum_sal.model.events import DieAwaited, TurnStarted
from magnum_sal.model.extension import Die, Extension, Reaction


def weather_changes(state: ms.GameState, event: TurnStarted) -> Iterable[ms.Event]:
    """Ask for a roll when the starting player's turn begins, because a round begins with it."""
    return (DieAwaited("weather"),) if event.seat == state.start_seat else ()


def surcharge(state: ms.GameState) -> int:
    """Return the surcharge for a visit to the pump house, in groszy."""
    face: str | None = state.extras["weather"].face
    return int(face or 0)


def pumping_in_weather(
    prices: Callable[[ms.GameState], tuple[int, ...]],
) -> Callable[[ms.GameState], tuple[int, ...]]:
    """Return the ruling of pump prices with the surcharge of the weather, which each visit pays for its first cube."""

    def pump_prices(state: ms.GameState) -> tuple[int, ...]:
        first, *others = prices(state)
        return (first + surcharge(state), *others)

    return pump_prices


def beside_the_board(state: ms.GameState) -> tuple[DisplayItem, ...]:
    """Return the items beside the board: the die."""
    return (DieFace("weather_die", state.extras["weather"].face),)


DIE = Die("weather", ("0", "0", "1", "1", "2", "3"), "WEATHER-1", display=beside_the_board)

WEATHER = Extension(
    "weather_report",
    reactions=(Reaction(TurnStarted, weather_changes),),
    dice=(DIE,),
    rulings={"pump_prices": pumping_in_weather},
    labels={
        "en": {
            "weather_game": "game with weather",
            "weather": "weather",
            "weather_die": "pumping costs more",
            "die_rolled.weather": "The weather changes: the surcharge for pumping is now {face}",
        },
        "pl": {
            "weather_game": "gra z pogodą",
            "weather": "pogoda",
            "weather_die": "dopłata do pompowania",
            "die_rolled.weather": "Zmiana pogody: dopłata do pompowania wynosi teraz {face}",
        },
        "de": {
            "weather_game": "Spiel mit Wetter",
            "weather": "Wetter",
            "weather_die": "Aufpreis beim Pumpen",
            "die_rolled.weather": "Das Wetter ändert sich: Der Aufpreis beim Pumpen beträgt jetzt {face}",
        },
    },
    texts={
        "en": (
            ms.RuleText(
                "WEATHER-1",
                "the weather",
                "Each round, a die decides how much more every visit to the pump house costs.",
                "The die is rolled when a round begins. It shows 0, 0, 1, 1, 2 or 3 groszy.",
            ),
        ),
        "pl": (
            ms.RuleText(
                "WEATHER-1",
                "pogoda",
                "W każdej rundzie kostka decyduje o dopłacie za każdą wizytę w szybie wodnym.",
                "Kostką rzuca się na początku rundy. Wypada 0, 0, 1, 1, 2 albo 3 grosze.",
            ),
        ),
        "de": (
            ms.RuleText(
                "WEATHER-1",
                "das Wetter",
                "In jeder Runde entscheidet ein Würfel, wie viel mehr jeder Besuch der Pumpe kostet.",
                "Gewürfelt wird zu Beginn der Runde. Der Würfel zeigt 0, 0, 1, 1, 2 oder 3 Groschen.",
            ),
        ),
    },
)

WEATHER_GAME = ms.STANDARD.with_extensions(WEATHER, name="weather_game")
ms.register(WEATHER_GAME)

if __name__ == "__main__":
    game = ms.Game.new(["Ada", "Ben"], seed=4, ruleset=WEATHER_GAME)
    for _ in range(6):
        game.play(
            ms.VisitTownSquare() if ms.is_legal(game.state, ms.VisitTownSquare()) else ms.Pass()
        )
        weather = game.state.extras["weather"]
        print(f"round {game.state.round}: roll {weather.rolls} shows {weather.face}")
