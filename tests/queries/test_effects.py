"""Previews of what a move does: ``effects.py``."""

import random
from typing import Any, ClassVar

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import CardAwaited, DieAwaited, MoneyMoved
from magnum_sal.model.extension import Deck, Die, Extension
from magnum_sal.model.rule import Rule, When
from magnum_sal.queries.effects import _guess_state
from magnum_sal.testing import position
from magnum_sal.words import effects_in_words

NOTHING = ms.SaltBalance()


def brought(text: str, move: ms.Move, **options: Any) -> dict[str, Any]:
    """Return those effects of a move that are not zero or empty. They are the same on the public state."""
    state = position(text, **options)
    found = ms.effects(state, move)
    assert ms.effects(state.public(), move) == found
    none = {"money": (0,) * len(state.players), "salt": (NOTHING,) * len(state.players), "tired": 0, "rested": 0}
    return {
        field: value
        for field, value in attrs.asdict(found, recurse=False).items()
        if value not in (none.get(field), ())
    }


def salt(*texts: str) -> tuple[ms.SaltBalance, ...]:
    """Return amounts by seat. ``"BB-W"`` means two brown cubes more and a white one less."""
    changes = [text.partition("-") for text in texts]
    return tuple(ms.SaltBalance.of(ms.SaltAmount.parse(more)) - ms.SaltAmount.parse(less) for more, _, less in changes)


@pytest.mark.parametrize(
    ("text", "move", "expected"),
    [
        ("S1: A", ms.PlaceMiner("stock", "S2"), {}),
        ("S1: A | S2: A", ms.PlaceMiner("stock", "1L1"), {"turns_up": ("tile",)}),
        ("S1: A | S2: A | 1L1: A [B/0]", ms.PlaceMiner("stock", "1L1"), {}),
        (
            "S1: B | S2: C | 1L1: AA [BB/1] | A: pickaxe",
            ms.ExtractSalt("1L1", ms.SaltAmount(2), 1, 0, (0, 2, 2)),
            {"money": (-4, 2, 2), "salt": salt("BB", "", ""), "tired": 2, "tools": ("pickaxe",)},
        ),
        ("", ms.VisitTownSquare(), {"money": (1, 0)}),
        ("A: 9 groszy", ms.VisitInn(), {"money": (-6, 0)}),
        ("assistant pump_house: B | S1: A | S2: A | 1L1: A [BB/2]", ms.VisitPumpHouse("1L1", 2), {"money": (-2, 1)}),
        ("assistant pump_house: A | S1: A | S2: A | 1L1: A [BB/2]", ms.VisitPumpHouse("1L1", 1), {"money": (1, 0)}),
        ("workshop: rope cart food, stack 4", ms.VisitWorkshop(1), {"money": (-4, 0), "turns_up": ("tool",)}),
        ("workshop: rope cart food, stack 0", ms.VisitWorkshop(1), {"money": (-4, 0)}),
        (
            "A: GG, commercial_privilege | market: BB",
            ms.VisitMarket((ms.Transaction("sell", "green"), ms.Transaction("buy", "brown")), True),
            {"money": (4, 0), "salt": salt("B-G", ""), "tools": ("commercial_privilege",)},
        ),
        ("A: royal_privilege", ms.VisitCastle("stock", royal_privilege=True), {"tools": ("royal_privilege",)}),
        ("S1: A | S2: A | 1L1: a | 1R1: aa", ms.Rest(), {"rested": 3}),
        ("S1: A | S2: A | 1L1: aa | A: food", ms.UseFood(("1L1", "1L1")), {"rested": 2, "tools": ("food",)}),
    ],
    ids=lambda value: value.type if isinstance(value, ms.Move) else "",
)
def test_the_effects_of_a_move(text: str, move: ms.Move, expected: dict[str, Any]) -> None:
    """Effects are prices and yields by seat, tired and rested miners, used tools, and piles with a piece to reveal."""
    assert brought(text, move) == expected


def test_a_delivery_pays_the_player_and_the_assistant() -> None:
    """CASTLE-3, ASST-2: payments after the next order is revealed count, although nobody knows the order."""
    found = brought("A: BBG | castle: BB=9 GG=13 BG=11, stack 5 | assistant castle: B", ms.CompleteOrder(2), arriving=1)
    assert found == {"money": (11, 1), "salt": salt("-BG", ""), "turns_up": ("order",)}


