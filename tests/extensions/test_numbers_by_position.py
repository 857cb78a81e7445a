"""Prices, toll, strength, actions and the end of a phase by position, which extensions change through the rulings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from tests.extensions.omens import table

import magnum_sal as ms
from magnum_sal import render, words
from magnum_sal.model._ruling_results import _CHECKS
from magnum_sal.model.events import MoneyMoved, PhaseEnded
from magnum_sal.model.extension import Extension
from magnum_sal.model.rule import Rulings
from magnum_sal.queries import facts
from magnum_sal.testing import broken_invariants, position


def test_a_number_by_position_is_used_everywhere() -> None:
    """OMENS-2: the list of moves, the payment, the fact and the words have the same price."""
    dear = table("A: 6 groszy, stock 5 | B: stock 5 | inn: 1")
    cheap = table("A: 6 groszy, stock 4 | B: stock 5 | inn: 1")
    assert [facts.hiring_price(state) for state in (dear, cheap)] == [7, 6]
    assert [ms.VisitInn() in ms.legal_moves(state) for state in (dear, cheap)] == [False, True]
    assert cheap.play(ms.VisitInn()).players[0].money == 0
    assert words.move_in_words(cheap, ms.VisitInn()) == "hires a miner for 6 groszy"


def test_extensions_change_a_number_in_their_order() -> None:
    """Each extension changes the number of the one before."""

    def doubled(price: object) -> object:
        return lambda state: 2 * price(state)  # type: ignore[operator]

    def one_more(price: object) -> object:
        return lambda state: price(state) + 1  # type: ignore[operator]

    first = Extension("first", rulings={"town_square_income": doubled})
    second = Extension("second", rulings={"town_square_income": one_more})
    incomes = []
    for order in ((first, second), (second, first)):
        game = ms.STANDARD.with_extensions(*order, name="both")
        incomes.append(position("A: 0 groszy", ruleset=game).play(ms.VisitTownSquare()).players[0].money)
    assert incomes == [3, 4]


def test_more_strength_is_used_everywhere() -> None:
    """A foreman does the work of two in the list, the fact and the choices, and no more miners tire than are there."""

    def doubled(strength: object) -> object:
        return lambda state, chamber, seat: 2 * strength(state, chamber, seat)  # type: ignore[operator]

    game = ms.STANDARD.with_extensions(Extension("foremen", rulings={"strength": doubled}), name="foremen_game")
    state = position("S1: A | S2: A | 1L1: A [BBG/0]", ruleset=game)
    loads = {move.salt.total for move in ms.legal_moves(state) if isinstance(move, ms.ExtractSalt)}
    assert loads == {1, 2}
    assert facts.strength(state, "1L1") == 2
    both = ms.ExtractSalt("1L1", ms.SaltAmount(brown=2), 0, 0, (0, 0))
    after = state.play(both)
    assert after.mine["1L1"].tired == (1, 0)
    assert set(ms.choices(state).take("extract_salt").answers) >= {both.salt}


def test_other_values_count_at_the_end() -> None:
    """END-1: a ruling's other value is part of the total, decides the ranks, and appears in the transcript."""
    rich = Extension("rich", rulings={"other_value": lambda value: lambda state, seat: value(state, seat) + 5 * seat})
    game = ms.STANDARD.with_extensions(rich, name="rich_game")
    first, second = position("A: 12 groszy | B: 10 groszy", ruleset=game).scores
    assert [(score.total, score.other_value, score.rank) for score in (first, second)] == [(12, 0, 2), (15, 5, 1)]
    assert "other 5)" in ms.transcript(ms.Game.new(["Ada", "Ben"], seed=1, ruleset=game))


def test_a_penalty_by_position() -> None:
    """CASTLE-4: the list and the refusal use the penalty of the ruling."""
    dear = Extension("dear", rulings={"penalty": lambda penalty: lambda state: penalty(state) * state.phase})
    game = ms.STANDARD.with_extensions(dear, name="dear_penalty")
    state = position("A: 10 groszy | turn: A, phase 2, arriving 1", ruleset=game)
    assert ms.legal_moves(state) == (ms.PayPenalty(6, None),)
    against = ms.objection(state, ms.PayPenalty(3, None))
    assert against is not None
    assert against.values == {"penalty": 6, "paid": 3, "salt": ms.SaltAmount()}


