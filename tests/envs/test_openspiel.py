"""The game for OpenSpiel."""

from __future__ import annotations

import json
import pickle
import random
import re
from pathlib import Path
from typing import Any

import attrs
import lamp
import numpy as np
import pytest
import smithy
import weather

import crystal_chapel
import magnum_sal as ms

pyspiel = pytest.importorskip("pyspiel", reason="needs what `nox -s rl` installs")

from magnum_sal.envs._game_tree import GameTree, Node  # noqa: E402  # as the next line
from magnum_sal.envs.openspiel import MagnumSalGame, MagnumSalObserver  # noqa: E402  # needs OpenSpiel
from magnum_sal.queries.observation import observe  # noqa: E402

EXAMPLES = (smithy.SMITHY_GAME, crystal_chapel.CRYSTAL_CHAPEL, weather.WEATHER_GAME)
"""Rulesets with extensions, of which two have a deck or a die."""


def load(**parameters: Any) -> Any:
    """Load the game with these parameters."""
    return pyspiel.load_game("python_magnum_sal", parameters)


def draw(state: Any, rng: random.Random) -> int:
    """Draw an action: an outcome with its probability, or any possible answer."""
    if not state.is_chance_node():
        return int(rng.choice(state.legal_actions()))
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(outcomes, chances)[0])


