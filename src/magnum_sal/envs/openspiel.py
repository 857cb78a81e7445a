"""
The game for OpenSpiel, with chance as a player of its own.

Importing this module registers the game ``python_magnum_sal`` with OpenSpiel. The module needs the package
``open_spiel`` besides the extra ``rl``: ``pip install open_spiel``.

Magnum Sal has perfect information with chance: no player knows more than another, because the order of the face-down
pieces is hidden from all alike. The game is therefore played on public states. A face-down piece has no identity until
chance turns it up, with the exact probability that follows from all pieces in sight. The starting player and the setup
are chance, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ..errors import MissingExtraError, MisuseError
from ..errors.messages import brief
from ..model.events import Event
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.state import GameState
from ..queries.choices import Choice
from ..queries.observation import observe
from ..record.game import Game
from ..render import text
from ..words import label, path_in_words, pending_in_words, question_in_words
from ._actions import ActionTable
from ._chance_outcomes import START_SEAT
from ._game_tree import DEFAULTS, GameTree, Node, count_outcomes, read_settings

try:
    import pyspiel
except ModuleNotFoundError:
    raise MissingExtraError("the game for OpenSpiel", "", "open_spiel") from None

__all__ = ["MagnumSalGame", "MagnumSalObserver", "MagnumSalState"]

_GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_magnum_sal",
    long_name="Magnum Sal",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=MIN_PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(DEFAULTS),
)


class MagnumSalGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """
    The game, as ``pyspiel.load_game`` returns it.

    The parameters are ``players`` (2 to 4), the name of a registered ``ruleset``, ``max_decisions``, and ``sensible``,
    as in ``magnum_sal_v0``. A player's action is the index of an answer in ``answers_of``. The only winner earns 1, and
    the rewards of all players add up to 0. After ``max_decisions`` answers, the game ends and pays 0 to all.

    >>> import pyspiel
    >>> import magnum_sal.envs.openspiel
    >>> game = pyspiel.load_game("python_magnum_sal(players=3)")
    >>> state = game.new_initial_state()
    >>> [(state.action_to_string(action), round(chance, 2)) for action, chance in state.chance_outcomes()][:2]
    [('starting player: player_0', 0.33), ('starting player: player_1', 0.33)]
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """
        Create the game. Call ``pyspiel.load_game`` instead.

        Raises:
            MisuseError: a parameter is invalid, no ruleset of this name is registered, or the ruleset lets players look
                at face-down tiles.
            ExtensionError: the answers of the ruleset cannot be listed (see ``answers_of``).
        """
        given = {**DEFAULTS, **(params or {})}
        self.settings = read_settings(given)
        """The number of players, the ruleset, and the limit, as for the other environments."""
        players, most = self.settings.num_players, given["max_decisions"]
        self._tree = GameTree(self.settings)
        self._most_outcomes = count_outcomes(self.settings.ruleset, most)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.settings.actions),
            max_chance_outcomes=len(self._tree.chance),
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=most,
        )
        super().__init__(_GAME_TYPE, info, given)

    @property
    def outcomes(self) -> tuple[tuple[str, Any], ...]:
        """
        The outcomes of chance by id, each as a pile and a piece.

        The piles are ``"start_seat"`` (the starting player's seat), ``"tile"``, ``"order"``, ``"tool"``, and the ids of
        decks and dice.
        """
        return self._tree.chance.outcomes

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return self._tree.names

    @property
    def actions(self) -> ActionTable:
        """The actions of the players by id."""
        return self.settings.actions

    def new_initial_state(self) -> MagnumSalState:
        """Return the state before the starting player is drawn."""
        return MagnumSalState(self)

    def max_chance_nodes_in_history(self) -> int:
        """
        Return the largest number of outcomes in a game.

        Dice, and decks that are shuffled again, have no such number. For these, the result allows four outcomes for
        each answer.
        """
        return self._most_outcomes

    def action_to_string(self, player: int, action: int) -> str:
        """Return the English name of an action, or of an outcome of chance if *player* is ``PlayerId.CHANCE``."""
        if player != pyspiel.PlayerId.CHANCE:
            return self.actions.name_of(action)
        pile, piece = self._tree.chance.find(action)
        if pile == START_SEAT:
            return f"{label('start_player')}: {self.names[action]}"
        ruleset = self.settings.ruleset
        named = label(piece, "en", ruleset) if isinstance(piece, str) else str(piece)
        return f"{label(pile, 'en', ruleset)}: {named}"

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> MagnumSalObserver:
        """Return an observer. Raises ``MisuseError`` if there are parameters."""
        return MagnumSalObserver(self, iig_obs_type, params)


