"""Streams, dice and piles in play: ``model/draws.py``, ``RolledDie`` and ``CardPile``."""

import random
from collections import Counter
from collections.abc import Callable, Hashable
from itertools import pairwise

import pytest
from tests.frequencies import shares, surprise

import magnum_sal as ms
from magnum_sal.model.draws import PLAIN_STREAM, draw_stream, open_draw
from magnum_sal.model.extension import CardPile, Deck, Die, Extension, RolledDie
from magnum_sal.model.fields import STREAM
from magnum_sal.model.rule import Part

FACES = ("1", "2", "3", "4", "5", "6")
DRAWS = 3000


@pytest.mark.parametrize(
    ("value", "is_valid"),
    [
        (PLAIN_STREAM, True),
        ("0123456789abcdef" * 2, True),
        ("0123456789ABCDEF" * 2, False),
        ("0" * 31, False),
        ("0" * 33, False),
        ("\u0660" * 32, False),
        (0, False),
        (None, False),
    ],
)
def test_the_form_of_a_stream(value: object, is_valid: bool) -> None:
    """A stream is a string of 32 lower-case hexadecimal digits."""
    assert STREAM.accepts(value) is is_valid


def test_a_seed_gives_the_same_draws_on_every_python() -> None:
    """RULES 2: the numbers below are pinned. If they change, every recorded seed gives another game."""
    assert draw_stream(random.Random(7)) == "52e6b43e269e0d2ca6a3a441128b2f3a"
    assert [open_draw(PLAIN_STREAM, number).random() for number in range(3)] == [
        0.8448656736266228,
        0.5798060070626508,
        0.7205510688149941,
    ]
    rolls = [RolledDie(None, number, PLAIN_STREAM).next_face(FACES) for number in range(12)]
    assert rolls == ["6", "4", "5", "1", "4", "4", "3", "4", "6", "4", "3", "6"]
    assert CardPile(("a", "b", "c", "d"), 0, (), 0, PLAIN_STREAM).with_new_stack().order == ("c", "a", "b", "d")


def test_a_die_is_fair() -> None:
    """RULES 2: all faces are equally likely in one long stream, in the first rolls of many streams, and in pairs."""
    stream, rng = draw_stream(random.Random(1)), random.Random(2)
    die = RolledDie(None, DRAWS, stream)
    long = die.earlier_faces(FACES)
    assert surprise(Counter[Hashable](long), shares(FACES)) < 5
    first = Counter[Hashable](RolledDie(None, 0, draw_stream(rng)).next_face(FACES) for _ in range(DRAWS))
    assert surprise(first, shares(FACES)) < 5
    pairs = Counter[Hashable](pairwise(long))
    assert surprise(pairs, shares((one, other) for one in FACES for other in FACES)) < 5


def test_a_repeated_face_is_more_likely() -> None:
    """A face that is listed twice comes twice as often."""
    faces = ("0", "0", "1", "1", "2", "3")
    rolls = RolledDie(None, DRAWS, draw_stream(random.Random(4))).earlier_faces(faces)
    assert surprise(Counter[Hashable](rolls), shares(faces)) < 5


@pytest.mark.slow
def test_a_reshuffle_is_fair() -> None:
    """RULES 2: all orders are equally likely, in many streams and in the later shuffles of one stream."""
    rng, stream = random.Random(3), draw_stream(random.Random(5))
    up = ("a", "b", "c")
    first = Counter[Hashable](CardPile(up, 0, (), 0, draw_stream(rng)).with_new_stack().order for _ in range(DRAWS))
    later = Counter[Hashable](CardPile(up, 0, (), number, stream).with_new_stack().order for number in range(DRAWS))
    for counted in (first, later):
        assert len(counted) == 6
        assert surprise(counted, shares(counted.keys())) < 5


def test_a_roll_changes_only_the_die() -> None:
    """A roll counts itself. The rolls of a stream do not depend on who has asked for them before."""
    die = RolledDie(None, 0, PLAIN_STREAM)
    assert die.next_face(FACES) == die.next_face(FACES) == "6"
    rolled = die.with_roll("6").with_roll("4")
    assert rolled == RolledDie("4", 2, PLAIN_STREAM)
    assert rolled.earlier_faces(FACES) == ("6", "4")
    assert rolled.public() == RolledDie("4", 2)
    assert rolled.public().next_face(FACES) is None
    assert rolled.public().earlier_faces(FACES) == ()
    assert rolled.public().with_roll("1") == RolledDie("1", 3)


