"""A small building from outside the package: a chapel that takes a grosz and counts candles."""

import pickle
from collections.abc import Iterator

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, MoneyMoved
from magnum_sal.model.rule import Building, Part, Rule, When
from magnum_sal.model.state import Draft
from magnum_sal.testing import check_invariants, given


@attrs.frozen
class LightCandle(ms.Move):
    """Pay 1 grosz and light a candle."""

    type = "light_candle"


@attrs.frozen
class CandleLit(ms.Event):
    """A candle was lit, with the number of candles of the seat before and after."""

    type = "candle_lit"
    seat: int
    source: int
    target: int


def moves(state: ms.GameState) -> Iterator[LightCandle]:
    """Yield the move if the player can pay for a candle."""
    if objection(state, LightCandle()) is None:
        yield LightCandle()


def objection(state: ms.GameState, move: LightCandle) -> ms.Objection | None:
    """Return an objection if the player has no money; a candle costs 1 grosz."""
    if not state.player.money:
        return ms.Objection("CHAPEL-1", "no_money", {"price": 1})
    return None


def decide(state: ms.GameState, move: LightCandle) -> tuple[ms.Event, ...]:
    """Pay the grosz to the bank and light the candle."""
    candles: tuple[int, ...] = state.extras["chapel"]
    seat = state.turn_seat
    return (MoneyMoved(seat, "bank", 1), CandleLit(seat, candles[seat], candles[seat] + 1))


def fold_candle(draft: Draft, event: CandleLit) -> None:
    """Count the candle."""
    candles = draft.part("chapel")
    draft.set_part("chapel", (*candles[: event.seat], event.target, *candles[event.seat + 1 :]))


CHAPEL = Rule(
    LightCandle,
    When.ACTION,
    moves,
    objection,
    decide,
    building="chapel",
    events={CandleLit: fold_candle},
    part=Part("chapel", tuple[int, ...], lambda _, players: (0,) * players),
    labels={"en": {"CHAPEL-1.no_money": "a candle costs {price:grosz}, and you have none"}},
)

DEVOUT = attrs.evolve(
    ms.STANDARD,
    name="devout",
    rules=(*ms.STANDARD.rules, CHAPEL),
    buildings=(*ms.STANDARD.buildings, Building("chapel", has_assistant_place=True)),
)
ms.register(DEVOUT)


def test_moves_are_listed_and_applied() -> None:
    """The engine lists, applies and folds a move that it does not know."""
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=DEVOUT)
    seat = state.turn_seat
    assert LightCandle() in ms.legal_moves(state)
    after, events = ms.apply(state, LightCandle())
    assert events[:3] == (
        ActionTaken(seat, "light_candle", "chapel"),
        MoneyMoved(seat, "bank", 1),
        CandleLit(seat, 0, 1),
    )
    assert after.extras["chapel"][seat] == 1
    check_invariants(after)


def test_the_building_is_visited_once_a_turn() -> None:
    """TURN-3 holds for buildings of extensions."""
    visited = given(ruleset=DEVOUT).when(LightCandle())
    visited.when(LightCandle()).is_refused("TURN-3", "chapel")


def test_the_assistant_is_placed_and_paid() -> None:
    """ASST-1, ASST-2: an assistant at an extension's building earns from visits, after their effects."""
    table = given("A: 1 groszy", ruleset=DEVOUT)
    visited = table.when(ms.PlaceAssistant("stock", "chapel")).when(LightCandle())
    visited.then(CandleLit(0, 0, 1), MoneyMoved("bank", 0, 1))
    assert visited.state.assistants["chapel"] == 0
    given("A: 0 groszy | assistant chapel: A", ruleset=DEVOUT).when(LightCandle()).is_refused("CHAPEL-1", "1 grosz")


def test_everything_has_a_json_form() -> None:
    """Moves, events and states of the extension survive a round trip through JSON and pickle."""
    state, events = ms.apply(ms.new_game(["Ada", "Ben"], seed=1, ruleset=DEVOUT), LightCandle())
    assert ms.to_dict(LightCandle()) == {"type": "light_candle"}
    assert ms.from_dict(ms.Move, {"type": "light_candle"}, ruleset=DEVOUT) == LightCandle()
    assert ms.to_dict(state)["ruleset"]["name"] == "devout"
    assert ms.to_dict(state)["extras"]["chapel"] in ([1, 0], [0, 1])
    assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    assert pickle.loads(pickle.dumps(state)) == state
    for event in events:
        assert ms.from_json(ms.Event, ms.to_json(event), ruleset=DEVOUT) == event


def test_the_standard_game_does_not_know_the_move() -> None:
    """The standard ruleset refuses the extension's move, in JSON and in ``apply``."""
    with pytest.raises(ms.MalformedError, match="light_candle"):
        ms.from_dict(ms.Move, {"type": "light_candle"})
    with pytest.raises(ms.MalformedError, match="LightCandle"):
        ms.apply(ms.new_game(["Ada", "Ben"], seed=1), LightCandle())


def test_an_unregistered_ruleset_has_no_json_form() -> None:
    """A ruleset that differs in more than its switches must be registered before it is written."""
    secret = attrs.evolve(ms.STANDARD, name="secret", penalty=5)
    with pytest.raises(ms.MisuseError, match="register"):
        ms.to_dict(secret)
    with pytest.raises(ms.MisuseError, match="register"):
        ms.to_dict(ms.new_game(["Ada", "Ben"], seed=1, ruleset=secret))