class MagnumSalState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """
    A node of the game tree: a question to a player, an outcome of chance, or the end.

    As in the other environments, a question with a single answer answers itself, and a move that leaves no choice is
    made at once. ``serialize`` writes a pickle, as for all games of OpenSpiel in Python, so only deserialize what you
    trust. No seat has secrets, so ``resample_from_infostate`` returns a copy.
    """

    def __init__(self, game: MagnumSalGame) -> None:
        """Create the initial state. Call ``MagnumSalGame.new_initial_state`` instead."""
        super().__init__(game)
        # OpenSpiel copies and pickles the attributes of a state, so there is only this one.
        self._node = Node()

    @property
    def position(self) -> GameState | None:
        """The public position, or None before the starting player is drawn."""
        return self._node.state

    @property
    def choice(self) -> Choice | None:
        """The open question, or None if chance decides or the game has ended."""
        return self._node.choice

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that the last action caused. An answer causes events only if it completes a move."""
        return self._node.events

    def current_player(self) -> int:
        """Return the seat that must answer, ``PlayerId.CHANCE`` or ``PlayerId.TERMINAL``."""
        node = self._node
        if node.returns is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        if node.choice is None:
            return int(pyspiel.PlayerId.CHANCE)
        return node.choice.state.turn_seat

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self._node.returns is not None

    def returns(self) -> list[float]:
        """Return what each seat has earned; 0 before the end."""
        node = self._node
        return [0.0] * self.num_players() if node.returns is None else list(node.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the ids of the possible outcomes in ascending order, each with its probability."""
        if self.current_player() != pyspiel.PlayerId.CHANCE:
            raise MisuseError("chance_outcomes: chance does not decide now")
        return list(self.get_game()._tree.chance.list_probabilities(self._node.state))

    def record(self) -> Game:
        """
        Return the game so far as a ``Game`` at a real table, with a log of its moves and of the pieces turned up.

        An answer that does not complete a move is left out.

        Raises:
            MisuseError: the starting player has not been drawn.
        """
        game: Game = self.get_game()._tree.record(self.history())
        return game

    def _legal_actions(self, player: int) -> list[int]:
        """Return the ids of the possible answers in ascending order."""
        choice = self._node.choice
        if choice is None or player != choice.state.turn_seat:
            return []
        actions: list[int] = self.get_game().actions.mask_of(choice).nonzero()[0].tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        """Apply an answer, or turn up a piece. Raises ``MisuseError`` if it is impossible."""
        self._node = self.get_game()._tree.advance(self._node, action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the English name of an action, which does not depend on the position."""
        return str(self.get_game().action_to_string(player, action))

    def __str__(self) -> str:
        state, choice = self._node.state, self._node.choice
        if state is None:
            return "Nobody has been drawn as the starting player yet."
        lines = [text(state)]
        if choice is not None:
            lines.append(", ".join(filter(None, (*path_in_words(choice), question_in_words(choice)))))
        elif state.pending is not None:
            lines.append(pending_in_words(state))
        return "\n".join(lines)


class MagnumSalObserver:
    """
    What a player sees, for OpenSpiel: numbers and a text.

    The numbers are those of ``observe``, turned to the observer; all 0 before the starting player is drawn. Only the
    player who must answer sees the open question. With perfect recall, there are no numbers, and the text lists the ids
    of all actions so far, outcomes of chance included.
    """

    def __init__(self, game: MagnumSalGame, iig_obs_type: Any = None, params: Any = None) -> None:
        """
        Create an observer.

        Args:
            game: The game.
            iig_obs_type: The kind of observation as OpenSpiel's ``IIGObservationType``, or None for the default.
            params: No parameters are supported, so this must be empty or None.

        Raises:
            MisuseError: there are parameters.
        """
        if params:
            raise MisuseError(f"params: an observer has no parameters, got {brief(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self._is_history = bool(kind.perfect_recall)
        length = 0 if self._is_history or not kind.public_info else game.settings.observation_length
        self.tensor: npt.NDArray[np.float32] | None = np.zeros(length, np.float32) if length else None
        """The numbers, or None without numbers."""
        self.dict: dict[str, npt.NDArray[np.float32]] = {} if self.tensor is None else {"observation": self.tensor}
        """The numbers by name."""

    def set_from(self, state: MagnumSalState, player: int) -> None:
        """Write the numbers of a state to ``tensor``, as *player* sees it."""
        if self.tensor is None:
            return
        position, choice = state.position, state.choice
        if position is None:
            self.tensor.fill(0)
            return
        observe(position, choice if player == position.turn_seat else None, int(player), self.tensor)

    def string_from(self, state: MagnumSalState, player: int) -> str:  # noqa: ARG002  # all players see the same
        """Return the text of a state."""
        return str(state.history_str()) if self._is_history else str(state)


pyspiel.register_game(_GAME_TYPE, MagnumSalGame)