def play_on(state: Any, rng: random.Random, actions: int | None = None) -> Any:
    """Play a number of actions at random, or to the end."""
    while not state.is_terminal() and actions != 0:
        state.apply_action(draw(state, rng))
        actions = None if actions is None else actions - 1
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    "parameters",
    [
        "players=2,max_decisions=50",
        "players=3,max_decisions=50",
        "players=4,max_decisions=50,sensible=True",
        *(f"ruleset={ruleset.name},max_decisions=50" for ruleset in EXAMPLES),
    ],
)
def test_the_suite_of_openspiel(parameters: str) -> None:
    """OpenSpiel's own test of a game: whole games with all of its functions, serialization included."""
    game = pyspiel.load_game(f"python_magnum_sal({parameters})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
def test_the_suite_of_openspiel_on_a_finished_game() -> None:
    """The same with games that end by the rules in most cases."""
    game = pyspiel.load_game("python_magnum_sal(sensible=True)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [ms.STANDARD, *EXAMPLES], ids=lambda ruleset: ruleset.name)
def test_a_whole_game_is_that_of_the_tree(ruleset: ms.Ruleset) -> None:
    """
    Each state has the node of ``GameTree``, whose games are those of the engine, event by event.

    ``record`` returns the game at a real table, with all of its events in the log.
    """
    game, rng = load(players=3, ruleset=ruleset.name, sensible=True, max_decisions=5000), random.Random(2)
    tree, node, state = GameTree(game.settings), Node(), game.new_initial_state()
    happened: list[ms.Event] = []
    while not state.is_terminal():
        assert (state.position, state.choice, state.events) == (node.state, node.choice, node.events)
        assert state.is_chance_node() == (node.choice is None)
        action = draw(state, rng)
        node = tree.advance(node, action)
        state.apply_action(action)
        happened += state.events
    assert state.position == node.state
    assert state.position.is_over
    assert tuple(state.returns()) == node.returns
    assert sum(state.returns()) == pytest.approx(0)
    record = state.record()
    assert record.state == state.position
    logged = [event for line in map(json.loads, record.log.lines()) for event in line.get("events", ())]
    assert logged == [ms.to_dict(event) for event in happened]


def test_probabilities_are_those_of_outcomes() -> None:
    """In each state in which chance decides, the probabilities are those of ``outcomes`` and add up to 1."""
    state, rng, seen = load(players=3, sensible=True).new_initial_state(), random.Random(5), 0
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    while not state.is_terminal():
        if state.is_chance_node() and state.position is not None:
            known = state.get_game().outcomes
            chances = {known[action].piece: chance for action, chance in state.chance_outcomes()}
            assert chances == {piece: float(chance) for piece, chance in ms.outcomes(state.position)}
            assert sum(chances.values()) == pytest.approx(1)
            assert state.legal_actions() == sorted(action for action, _ in state.chance_outcomes())
            seen += 1
        state.apply_action(draw(state, rng))
    assert seen > 20


def test_the_tensor_is_the_observation() -> None:
    """The numbers are those of ``observe`` for each seat; only the player who must answer sees the question."""
    state = play_on(load(players=3).new_initial_state(), random.Random(2), 1)
    while state.is_chance_node():
        assert list(state.observation_tensor(0)) == list(observe(state.position, None, 0))
        play_on(state, random.Random(3), 1)
    play_on(state, random.Random(1), 20)
    acting = state.current_player()
    for seat in range(3):
        choice = state.choice if seat == acting else None
        assert list(state.observation_tensor(seat)) == list(observe(state.position, choice, seat))
    assert state.get_game().observation_tensor_shape() == [len(observe(state.position, None, 0))]


def test_nothing_is_seen_before_the_start() -> None:
    """Before the starting player is drawn, all numbers are 0."""
    state = load().new_initial_state()
    assert set(state.observation_tensor(1)) == {0.0}
    assert str(state) == "Nobody has been drawn as the starting player yet."
    assert (state.position, state.choice, state.events) == (None, None, ())
    with pytest.raises(ms.MisuseError, match="record: the starting player has not been drawn"):
        state.record()


def test_texts() -> None:
    """The text shows the table and what is open; the information state is the history."""
    state = play_on(load().new_initial_state(), random.Random(1), 1)
    assert str(state).endswith("\nto be turned up: the royal order in space 1")
    while state.is_chance_node():
        play_on(state, random.Random(1), 1)
    assert str(state).startswith(ms.render.text(state.position))
    assert str(state).endswith("\nWhat do you want to do?")
    state.apply_action(state.get_game().actions.find("type", "visit_workshop"))
    assert str(state).endswith("\nvisit the workshop, Which tool?")
    assert state.observation_string(0) == state.observation_string(1) == str(state)
    assert state.information_state_string(1) == ", ".join(map(str, state.history()))
    play_on(state, random.Random(1))
    assert str(state) == ms.render.text(state.position)


def test_names_of_actions() -> None:
    """ActionTable and outcomes have English names, which differ in each state."""
    game, rng = load(ruleset=weather.WEATHER_GAME.name, sensible=True), random.Random(1)
    state = game.new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        "starting player: player_0",
        "starting player: player_1",
    ]
    named = set()
    while not state.is_terminal():
        names = [state.action_to_string(action) for action in state.legal_actions()]
        assert len(set(names)) == len(names)
        assert names == [game.action_to_string(state.current_player(), action) for action in state.legal_actions()]
        assert state.string_to_action(names[-1]) == state.legal_actions()[-1]
        named.update(names)
        state.apply_action(draw(state, rng))
    assert {"order: BB=9", "tool: rope", "visit the inn", "from stock"} < named


def test_copies_go_their_own_way() -> None:
    """A clone, a resampled state and a pickle equal their original, and do not change with it."""
    state = play_on(load().new_initial_state(), random.Random(1), 40)
    copies = [
        state.clone(),
        state.resample_from_infostate(0, random.random),
        pickle.loads(pickle.dumps(state)),
        state.get_game().deserialize_state(state.serialize()),
    ]
    before, answers = str(state), state.choice.answers
    play_on(state, random.Random(2))
    for copy in copies:
        assert (str(copy), copy.choice.answers) == (before, answers)
        assert copy.history() == state.history()[:40]
        play_on(copy, random.Random(2))
        assert (copy.history(), copy.returns()) == (state.history(), state.returns())


def test_a_long_game_ends() -> None:
    """After ``max_decisions`` answers, the game ends and pays nothing. Pieces are turned up before."""
    state = play_on(load(max_decisions=45).new_initial_state(), random.Random(4))
    answers = [action for action in state.full_history() if action.player >= 0]
    assert len(answers) == 45
    assert state.returns() == state.rewards() == [0, 0]
    assert (state.current_player(), state.legal_actions()) == (pyspiel.PlayerId.TERMINAL, [])
    assert not state.position.is_over
    with pytest.raises(ms.MisuseError, match="chance_outcomes: chance does not decide now"):
        state.chance_outcomes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bounds(players: int) -> None:
    """The only winner earns 1, and each of the others at least the lower bound."""
    game = load(players=players, max_decisions=77)
    assert (game.num_players(), game.max_game_length()) == (players, 77)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1 / (players - 1), 1, 0)
    assert game.max_chance_nodes_in_history() == 1 + 18 + 24 + 21
    assert load(ruleset=weather.WEATHER_GAME.name, max_decisions=10).max_chance_nodes_in_history() == 64 + 40


def test_searches_of_openspiel_play() -> None:
    """OpenSpiel's tree search and its environment for learners work with the game."""
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    rl_environment = pytest.importorskip("open_spiel.python.rl_environment")
    game, rng = load(max_decisions=25), random.Random(1)
    state = play_on(game.new_initial_state(), rng, 1)
    while state.is_chance_node():
        play_on(state, rng, 1)
    numpy_rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 5, mcts.RandomRolloutEvaluator(1, numpy_rng), random_state=numpy_rng)
    assert bot.step(state) in state.legal_actions()
    environment = rl_environment.Environment(game)
    step, steps = environment.reset(), 0
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == game.observation_tensor_size()
        step, steps = environment.step([rng.choice(step.observations["legal_actions"][player])]), steps + 1
    assert steps == 25


