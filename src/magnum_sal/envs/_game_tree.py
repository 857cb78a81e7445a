"""A game as a tree of questions, outcomes of chance, and ends: what OpenSpiel plays, without OpenSpiel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from .._internal.checks import check_whole
from .._internal.immutable import Immutable
from ..engine.chance import open_table, reveal
from ..engine.steps import Transition
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.events import Event
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..queries.choices import Choice, choices
from ..record.game import Game
from ._chance_outcomes import START_SEAT, ChanceOutcomes
from ._episode import MOST_DECISIONS, EpisodeSettings, player_names, reward_players

DEFAULTS: Final[Mapping[str, Any]] = {
    "players": 2,
    "ruleset": "standard",
    "max_decisions": MOST_DECISIONS,
    "sensible": False,
}
"""The parameters of the game with their defaults."""

_UNBOUNDED: Final = 4
"""The number of outcomes to allow for each answer if an extension has dice, or a deck that is shuffled again."""


@attrs.frozen
class Node(Immutable):
    """A node of the game tree. It is immutable, so copies of a state share it."""

    state: GameState | None = None
    """The public position, or None before the starting player is drawn."""
    choice: Choice | None = None
    """The open question, or None if chance decides or the game has ended."""
    answers: int = 0
    """The number of answers so far."""
    events: tuple[Event, ...] = ()
    """The events since the previous node."""
    returns: tuple[float, ...] | None = None
    """The rewards by seat at the end, None before."""


class GameTree:
    """The nodes of a game. They are computed on demand and not kept."""

    def __init__(self, settings: EpisodeSettings) -> None:
        """Create the tree of a game with these settings. The limit ``max_decisions`` ends it everywhere."""
        self.settings = settings
        self.chance = ChanceOutcomes(settings.ruleset, settings.num_players)
        """The outcomes of chance by id."""
        self.names = player_names(settings.num_players)
        """The names of the players by seat."""

    def advance(self, node: Node, action: int) -> Node:
        """Return the node after an answer or an outcome. Raises ``MisuseError`` if it is impossible."""
        if node.choice is not None:
            actions = self.settings.actions
            if not 0 <= action < len(actions):
                raise MisuseError(f"action: expected 0 to {len(actions) - 1}, got {brief(action)}")
            # Answers to other questions may have the same value, so the value alone does not show that one is possible.
            if not actions.mask_of(node.choice)[action]:
                asked = brief(node.choice.question)
                raise MisuseError(f"the action {brief(action)} is not a possible answer to the question {asked}")
            choice = node.choice.take(actions.answers[action].value)
            if choice.move is None:
                return self._pause(Node(choice.state, choice, node.answers + 1))
            return self._follow(choice.play(), node.answers + 1)
        if node.returns is not None:
            raise MisuseError("action: the game has ended")
        pile, piece = self.chance.find(action)
        if node.state is None:
            if pile != START_SEAT:
                raise MisuseError(f"outcome: {brief(action)} is not a seat")
            # The ids of the starting players are their seats.
            first = open_table(self.names, start_seat=action, ruleset=self.settings.ruleset)
            return self._follow(Transition(first, ()), 0)
        pending = node.state.pending
        if pending is None or pile != pending.pile or isinstance(piece, int):
            raise MisuseError(f"outcome: {brief(action)} cannot be turned up now")
        return self._follow(reveal(node.state, piece), node.answers)

    def record(self, actions: Sequence[int]) -> Game:
        """
        Return the game with these actions and outcomes as a ``Game`` at a real table.

        Args:
            actions: Actions and outcomes that ``advance`` has accepted in this order.

        Raises:
            MisuseError: there is no action.
        """
        if not actions:
            raise MisuseError("record: the starting player has not been drawn")
        settings = self.settings
        game = Game.open_table(self.names, start_seat=actions[0], ruleset=settings.ruleset)
        choice: Choice | None = None
        for action in actions[1:]:
            if choice is None:
                _, piece = self.chance.find(action)
                assert not isinstance(piece, int)  # The starting player is drawn only once.
                game.reveal(piece)
            else:
                choice = choice.take(settings.actions.answers[action].value)
                if choice.move is None:
                    continue
                game.play(choice.move)
            choice = self._play_only_moves(game)
        return game

    def _play_only_moves(self, game: Game) -> Choice | None:
        """Play the moves that leave no choice. Return the open question, or None if chance decides or at the end."""
        while game.state.pending is None and not game.state.is_over:
            choice = choices(game.state, sensible=self.settings.sensible)
            if choice.move is None:
                return choice
            game.play(choice.move)
        return None

    def _follow(self, transition: Transition, answers: int) -> Node:
        """Return the next node after a transition: moves that leave no choice are made at once."""
        state, events = transition
        while True:
            if state.pending is not None:
                return Node(state, None, answers, events)
            if state.is_over:
                return Node(state, None, answers, events, reward_players(self.settings, state))
            choice = choices(state, sensible=self.settings.sensible)
            if choice.move is None:
                return self._pause(Node(state, choice, answers, events))
            state, more = choice.play()
            events += more

    def _pause(self, node: Node) -> Node:
        """Return a node with an open question, or the end if there were too many answers."""
        most = self.settings.max_decisions
        if most is None or node.answers < most:
            return node
        return attrs.evolve(node, choice=None, returns=(0.0,) * self.settings.num_players)


def read_settings(given: Mapping[str, Any]) -> EpisodeSettings:
    """Return the settings for parameters of the game. Raises ``MisuseError`` if one is invalid or unknown."""
    if unknown := sorted(set(given) - set(DEFAULTS)):
        raise MisuseError(f"there is no parameter {brief(unknown[0])}; there are: {', '.join(DEFAULTS)}")
    players, ruleset, most = given["players"], given["ruleset"], given["max_decisions"]
    check_whole("players", players, MIN_PLAYERS, MAX_PLAYERS)
    # The text of a game contains its parameters, so a ruleset needs a name.
    if not isinstance(ruleset, str):
        raise MisuseError(f"ruleset: expected the name of a registered ruleset, got {brief(ruleset)}")
    if type(most) is not int or most < 1:
        raise MisuseError(f"max_decisions: OpenSpiel needs a limit; expected 1 or more, got {brief(most)}")
    settings = EpisodeSettings(players, ruleset, "win", most, given["sensible"])
    if settings.ruleset.has_looks:
        raise MisuseError(
            f"ruleset: {brief(ruleset)} lets players look at face-down tiles, and this game has no secrets; use "
            "magnum_sal_v0 instead"
        )
    return settings


def count_outcomes(ruleset: Ruleset, most_answers: int) -> int:
    """Return the largest number of outcomes in a game, or an estimate if there is no such number."""
    pieces = sum(map(len, ruleset.tiles)) + sum(map(len, ruleset.orders)) + len(ruleset.tools)
    pieces += sum(len(deck.cards) for deck in ruleset.decks.values())
    is_unbounded = bool(ruleset.dice) or any(deck.reshuffles for deck in ruleset.decks.values())
    return 1 + pieces + (_UNBOUNDED * most_answers if is_unbounded else 0)