def test_automatic_consequences_are_not_effects() -> None:
    """TURN-2: the end of the turn and the next one are not effects of the move, but the rest after a second pass is."""
    assert brought("S1: A | S2: A | 1L1: aa", ms.Pass(), actions_left=1, passes=1) == {"rested": 2}
    assert brought("S1: A | S2: A | 1L1: aa", ms.Pass(), actions_left=2) == {}
    assert brought("A: bucket | S1: A | S2: A | 1L1: A [B/1] | 1L2: A [B/0]", ms.EndTurn(), actions_left=0) == {}


def test_a_face_up_tile_is_revealed_from_no_pile() -> None:
    """VAR-MAP: the first miner finds what everybody could see."""
    mapped = attrs.evolve(ms.STANDARD, mapped_mine=True)
    assert brought("S1: A | S2: A", ms.PlaceMiner("stock", "1L1"), ruleset=mapped) == {}


def test_an_illegal_move_has_no_effects() -> None:
    """``effects`` refuses an illegal move with the same error as ``apply``."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    for asked in (state, state.public()):
        with pytest.raises(ms.IllegalMoveError) as caught:
            ms.effects(asked, ms.PlaceMiner("stock", "S3"))
        assert caught.value.rule == "CHAIN-1"
        with pytest.raises(ms.MalformedError, match="5 is not a move in the ruleset 'standard'"):
            ms.effects(asked, 5)  # type: ignore[arg-type]


def test_the_state_stays_unchanged() -> None:
    """Nothing is played, and the state stays public."""
    state = ms.new_game(["Ada", "Ben"], seed=7).public()
    before = ms.to_json(state)
    for move in ms.legal_moves(state):
        ms.effects(state, move)
    assert ms.to_json(state) == before
    assert state.is_public


@attrs.frozen
class Peek(ms.Move):
    """A move of an extension that earns a grosz for each letter of the next tool."""

    type: ClassVar[str] = "peek"


def letters(state: ms.GameState) -> int:
    """Return how many letters the next tool of a full state has."""
    assert state.hidden is not None
    return len(state.hidden.tools[0])


def test_effects_that_depend_on_a_hidden_piece() -> None:
    """A full state knows the piece. For a public one, a possible piece is assumed, the same each time."""
    rule = Rule(
        Peek,
        When.FREE,
        lambda _: (Peek(),),
        lambda *_: None,
        lambda state, _: (MoneyMoved("bank", state.turn_seat, letters(state)),),
    )
    ruleset = attrs.evolve(ms.STANDARD, name="with peeks", rules=(*ms.STANDARD.rules, rule))
    public = ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset).public()
    full = [ms.determinize(public, random.Random(seed)) for seed in range(20)]
    assert len(set(map(letters, full))) > 2
    for state in full:
        assert ms.effects(state, Peek()).money == (letters(state), 0)
    assumed = _guess_state(public)
    assert assumed is _guess_state(public)
    assert assumed.public() == public
    assert ms.effects(public, Peek()).money == (letters(assumed), 0)


@attrs.frozen
class Gamble(ms.Move):
    """Turn up a card and roll a die."""

    type: ClassVar[str] = "gamble"


def gambling(*requested: ms.Event) -> ms.Ruleset:
    """Return a game with a move that requests cards of a deck and rolls of a die."""
    rule = Rule(Gamble, When.ACTION, lambda _: (Gamble(),), lambda *_: None, lambda *_: requested)
    extension = Extension(
        "gambling",
        rules=(rule,),
        decks=(Deck("rumours", ("silver", "silver", "nothing"), "GAMBLE-1"),),
        dice=(Die("luck", ("1", "2"), "GAMBLE-1"),),
        labels={"en": {"rumours": "rumours of the town"}},
    )
    return ms.STANDARD.with_extensions(extension, name="gambling_game")


def test_cards_and_dice_that_a_move_requests() -> None:
    """The preview names each deck and each die once, in full and in public states."""
    requests = (CardAwaited("rumours"), DieAwaited("luck"), CardAwaited("rumours"))
    ruleset = gambling(*requests)
    assert brought("", Gamble(), ruleset=ruleset) == {"turns_up": ("rumours", "luck")}
    state = position("", ruleset=ruleset)
    found = effects_in_words(state, ms.effects(state, Gamble()))
    assert found == "turns up a card: rumours of the town; rolls a die: luck"
