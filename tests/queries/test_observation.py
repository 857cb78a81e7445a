"""Observations: the numbers of a position and a question, as one seat sees them."""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar

import attrs
import numpy as np
import pytest
from lamp import LAMP_GAME, UseLamp
from smithy import SMITHY_GAME
from tests.amounts import scale, select_pairs
from tests.extensions.omens import OMENS_GAME
from tests.walking import RULESETS, straying, walk
from weather import WEATHER_GAME

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.engine.determinize import determinize
from magnum_sal.model.fields import Groszy
from magnum_sal.model.rule import Part, Rule, When
from magnum_sal.queries.observation import FEATURES, amounts_of, features_of, observe, pack_table
from magnum_sal.testing import position
from magnum_sal.testing.players import finisher
from magnum_sal.testing.strategies import NAMES, VARIANTS

EXTENDED = [SMITHY_GAME, LAMP_GAME, CRYSTAL_CHAPEL]


def named(state: ms.GameState, seat: int = 0, choice: ms.Choice | None = None) -> dict[str, int]:
    """Return the amounts of an observation by name, without those that are 0."""
    amounts = amounts_of(state.ruleset, len(state.players), observe(state, choice, seat))
    return {name: amount for name, amount in amounts.items() if amount}


def part_of(numbers: Mapping[str, int], prefix: str) -> dict[str, int]:
    """Return the numbers whose names begin with *prefix*, without the prefix."""
    return {name.removeprefix(prefix): number for name, number in numbers.items() if name.startswith(prefix)}


@pytest.mark.long
@pytest.mark.parametrize(("ruleset", "players"), select_pairs([*RULESETS, *EXTENDED], [2, 3, 4]), ids=str)
def test_observations_have_a_fixed_form(ruleset: ms.Ruleset, players: int) -> None:
    """In games of each ruleset, every observation has a number between 0 and 1 for each feature."""
    features = features_of(ruleset, players)
    names = [feature.name for feature in features]
    assert len(set(names)) == len(names)
    rng = random.Random(players)
    for step in islice(walk(ruleset, players, players, straying), 0, 200, 10):
        choice = ms.choices(step.before)
        while choice.question is not None:
            for seat in range(players):
                numbers = observe(step.before, choice, seat)
                assert len(numbers) == len(features)
                assert 0 <= min(numbers) <= max(numbers) <= 1
            choice = choice.take(rng.choice(choice.answers))
    assert observe(step.after, None, 0) == observe(step.after, None, 0)


def test_the_table_of_the_standard_game() -> None:
    """The numbers of features by number of players."""
    assert {players: len(features) for players, features in FEATURES.items()} == {2: 564, 3: 643, 4: 727}
    assert FEATURES[3] == features_of(ms.STANDARD, 3)


TABLE = (
    "S1: AAB | S2: B | 1L1: Aaab [BBG/1] | 1R1: [?/2] |"
    " A: 12 groszy, BBG, stock 3, left 1, rope, 2 pickaxe, cart used |"
    " B: 7 groszy, W, stock 2, right 2, order BB=9 |"
    " assistant market: B | market: BBG | inn: 2 | workshop: rope cart food |"
    " castle: BB=9 BG=11 GG=13 | turn: A, phase 1, round 3, actions 1"
)


def test_every_part_of_the_table_is_observed() -> None:
    """SET-BOARD: names and numbers of one position, seen by the player to move."""
    state = position(TABLE, visited=("inn",), arriving=1, arrived=("S1",))
    numbers = named(state)
    course = ("phase", "round", "turn", "starting", "actions", "passes", "arriving", "just", "visited")
    assert {name: number for name, number in numbers.items() if name.startswith(course)} == {
        "phase_1": 1,
        "round": 3,
        "turn.seat_0": 1,
        "starting_player.seat_0": 1,
        "actions_left": 1,
        "arriving": 1,
        "just_placed": 1,
        "visited.inn": 1,
    }
    assert part_of(numbers, "seat_0.") == {
        "money": 12,
        "brown": 2,
        "green": 1,
        "miners": state.miners_on_table(0),
        "stock": 3,
        "line_left": 1,
        "ready.rope": 1,
        "ready.pickaxe": 2,
        "used.cart": 1,
    }
    assert part_of(numbers, "seat_1.") == {
        "money": 7,
        "white": 1,
        "miners": state.miners_on_table(1),
        "stock": state.players[1].stock,
        "line_right": 2,
        "orders": 1,
        "assistant.market": 1,
    }
    assert part_of(numbers, "inn.") == {"hired": 2}
    assert part_of(numbers, "workshop") == {
        "_0.rope": 1,
        "_1.cart": 1,
        "_2.food": 1,
    }
    assert part_of(numbers, "market.") == {"brown": 2, "green": 1}
    assert part_of(numbers, "castle") == {
        "_0.brown": 2,
        "_0.payment": 9,
        "_1.brown": 1,
        "_1.green": 1,
        "_1.payment": 11,
        "_2.green": 2,
        "_2.payment": 13,
        ".stack": state.castle.stack,
        ".completed": 1,
    }
    assert part_of(numbers, "1") == {
        "L1.revealed": 1,
        "L1.brown": 2,
        "L1.green": 1,
        "L1.water": 1,
        "R1.water": 2,
        "L1.rested.seat_0": 1,
        "L1.tired.seat_0": 2,
        "L1.tired.seat_1": 1,
    }
    assert part_of(numbers, "S") == {
        "1.rested.seat_0": 2,
        "1.rested.seat_1": 1,
        "2.rested.seat_1": 1,
    }


