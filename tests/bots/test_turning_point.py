"""The turning point of a reviewed game: when the winner took the lead, and with whose mistake."""

import attrs
from tests.bots.judged_games import judged, won_by_ben

from magnum_sal.bots import review_summary
from magnum_sal.testing import position


def test_the_turning_point() -> None:
    """The game turned with the rival's mistake after which, or soon after which, the winner became the favourite."""
    mistake = judged(0, 3, 0.4, loss=0.3)
    turned = won_by_ben(judged(0, 2, 0.5), judged(1, 2, 0.4), mistake, judged(1, 3, 0.7), judged(0, 4, 0.8))
    assert turned.took_lead == turned.turning_point == mistake
    assert any("The turning point was move 7 (phase I, round 3), Ada" in text for text in review_summary(turned))
    later = won_by_ben(mistake, judged(1, 3, 0.45), judged(0, 4, 0.8))
    assert later.turning_point == mistake
    assert later.took_lead == later.decisions[1]
    (told,) = [text for text in review_summary(later) if "turning point was" in text]
    assert told.endswith(f"Ben was ahead from move {later.decisions[1].number + 1} on.")
    again = attrs.evolve(mistake, number=mistake.number + 1)
    assert won_by_ben(mistake, again, judged(0, 4, 0.8)).turning_point == again


def test_no_bystander_turned_the_game() -> None:
    """If no rival made a mistake when the winner took the lead, no move is named, least of all the winner's own."""
    for last in (
        judged(1, 3, 0.4),
        judged(1, 3, 0.4, loss=0.3),
        judged(0, 3, 0.4),
        judged(0, 3, 0.4, loss=0.3, error=0.2),
        judged(0, 3, 0.4, loss=0.004, error=0.001),
    ):
        review_of_game = won_by_ben(judged(0, 1, 0.4, loss=0.3), last, judged(0, 4, 0.8))
        assert review_of_game.took_lead == last
        assert review_of_game.turning_point is None
        told = "No single move turned the game. Ben took the lead in phase I, round 3."
        assert told in review_summary(review_of_game)


def test_a_single_estimate_that_may_be_wrong_turns_no_game() -> None:
    """One decision between others counts only if the winner was clearly behind; two decisions always count."""
    start, end = judged(0, 1, 0.6), judged(0, 4, 0.8)
    unclear = judged(1, 3, 0.48, error=0.02)
    assert won_by_ben(start, unclear, end).took_lead is None
    clear = judged(1, 3, 0.48, error=0.009)
    assert won_by_ben(start, clear, end).took_lead == clear
    earlier = judged(0, 3, 0.48, error=0.02)
    assert won_by_ben(start, earlier, unclear, end).took_lead == unclear


def test_games_without_a_turn() -> None:
    """There is no turning point if the winner was always the favourite, or if the game is not over."""
    led = won_by_ben(judged(0, 2, 0.6, loss=0.3), judged(1, 2, 0.7))
    assert (led.took_lead, led.turning_point) == (None, None)
    assert any("Ben was ahead from the first decision." in text for text in review_summary(led))
    begun = attrs.evolve(won_by_ben(judged(0, 2, 0.4, loss=0.3)), final=position("turn: A"))
    assert begun.winners == ()
    assert (begun.took_lead, begun.turning_point) == (None, None)
