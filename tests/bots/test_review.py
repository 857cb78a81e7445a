"""Reviews of games: ``game_review.py`` and ``_descriptions.py``."""

import itertools
import random
import re
import xml.etree.ElementTree as ET
from typing import Any

import attrs
import pytest
from tests.bots.judged_games import judged, won_by_ben
from tests.bots.test_last_turn import table
from tests.bots.test_solution import DECIDING, TWO_TURNS

import magnum_sal as ms
from magnum_sal.bots import (
    Review,
    _rollouts,
    analyse,
    analysis_in_words,
    judged_move_in_words,
    make_bot,
    review,
    review_graph,
    review_in_words,
    review_summary,
    solve,
)
from magnum_sal.bots._judge import Judge, load_judge
from magnum_sal.bots._move_choice import likely_successor
from magnum_sal.bots._rollouts import roll_out
from magnum_sal.bots.game_review import Decision, chances_by_round, judge_decision, list_decisions
from magnum_sal.render.text_lines import columns
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES

ITERATIONS = 8
"""The iterations of the review that most tests read."""


def played(moves: int, bots: tuple[str, str] = ("random", "greedy:width=0"), seed: int = 6) -> ms.Game:
    """Return a game of at most *moves* moves."""
    game = ms.Game.new(["Ada", "Ben"], seed=seed)
    players = [make_bot(name, seed=seat) for seat, name in enumerate(bots)]
    while not game.is_over and game.step_count < moves:
        game.play(players[game.state.turn_seat](game.state.public(), ms.legal_moves(game.state)))
    return game


@pytest.fixture(scope="module")
def begun() -> tuple[ms.Game, Review]:
    """Return the beginning of a game with its review."""
    game = played(20)
    return game, review(game, iterations=ITERATIONS)


@pytest.mark.long
def test_every_decision_is_judged(begun: tuple[ms.Game, Review]) -> None:
    """Every decision with more than one legal move is judged."""
    game, found = begun
    decisions = [number for number in range(game.step_count) if len(ms.legal_moves(game.at(number))) > 1]
    assert [entry.number for entry in found.decisions] == decisions
    for entry in found.decisions:
        assert entry.state == game.at(entry.number).public()
        assert entry.played.move == game.moves[entry.number]
        assert entry.seat == entry.state.turn_seat
        assert sum(entry.chances) == pytest.approx(1.0)
        assert entry.loss == pytest.approx(max(0.0, entry.best.chance - entry.played.chance))
        assert (entry.error == 0.0) == (entry.best is entry.played) or entry.best.error == entry.played.error == 0.0
    assert found.final == game.state


def test_decisions_at_a_real_table_are_numbered_like_its_moves() -> None:
    """``Game.at`` returns the position of a decision, although pieces that the players turn up count as moves."""
    game = ms.Game.open_table(["Ada", "Ben"])
    rng = random.Random(3)
    while len(game.moves) < 30:
        if game.state.pending is None:
            game.play(rng.choice(ms.legal_moves(game.state)))
        else:
            game.reveal(rng.choice([piece for piece, _ in ms.outcomes(game.state)]))
    decisions = list_decisions(game)
    assert decisions[0].number > 1
    assert len({decision.number for decision in decisions}) == len(decisions) > 20
    for decision in decisions:
        assert game.at(decision.number) == decision.state
    steps = tuple(game.steps())
    assert [steps[decision.number].before for decision in list_decisions(steps)] == [one.state for one in decisions]


@pytest.mark.long
def test_a_review_one_decision_at_a_time(begun: tuple[ms.Game, Review]) -> None:
    """A caller can judge decisions itself, in any order, with the same results as ``review``."""
    game, found = begun
    steps = tuple(game.steps())
    decisions = list_decisions(steps, iterations=ITERATIONS)
    judged = {decision.number: judge_decision(decision) for decision in reversed(decisions[:6])}
    assert tuple(judged[decision.number] for decision in decisions[:6]) == found.decisions[:6]
    assert len(decisions) == len(found.decisions)


@pytest.mark.long
def test_a_random_player_loses_more(begun: tuple[ms.Game, Review]) -> None:
    """The mean loss of a random player is greater than that of a greedy bot."""
    _, found = begun
    assert found.mean_loss(0) > found.mean_loss(1)
    assert attrs.evolve(found, decisions=()).mean_loss(0) == 0.0


@pytest.mark.long
def test_the_costliest_moves(begun: tuple[ms.Game, Review]) -> None:
    """The costliest moves are sorted by loss, for one seat or all. Moves whose loss could be an error are left out."""
    _, found = begun
    costly = found.costliest(3)
    losses = [entry.loss for entry in costly]
    assert losses == sorted(losses, reverse=True)
    assert all(entry.loss > 2 * entry.error for entry in costly)
    assert all(entry.seat == 1 for entry in found.costliest(40, seat=1))
    assert set(found.costliest(99)) <= set(found.decisions)


