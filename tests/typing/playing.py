"""States, moves and their results, as a type checker sees them."""

import random
from collections.abc import Hashable, Sequence
from typing import assert_type

import magnum_sal as ms
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.model.events import GameStarted
from magnum_sal.queries import facts


def names_are_known() -> None:
    """Modules need no import of their own, and misspelt names are errors."""
    assert_type(ms.render.text(ms.new_game(["Ada", "Ben"])), str)
    assert_type(ms.bots.bot_names(), tuple[str, ...])
    ms.legal_movse  # type: ignore[attr-defined]  # noqa: B018
    ms.bots.no_such_name  # type: ignore[attr-defined]  # noqa: B018


def a_position_is_read(state: ms.GameState) -> None:
    """The ranking is a tuple in order, and the mine is a mapping."""
    assert_type(state.ranking, tuple[ms.Score, ...])
    for space, here in state.mine.items():
        assert_type(space, str)
        assert_type(here, ms.model.mine.Section)
    assert_type(dict(state.mine), dict[str, ms.model.mine.Section])


def a_game_begins() -> None:
    """Options are passed by keyword, and a setup can replace a seed."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    assert_type(state, ms.GameState)
    assert_type(ms.new_game(("Ada", "Ben"), setup=None, ruleset=ms.STANDARD), ms.GameState)
    ms.new_game(["Ada", "Ben"], 7)  # type: ignore[call-arg]
    ms.new_game([1, 2])  # type: ignore[list-item]
    ms.new_game(["Ada", "Ben"], seed="7")  # type: ignore[arg-type]


def a_move_is_made(state: ms.GameState, move: ms.Move) -> None:
    """A transition has named fields and can be unpacked."""
    assert_type(ms.legal_moves(state), tuple[ms.Move, ...])
    assert_type(ms.legal_moves(state, type="pass", source="stock", target="S1"), tuple[ms.Move, ...])
    assert_type(random.Random(7).choice(ms.legal_moves(state)), ms.Move)
    assert_type(ms.is_legal(state, move), bool)
    transition = ms.apply(state, move)
    assert_type(transition, ms.Transition)
    assert_type(transition.state, ms.GameState)
    assert_type(transition.step, ms.Step)
    assert_type(state.legal_moves(type="pass"), tuple[ms.Move, ...])
    assert_type(state.play(">S1"), ms.GameState)
    after, events = transition
    assert_type(after, ms.GameState)
    assert_type(events, tuple[ms.Event, ...])
    ms.apply(move, state)  # type: ignore[arg-type]
    ms.apply(state, "place_miner")  # type: ignore[arg-type]


def a_move_is_created(kinds: list[ms.Transaction], chambers: tuple[str, ...], tiles: list[ms.ChamberTile]) -> None:
    """Fields with several entries take lists and tuples, and the values have tuples."""
    salt = ms.SaltAmount(brown=1)
    assert_type(ms.ExtractSalt("1L1", salt, 0, 0, [0, 2]).payments, tuple[int, ...])
    ms.ExtractSalt("1L1", salt, 0, 0, payments=(0, 2))
    ms.ExtractSalt("1L1", salt, 0, 0, {0: 2})  # type: ignore[arg-type]
    ms.ExtractSalt("1L1", salt, 0, 0, ["0", "2"])  # type: ignore[list-item]
    assert_type(ms.VisitMarket(kinds).transactions, tuple[ms.Transaction, ...])
    ms.VisitMarket([ms.Transaction("sell", "brown"), ms.Transaction("buy", "green")])
    ms.VisitMarket((ms.Transaction("sell", "brown"),), commercial_privilege=True)
    ms.VisitMarket(ms.Transaction("sell", "brown"))  # type: ignore[arg-type]
    assert_type(ms.UseFood(chambers).chambers, tuple[str, ...])
    ms.UseFood(["1L1", "1L2"])
    ms.UseFood("1L1")  # type: ignore[arg-type]
    setup = ms.Setup(0, tiles, [[ms.RoyalOrder(salt, 9)], [None]], ["rope", None], {"bells": ["bell", None]})
    assert_type(setup.tiles, tuple[ms.ChamberTile | None, ...])
    assert_type(setup.decks, tuple[tuple[str, tuple[str | None, ...]], ...])
    ms.Setup(0, [1, 2], [], [])  # type: ignore[list-item]


def a_move_is_refused(state: ms.GameState, move: ms.Move) -> None:
    """An objection may be None, but an error always has a rule and a sentence."""
    found = ms.objection(state, move)
    assert_type(found, ms.Objection | None)
    str.upper(found.rule)  # type: ignore[union-attr]
    if found is not None:
        assert_type(found.rule, str)
        assert_type(found.sentence, str)
    try:
        ms.apply(state, move)
    except ms.IllegalMoveError as error:
        assert_type(error.rule, str)
    except ms.MagnumSalError as error:
        assert_type(str(error), str)


def a_position_is_asked(state: ms.GameState, move: ms.Move) -> None:
    """The effects of a move and the facts of a position are typed, and values that may be missing are optional."""
    found = ms.effects(state, move)
    assert_type(found, ms.Effects)
    assert_type(found.money, tuple[int, ...])
    assert_type(found.salt, tuple[ms.SaltBalance, ...])
    assert_type((found.tired, found.rested), tuple[int, int])
    assert_type(found.tools, tuple[str, ...])
    assert_type(found.turns_up, tuple[str, ...])
    found.tired = 2  # type: ignore[misc]
    assert_type(facts.hiring_price(state), int | None)
    assert_type(facts.selling_price(state, "brown", commercial_privilege=True), int | None)
    assert_type(facts.toll(state, "1L1", 1), int | None)
    assert_type(facts.strength(state, "1L1", pickaxes=1), int)
    assert_type(facts.completable_orders(state), tuple[int, ...])
    assert_type(facts.miners_by_space(state)["S1"].rested, int)
    assert_type(facts.reachable_spaces(state), tuple[str, ...])
    facts.selling_price(state, "brown", True)  # type: ignore[call-arg]


def chosen(state: ms.GameState, moves: Sequence[ms.Move], rng: random.Random) -> ms.Move:
    """Choose a move by chance."""
    return rng.choice(moves)


def a_game_is_played_on(state: ms.GameState, move: ms.Move) -> None:
    """A function that chooses moves plays a game on, and a position's key is hashable."""
    assert_type(state.play(move), ms.GameState)
    assert_type(ms.playout(state, chosen, random.Random(7), decisions=50), ms.GameState)
    assert_type(state.winners, tuple[int, ...])
    table: dict[Hashable, float] = {state.key(): 0.5}
    assert_type(table[state.key()], float)
    ms.playout(state, random.choice, random.Random(7))  # type: ignore[arg-type]
    ms.playout(state, chosen, random.Random(7), 50)  # type: ignore[call-arg]


