"""Carrying salt to the surface: ``rules/transport.py``."""

from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal.model.events import MoneyMoved, SaltMoved
from magnum_sal.rules.transport import Way, possible_payments
from magnum_sal.testing import given


def extract(chamber: str, salt: str, *payments: int, **tools: Any) -> ms.ExtractSalt:
    """Return an extraction with these payments by seat."""
    return ms.ExtractSalt(chamber, ms.SaltAmount.parse(salt), tools.get("pickaxes", 0), tools.get("carts", 0), payments)


def vectors(text: str, chamber: str, salt: str, **options: Any) -> list[tuple[int, ...]]:
    """Return the listed payments for extracting *salt*."""
    wanted = ms.SaltAmount.parse(salt)
    moves = given(text, **options).legal(type="extract_salt", source=chamber)
    return [move.payments for move in moves if isinstance(move, ms.ExtractSalt) and move.salt == wanted]


def test_the_chamber_itself_costs_nothing() -> None:
    """HAUL-1: players pay for the path, which does not include the chamber."""
    given("S1: A | S2: A | 1L1: AB [BB/0]").when(extract("1L1", "B", 0, 0)).then()


def test_a_space_with_a_miner_of_the_player_costs_nothing() -> None:
    """HAUL-1: the player's miners, rested or tired, carry for free, even if other miners are in the space."""
    given("S1: AB | S2: A | 1L1: aB [-/0] | 1L2: A [B/0]").when(extract("1L2", "B", 0, 0)).then()


@pytest.mark.parametrize(
    ("text", "chamber", "salt", "payments"),
    [
        ("S1: B | S2: A | 1L1: A [BB/0]", "1L1", "B", (0, 1)),
        ("S1: B | S2: B | 1L1: A [BB/0]", "1L1", "B", (0, 2)),
        ("S1: B | S2: B | 1L1: AA [BB/0]", "1L1", "BB", (0, 4)),
        ("S1: B | S2: C | 1L1: AA [BB/0]", "1L1", "BB", (0, 2, 2)),
        ("S1: B | S2: C | 1L1: b [-/0] | 1L2: AA [BB/0]", "1L2", "BB", (0, 4, 2)),
        ("S1: B | S2: B | S3: B | S4: B | 2L1: A [B/0]", "2L1", "B", (0, 4)),
    ],
)
def test_a_grosz_for_each_cube_and_space(text: str, chamber: str, salt: str, payments: tuple[int, ...]) -> None:
    """HAUL-1: in each space without the player's miners, an owner of miners there gets 1 grosz a cube at once."""
    assert vectors(text, chamber, salt) == [payments]
    after = given(text).when(extract(chamber, salt, *payments)).state
    assert [player.money for player in after.players] == [
        10 - sum(payments),
        *(10 + groszy for groszy in payments[1:]),
    ]


def test_the_payer_splits_the_toll_cube_by_cube() -> None:
    """HAUL-1: if a space has several owners, the payer chooses who gets each cube's grosz."""
    assert vectors("S1: BC | S2: A | 1L1: AA [BB/0]", "1L1", "BB") == [(0, 0, 2), (0, 1, 1), (0, 2, 0)]


def test_each_vector_is_listed_once() -> None:
    """HAUL-3: the move states totals, so two spaces with the same owners list each total once."""
    found = vectors("S1: BC | S2: BC | 1L1: AA [BB/0]", "1L1", "BB")
    assert found == [(0, bens, 4 - bens) for bens in range(5)]


@pytest.mark.parametrize("payments", [(0, 1), (0, 0), (0, 3)])
def test_the_payment_must_be_exact(payments: tuple[int, ...]) -> None:
    """HAUL-1: the player pays neither less nor more than the toll; the refusal states both sums."""
    given("S1: B | S2: B | 1L1: A [BB/0]").when(extract("1L1", "B", *payments)).is_refused(
        "HAUL-1", "carrying 1 cube from 1L1 costs 2 groszy in total", f"not {sum(payments)}"
    )


def test_a_player_who_cannot_pay_in_full_cannot_extract() -> None:
    """HAUL-2: the extraction is refused with less money than the toll, and legal with exactly the toll."""
    text = "S1: B | S2: B | 1L1: AA [BB/0] | A: %d groszy"
    sentence = "you would pay 4 groszy in total, but you have only 3"
    given(text % 3).when(extract("1L1", "BB", 0, 4)).is_refused("HAUL-2", sentence)
    assert given(text % 4).when(extract("1L1", "BB", 0, 4)).state.players[0].money == 0
    assert vectors(text % 3, "1L1", "BB") == []
    assert vectors(text % 3, "1L1", "B") == [(0, 2)]


def test_payments_go_to_the_players_at_once() -> None:
    """HAUL-2: each player paid has an event, before the salt reaches its new owner."""
    given("S1: B | S2: C | 1L1: A [B/0]").when(extract("1L1", "B", 0, 1, 1)).then(
        MoneyMoved(0, 1, 1), MoneyMoved(0, 2, 1), SaltMoved("1L1", 0, ms.SaltAmount(brown=1))
    )


@pytest.mark.parametrize(
    ("payments", "sentence"),
    [
        ((0, 2), "2 payments for 3 players; give one number for each player, with 0 for yourself"),
        ((), "0 payments for 3 players"),
        ((0, 1, 1, 0), "4 payments for 3 players"),
        ((1, 1, 0), "you cannot pay yourself 1 grosz; your own payment must be 0"),
        ((0, 2, 0), "the tolls on the way from 1L1 cannot be split into 2 to B"),
        ((0, 0, 2), "the tolls on the way from 1L1 cannot be split into 2 to C"),
    ],
)
def test_payments_must_match_a_split_of_the_tolls(payments: tuple[int, ...], sentence: str) -> None:
    """HAUL-3: payments have an entry for each seat, 0 for the player, and totals that some split of the tolls gives."""
    given("S1: B | S2: C | 1L1: A [B/0]").when(extract("1L1", "B", *payments)).is_refused("HAUL-3", sentence)


def test_totals_of_mixed_spaces() -> None:
    """HAUL-3: S1 pays B or C, and S2 pays only C, so C gets at least the 2 groszy of S2."""
    assert vectors("S1: BC | S2: C | 1L1: AA [BB/0]", "1L1", "BB") == [(0, 0, 4), (0, 1, 3), (0, 2, 2)]


def test_a_cart_may_free_different_spaces() -> None:
    """HAUL-3: payments are legal if some choice of spaces for the cart results in them."""
    text = "S1: B | S2: A | S3: C | S4: A | 2L1: A [BGGG/0] | A: cart"
    found = [
        move.payments
        for move in given(text).legal(type="extract_salt")
        if isinstance(move, ms.ExtractSalt) and move.carts == 1
    ]
    assert sorted(set(found)) == [(0, 0, 1), (0, 1, 0)]


def test_three_owners_in_one_space() -> None:
    """HAUL-1: the payments are all ways to split 2 cubes among 3 owners, each once."""
    found = possible_payments(Way(((1, 2, 3),), 2, None, 1, 4), 2, 0)
    assert len(found) == len(set(found)) == 6
    assert {sum(vector) for vector in found} == {2}
