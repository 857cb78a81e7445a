"""Reasons for a move: ``_reasons.py``."""

from collections import Counter

import pytest
from tests.amounts import scale, select

import magnum_sal as ms
from magnum_sal.bots import Reason, _analysis, analyse, make_bot
from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._judge import Judge, load_judge
from magnum_sal.bots._reasons import _GROUPS, Course, reasons
from magnum_sal.model.rule import Phrase
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, has_label


def course_of(state: ms.GameState, *moves: ms.Move) -> Course:
    """Return the course of the moves of one turn."""
    steps = []
    opening = state.public()
    for move in moves:
        steps.append((state, move))
        state = ms.apply(state, move).state
    return Course(opening, tuple(steps), state)


def test_every_feature_is_in_one_group() -> None:
    """Each feature of the judge belongs to exactly one group."""
    counts = Counter(name for names in _GROUPS.values() for name in names)
    assert counts == Counter(FEATURES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    """Each kind of reason has a sentence in each language."""
    kinds = [*_GROUPS, "hinders", "later", *(f"completes.{when}" for when in ("now", "next", "later"))]
    for kind in kinds:
        assert has_label(f"why.{kind}", language)
        kinds_of_salt = (Phrase("why.kind.brown"), Phrase("why.kind.white"))
        facts = {"order": "BBG=17", "count": 2, "player": "Ben", "kinds": kinds_of_salt, "more": True, "nearer": False}
        said = Reason(kind, 1.0, facts).in_words(language)
        assert said
        assert not set("{[]}") & set(said)
        assert "why." not in said


def test_an_order_that_is_completed() -> None:
    """The reason names the order and its payment, which is also the weight of the reason."""
    state = position("turn: A, arriving 1 | castle: BBG=17 BB=9 BB=9 | A: 5 groszy, BBG | B: 5 groszy")
    dear, cheap = (course_of(state, ms.CompleteOrder(slot)) for slot in (0, 1))
    found = reasons(dear, cheap, load_judge())
    assert found[0] == Reason("completes.now", 17.0, {"order": "BBG=17", "count": 0})
    assert found[0].in_words() == "completes BBG=17 this turn"
    assert found[0].in_words("de") == "erfüllt BBG=17 in diesem Spielzug"


def test_a_common_result_is_no_reason() -> None:
    """If two courses do the same, there is no reason for either."""
    state = position("turn: A, arriving 1 | castle: BBG=17 BB=9 BB=9 | A: 5 groszy, BBG | B: 5 groszy")
    once = course_of(state, ms.CompleteOrder(0))
    assert reasons(once, once, load_judge()) == ()


def test_reasons_without_an_alternative() -> None:
    """Without another course, the changes from the opening position are the reasons."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    hired = reasons(course_of(state, ms.VisitInn()), None, load_judge())
    assert "miners" in [reason.kind for reason in hired]


def test_orders_completed_by_others_are_no_reason() -> None:
    """An order that another player completes in the course is not reported as the mover's."""
    deliver = ms.CompleteOrder(0)
    others = position("turn: B, arriving 1 | castle: BBG=17 BB=9 GG=13 | A: 5 groszy, BBG | B: 5 groszy, BBG")
    mine = position("turn: A, arriving 1 | castle: BBG=17 BB=9 GG=13 | A: 5 groszy, BBG | B: 5 groszy, BBG")
    course = Course(mine.public(), ((others, deliver),), others)
    assert [reason.kind for reason in reasons(course, None, load_judge()) if "completes" in reason.kind] == []
    own = Course(mine.public(), ((mine, deliver),), others)
    assert [reason.kind for reason in reasons(own, None, load_judge()) if "completes" in reason.kind] != []


def delivered_in(rounds: int) -> Course:
    """Return a course in which the player to move passes in *rounds* rounds and then delivers."""
    text = "turn: A, round {}, arriving 1 | castle: BBG=17 BB=9 GG=13 | A: 5 groszy, BBG | B: 5 groszy, BBG"
    states = [position(text.format(2 + later)) for later in range(rounds + 1)]
    steps = [*((state, ms.Pass()) for state in states[:-1]), (states[-1], ms.CompleteOrder(0))]
    return Course(states[0].public(), tuple(steps), states[0])


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        (0, "completes BBG=17 this turn"),
        (1, "completes BBG=17 next turn"),
        (2, "completes BBG=17 in 2 turns"),
        (3, "completes BBG=17 in 3 turns"),
    ],
)
def test_when_an_order_is_completed(rounds: int, words: str) -> None:
    """
    The reason counts turns of the player.

    It supports the move that completes the order earlier, or the only move.
    """
    course = delivered_in(rounds)
    (told,) = reasons(course, None, load_judge())
    assert (told.in_words(), told.groszy) == (words, 17.0)
    assert reasons(course, delivered_in(rounds + 1), load_judge()) == (told,)
    assert reasons(course, delivered_in(rounds), load_judge()) == ()
    assert reasons(delivered_in(rounds + 1), course, load_judge()) == ()


def test_the_strongest_reason_comes_first() -> None:
    """At most three reasons are reported, sorted by groszy."""
    state = position("turn: A, arriving 2 | castle: BBG=17 BB=9 GG=13 | A: 5 groszy, BBBBG | B: 5 groszy")
    found = reasons(course_of(state, ms.CompleteOrder(1), ms.CompleteOrder(0)), None, load_judge())
    assert len(found) == 3
    assert "BBG=17" in [reason.facts.get("order") for reason in found]
    assert [reason.groszy for reason in found] == sorted((reason.groszy for reason in found), reverse=True)