@pytest.mark.long
def test_jobs_change_nothing() -> None:
    """Several jobs produce the same review, and progress is reported in order."""
    game, told = played(5), []
    found = review(game, iterations=4, progress=lambda done, of: told.append((done, of)))
    assert review(game, iterations=4, jobs=2) == found
    assert told == [(number, len(found.decisions)) for number in range(len(found.decisions) + 1)]
    assert review(tuple(game.steps()), iterations=4) == found


def test_the_number_of_costliest_moves_is_checked() -> None:
    """0 returns no moves; a negative number is refused, also in words."""
    found = won_by_ben(judged(0, 3, 0.4, loss=0.3))
    assert (len(found.costliest(0)), len(found.costliest(1))) == (0, 1)
    for ask in (found.costliest, lambda most: review_in_words(found, costliest=most)):
        with pytest.raises(ms.MisuseError, match="most: expected a whole number from 0 up, got -1"):
            ask(-1)


def test_seats_of_other_games_are_refused() -> None:
    """A seat that is not in the game made no mistakes, but is refused. A seat without decisions is not."""
    found = won_by_ben(judged(0, 3, 0.4, loss=0.3))
    assert (found.costliest(3, 1), found.mean_loss(1)) == ((), 0.0)
    for ask in (found.mean_loss, lambda seat: found.costliest(3, seat)):
        for wrong in (7, 2, -1, "Ada", True):
            with pytest.raises(ms.MisuseError, match=r"seat: .* is not a seat of 2 players"):
                ask(wrong)  # type: ignore[arg-type]  # A caller without type checks may pass this.


def test_losses_have_the_decimal_sign_of_the_language() -> None:
    """Polish and German write a comma."""
    lost = won_by_ben(judged(0, 3, 0.4, loss=0.125), judged(0, 4, 0.8))
    told = [review_summary(lost, language)[0] for language in ("en", "pl", "de")]
    assert ["6.2%" in told[0], "6,2%" in told[1], "6,2 %" in told[2]] == [True] * 3, told


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_without_a_decision_are_left_out(language: str) -> None:
    """A mean over no decisions would praise a player who has not decided anything yet."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    found = Review((judged(0, 1, 0.5, 0.1),), state)
    assert [("Ada" in line, "Ben" in line) for line in review_summary(found, language)] == [(True, False)]


def test_players_with_the_same_name_each_have_a_loss() -> None:
    """Names need not differ in old logs, so a loss belongs to a seat and not to a name."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    state = attrs.evolve(state, players=tuple(attrs.evolve(player, name="Ada") for player in state.players))
    found = Review((judged(0, 1, 0.5, 0.1), judged(1, 1, 0.5, 0.3)), state)
    assert [line.startswith("Ada ") for line in review_summary(found)] == [True, True]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Move 7 (phase I, round 3), Ada: passes. No better move was found."),
        ("pl", "Ruch 7 (faza I, runda 3), Ada: pasuje. Nie znaleziono lepszego ruchu."),
        ("de", "Zug 7 (Phase I, Runde 3), Ada: passt. Ein besserer Zug wurde nicht gefunden."),
    ],
)
def test_a_move_that_the_search_found_best(language: str, said: str) -> None:
    """A commentary may describe any decision. The best move is not compared with itself."""
    assert judged_move_in_words(judged(0, 3, 0.4), language) == said


@pytest.mark.parametrize(
    ("language", "heading", "nothing"),
    [
        ("en", "Ada's costliest moves:", "None of Ben's moves was clearly a mistake."),
        ("pl", "Najkosztowniejsze ruchy, Ada:", "Ben: żaden ruch nie jest wyraźnym błędem."),
        ("de", "Die teuersten Züge von Ada:", "Kein Zug von Ben ist eindeutig ein Fehler."),
    ],
)
def test_the_costliest_moves_of_a_seat_in_words(language: str, heading: str, nothing: str) -> None:
    """The heading names the player, also if this player made no mistake. An unknown seat is refused."""
    found = won_by_ben(judged(0, 3, 0.4, loss=0.3))
    assert review_in_words(found, language, seat=0)[-2] == heading
    assert review_in_words(found, language, seat=1)[-1] == nothing
    with pytest.raises(ms.MisuseError, match="seat: 2 is not a seat of 2 players"):
        review_in_words(found, language, seat=2)


def test_wide_names_do_not_shift_the_bars() -> None:
    """The bars of all players begin in the same column of the terminal."""
    found = won_by_ben(judged(0, 3, 0.4, loss=0.3))
    names = ("李雷", "Bartholomew")
    players = tuple(attrs.evolve(one, name=name) for one, name in zip(found.final.players, names, strict=True))
    told = review_in_words(attrs.evolve(found, final=attrs.evolve(found.final, players=players)))
    starts = {columns(re.split("[▁▂▃▄▅▆▇█]", line)[0]) for line in told[1:3]}
    assert starts == {len("  Bartholomew  ")}


