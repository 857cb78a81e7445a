"""Reviews of games: ``game_review.py`` and ``_descriptions.py``."""

import re
import xml.etree.ElementTree as ET

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.bots import (
    Review,
    analyse,
    analysis_in_words,
    make_bot,
    review,
    review_graph,
    review_in_words,
    review_summary,
)
from magnum_sal.bots.game_review import judge_decision, list_decisions
from magnum_sal.words import LANGUAGES

ITERATIONS = 6
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_review_one_decision_at_a_time(begun: tuple[ms.Game, Review]) -> None:
    """A caller can judge decisions itself, in any order, with the same results as ``review``."""
    game, found = begun
    steps = tuple(game.steps())
    decisions = list_decisions(steps, iterations=ITERATIONS)
    judged = {decision.number: judge_decision(decision) for decision in reversed(decisions[:6])}
    assert tuple(judged[decision.number] for decision in decisions[:6]) == found.decisions[:6]
    assert len(decisions) == len(found.decisions)


@pytest.mark.slow
def test_a_random_player_loses_more(begun: tuple[ms.Game, Review]) -> None:
    """The mean loss of a random player is greater than that of a greedy bot."""
    _, found = begun
    assert found.mean_loss(0) > found.mean_loss(1)
    assert attrs.evolve(found, decisions=()).mean_loss(0) == 0.0


@pytest.mark.slow
def test_the_costliest_moves(begun: tuple[ms.Game, Review]) -> None:
    """The costliest moves are sorted by loss, for one seat or all. Moves whose loss could be an error are left out."""
    _, found = begun
    costly = found.costliest(3)
    losses = [entry.loss for entry in costly]
    assert losses == sorted(losses, reverse=True)
    assert all(entry.loss > 2 * entry.error for entry in costly)
    assert all(entry.seat == 1 for entry in found.costliest(40, seat=1))
    assert set(found.costliest(99)) <= set(found.decisions)


@pytest.mark.slow
def test_jobs_change_nothing() -> None:
    """Several jobs produce the same review, and progress is reported in order."""
    game, told = played(5), []
    found = review(game, iterations=4, progress=lambda done, of: told.append((done, of)))
    assert review(game, iterations=4, jobs=2) == found
    assert told == [(number, len(found.decisions)) for number in range(len(found.decisions) + 1)]
    assert review(tuple(game.steps()), iterations=4) == found


@pytest.mark.slow
def test_the_turning_point() -> None:
    """
    The turning point is the last decision in which the winner was not the favourite.

    Before the end there is none.
    """
    game, begun = played(4000, ("random", "random")), review(played(6), iterations=3)
    last, earlier = (attrs.evolve(begun, final=state) for state in (game.state, game.at(9)))
    assert last.winners == tuple(score.seat for score in game.state.scores if score.rank == 1)
    assert earlier.winners == ()
    assert earlier.turning_point is None
    (winner,) = last.winners
    behind = tuple(0.2 if seat == winner else 0.8 for seat in (0, 1))
    ahead = behind[::-1]
    views = [ahead, behind, *[ahead] * (len(last.decisions) - 2)]
    judged = tuple(attrs.evolve(entry, chances=view) for entry, view in zip(last.decisions, views, strict=True))
    turned, led = attrs.evolve(last, decisions=judged), attrs.evolve(last, decisions=judged[2:])
    assert (turned.turning_point, led.turning_point) == (judged[1], None)
    assert any("The game turned with move 2 (phase I, round 1)" in text for text in review_summary(turned))
    assert any("was ahead from the first decision." in text for text in review_summary(led))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_graph(begun: tuple[ms.Game, Review], language: str) -> None:
    """The graph has a line for each seat, a scale from 0 to 100 per cent, and a description."""
    picture = review_graph(begun[1], language)
    root = ET.fromstring(picture)
    assert len(root.findall(".//{*}path")) == 4  # Each path has a rim.
    labels = [text.text for text in root.findall(".//{*}text")]
    assert {"0", "25", "50", "75", "100"} <= set(labels)
    assert re.search(r"Ada: \d+ %\. Ben: \d+ %\.", picture)


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_nothing_to_review() -> None:
    """A game without decisions and invalid numbers are refused."""
    with pytest.raises(ms.MisuseError, match="this game has no decisions to review"):
        review(ms.Game.new(["Ada", "Ben"], seed=1))
    with pytest.raises(ms.MisuseError, match="review: jobs: expected a whole number from 1 up, got 0"):
        review(played(3), jobs=0)
    with pytest.raises(ms.MisuseError, match="iterations: expected a whole number from 1 up, got 0"):
        review(played(3), iterations=0)