def test_the_seats_are_turned() -> None:
    """The observer is seat 0. So a table with exchanged players looks the same to the player who changed seats."""
    state = position(TABLE)
    exchanged = (
        "S1: BBA | S2: A | 1L1: Bbba [BBG/1] | 1R1: [?/2] |"
        " B: 12 groszy, BBG, stock 3, left 1, rope, 2 pickaxe, cart used |"
        " A: 7 groszy, W, stock 2, right 2, order BB=9 |"
        " assistant market: A | market: BBG | inn: 2 | workshop: rope cart food |"
        " castle: BB=9 BG=11 GG=13 | turn: B, phase 1, round 3, actions 1"
    )
    turned = position(exchanged, start="B")
    assert named(turned, seat=1) == named(state, seat=0)
    assert named(turned, seat=0) == named(state, seat=1)
    assert named(state, seat=0) != named(state, seat=1)


def test_the_question_and_its_answers_are_observed() -> None:
    """HAUL-3: group, payee and payments so far; the seats of payments are turned like all others."""
    state = position("S1: B | S2: BC | 1L1: AA [BBG/1] | A: cart, 9 groszy")
    choice = ms.choices(state).take("extract_salt").take(ms.SaltAmount(brown=1)).take(0)
    before = named(state)
    asked = {name: number for name, number in named(state, 0, choice).items() if name not in before}
    taken = {
        "taken.type.extract_salt": 1,
        "taken.chamber.1L1": 1,
        "taken.salt.B": 1,
        "taken.pickaxes.0": 1,
        "taken.carts.0": 1,
        "taken.payments.0": 1,
    }
    assert asked == {"question.payments": 1, "question.seat_1": 1, **taken}
    seen_by_payee = named(state, 1, choice)
    assert seen_by_payee["question.seat_0"] == 1
    paid = choice.take(2)
    assert paid.move is not None
    numbers = named(state, 1, paid)
    assert numbers["seat_0.payment"] == 2
    assert numbers["taken.payments.0"] == 2  # two payments of 0 groszy: to the player and to the third player
    assert "question.payments" not in numbers


@attrs.frozen
class GiveAlms(ms.Move):
    """A gift or two, announced or not."""

    type: ClassVar[str] = "give_alms"
    payments: tuple[Groszy, ...]
    is_loud: bool


def test_payments_of_an_extension_may_end() -> None:
    """Only payments to players (HAUL-3) are amounts by seat. Those of another rule may be a list with an end."""
    moves = [GiveAlms(gifts, is_loud) for gifts in ((1,), (2,), (1, 2)) for is_loud in (False, True)]
    rule = Rule(
        GiveAlms,
        When.ACTION,
        lambda _: moves,
        lambda _, move: None if move in moves else ms.Objection("ALMS-1", "unusual"),
        lambda *_: (),
        answers=lambda *_: {"payments": (1, 2, None)},
    )
    ruleset = attrs.evolve(ms.STANDARD, name="alms", rules=(*ms.STANDARD.rules, rule))
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset)
    choice = ms.choices(state).take("give_alms").take(1).take(None)
    assert choice.question == "is_loud"
    assert named(state, choice=choice)["question.is_loud"] == 1


def test_entries_of_a_list_are_counted() -> None:
    """MARKET-1: the second trade has its own question, and two equal trades count twice."""
    state = position("A: BBG, 5 groszy | market: -")
    sale = ms.Transaction("sell", "brown")
    choice = ms.choices(state).take("visit_market").take(sale)
    numbers = named(state, 0, choice)
    assert numbers["question.transactions"] == 1
    assert numbers["question.entry"] == 1
    twice = named(state, 0, choice.take(sale))
    assert [name for name, number in twice.items() if name.startswith("taken.transactions") and number == 2]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [ms.STANDARD, VARIANTS[-1], SMITHY_GAME, OMENS_GAME, WEATHER_GAME], ids=str)
