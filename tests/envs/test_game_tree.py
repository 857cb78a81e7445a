"""Games as trees with chance: whole games are those of the engine, and the ids of outcomes are promised."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import random
from typing import Any

import pytest
import smithy
import weather
from tests.replaying import lying, turned_up

import crystal_chapel
import magnum_sal as ms
from magnum_sal.envs import EpisodeSettings
from magnum_sal.envs._chance_outcomes import ChanceOutcomes
from magnum_sal.envs._game_tree import GameTree, Node, count_outcomes
from magnum_sal.model.events import CardTurnedUp, DieRolled

EXAMPLES = (smithy.SMITHY_GAME, crystal_chapel.CRYSTAL_CHAPEL, weather.WEATHER_GAME)
"""Rulesets with extensions, of which two have a deck or a die."""


class Walk:
    """A path through a tree, with its actions and events."""

    def __init__(self, tree: GameTree) -> None:
        """Begin before the starting player is drawn."""
        self.tree, self.node = tree, Node()
        self.actions: list[int] = []
        self.happened: list[ms.Event] = []

    def is_chance(self) -> bool:
        """Return whether chance decides. A method, because type checkers take a property for constant."""
        return self.node.choice is None and self.node.returns is None

    @property
    def choice(self) -> ms.Choice:
        """The open question."""
        assert self.node.choice is not None
        return self.node.choice

    @property
    def pending(self) -> ms.Pending:
        """The pending piece."""
        assert self.node.state is not None
        assert self.node.state.pending is not None
        return self.node.state.pending

    def go(self, action: int) -> None:
        """Go on to the next node."""
        self.node = self.tree.advance(self.node, action)
        self.actions.append(action)
        self.happened += self.node.events

    def turn_up(self, piece: Any) -> None:
        """Turn up a piece, which must be a possible outcome."""
        outcome = self.tree.chance.outcomes.index((self.pending.pile, piece))
        assert outcome in dict(self.tree.chance.list_probabilities(self.node.state))
        self.go(outcome)


def lying_at(opening: ms.GameState, pending: ms.Pending) -> Any:
    """Return the piece that was turned up at a pending place, or the face of a roll, when a full game was set up."""
    if pending.pile in opening.ruleset.decks:
        return opening.extras[pending.pile].up[int(pending.place)]
    if pending.pile in opening.ruleset.dice:
        return opening.extras[pending.pile].face
    return lying(opening, pending)


def piece_of(event: ms.Event) -> Any:
    """Return the piece that an event of a full game turned up."""
    match event:
        case CardTurnedUp(card=card):
            return card
        case DieRolled(face=face):
            return face
    return turned_up(event)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [ms.STANDARD, *EXAMPLES], ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_is_that_of_the_engine(ruleset: ms.Ruleset, players: int) -> None:
    """
    The answers of a full game, and the pieces that it turns up, give its public states and its events.

    ``Game.open_table`` with ``play`` and ``reveal``, which ``record`` calls, gives the same events in its log.
    """
    tree = GameTree(EpisodeSettings(players, ruleset, "win", 5000, True))
    walk, rng = Walk(tree), random.Random(players)
    full = ms.new_game(tree.names, seed=players, ruleset=ruleset)
    walk.go(full.start_seat)
    while walk.is_chance():
        walk.turn_up(lying_at(full, walk.pending))
    expected, decisions = list(walk.happened), 0  # a full game has no events of its setup
    while not full.is_over:
        choice = ms.choices(full, sensible=True)
        if choice.move is None:
            assert walk.node.state == full.public()
        while choice.move is None:
            assert walk.choice.answers == choice.answers
            answer = rng.choice(choice.answers)
            walk.go(tree.settings.actions.find(str(choice.group), answer))
            choice, decisions = choice.take(answer), decisions + 1
        full, events = ms.apply(full, choice.move)
        expected += events
        while walk.is_chance() and len(walk.happened) < len(expected):
            walk.turn_up(piece_of(expected[len(walk.happened)]))
    assert walk.happened == expected
    assert walk.node.state == full.public()
    assert decisions > 200
    returns = walk.node.returns
    assert returns is not None
    assert sum(returns) == pytest.approx(0)
    assert tuple(seat for seat, earned in enumerate(returns) if earned == max(returns)) == full.winners
    record = tree.record(walk.actions)
    assert record.state == full.public()
    logged = [event for line in map(json.loads, record.log.lines()) for event in line.get("events", ())]
    assert logged == [ms.to_dict(event) for event in walk.happened]


@pytest.mark.parametrize("ruleset", [ms.STANDARD, *EXAMPLES], ids=lambda ruleset: ruleset.name)
def test_outcomes_have_ids_in_a_promised_order(ruleset: ms.Ruleset) -> None:
    """Seats come first, then tiles, orders, tools, cards and faces, each once."""
    outcomes = ChanceOutcomes(ruleset, 3).outcomes
    assert len(set(outcomes)) == len(outcomes)
    assert outcomes[:3] == (("start_seat", 0), ("start_seat", 1), ("start_seat", 2))
    piles = list(dict.fromkeys(outcome.pile for outcome in outcomes))
    assert piles == ["start_seat", "tile", "order", "tool", *sorted(ruleset.decks), *sorted(ruleset.dice)]
    assert [piece for pile, piece in outcomes if pile == "tool"] == list(ruleset.tool_kinds)
    tiles = [piece for pile, piece in outcomes if pile == "tile"]
    assert set(tiles) == {tile for level in ruleset.tiles for tile in level}
    assert tiles[: len(set(ruleset.tiles[0]))] == list(dict.fromkeys(ruleset.tiles[0]))


def test_some_ids_of_outcomes() -> None:
    """A few ids of the standard game. A change would give recorded histories another meaning."""
    outcomes = [str(piece) for _, piece in ChanceOutcomes(ms.STANDARD, 2).outcomes]
    assert len(outcomes) == 40
    assert outcomes[:2] + outcomes[-7:] == ["0", "1", *ms.STANDARD.tool_kinds]
    digest = hashlib.sha256(",".join(outcomes).encode()).hexdigest()[:16]
    assert digest == "a39bd2a1dfc01a4b"


def begin(**settings: Any) -> Walk:
    """Return a path to the first question of a game."""
    walk, rng = Walk(GameTree(EpisodeSettings(**settings))), random.Random(1)
    walk.go(0)
    while walk.is_chance():
        walk.go(rng.choice(walk.tree.chance.list_probabilities(walk.node.state))[0])
    return walk


def test_probabilities_take_the_pieces_in_sight_into_account() -> None:
    """The probabilities are those of ``outcomes``, by id in ascending order."""
    walk = Walk(GameTree(EpisodeSettings(4)))
    assert walk.tree.chance.list_probabilities(None) == ((0, 0.25), (1, 0.25), (2, 0.25), (3, 0.25))
    walk.go(2)
    walk.turn_up(ms.RoyalOrder.parse("GG=13"))
    assert walk.node.state is not None
    found = walk.tree.chance.list_probabilities(walk.node.state)
    expected = {piece: float(chance) for piece, chance in ms.outcomes(walk.node.state)}
    assert {walk.tree.chance.find(action).piece: chance for action, chance in found} == expected
    assert ms.RoyalOrder.parse("GG=13") not in expected
    assert [action for action, _ in found] == sorted(action for action, _ in found)


def test_a_game_ends_after_too_many_answers() -> None:
    """All seats earn nothing, and no further action is possible. A started move is left out of the record."""
    walk = begin(num_players=3, max_decisions=2)
    actions = walk.tree.settings.actions
    walk.go(actions.find("type", "visit_inn"))
    walk.go(actions.find("type", "visit_workshop"))
    assert (walk.node.returns, walk.node.choice) == ((0, 0, 0), None)
    with pytest.raises(ms.MisuseError, match="action: the game has ended"):
        walk.go(0)
    assert walk.tree.record(walk.actions).moves == (ms.VisitInn(),)


def test_nodes_are_immutable() -> None:
    """A copy is the node itself, and a pickle equals it."""
    node = begin().node
    assert copy.deepcopy(node) is node
    assert pickle.loads(pickle.dumps(node)) == node


def test_impossible_actions_are_refused() -> None:
    """A sentence says what is wrong."""
    tree, walk = GameTree(EpisodeSettings()), begin()
    assert walk.node.state is not None
    table = tree.advance(Node(), 0)
    for node, action, complaint in [
        (Node(), 5, "outcome: 5 is not a seat"),
        (Node(), 99, "outcome: expected 0 to 39, got 99"),
        (table, 0, "outcome: 0 cannot be turned up now"),
        (table, 39, "outcome: 39 cannot be turned up now"),
        (walk.node, -1, "action: expected 0 to 243, got -1"),
        (walk.node, 244, "action: expected 0 to 243, got 244"),
        (walk.node, 30, "the action 30 is not a possible answer to the question "),
    ]:
        with pytest.raises(ms.MisuseError, match=complaint):
            tree.advance(node, action)
    with pytest.raises(ms.MisuseError, match="record: the starting player has not been drawn"):
        tree.record([])


def test_the_number_of_outcomes_is_bounded() -> None:
    """Each piece is turned up once. A die has no bound, so four rolls are allowed for each answer."""
    assert count_outcomes(ms.STANDARD, 100) == 1 + 18 + 24 + 21
    assert count_outcomes(crystal_chapel.CRYSTAL_CHAPEL, 100) < 200
    assert count_outcomes(weather.WEATHER_GAME, 100) == 64 + 400


def test_answers_to_other_questions_are_refused() -> None:
    """An action is refused if it answers another question, even if its value is that of a possible answer."""
    walk, rng = Walk(GameTree(EpisodeSettings(sensible=True))), random.Random(3)
    actions, refused = walk.tree.settings.actions, 0
    while walk.node.returns is None and refused < 100:
        if walk.is_chance():
            walk.go(walk.tree.chance.list_probabilities(walk.node.state)[0][0])
            continue
        possible = actions.mask_of(walk.choice).nonzero()[0].tolist()
        values = [answer.value for answer in actions.answers]
        for action in range(len(actions)):
            if action not in possible and values[action] in [values[index] for index in possible]:
                with pytest.raises(ms.MisuseError, match="is not a possible answer to the question"):
                    walk.tree.advance(walk.node, action)
                refused += 1
        walk.go(rng.choice(possible))
    assert refused >= 100
