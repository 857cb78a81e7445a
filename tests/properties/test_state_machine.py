"""A rule-based state machine, in which Hypothesis plays whole games move by move and checks each state."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.properties.ledger import explained

import magnum_sal as ms
from magnum_sal.testing import check_invariants
from magnum_sal.testing.players import finisher, play
from magnum_sal.testing.strategies import moves, near_misses, openings


class Games(RuleBasedStateMachine):
    """A game in which each step is a legal move, a stretch of sensible play, or an attempt at another move."""

    state: ms.GameState

    @initialize(state=openings())
    def start(self, state: ms.GameState) -> None:
        self.state = self.folded = state

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def legal_move(self, data: st.DataObject) -> None:
        self.make(data.draw(st.sampled_from(ms.legal_moves(self.state))))

    @precondition(lambda self: not self.state.is_over)
    @rule(seed=st.integers(0, 1000), most=st.integers(1, 80))
    def stretch_of_play(self, seed: int, most: int) -> None:
        for _, _, (state, events) in play(self.state, finisher, random.Random(seed), most):
            self.follow(state, events)

    @rule(data=st.data())
    def any_other_move(self, data: st.DataObject) -> None:
        self.attempt(data.draw(moves(len(self.state.players))))

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def near_miss(self, data: st.DataObject) -> None:
        self.attempt(data.draw(near_misses(data.draw(st.sampled_from(ms.legal_moves(self.state))))))

    def make(self, move: ms.Move) -> None:
        self.follow(*ms.apply(self.state, move))

    def follow(self, state: ms.GameState, events: tuple[ms.Event, ...]) -> None:
        assert explained(self.state, events, state)
        for event in events:
            self.folded = ms.evolve(self.folded, event)
        self.state = state

    def attempt(self, move: ms.Move) -> None:
        before = ms.to_json(self.state)
        if move in ms.legal_moves(self.state):
            self.make(move)
            return
        assert not ms.is_legal(self.state, move)
        with pytest.raises(ms.IllegalMoveError) as caught:
            ms.apply(self.state, move)
        assert caught.value.rule
        assert caught.value.sentence
        assert ms.to_json(self.state) == before

    @invariant()
    def is_possible(self) -> None:
        check_invariants(self.state)
        assert self.folded == self.state
        assert ms.legal_moves(self.state.public()) == ms.legal_moves(self.state)


Games.TestCase.settings = settings(
    max_examples=max(1, settings().max_examples // 8), stateful_step_count=25, deadline=None
)
TestGames = pytest.mark.long(Games.TestCase)
