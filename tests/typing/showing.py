"""Words, pictures and bots, as a type checker sees them."""

import random
from collections.abc import Mapping
from typing import assert_type

import attrs

import magnum_sal as ms
from magnum_sal import arena, render, words
from magnum_sal.bots import Bot, BotHooks, make_bot
from magnum_sal.testing import Table, check_invariants, given, position


def a_table_is_drawn(state: ms.GameState, move: ms.Move) -> None:
    """A picture is a special string; layouts and themes have known names, and a theme may be custom."""
    picture = render.svg(
        state, size=800, theme="dark", highlight=move, arrows=[("S1", "1L1"), render.Arrow("S1", "S2")]
    )
    assert_type(picture, render.Svg)
    as_text: str = picture
    assert_type(render.text(state), str)
    assert_type(render.svg(state, last=None), render.Svg)
    render.svg(state, theme="purple")  # type: ignore[arg-type]
    render.svg(state, layout="round")  # type: ignore[arg-type]
    render.svg(state, width=800)  # type: ignore[call-arg]
    render.svg(state, 800)  # type: ignore[call-arg, arg-type]
    render.svg(state, theme=attrs.evolve(render.THEMES["contrast"], page="#fffff0"))
    render.svg(state, arrows=["S1"])  # type: ignore[list-item]
    assert_type(picture.places["S1"], render.Box)
    assert_type((picture.width, picture.height), tuple[int, int])
    assert_type(picture.places["S1"].middle, tuple[float, float])
    render.svg(as_text)  # type: ignore[arg-type]


def a_table_is_told(state: ms.GameState, move: ms.Move) -> None:
    """Words are strings in any language."""
    assert_type(words.label("inn", "pl"), str)
    assert_type(words.count_in_words(3, "grosz"), str)
    assert_type(words.move_in_words(state, move, "de"), str)
    assert_type(words.step_in_words(ms.apply(state, move).step), tuple[str, ...])
    assert_type(words.pending_in_words(state, "de"), str)
    assert_type(words.objection_in_words(ms.IllegalMoveError(ms.Objection("END-1", "game_over"))), str)
    assert_type(words.sentence("pending.order", place=1), str)
    assert_type(words.tool_label("rope", "pl", is_used=True), str)
    assert_type(words.missing_words("de"), tuple[str, ...])
    words.add_language("cs", {"inn": "hostinec"}, plural=lambda number: "one" if number == 1 else "other")
    words.add_language("cs", {"inn": "hostinec"}, plural=lambda number: number)  # type: ignore[arg-type, return-value]
    words.count_in_words("3", "grosz")  # type: ignore[arg-type]


def a_rule_is_told(ruleset: ms.Ruleset) -> None:
    """A rule's text is found by its id, and contains its rulings."""
    texts = ms.rule_texts(ruleset, "de")
    assert_type(texts, Mapping[str, ms.RuleText])
    assert_type(texts["INN-1"].rulings, tuple[ms.Ruling, ...])
    assert_type(texts["INN-1"].rulings[0].readings, Mapping[str, str])
    ms.rule_texts("de")  # type: ignore[arg-type]


def first(state: ms.GameState, moves: tuple[ms.Move, ...], /) -> ms.Move:
    """Play the first move; a bot needs nothing more."""
    return moves[0]


def dumb(state: ms.GameState) -> ms.Move:
    """Play without the list of legal moves, so this function is not a bot."""
    return ms.EndTurn()


class Careful(BotHooks):
    """A bot with hooks; hooks that it does not define exist all the same."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...], /) -> ms.Move:
        """Play any move."""
        return self._rng.choice(moves)


def bots_play(state: ms.GameState) -> None:
    """A bot is a function or a callable object."""
    players: list[Bot] = [first, Careful(random.Random(7)), make_bot("greedy", seed=1)]
    assert_type(players[0](state, ms.legal_moves(state)), ms.Move)
    clumsy: Bot = dumb  # type: ignore[assignment]
    del clumsy
    assert_type(arena.play_match(["greedy", Careful], 10), arena.MatchResults)


def positions_are_tested() -> None:
    """A position from text is a state, or a table for a test."""
    assert_type(position("S1: A"), ms.GameState)
    table = given("S1: A", to_move="A")
    assert_type(table, Table)
    outcome = table.when(ms.EndTurn())
    assert_type(outcome.refusal, ms.Objection | None)
    outcome.is_refused("TURN-2", "action")
    assert_type(outcome.state, ms.GameState)
    check_invariants(table.state)
    check_invariants(table)  # type: ignore[arg-type]