def moves_are_told_apart(move: ms.Move) -> str:
    """Moves are distinguished by their class, and then their fields are known."""
    match move:
        case ms.PlaceMiner(source=source, target=target):
            assert_type(source, str)
            assert_type(target, str)
            return target
        case ms.ExtractSalt():
            assert_type(move.salt, ms.SaltAmount)
            assert_type(move.pickaxes, int)
            return move.chamber
        case ms.VisitMarket(transactions=trades):
            assert_type(trades, tuple[ms.Transaction, ...])
            return trades[0].salt
        case _:
            return move.type


def moves_are_made() -> None:
    """Moves are created with the fields of their JSON form, and are immutable."""
    move = ms.PlaceMiner("stock", target="S1")
    assert_type(move.type, str)
    move.target = "S2"  # type: ignore[misc]
    ms.PlaceMiner("stock")  # type: ignore[call-arg]
    ms.VisitPumpHouse(chamber="1L1", water="2")  # type: ignore[arg-type]
    assert_type(ms.SaltAmount(brown=1) + ms.SaltAmount(white=2), ms.SaltAmount)
    assert_type(ms.EndTurn(), ms.EndTurn)


def a_state_is_read(state: ms.GameState) -> None:
    """Seats are numbers, and values that may be missing are optional."""
    assert_type(state.to_move, int | None)
    assert_type(state.turn_seat, int)
    assert_type(state.is_over, bool)
    assert_type(state.player.money, int)
    assert_type(state.players[0].tools, tuple[ms.ToolCard, ...])
    assert_type(state.castle.open, tuple[ms.RoyalOrder | None, ...])
    assert_type(state.assistant("inn"), int | None)
    assert_type(state.scores, tuple[ms.Score, ...])
    assert_type(state.ruleset, ms.Ruleset)
    assert_type(state.public(), ms.GameState)
    assert_type(ms.determinize(state.public(), random.Random(7)), ms.GameState)
    state.castle.completed = 3  # type: ignore[misc]
    str(state.castle.open[0].payment)  # type: ignore[union-attr]


def a_state_is_folded(started: GameStarted, events: list[ms.Event], state: ms.GameState) -> None:
    """Any program can fold a state from events alone."""
    assert_type(ms.evolve(None, started), ms.GameState)
    assert_type(ms.evolve(state, events[0]), ms.GameState)
    assert_type(ms.fold([started, *events]), ms.GameState)
    assert_type(public_start_event(started), GameStarted)
    ms.fold(state)  # type: ignore[arg-type]