def test_moves_that_cost_nothing_are_not_listed() -> None:
    """A loss that would be shown as 0 %, or that may be chance, is not among the costliest moves."""
    tiny, unsure, costly = (
        judged(0, number, 0.4, loss=loss, error=error)
        for number, (loss, error) in enumerate([(0.004, 0.0), (0.3, 0.16), (0.01, 0.001)], start=2)
    )
    assert won_by_ben(tiny, unsure, costly).costliest() == (costly,)
    assert costly.interval == pytest.approx((0.01 - 1.96 * 0.001, 0.01 + 1.96 * 0.001))
    assert unsure.interval[0] == 0.0
    assert not any("cost 0%" in text for text in review_in_words(won_by_ben(tiny, unsure, costly)))


@pytest.mark.slow
def test_the_last_three_rounds_are_near_the_end() -> None:
    """The moves of the last three rounds of a finished game are played out, and no others."""
    game = played(4000, ("random", "random"))
    assert game.is_over
    near = [task for task in list_decisions(game.steps(), iterations=3) if task.is_near_end]
    last = game.at(game.step_count - 1)
    assert {task.state.phase for task in near} == {3}
    assert {task.state.round for task in near} == {last.round - 2, last.round - 1, last.round}
    begun = tuple(game.steps())[:-1]
    assert not any(task.is_near_end for task in list_decisions(begun, iterations=3))


def near_end(state: ms.GameState, move: ms.Move) -> Decision:
    """Return a decision near the end of a game."""
    return Decision(7, state, move, None, 30, 1, is_near_end=True)


@pytest.mark.parametrize("state", [pytest.param(table(groszy=31), marks=pytest.mark.slow), position(DECIDING).public()])
def test_losses_in_the_last_turn_are_exact(state: ms.GameState) -> None:
    """In the last turn, the loss of each move is the exact one, without an error, and the better move is a best one."""
    solution = solve(state)
    best = solution.moves[0].chances[1]
    for entry in (*solution.moves[::4], solution.moves[-1]):
        found = judge_decision(near_end(state, entry.move))
        assert (found.method, found.error) == ("solved", 0.0)
        assert found.loss == float(best - entry.chances[1])
        assert found.best.move in {each.move for each in solution.best_moves}
        assert found.chances == tuple(map(float, solution.moves[0].chances))
        assert found.played.margin == float(entry.margins[1])


def test_a_last_turn_that_takes_too_long_is_played_out() -> None:
    """If the time is not enough to solve the last turn, rollouts judge the move."""
    state = table(groszy=31)
    task = near_end(state, ms.legal_moves(state)[0])._replace(seconds=1e-9, iterations=None)
    assert judge_decision(task).method == "rollouts"


@pytest.mark.long
@pytest.mark.parametrize("groszy", [2, 3])
def test_losses_near_the_end_are_in_their_interval(groszy: int) -> None:
    """In a position that can be solved two turns before the end, the interval of each loss contains the exact loss."""
    state = position(TWO_TURNS.format(groszy=groszy)).public()
    solution = solve(state, turns=2)
    for entry in solution.moves:
        found = judge_decision(near_end(state, entry.move))
        assert found == judge_decision(near_end(state, entry.move))
        assert found.method == "rollouts"
        low, high = found.interval
        assert low <= float(solution.moves[0].chances[0] - entry.chances[0]) <= high
        assert sum(found.chances) == pytest.approx(1.0)


def test_rollouts_are_limited_by_time() -> None:
    """Without time, each move is tried in two full states, and a sample never looks certain."""
    state = position(TWO_TURNS.format(groszy=2)).public()
    samples = roll_out(state, ms.legal_moves(state), load_judge(), count=50, seconds=0.0, seed=1)
    assert {len(sample.shares) for sample in samples} == {2}
    assert all(sample.error(0) > 0.0 for sample in samples)
    assert all(abs(sample.margin(0) + sample.margin(1)) < 1e-9 for sample in samples)