def test_toll_actions_and_the_end_of_a_phase_by_position() -> None:
    """Rulings change a toll, give a third action, and end a phase with the first order."""
    dear = Extension(
        "dear",
        rulings={
            "toll": lambda toll: lambda state, seat: toll(state, seat) + (seat == 0),
            "actions": lambda actions: lambda state, seat, number: actions(state, seat, number) + (seat == 1),
            "is_phase_over": lambda over: lambda state: over(state) or state.castle.completed > 0,
        },
    )
    game = ms.STANDARD.with_extensions(dear, name="dear_game")
    state = position("S1: B | S2: B | 1L1: A [B/0] | A: 4 groszy", ruleset=game)
    assert facts.toll(state, "1L1") == 4
    assert [move.payments for move in ms.legal_moves(state) if isinstance(move, ms.ExtractSalt)] == [(0, 4)]
    after = position("turn: A, actions 1", ruleset=game).play(ms.VisitTownSquare())
    assert after.turn is not None
    assert after.turn.actions_left == 3
    last = position("A: BB | castle: BB=9 GG=13 BG=11 | turn: A, start B, arriving 1, actions 1", ruleset=game)
    assert last.play(ms.CompleteOrder(0)).play(ms.VisitTownSquare()).phase == 2


def test_the_inn_shows_the_actual_price() -> None:
    """OMENS-2: the text of the table shows the price that the player would pay."""
    dear = table("A: stock 5 | B: stock 5 | inn: 1")
    cheap = table("A: stock 4 | B: stock 5 | inn: 1")
    assert "5 5 5 6 6 [7] 8" in render.text(dear)
    assert "5 5 5 6 6 [6] 8" in render.text(cheap)


def test_notation_uses_the_actual_toll() -> None:
    """HAUL-1: the text names payments only if several players could receive the doubled toll."""
    dear = Extension("dear", rulings={"toll": lambda toll: lambda state, seat: 2 * toll(state, seat)})
    game = ms.STANDARD.with_extensions(dear, name="dear_toll")
    for shaft, written in (("B", ["x1L1 B"]), ("BC", ["x1L1 B pay 2=2", "x1L1 B pay 1=2"])):
        state = position(f"S1: {shaft} | S2: A | 1L1: A [B/0]", ruleset=game)
        works = [move for move in ms.legal_moves(state) if isinstance(move, ms.ExtractSalt)]
        assert [ms.format_move(state, move) for move in works] == written
        assert [ms.parse_move(state, text) for text in written] == works


def test_a_turn_of_three_actions_breaks_no_invariant() -> None:
    """TURN-1: a ruling decides the number of actions, so a third action breaks no invariant."""
    busy = Extension("busy", rulings={"actions": lambda actions: lambda *turn: actions(*turn) + 1})
    state = position("turn: A, actions 1", ruleset=ms.STANDARD.with_extensions(busy, name="busy_game"))
    assert broken_invariants(state.play(ms.VisitTownSquare())) == []


def halved(old: Callable[..., Any]) -> Callable[..., Any]:
    """Return a ruling that halves the numbers of the old one."""

    def half(*arguments: Any) -> Any:
        number = old(*arguments)
        return tuple(one / 2 for one in number) if isinstance(number, tuple) else number / 2

    return half


def test_all_rulings_but_sets_are_checked() -> None:
    """A new ruling is checked, too. Sets of spaces and seats are asked for too often to be checked."""
    rulings = {field.name for field in attrs.fields(Rulings)}
    assert rulings - {"reachable", "cut_off", "may_cut_off", "toll_takers"} == _CHECKS.keys()


@pytest.mark.parametrize(
    ("ruling", "move", "returned"),
    [
        ("hiring_price", ms.VisitInn(), "3.0"),
        ("workshop_prices", ms.VisitWorkshop(0), "(1.5, 2.0, 2.5)"),
        ("town_square_income", ms.VisitTownSquare(), "0.5"),
        ("actions", ms.Pass(), "0.5"),
    ],
)
def test_the_numbers_of_rulings_are_whole(ruling: str, move: ms.Move, returned: str) -> None:
    """A fraction does not get into a game, whose log could then not be read. The error names the ruling."""
    game = ms.STANDARD.with_extensions(Extension("halves", rulings={ruling: halved}), name="half_game")
    message = f"extension 'halves': rulings: {ruling}: expected whole numbers from 0 up, but it returned {returned}"
    with pytest.raises(ms.ExtensionError, match=f"{re.escape(message)}$"):
        ms.new_game(["Ada", "Ben"], seed=1, ruleset=game).play(move)


def negative(old: Callable[..., Any]) -> Callable[..., Any]:
    """Return a ruling that negates the numbers of the old one."""

    def negate(number: Any) -> Any:
        return tuple(map(negate, number)) if isinstance(number, tuple) else -number

    return lambda *arguments: negate(old(*arguments))