def test_an_unseen_order_is_no_reason() -> None:
    """A course is played in a guessed world. An order that is turned up there is not reported as a result of a move."""
    mine = position("turn: A, arriving 1 | castle: BBG=17 BB=9 GG=13 | A: 5 groszy, BBG | B: 5 groszy, BBG")
    later = position("turn: A, round 2, arriving 1 | castle: BBB=15 BB=9 GG=13 | A: 5 groszy, BBB | B: 5 groszy, BBG")
    course = Course(mine.public(), ((later, ms.CompleteOrder(0)),), later)
    assert [reason for reason in reasons(course, None, load_judge()) if "completes" in reason.kind] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_salt_on_an_unseen_tile_is_no_reason(seed: int) -> None:
    """Nobody knows what lies on a face-down tile, so no reason says that the move earns its salt."""
    state = position("turn: A, round 9, actions 2 | S1: A | S2: A | A: stock 4, 3 pickaxe, 0 groszy | B: 10 groszy")
    into_the_dark = ms.PlaceMiner("stock", "1L1")
    lines = analyse(state.public(), iterations=20, seed=seed, lines=50).lines
    (line,) = [line for line in lines if line.move == into_the_dark]
    # "work" are chambers within reach, and "later" is the reason of a best move without an advantage.
    assert {reason.kind for reason in line.reasons} <= {"work", "later"}
    for line in analyse(
        state.public(), iterations=20, seed=seed, root_moves=[into_the_dark, ms.VisitTownSquare()]
    ).lines:
        assert {reason.kind for reason in line.reasons} <= {"work", "later"}


def told(state: ms.GameState, other: ms.GameState, seat: int, reason: Reason, opening: ms.GameState) -> bool:
    """Return whether a reason is true of *state* compared with *other*, by counting and without the judge."""
    own, beside = state.players[seat], other.players[seat]
    salt = {kind: (own.salt.count(kind), beside.salt.count(kind)) for kind in ("brown", "green", "white")}
    miners = [of.bank.miners[seat] for of in (state, other)]
    tired = [sum(of.mine.tired_in(space, seat) for space, _ in of.mine.items()) for of in (state, other)]
    line = [player.line_left + player.line_right for player in (own, beside)]
    words = reason.in_words()
    if reason.kind.startswith("completes."):
        return reason.facts["order"] in {str(order) for order in opening.castle.open}
    if reason.kind == "salt":
        named = [kind for kind in salt if f"{kind} salt" in words]
        return bool(named) and all(salt[kind][0] > salt[kind][1] for kind in named)
    claims = {
        "money": own.money > beside.money,
        "miners": miners[0] < miners[1],
        "rest": tired[0] < tired[1],
        "walks": line[0] > line[1] if "more miners" in words else own.line_left > beside.line_left,
        "tools": sorted(map(str, own.tools)) != sorted(map(str, beside.tools)),
        "assistants": [seat_ == seat for seat_ in state.assistant_seats]
        != [seat_ == seat for seat_ in other.assistant_seats],
        "tempo": (seat - state.turn_seat) % len(state.players) < (seat - other.turn_seat) % len(state.players),
        "chain": state.mine != other.mine,
        "work": (state.mine, own.tools, own.salt) != (other.mine, beside.tools, beside.salt)
        or state.castle.open != other.castle.open,
        "hinders": True,
    }
    return claims[reason.kind]


@pytest.mark.long
@pytest.mark.parametrize("players", select([2, 3]))
def test_each_reason_is_true_of_the_results_of_the_moves(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Throughout a game, each reason is true of the positions in which the turns of the compared moves end."""
    given: list[tuple[Course, Course | None, tuple[Reason, ...]]] = []

    def noted(course: Course, other: Course | None, judge: Judge) -> tuple[Reason, ...]:
        found = reasons(course, other, judge)
        given.append((course, other, found))
        return found

    monkeypatch.setattr(_analysis, "reasons", noted)
    game = ms.Game.new(["Ada", "Ben", "Cleo"][:players], seed=7)
    bots = [make_bot("apprentice", seed=seat) for seat in range(players)]
    for number in range(scale(100, 50) if players == 2 else 50):
        state = game.state
        moves = ms.legal_moves(state)
        if number % 4 == 3 and len(moves) > 2:
            analyse(state, iterations=25)
        game.play(bots[state.turn_seat](state.public(), moves))
    false = []
    for course, other, found in given:
        beside = course.opening if other is None else other.turn_end
        seat = course.opening.turn_seat
        false += [reason for reason in found if not told(course.turn_end, beside, seat, reason, course.opening)]
    said = Counter(reason.kind for _, _, found in given for reason in found)
    assert [(reason.kind, reason.in_words()) for reason in false] == []
    assert sum(said.values()) > 10
    assert {"money", "salt"} <= set(said)


@pytest.mark.slow
def test_a_walk_to_the_castle_pays_later() -> None:
    """A move that sends a miner to the castle with the salt in stock has its order as a reason."""
    state = position("turn: A, round 3 | castle: BBG=17 GG=13 BB=9 | A: 5 groszy, BBG, stock 3 | B: 5 groszy")
    analysis = analyse(state, iterations=40, root_moves=[ms.VisitCastle("stock"), ms.VisitTownSquare()])
    (line,) = [line for line in analysis.lines if line.move == ms.VisitCastle("stock")]
    assert any(reason.kind.startswith("completes.") for reason in line.reasons)