def test_the_next_faces_of_a_public_setup() -> None:
    """While a public game is set up, the die shows the faces that the setup names, and then nobody knows more."""
    die = RolledDie(None, 0, None, ("2", "5"))
    assert die.next_face(FACES) == "2"
    assert die.with_roll("2").with_roll("5") == RolledDie("5", 2)


def test_a_pile_is_reshuffled() -> None:
    """The face-up cards become the stack. In a public state, their order is unknown."""
    pile = CardPile(("a", "b"), 0, (), 4, PLAIN_STREAM)
    full, public = pile.with_new_stack(), pile.public().with_new_stack()
    assert (full.up, full.down, full.shuffles, sorted(full.order)) == ((), 2, 5, ["a", "b"])
    assert public == CardPile((), 2, (), 5) == full.public()
    with pytest.raises(ms.MisuseError, match="1 cards are face down"):
        CardPile(("a",), 1, ("b",), 0, PLAIN_STREAM).with_new_stack()


def test_a_card_keeps_the_stream() -> None:
    """Turning up a card changes neither the stream nor the number of shuffles."""
    pile = CardPile(("a",), 1, ("b",), 3, PLAIN_STREAM).with_next_up("b")
    assert pile == CardPile(("a", "b"), 0, (), 3, PLAIN_STREAM)
    with pytest.raises(ms.MisuseError, match="'c' cannot be turned up"):
        CardPile(("a",), 1, ("b",)).with_next_up("c")


def extended(*dice: Die, decks: tuple[Deck, ...] = (), part: Part | None = None) -> ms.Ruleset:
    """Return a ruleset with these dice."""
    extension = Extension("dicing", dice=dice, decks=decks, part=part)
    return ms.STANDARD.with_extensions(extension, name="dicing")


DIE = Die("luck", FACES, "LUCK-1")

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    **{
        f"id {name!r}": (lambda name=name: Die(name, FACES, "LUCK-1"), "the id of a die must be a text")  # type: ignore[misc]  # mypy cannot infer the type of a lambda with a default
        for name in ("look", "looks", "tile", "order", "tool", "course", "seen", "a b", "", 5)
    },
    **{
        f"faces {faces!r}": (lambda faces=faces: Die("luck", faces, "LUCK-1"), "faces: expected a tuple of ids")  # type: ignore[misc]  # as above
        for faces in ((), ["1"], ("",), ("a b",), (1,), "123", None)
    },
    "two dice": (lambda: extended(DIE, DIE), "two dice share the id 'luck'"),
    "die and deck": (
        lambda: extended(DIE, decks=(Deck("luck", ("a",), "LUCK-1"),)),
        "'luck' is the id of a deck and of a die",
    ),
    "die and part": (
        lambda: extended(DIE, part=Part("luck", int, lambda _ruleset, _players: 0)),
        "'luck' is the id of a die and a part of the state",
    ),
    "no dice": (lambda: Extension("dicing", dice=5), "dice: expected a tuple of Die"),  # type: ignore[arg-type]  # the point of the test
    "no flag": (lambda: Extension("dicing", has_looks=1), "has_looks: expected True or False, got 1"),  # type: ignore[arg-type]  # the point of the test
    "deck called look": (lambda: Deck("look", ("a",), "LUCK-1"), "the id of a deck must be a text"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_dice(name: str) -> None:
    """An invalid die or deck raises ``MisuseError`` that names the fault."""
    make, message = REFUSED[name]
    with pytest.raises(ms.MisuseError, match=message):
        make()


def test_a_ruleset_lists_its_streams() -> None:
    """Each die and each deck that reshuffles draws from a stream of the setup. The list is sorted."""
    ruleset = extended(
        Die("zeal", ("1", "rain", "1"), "LUCK-1"),
        DIE,
        decks=(Deck("news", ("a",), "LUCK-1", reshuffles=True), Deck("fate", ("b",), "LUCK-1")),
    )
    assert ruleset.streams == ("luck", "news", "zeal")
    assert ruleset.face_kinds == ("1", "rain", *FACES[1:])
    assert set(ruleset.dice) == {"luck", "zeal"}
    assert ruleset.pending_piles[-4:] == ("news", "fate", "zeal", "luck")
    assert not {"news", "fate", "zeal", "luck"} & ruleset.own_parts.keys()
    assert ms.STANDARD.streams == ()
