"""``part_values``: a part of the state accepts only values that readers of JSON accept, too."""

from __future__ import annotations

import enum
from typing import Annotated, Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.course import CardPile
from magnum_sal.model.fields import BySeat, ChamberId, Count, Number, Salt, Seat, SignedSalt
from magnum_sal.model.part_values import find_misfit
from magnum_sal.model.pieces import SaltAmount, SaltBalance
from magnum_sal.record.serialization import read_value, to_plain_data
from magnum_sal.record.serialization.json_text import read_json, write_json
from magnum_sal.record.serialization.strict_fields import describe_unexpected_fields

ONE_CUBE = SaltAmount(1)
DEBT = SaltBalance(-1)


@attrs.frozen
class Forge:
    """A part with a field of a plain type."""

    heat: int


@attrs.frozen
class Guild:
    """A part with fields of many types."""

    name: str = "smiths"
    is_open: bool = True
    debt: Number = -1
    seat: Seat | None = None
    chamber: ChamberId = "1L1"
    paid: BySeat[Count] = (0, 0)
    salt: Salt = ONE_CUBE
    balance: SignedSalt = DEBT
    forges: tuple[Forge, ...] = (Forge(1), Forge(0))
    pair: tuple[int, str] = (1, "a")


@attrs.frozen
class Chain:
    """A part that contains values of its own class."""

    number: Count
    rest: Chain | None = None


class Metal(enum.StrEnum):
    """Texts with names."""

    IRON = "iron"


def read_like_part(kind: Any, value: Any) -> Any:
    """Write a value and read it back, with the checks for the value of an event ``PartChanged``."""
    again = read_value(kind, read_json(write_json(to_plain_data(value))), ms.STANDARD)
    if strange := describe_unexpected_fields(again, ms.STANDARD):
        raise ms.MalformedError(strange)
    return again


GOOD = [
    (int, 3),
    (Number, -3),
    (str, Metal.IRON),
    (ChamberId, "1L1"),
    (Forge, Forge(0)),
    (Guild, Guild()),
    (Guild, Guild(seat=3, name="", forges=())),
    (Chain, Chain(1, Chain(2))),
    (tuple[int | str, ...], (1, "a")),
    (CardPile, CardPile((), 1, ())),
]

BAD: list[tuple[Any, Any, str]] = [
    (int, 0.5, "0.5 is not a count (a whole number, 0 or more)"),
    (int, 1.0, "1.0 is not a count (a whole number, 0 or more)"),
    (int, -1, "-1 is not a count (a whole number, 0 or more)"),
    (int, True, "True is not a count (a whole number, 0 or more)"),
    (int, None, "None is not a count (a whole number, 0 or more)"),
    (Number, 0.5, "0.5 is not a whole number"),
    (str, 1, "1 is not a text"),
    (bool, 1, "1 is not true or false"),
    (int | None, "1", "'1' is not a count (a whole number, 0 or more)"),
    (Forge, Forge(2.5), "heat: 2.5 is not a count (a whole number, 0 or more)"),  # type: ignore[arg-type]  # wrong
    (Forge, None, "None is not a value of Forge"),
    (Guild, Guild(chamber="S1"), "chamber: 'S1' is not a chamber (1L1 to 3R2)"),
    (Guild, Guild(seat=4), "seat: 4 is not a seat (0 to 3)"),
    (Guild, Guild(paid=(0, 0.5)), "paid[1]: 0.5 is not a count (a whole number, 0 or more)"),  # type: ignore[arg-type]
    (Guild, Guild(forges=(Forge(1), Forge(-1))), "forges[1].heat: -1 is not a count (a whole number, 0 or more)"),
    (Guild, Guild(pair=(1,)), "pair: expected a tuple of 2, got (1,)"),  # type: ignore[arg-type]  # too short
    (Guild, Guild(forges=Forge(1)), "forges: Forge(heat=1) is not a tuple"),  # type: ignore[arg-type]  # wrong
    (Chain, Chain(1, Chain(2, Chain(-1))), "rest.rest.number: -1 is not a count (a whole number, 0 or more)"),
]


@pytest.mark.parametrize(("kind", "value"), GOOD, ids=str)
def test_values_that_readers_accept_fit(kind: Any, value: Any) -> None:
    """A value fits if it comes back from JSON."""
    assert read_like_part(kind, value) == value
    assert find_misfit(kind, value) is None


@pytest.mark.parametrize(("kind", "value", "fault"), BAD, ids=str)
def test_values_that_readers_refuse_do_not_fit(kind: Any, value: Any, fault: str) -> None:
    """The fault names the place inside the value, as the error of a reader does."""
    with pytest.raises(ms.MalformedError):
        read_like_part(kind, value)
    assert find_misfit(kind, value) == fault


@pytest.mark.parametrize("kind", [object, Any, list, float, "Forge", Annotated[int, []], tuple], ids=str)
def test_types_without_a_json_form_are_not_checked(kind: Any) -> None:
    """Readers and writers of JSON refuse such types, so the check accepts any value."""
    assert find_misfit(kind, [0.5]) is None
