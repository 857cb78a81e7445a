"""Codes of positions: what they contain, the round trip, and codes from strangers."""

from __future__ import annotations

import base64
import contextlib
import random
import tracemalloc
import zlib
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lamp import LAMP_GAME
from tests.encodable import ENCODABLE

import magnum_sal as ms
from magnum_sal.errors import MalformedError, MisuseError
from magnum_sal.record.positions import _codes, decode_position, encode_position
from magnum_sal.record.positions._codes import LONGEST_CODE, LONGEST_DECODED
from magnum_sal.testing import position, sketch
from magnum_sal.testing.players import finisher
from magnum_sal.testing.strategies import states

NAMES = ("Ada", "Ben", "Cleo", "Dan")
LONGEST_NAMES = tuple(f"{letter}{'łóżźß€' * 6}{'x' * 3}" for letter in "ABCD")
"""Names of 40 characters that take many bytes."""


def packed(text: str) -> str:
    """Return the code of any text."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _codes._DICTIONARY)
    return "1" + base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).rstrip(b"=").decode()


@pytest.mark.long
@given(states())
def test_a_code_leads_back_to_the_public_position(state: ms.GameState) -> None:
    """The text of the code describes the public form, whatever the state knows."""
    code = encode_position(state)
    assert code == encode_position(state.public())
    assert position(decode_position(code)) == state.public()
    assert len(code) <= LONGEST_CODE


def test_a_code_holds_no_secret() -> None:
    """Neither face-down pieces nor the looks of a seat change the code."""
    game = ms.Game.new(NAMES[:2], seed=5, ruleset=LAMP_GAME)
    game.play(ms.VisitWorkshop(game.state.workshop.offer.index("lamp")))
    game.play("lamp 1R2")
    views = (game.state, game.state.public(), game.state.seen_by(0), game.state.seen_by(1))
    assert len({encode_position(view) for view in views}) == 1
    others = (ms.determinize(game.state.public(), random.Random(seed)) for seed in range(3))
    assert {encode_position(other) for other in others} == {encode_position(game.state)}


def test_a_code_of_version_1_stays_readable() -> None:
    """Links are in use, so this code must keep its meaning. If the dictionary changes, the version must, too."""
    text = "public | players: Ada, Ben | turn: B, round 3\nA: 9 groszy\nB: 12 groszy, rope\nS1: AB"
    assert decode_position(CODE) == text
    assert encode_position(position(text)) == CODE


CODE = "1wx3s8LB2goWsMSgQYSHG5YQSWKDkwQUJJAA"


@pytest.mark.long
def test_the_longest_code() -> None:
    """
    Codes of positions of whole games stay far below the limit, and a QR code holds them.

    ``python benchmarks/position_links.py`` measures many games.
    """
    longest = 0
    for seed in range(3):
        rng, game = random.Random(seed), ms.Game.new(LONGEST_NAMES, seed=seed)
        while not game.is_over and game.step_count < 600:
            game.play(finisher(game.state, ms.legal_moves(game.state), rng))
            if game.step_count % 40 == 0:
                longest = max(longest, len(encode_position(game.state)))
    assert 200 < longest < 700


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "'' is not the code of a position"),
        ("1", "'1' is not the code of a position"),
        ("2abc", "'2abc' is not the code of a position"),
        ("1ab/c", "'1ab/c' is not the code of a position"),
        ("1a", "the code of the position is damaged"),
        ("1_____", "the code of the position is damaged"),
        ("1" + "A" * LONGEST_CODE, "is not the code of a position"),
        (packed("S1: A") + "AAAA", "the code of the position is damaged"),
        (packed("x" * (LONGEST_DECODED + 1)), "the text in the code of the position has more than 4000 bytes"),
        (CODE[:-4], "perhaps a part of the link is missing"),
    ],
)
def test_refused_codes(code: str, words: str) -> None:
    """The message says that the link is incomplete or damaged."""
    with pytest.raises(MalformedError) as caught:
        decode_position(code)
    assert words in str(caught.value)


@pytest.mark.slow
@given(st.text(alphabet="abcXYZ019-_", max_size=80) | st.text(ENCODABLE, max_size=20) | st.binary(max_size=60))
def test_garbage_is_refused_or_read(garbage: Any) -> None:
    """Any other text is refused, or leads to a text of limited length."""
    body = base64.urlsafe_b64encode(garbage).rstrip(b"=").decode() if isinstance(garbage, bytes) else garbage
    for code in (body, f"1{body}"):
        with contextlib.suppress(MalformedError):
            assert len(decode_position(code)) <= LONGEST_DECODED


def test_a_bomb_does_not_expand() -> None:
    """A short code that would expand to megabytes is refused before it takes memory."""
    bomb = packed("x" * 1_300_000)
    assert len(bomb) <= LONGEST_CODE
    tracemalloc.start()
    with pytest.raises(MalformedError, match="more than 4000 bytes"):
        decode_position(bomb)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_a_position_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position whose code would be too long for a link has no code. No standard game leads to one."""
    monkeypatch.setattr(_codes, "LONGEST_CODE", 20)
    with pytest.raises(MisuseError, match=r"the position is too long for a link: .* exceed 20"):
        encode_position(ms.new_game(NAMES, seed=1))


def test_a_ruleset_without_a_name_has_no_code() -> None:
    """A code names the ruleset, so the ruleset must be registered."""
    with pytest.raises(MisuseError, match="is not registered"):
        encode_position(ms.new_game(NAMES, seed=1, ruleset=attrs.evolve(ms.STANDARD, name="nobody")))


def test_the_dictionary_fits_the_texts() -> None:
    """The dictionary is worth its place: a code has less than half of the characters of its text."""
    state = ms.Game.new(NAMES, seed=4).state
    assert len(encode_position(state)) < len(sketch(state.public())) / 2
