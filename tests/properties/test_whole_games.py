"""Properties over whole games that hold after every move."""

import pickle
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.amounts import select_pairs
from tests.properties.ledger import explained
from tests.replaying import turned_up

import magnum_sal as ms
from magnum_sal.testing import check_invariants
from magnum_sal.testing.players import any_kind, finisher, play
from magnum_sal.testing.strategies import NAMES, VARIANTS, moves, near_misses, openings, states

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)


def tenths(count: int) -> settings:
    """Return settings with *count* tenths of the profile's examples, so that the deep profile runs more of them."""
    return settings(max_examples=max(1, settings().max_examples * count // 10), suppress_health_check=SLOW)


@pytest.mark.long
@tenths(1)
@given(openings(), st.integers(0, 2**32))
def test_a_whole_game_keeps_every_invariant(state: ms.GameState, seed: int) -> None:
    """
    CHAIN-3, SET-SUPPLY: after every move of whole games the invariants hold.

    The events alone explain where every piece is, no move is listed twice, and the list is empty only when the game is
    over.
    """
    for before, _, (after, events) in play(state, finisher, random.Random(seed), 4000):
        listed = ms.legal_moves(before)
        assert listed
        assert len(set(listed)) == len(listed)
        assert explained(before, events, after)
        check_invariants(after)


@pytest.mark.long
@pytest.mark.parametrize(("ruleset", "players"), select_pairs(VARIANTS, [2, 3, 4]))
def test_games_end(ruleset: ms.Ruleset, players: int) -> None:
    """END-1: players who deliver reach the end of the game, where nobody is to move and the scores are ranked."""
    state = ms.new_game(NAMES[:players], seed=players, ruleset=ruleset)
    for *_, transition in play(state, finisher, random.Random(players), 5000):
        state = transition.state
    assert state.is_over
    assert state.to_move is None
    assert ms.legal_moves(state) == ()
    assert min(score.rank for score in state.scores) == 1


@pytest.mark.slow
@tenths(1)
@given(openings(), st.integers(0, 2**32), st.sampled_from((finisher, any_kind)))
def test_the_state_is_the_fold_of_its_events(state: ms.GameState, seed: int, chooser: object) -> None:
    """Folding a game's events gives its state, at each step and with equal hashes."""
    folded = state
    for _, _, (after, events) in play(state, chooser, random.Random(seed), 400):  # type: ignore[arg-type]
        for event in events:
            folded = ms.evolve(folded, event)
        assert folded == after
        assert hash(folded) == hash(after)


@pytest.mark.slow
@tenths(6)
@given(states())
def test_every_value_survives_its_json_round_trip(state: ms.GameState) -> None:
    """Moves, events and states survive a round trip through JSON and pickle."""
    assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    public = state.public()
    assert ms.from_json(ms.GameState, ms.to_json(public)) == public
    assert pickle.loads(pickle.dumps(state)) == state
    for move in ms.legal_moves(state)[::7]:
        assert ms.from_json(ms.Move, ms.to_json(move)) == move
        for event in ms.apply(state, move).events:
            assert ms.from_json(ms.Event, ms.to_json(event)) == event


@pytest.mark.slow
@tenths(6)
@given(states())
def test_legal_moves_do_not_depend_on_hidden_pieces(state: ms.GameState) -> None:
    """PUBLIC-1: a public state has the legal moves of the full one, and leads to the same states after its reveals."""
    public = state.public()
    assert public.is_public
    assert ms.legal_moves(public) == ms.legal_moves(state)
    for move in ms.legal_moves(state)[::11]:
        after = ms.apply(state, move)
        seen, events = ms.apply(public, move)
        assert (seen.pending is None) == (after.state.hidden == state.hidden)
        while seen.pending is not None:
            seen, more = ms.reveal(seen, turned_up(after.events[len(events)]))
            events += more
        assert seen == after.state.public()
        assert events == after.events


@pytest.mark.long
@tenths(15)
@given(st.data())
def test_apply_accepts_exactly_the_listed_moves(data: st.DataObject) -> None:
    """A move is listed, free of objections and accepted, or none of these; the moves are arbitrary and near misses."""
    state = data.draw(states())
    listed = ms.legal_moves(state)
    tried = data.draw(st.lists(moves(len(state.players)), min_size=1, max_size=30))
    tried += [data.draw(near_misses(move)) for move in listed[:: max(1, len(listed) // 12)]]
    for move in tried:
        against = ms.objection(state, move)
        assert (against is None) == (move in listed) == ms.is_legal(state, move)
        if against is None:
            ms.apply(state, move)
        else:
            with pytest.raises(ms.IllegalMoveError) as caught:
                ms.apply(state, move)
            assert (caught.value.rule, caught.value.sentence) == (against.rule, against.sentence)


@pytest.mark.slow
@tenths(4)
@given(states())
def test_all_listed_moves_are_accepted_as_new_objects(state: ms.GameState) -> None:
    """A move that equals a listed one, but is another object, is examined and accepted in the same way."""
    same = ms.from_json(ms.GameState, ms.to_json(state))
    for move in ms.legal_moves(state)[::5]:
        copied = ms.from_dict(ms.Move, ms.to_dict(move))
        assert ms.apply(same, copied) == ms.apply(state, move)


@tenths(2)
@given(st.integers(), st.integers(2, 4), st.sampled_from(VARIANTS))
def test_the_same_seed_gives_the_same_game(seed: int, players: int, ruleset: ms.Ruleset) -> None:
    """SETUP-1: a seed decides everything that chance decides."""
    first, second = (ms.new_game(NAMES[:players], seed=seed, ruleset=ruleset) for _ in range(2))
    assert first == second
    assert ms.to_json(first) == ms.to_json(second)
