"""Short lists of options: whole moves where few are left, and questions where there are many."""

from __future__ import annotations

import pytest

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.bots import make_bot
from magnum_sal.errors import MalformedError, MisuseError
from magnum_sal.protocol.table_options import answer_options
from magnum_sal.protocol.table_requests import OptionsRequest
from magnum_sal.testing import position
from magnum_sal.words import label

EXTRACTING = position("S1: B | S2: BC | 1L1: AA [BBG/1] | A: cart, 9 groszy")


def game_states(seed: int, most: int = 400) -> list[ms.GameState]:
    """Return the positions of a game between greedy bots."""
    state, bot = ms.new_game(["Ada", "Ben", "Cleo"], seed=seed), make_bot("greedy", seed=seed)
    states: list[ms.GameState] = []
    while not state.is_over and len(states) < most:
        states.append(state)
        state, _ = ms.apply(state, bot(state, ms.legal_moves(state)))
    return states


def reachable_moves(state: ms.GameState, most: int) -> set[ms.Move]:
    """Return all moves to which a client gets that follows every option."""
    found: set[ms.Move] = set()
    waiting = [OptionsRequest(most=most)]
    while waiting:
        said = answer_options(state, waiting.pop())
        if said.move is not None:
            found.add(said.move)
        for offer in said.offers:
            if offer.move is not None:
                found.add(offer.move)
            else:
                waiting.append(OptionsRequest(taken=tuple(map(tuple, offer.taken)), most=most))
    return found


@pytest.mark.long
@pytest.mark.parametrize("most", [1, 12])
def test_options_lead_to_every_legal_move(most: int) -> None:
    """No move gets lost when questions are skipped."""
    for state in game_states(3, most=130)[30::90]:
        assert reachable_moves(state.public(), most) == set(ms.legal_moves(state))


def test_few_moves_are_listed_at_once() -> None:
    """A place with few moves lists them; with fewer allowed, it asks."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    (only,) = answer_options(state, OptionsRequest(place="S1")).offers
    assert only.move == ms.PlaceMiner("stock", "S1")
    offers = answer_options(state, OptionsRequest(taken=(("type", "visit_workshop"),))).offers
    assert all(offer.move is not None for offer in offers)
    assert [offer.place for offer in offers] == ["workshop:0", "workshop:1", "workshop:2"]


def test_a_list_of_moves_describes_each_move() -> None:
    """If one answer leads to several moves, the list asks for a move, and the other answers are moves in words, too."""
    state = position("players: Ada, Ben | S1: A | S2: A | 1L1: A [B/0] | 1R1: A [BG/0]")
    asked = answer_options(state, OptionsRequest(taken=(("type", "extract_salt"),)))
    assert asked.words == label("ui.which_move", "en")
    assert [offer.words for offer in asked.offers] == [
        "extracts B from 1L1",
        "extracts G from 1R1",
        "extracts B from 1R1",
    ]


def test_long_lists_have_the_usual_move_first() -> None:
    """A question with a usual way to finish comes twice: as a move, and as the question."""
    state = position("market: BBGG | A: BBGGW, 30 groszy")
    offers = answer_options(state, OptionsRequest(taken=(("type", "visit_market"),), most=3)).offers
    finished = [offer for offer in offers if offer.move is not None]
    open_ones = [offer for offer in offers if offer.move is None]
    assert finished
    assert open_ones
    assert len({offer.words for offer in offers}) == len(offers)


def test_places_where_a_move_can_begin() -> None:
    """The first answer names the places; later answers name none."""
    state = EXTRACTING
    first = answer_options(state, OptionsRequest())
    assert set(first.places) == set(render.choices_by_place(state))
    assert "1L1" in first.places
    assert answer_options(state, OptionsRequest(taken=(("type", "extract_salt"),))).places == ()


def test_why_nothing_is_possible_at_a_place() -> None:
    """The answer has the objection and its sentence in the language of the request."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    said = answer_options(state, OptionsRequest(place="S3", language="en"))
    assert said.offers == ()
    assert said.objection is not None
    assert said.objection.rule == "CHAIN-1"
    assert "S1" in (said.sentence or "")
    assert answer_options(state, OptionsRequest(place="nowhere")).sentence


def test_errors() -> None:
    """A wrong answer or language is refused with a message."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    with pytest.raises(MalformedError, match=r"taken\[0\]"):
        answer_options(state, OptionsRequest(taken=(("type", "fly"),)))
    with pytest.raises(MisuseError, match="language"):
        answer_options(state, OptionsRequest(language="xx"))