BUSY = "S1: A | S2: AB | 1L1: A [B/0] | 1L2: B [B/1] | A: 9 groszy, B"
"""A position in which seat 0 can extract salt, pump, trade and pay a toll."""


@pytest.mark.parametrize(
    ("ruling", "text", "move"),
    [
        ("hiring_price", BUSY, ms.VisitInn()),
        ("workshop_prices", BUSY, ms.VisitWorkshop(0)),
        ("pump_prices", "S1: A | 1L1: A [-/2] | S2: A", ms.VisitPumpHouse("1L1", 2)),
        ("market_prices", BUSY, ms.VisitMarket((ms.Transaction("sell", "brown"),), False)),
        ("town_square_income", BUSY, ms.VisitTownSquare()),
        ("penalty", "A: 9 groszy | turn: A, arriving 1", ms.PayPenalty(3, None)),
        ("toll", BUSY, ms.ExtractSalt("1L1", ms.SaltAmount(1), 0, 0, (0, 0))),
        ("miners_tired", BUSY, ms.ExtractSalt("1L1", ms.SaltAmount(1), 0, 0, (0, 0))),
        ("actions", BUSY, ms.Pass()),
    ],
)
def test_negative_numbers_of_rulings_are_refused(ruling: str, text: str, move: ms.Move) -> None:
    """The error names the ruling, and the extension or the ruleset that it belongs to."""
    odd = Extension("odd", rulings={ruling: negative})
    rulings = {ruling: negative(getattr(ms.STANDARD.rulings, ruling))}
    own = attrs.evolve(ms.STANDARD, name="house", rulings=attrs.evolve(ms.STANDARD.rulings, **rulings))
    for owner, game in (
        ("extension 'odd'", ms.STANDARD.with_extensions(odd, name="odd_game")),
        ("ruleset 'house'", own),
    ):
        message = re.escape(f"{owner}: rulings: {ruling}: expected whole numbers from 0 up, but it returned ")
        with pytest.raises(ms.ExtensionError, match=rf"{message}.*-"):
            position(text, ruleset=game).play(move)


@pytest.mark.parametrize(
    ("ruling", "returned", "expected"),
    [
        ("workshop_prices", 5, "a tuple of 3 prices, one for each slot"),
        ("workshop_prices", (3,), "a tuple of 3 prices, one for each slot"),
        ("workshop_prices", [3, 4, 5], "a tuple of 3 prices, one for each slot"),
        ("pump_prices", (), "a tuple of at least one price"),
        ("pump_prices", (0, (2,)), "whole numbers from 0 up"),
        ("market_prices", (3, 4, 5), "a tuple of 3 columns, each a tuple with a price for each space"),
        ("market_prices", ((3,), (4,)), "a tuple of 3 columns, each a tuple of prices"),
        ("market_prices", ((3,), (), (5,)), "a tuple of 3 columns, each a tuple with a price for each space"),
        ("market_prices", ((3,) * 5, (4,) * 3, (5,) * 3), "at most 4 prices for brown salt"),
        ("hiring_price", (3, 4), "one number"),
        ("strength", (1,), "one number"),
        ("actions", 101, "at most 100 actions per turn"),
        ("actions", None, "whole numbers from 0 up"),
        ("after_turn", None, "a tuple of events"),
        ("after_turn", [PhaseEnded(1)], "a tuple of events"),
        ("after_turn", (PhaseEnded,), "a tuple of events"),
    ],
)
def test_results_of_another_form_are_refused(ruling: str, returned: Any, expected: str) -> None:
    """A result with which no rule can work is refused. The error names the ruling instead of the rule."""
    odd = Extension("odd", rulings={ruling: lambda _: lambda *_: returned})
    message = re.escape(f"extension 'odd': rulings: {ruling}: expected {expected}, but it returned {returned!r}")
    game = ms.STANDARD.with_extensions(odd, name="odd_game")
    with pytest.raises(ms.ExtensionError, match=f"{message}$"):
        ms.legal_moves(position(f"{BUSY} | turn: A, actions 1", ruleset=game).play(ms.Pass()))