def test_every_second_rollout_misses_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick players consider all moves in one rollout and some in the next, so that not all rollouts are one game."""
    samples = []

    def record(state: ms.GameState, sample: int, rng: random.Random, judge: Judge) -> ms.GameState:
        samples.append(sample)
        return likely_successor(state, sample, rng, judge)

    monkeypatch.setattr(_rollouts, "likely_successor", record)
    state = position(TWO_TURNS.format(groszy=2)).public()
    roll_out(state, ms.legal_moves(state)[:1], load_judge(), count=4, seconds=None, seed=1)
    in_turn = [sample for sample, _ in itertools.groupby(samples)]
    assert len(in_turn) == 4
    assert in_turn[:2] == in_turn[2:]
    assert in_turn[0] > 500
    assert in_turn[1] < 50


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_graph(begun: tuple[ms.Game, Review], language: str) -> None:
    """The graph has a line for each seat, a scale from 0 to 100 per cent, and a description."""
    picture = review_graph(begun[1], language)
    root = ET.fromstring(picture)
    assert len(root.findall(".//{*}path")) == 4  # Each path has a rim.
    labels = [text.text for text in root.findall(".//{*}text")]
    assert {"0", "25", "50", "75", "100"} <= set(labels)
    told = re.search(r"Ada: (\d+) %\. Ben: (\d+) %\.", picture)
    assert told
    assert list(map(int, told.groups())) == [round(100 * chance) for chance in list(chances_by_round(begun[1]))[-1][1]]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_words(begun: tuple[ms.Game, Review], language: str) -> None:
    """The text has a bar for each round, the losses, and the costliest moves with better ones."""
    game, found = begun
    told = review_in_words(found, language, costliest=2)
    without = review_in_words(found, language, costliest=0)
    assert without == told[: len(without)]
    assert len(without) == len(told) - 3
    rounds = len({(entry.state.phase, entry.state.round) for entry in found.decisions})
    for line, name in zip(told[1:3], ("Ada", "Ben"), strict=True):
        assert re.fullmatch(rf"  {name}  [▁▂▃▄▅▆▇█ ]{{{rounds},{rounds + 2}}}", line)
    assert [text[:3] for text in told[-2:]] == ["1. ", "2. "]
    analysis = analysis_in_words(analyse(game.state, iterations=10), language)
    assert "Ada" in analysis[0]
    assert analysis[1].startswith("1. ")
    assert not any("{" in text for text in (*told, *analysis))


@pytest.mark.long
@pytest.mark.parametrize(("language", "words"), [("en", "From phase"), ("pl", "Od fazy"), ("de", "Ab Phase")])
def test_chances_continue_below(begun: tuple[ms.Game, Review], language: str, words: str) -> None:
    """In a narrow terminal the bars of later rounds are printed below, with the round in which they begin."""
    _, found = begun
    states = [attrs.evolve(entry.state, round=number) for number, entry in enumerate(found.decisions, start=1)]
    judged = (attrs.evolve(entry, state=state) for entry, state in zip(found.decisions, states, strict=True))
    long = attrs.evolve(found, decisions=tuple(judged))
    whole, narrow = review_in_words(long, language), review_in_words(long, language, width=20)
    bars = [line.split("  ")[-1].replace(" ", "") for line in whole[1:3]]
    rows = len(narrow) - len(whole) + 2
    cut = narrow[1 : 1 + rows]
    assert len(bars[0]) == len(states)
    assert all(len(line) <= 20 for line in cut if not line.startswith(words))
    for name, its in zip(("Ada", "Ben"), bars, strict=True):
        assert "".join(line[7:].replace(" ", "") for line in cut if line.startswith(f"  {name}  ")) == its
    assert next(line for line in cut if line.startswith(words)).endswith((" 13 on:", " 13:"))
    assert review_in_words(long, language, width=200) == whole


def test_steps_to_review_must_follow_each_other() -> None:
    """Moves in another order or with a gap would get wrong numbers."""
    steps = list(played(6).steps())
    for wrong in (steps[::-1], [*steps[:2], *steps[3:]]):
        with pytest.raises(ms.MisuseError, match=r"game: step \d, .*, does not start from the position after step \d"):
            review(wrong, iterations=1)


def test_nothing_to_review() -> None:
    """A game without decisions and invalid numbers are refused."""
    with pytest.raises(ms.MisuseError, match="this game has no decisions to review"):
        review(ms.Game.new(["Ada", "Ben"], seed=1))
    for wrong in (None, 5, ["move"]):
        with pytest.raises(ms.MisuseError, match="game: expected a Game or its steps, got "):
            review(wrong)  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match="review: jobs: expected a whole number from 1 up, got 0"):
        review(played(3), jobs=0)


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        ({"iterations": 0}, "review: iterations: expected a whole number from 1 up, got 0"),
        ({"iterations": "1"}, "review: iterations: expected a whole number from 1 up, got '1'"),
        ({"seconds": "1"}, "review: seconds: expected a number above 0, got '1'"),
        ({"seconds": 0}, "review: seconds: expected a number above 0, got 0"),
        ({"seed": -1}, "review: seed: expected a whole number from 0 up, got -1"),
    ],
)
def test_invalid_budgets(budget: dict[str, Any], words: str) -> None:
    """An invalid budget or seed is refused before any decision is judged, in both functions."""
    game = played(3)
    for ask in (review, list_decisions):
        with pytest.raises(ms.MisuseError, match=words):
            ask(game, **budget)