def read_block(name: str) -> str:
    """Return the block on the page about OpenSpiel that contains *name*."""
    page = Path(__file__).parents[2] / "docs" / "reference" / "openspiel.md"
    blocks: list[str] = re.findall(r"^```text\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return next(block for block in blocks if name in block)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_the_evaluator_on_the_page(players: int) -> None:
    """A tree search with the judge's values plays, and sees values between the returns of a loser and a winner."""
    pytest.importorskip("open_spiel.python.algorithms.mcts")
    game, rng = load(players=players), random.Random(1)
    names: dict[str, Any] = {"game": game}
    exec(read_block("class JudgeEvaluator"), names)
    evaluator = names["JudgeEvaluator"]()
    state = play_on(game.new_initial_state(), rng, 1)
    while state.is_chance_node():
        assert evaluator.prior(state) == state.chance_outcomes()
        play_on(state, rng, 1)
    names["bot"].max_simulations = 5
    assert names["bot"].step(state) in state.legal_actions()
    values = evaluator.evaluate(state)
    assert sum(values) == pytest.approx(0)
    assert game.min_utility() <= min(values) < max(values) <= game.max_utility()
    assert sum(chance for _, chance in evaluator.prior(state)) == pytest.approx(1)


@pytest.mark.usefixtures("registered")
def test_a_variant_has_a_name_of_its_own() -> None:
    """The lines on the page register a variant and load the game with it."""
    names: dict[str, Any] = {"attrs": attrs, "ms": ms, "pyspiel": pyspiel}
    exec(read_block('name="mapped"'), names)
    assert names["game"].settings.ruleset.mapped_mine


def test_searches_for_hidden_information_refuse_the_game() -> None:
    """The game has perfect information, so OpenSpiel's search for hidden information is not for it."""
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game, rng = load(), random.Random(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(), 1, 5)
    state = play_on(game.new_initial_state(), rng, 1)
    while state.is_chance_node():
        play_on(state, rng, 1)
    with pytest.raises(AssertionError):
        bot.step(state)


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"players": 5}, "players: expected a whole number from 2 to 4, got 5"),
        ({"ruleset": "chess"}, "no ruleset 'chess' is registered here"),
        ({"max_decisions": 0}, "max_decisions: OpenSpiel needs a limit; expected 1 or more, got 0"),
        ({"ruleset": lamp.LAMP_GAME.name}, "lets players look at face-down tiles, and this game has no secrets"),
    ],
)
def test_invalid_parameters_are_refused(parameters: dict[str, Any], complaint: str) -> None:
    """The message names the parameter."""
    with pytest.raises(ms.MisuseError, match=complaint):
        load(**parameters)


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"colour": 1}, "there is no parameter 'colour'; there are: players, ruleset, max_decisions, sensible"),
        ({"players": True}, "players: expected a whole number from 2 to 4, got True"),
        ({"ruleset": ms.STANDARD}, "ruleset: expected the name of a registered ruleset, got"),
        ({"max_decisions": None}, "max_decisions: OpenSpiel needs a limit; expected 1 or more, got None"),
        ({"sensible": 1}, "sensible: expected True or False, got 1"),
    ],
)
def test_invalid_parameters_of_the_class_are_refused(parameters: dict[str, Any], complaint: str) -> None:
    """OpenSpiel checks names and types itself, but not if a program creates the game directly."""
    with pytest.raises(ms.MisuseError, match=complaint):
        MagnumSalGame(parameters)


@pytest.mark.parametrize("action", [-2, 999, 1])
def test_impossible_actions_change_nothing(action: int) -> None:
    """A sentence says what is wrong with an answer or an outcome, and the state stays as it was."""
    state = load().new_initial_state()
    for _ in range(12):
        if action not in state.legal_actions():
            before = str(state), state.history()
            with pytest.raises(
                ms.MisuseError, match=r"expected 0 to|cannot be turned up now|is not a possible answer|is not a seat"
            ):
                state.apply_action(action)
            assert (str(state), state.history()) == before
        play_on(state, random.Random(1), 1)


def test_a_piece_is_no_seat() -> None:
    """Before the starting player is drawn, only seats are outcomes."""
    with pytest.raises(ms.MisuseError, match="outcome: 5 is not a seat"):
        load().new_initial_state().apply_action(5)


def test_observers_have_no_parameters() -> None:
    """The message shows the parameters."""
    with pytest.raises(ms.MisuseError, match="params: an observer has no parameters, got"):
        MagnumSalObserver(load(), None, {"colour": 1})
    observer = MagnumSalObserver(load(), pyspiel.IIGObservationType(public_info=False, perfect_recall=False))
    assert (observer.tensor, observer.dict) == (None, {})