def test_results_of_another_form_are_refused_where_they_are_asked_for() -> None:
    """PHASE-1, ASST-2, END-1: an end of a phase, the pay of an assistant and the standing have their forms, too."""
    silent = Extension("odd", rulings={"is_phase_over": lambda _: lambda _: None})
    state = position("turn: B, actions 1", ruleset=ms.STANDARD.with_extensions(silent, name="odd_game"))
    with pytest.raises(ms.ExtensionError, match="is_phase_over: expected True or False, but it returned None"):
        state.play(ms.Pass())
    paid = Extension("odd", rulings={"assistant_paid": lambda _: lambda *_: MoneyMoved("bank", 1, 1)})
    state = position("assistant market: B | A: B", ruleset=ms.STANDARD.with_extensions(paid, name="odd_game"))
    with pytest.raises(ms.ExtensionError, match="assistant_paid: expected a tuple of events, but it returned MoneyM"):
        state.play(ms.VisitMarket((ms.Transaction("sell", "brown"),), False))
    first = Extension("odd", rulings={"scoring": lambda old: lambda state: old(state)[:1]})
    with pytest.raises(ms.ExtensionError, match=r"scoring: expected a tuple of 2 Scores, one for each seat, but it"):
        _ = position(ruleset=ms.STANDARD.with_extensions(first, name="odd_game")).scores


def test_columns_with_fewer_spaces_are_accepted() -> None:
    """MARKET-1: a ruling may leave spaces out, as long as each cube in the market lies on one."""
    columns = tuple(column[:3] for column in ms.STANDARD.market_prices)
    small = Extension("small", rulings={"market_prices": lambda _: lambda _: columns})
    state = position(BUSY, ruleset=ms.STANDARD.with_extensions(small, name="small_game"))
    assert any(isinstance(move, ms.VisitMarket) for move in ms.legal_moves(state))


def test_nobody_is_hired_when_the_marker_has_left_the_track() -> None:
    """INN-1: a price past the track is refused, because no state could hold the marker there."""
    cheap = Extension("cheap", rulings={"hiring_price": lambda _: lambda _: 3})
    game = ms.STANDARD.with_extensions(cheap, name="cheap_game")
    assert "5 5 5 6 6 7 [3]" in render.text(position("inn: 2", ruleset=game))
    message = "hiring_price: expected None because the marker has left the track, but it returned 3"
    with pytest.raises(ms.ExtensionError, match=f"{message}$"):
        ms.legal_moves(position("inn: 3", ruleset=game))


def test_a_ruling_that_fails_is_named() -> None:
    """The error names the extension and the ruling, also if a function for facts calls it."""

    def fail(_: ms.GameState) -> int:
        raise KeyError("omens")

    game = ms.STANDARD.with_extensions(Extension("odd", rulings={"hiring_price": lambda _: fail}), name="odd_game")
    with pytest.raises(
        ms.ExtensionError, match=r"^extension 'odd': rulings: hiring_price failed: KeyError\('omens'\)$"
    ):
        facts.hiring_price(position(BUSY, ruleset=game))


@pytest.mark.parametrize("ruling", ["is_phase_over", "after_turn", "assistant_paid", "scoring"])
def test_a_failing_ruling_without_numbers_is_named(ruling: str) -> None:
    """The error of a ruling about the end of a turn, the pay of an assistant or the standing names the ruling, too."""

    def fail(*_: object) -> Any:
        raise KeyError("omens")

    game = ms.STANDARD.with_extensions(Extension("odd", rulings={ruling: lambda _: fail}), name="odd_game")
    state = position("turn: B, actions 1 | assistant market: A | B: B", ruleset=game)
    with pytest.raises(ms.ExtensionError, match=rf"^extension 'odd': rulings: {ruling} failed: KeyError\('omens'\)$"):
        _ = state.play(ms.VisitMarket((ms.Transaction("sell", "brown"),), False)).scores


def test_strength_and_other_values_may_be_negative() -> None:
    """MINE-1, END-1: pickaxes and water are added to the strength, and an other value may be a loss."""
    poor = Extension("poor", rulings={"strength": negative, "other_value": lambda _: lambda _, seat: -3 * seat})
    state = position(
        "S1: A | S2: A | 1L1: A [B/0] | A: 9 groszy", ruleset=ms.STANDARD.with_extensions(poor, name="poor")
    )
    assert facts.strength(state, "1L1", pickaxes=1) == 0
    assert not any(isinstance(move, ms.ExtractSalt) for move in ms.legal_moves(state))
    assert [score.other_value for score in state.scores] == [0, -3]


def test_fractions_of_a_rulesets_own_rulings_are_refused() -> None:
    """A ruling that no extension changed is checked, too, and rulesets with the same function are still equal."""
    rulings = attrs.evolve(ms.STANDARD.rulings, toll=halved(ms.STANDARD.rulings.toll))
    one, other = (attrs.evolve(ms.STANDARD, name="house", rulings=rulings) for _ in range(2))
    assert one == other == attrs.evolve(one)
    assert hash(one) == hash(other)
    message = "ruleset 'house': rulings: toll: expected whole numbers from 0 up, but it returned 0.5"
    with pytest.raises(ms.ExtensionError, match=f"{message}$"):
        facts.toll(position(BUSY, ruleset=one), "1L1")