def test_face_down_pieces_are_not_observed(ruleset: ms.Ruleset) -> None:
    """PUBLIC-1: full states, public states and other full states that agree with them give the same numbers."""
    rng = random.Random(5)
    for number in range(scale(12, 2)):
        players = 2 + number % 3
        for step in islice(walk(ruleset, players, number, finisher), 0, 800, 20):
            state = step.before
            public = state.public()
            choice = ms.choices(state)
            for seat in range(players):
                numbers = observe(state, choice, seat)
                assert observe(public, ms.choices(public), seat) == numbers
                assert observe(determinize(public, rng), choice, seat) == numbers


def test_only_the_one_who_looked_observes_the_tile() -> None:
    """PUBLIC-1, LAMP-1: a player observes the tile at which the player alone has looked; the look itself is public."""
    before = position("A: lamp | S1: A", ruleset=LAMP_GAME)
    state = ms.apply(before, UseLamp("2L1")).state
    assert state.hidden is not None
    tile = state.hidden.tile_of("2L1")
    assert tile is not None
    own, other = named(state, 0), named(state, 1)
    shown = {"brown": tile.salt.brown, "green": tile.salt.green, "white": tile.salt.white, "water": tile.water}
    assert part_of(own, "2L1.") == {name: cubes for name, cubes in shown.items() if cubes}
    assert part_of(other, "2L1.") == {}
    assert part_of(own, "looks.") == {"seat_0.2L1": 1}
    assert part_of(other, "looks.") == {"seat_1.2L1": 1}
    assert named(state.public(), 1) == other


def test_a_mapped_mine_shows_its_tiles() -> None:
    """VAR-MAP: all tiles lie face up, so their salt and water are observed before a miner enters."""
    state = ms.new_game(["Ada", "Ben"], seed=3, ruleset=ms.STANDARD.with_switches(mapped_mine=True))
    numbers = named(state)
    tile = state.find_tile("3R2")
    assert tile is not None
    assert numbers.get("3R2.white", 0) == tile.salt.white
    assert numbers["3R2.water"] == tile.water
    assert "3R2.revealed" not in numbers


def test_water_on_a_tile_that_is_not_entered_is_observed() -> None:
    """BUCKET-1: a bucket may bring water to a chamber that nobody has entered, and everybody sees it lie there."""
    ruleset = ms.STANDARD.with_switches(mapped_mine=True)
    before = position("S1: A | S2: A | 1L1: A [BGG/2] | A: bucket, 9 groszy", ruleset=ruleset)
    between = before.play(ms.UseBucket("1L1", "1L2"))
    after = between.play(ms.PlaceMiner("stock", "1L2"))
    water = [named(state)["1L2.water"] for state in (before, between, after)]
    assert water == [water[0], water[0] + 1, water[0] + 1]


def test_the_parts_of_extensions_are_observed() -> None:
    """Parts with ``numbers`` come last in the table. Decks and dice have them without further ado."""
    chapel = ms.new_game(["Ada", "Ben"], seed=1, ruleset=CRYSTAL_CHAPEL)
    names = [feature.name for feature in features_of(CRYSTAL_CHAPEL, 2)]
    assert names.index("chests.seat_1.crystals") > names.index("S1.tired.seat_1")
    assert any(name.startswith("feasts") for name in named(chapel))
    smithy = position("A: rope used, 9 groszy", ruleset=SMITHY_GAME)
    visit = next(move for move in ms.legal_moves(smithy) if move.type == "visit_smithy")
    assert named(ms.apply(smithy, visit).state)["smithy.mended"] == 1


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        (lambda state, _: {f"round_{state.round}": (1, 1)}, "part 'fog': numbers: 'round_2' is not where it was"),
        (lambda state, _: {"a": (1, 1)} if state.round == 1 else {}, "return fewer numbers than in a new game"),
        (lambda state, _: {"a": (state.fog, 1)}, "part 'fog': numbers"),
        (lambda *_: {"a": (0, 0)}, "part 'fog': numbers: the largest 'a' is 0, not 1 or more"),
        (lambda *_: {"a": 3}, "part 'fog': numbers"),
        (lambda *_: None, "part 'fog': numbers"),
    ],
)
def test_mistakes_of_parts_are_named(numbers: Any, complaint: str) -> None:
    """An ``ExtensionError`` names the part whose numbers change their names or fail."""
    rule = ms.STANDARD.rules[-1]
    part = Part("fog", int, lambda *_: 0, numbers=numbers)
    rules = (*ms.STANDARD.rules[:-1], attrs.evolve(rule, part=part))
    ruleset = attrs.evolve(ms.STANDARD, name="fog", rules=rules)
    with pytest.raises(ms.ExtensionError, match=complaint):
        observe(attrs.evolve(ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset), round=2), None, 0)
    with pytest.raises(ms.MisuseError, match="part 'fog': numbers: expected a function, got 5"):
        Part("fog", int, lambda *_: 0, numbers=5)  # type: ignore[arg-type]


def test_arguments_are_checked_beside_a_table() -> None:
    """The message names the argument, whether the numbers of the table are passed or not."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    table = pack_table(state, 0)
    wrong: Any = "x"
    expected = "choice: expected a Choice in a game of 2 players with the ruleset 'standard', or None, got "
    elsewhere = ms.choices(ms.new_game(["Ada", "Ben"], seed=7, ruleset=LAMP_GAME))
    for choice in (wrong, elsewhere, ms.choices(ms.new_game(["Ada", "Ben", "Cleo"], seed=7))):
        with pytest.raises(ms.MisuseError, match=expected):
            observe(state, choice, 0)
    for known in (None, table):
        with pytest.raises(ms.MisuseError, match="state"):
            observe(wrong, None, 0, table=known)
        with pytest.raises(ms.MisuseError, match="seat: 2 is not a seat of 2 players"):
            observe(state, None, 2, table=known)


def test_observations_are_written_to_a_buffer() -> None:
    """Any writable buffer of single-precision numbers will do, such as a row of a NumPy array."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    choice = ms.choices(state)
    numbers = observe(state, choice, 1)
    assert isinstance(numbers, array)
    assert numbers.typecode == "f"
    rows = np.full((3, len(numbers)), 9, dtype=np.float32)
    assert observe(state, choice, 1, out=rows[1]) is not None
    assert rows[1].tolist() == numbers.tolist()
    assert set(rows[0]) == set(rows[2]) == {9}
    other = array("f", [5.0] * len(numbers))
    assert observe(state, choice, 1, other) is other
    assert other == numbers


@pytest.mark.parametrize(
    ("out", "complaint"),
    [
        (
            np.zeros(564),
            "expected a writable, contiguous buffer of 564 numbers in single precision, got a",
        ),
        (np.zeros(563, dtype=np.float32), "got a buffer of 2252 bytes with format 'f'"),
        (np.zeros(1128, dtype=np.float32)[::2], "expected a writable, contiguous buffer"),
        (np.zeros(564, dtype=np.int32), "with format 'i'"),
        (bytes(564 * 4), "got a read-only buffer of 2256 bytes with format 'B'"),
        ([0.0] * 564, "out: expected a writable buffer, got"),
    ],
)
def test_other_buffers_are_refused(out: Any, complaint: str) -> None:
    """The message names the size and the format."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    with pytest.raises(ms.MisuseError, match=complaint):
        observe(state, None, 0, out)


@pytest.mark.parametrize(("state", "seat"), [(5, 0), (None, 2), (None, -1), (None, True), (None, "A")])
def test_invalid_arguments_are_refused(state: Any, seat: Any) -> None:
    """The state must be a ``GameState``, and the seat a seat of the game."""
    with pytest.raises(ms.MisuseError):
        observe(ms.new_game(NAMES[:2], seed=1) if state is None else state, None, seat)
    with pytest.raises(ms.MisuseError):
        features_of(ms.STANDARD, 1)


def test_a_packed_table_saves_time() -> None:
    """An observation with the packed table of its position is the same. Another table's size is refused."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    choice = ms.choices(state)
    packed = pack_table(state, 1)
    assert observe(state, choice, 1, table=packed) == observe(state, choice, 1)
    assert observe(state, None, 1)[: len(packed) // 4] == array("f", packed)
    with pytest.raises(ms.MisuseError, match="table: expected the 1196 bytes of pack_table, got b'wrong'"):
        observe(state, choice, 1, table=b"wrong")


@pytest.mark.parametrize("numbers", [[0.0] * 563, [0.0] * 565, ["x"] * 564, [float("nan")] * 564, [1e999] * 564, None])
def test_amounts_need_a_number_for_each_feature(numbers: Any) -> None:
    """Other numbers than those of an observation are refused; a row of NumPy's is accepted."""
    with pytest.raises(ms.MisuseError, match="numbers: expected 564 numbers, got "):
        amounts_of(ms.STANDARD, 2, numbers)
    amounts = amounts_of(ms.STANDARD, 2, np.ones(564, dtype=np.float32))
    assert amounts == {feature.name: feature.most for feature in FEATURES[2]}
