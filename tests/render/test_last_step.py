"""The step that led to a position, in both pictures: ``last=``."""

import random

import pytest
from tests.render.playing import made
from tests.render.reading import root, with_class, words

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render.text_lines import TERMINAL_CODES
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind, play
from magnum_sal.words import LANGUAGES, move_in_words, step_in_words


def walked(moves: int = 60) -> list[ms.Step]:
    """Return the steps of a game of three players."""
    first = ms.new_game(["Ada", "Ben", "Cleo"], seed=5)
    return [ms.Step(before, move, *after) for before, move, after in play(first, any_kind, random.Random(5), moves)]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_move_names_its_player(language: str) -> None:
    """The move is described with the player who made it, in a line of the text and in the head of the picture."""
    for step in walked()[::7]:
        told = f"{'ABC'[step.seat]} {step.before.player.name}: {move_in_words(step.before, step.move, language)}"
        lines = render.text(step.after, last=step, language=language, width=200).splitlines()
        plain = render.text(step.after, language=language, width=200).splitlines()
        added = [line for line in lines if line and line not in plain]
        assert added[0] == told
        assert {line.strip() for line in added[1:]} <= set(step_in_words(step, language))
        assert [line for line in lines if line and line not in added] == [line for line in plain if line]
        head = with_class(root(render.svg(step.after, last=step, language=language)), "ms-head")[0]
        assert f"{'ABC'[step.seat]} {step_in_words(step, language)[0]}" in " ".join(words(head))


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["wide", "tall"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_partly_bold(layout: render.LayoutName, language: str) -> None:
    """All lines of a single move are bold, and no line of several moves is, even if a line ends within a sentence."""

    def read_bold_news(last: list[ms.Step]) -> str:
        picture = render.svg(last[-1].after, last=last, layout=layout, language=language)
        texts = with_class(root(picture), "ms-head")[0].iter("{http://www.w3.org/2000/svg}text")
        # The headline is bold too, but has a larger font. Texts of the size of the news have no such attribute.
        return " ".join(
            "".join(text.itertext()) for text in texts if text.get("font-weight") and not text.get("font-size")
        )

    made = walked()
    longest = max(made, key=lambda step: len(move_in_words(step.before, step.move, language)))
    told = move_in_words(longest.before, longest.move, language)
    assert read_bold_news([longest]) == f"{'ABC'[longest.seat]} {longest.before.player.name}: {told}"
    assert read_bold_news(made[-7:]) == ""


def test_a_step_of_the_full_game_fits_the_public_position() -> None:
    """Pictures show nothing hidden, so those of the full and the public position are the same."""
    step = walked(30)[-1]
    public = step.after.public()
    assert render.svg(public, last=step) == render.svg(step.after, last=step)
    assert render.text(public, last=step) == render.text(step.after, last=step)


def test_a_long_move_stays_within_the_columns() -> None:
    """A long move is broken between words, and in colour the player's name has the colour of the seat."""
    state = position("S1: B | S2: B | 1L1: AA [BBB/1] | A: 2 pickaxe, cart")
    move = next(move for move in ms.legal_moves(state, type="extract_salt") if "carts=1" in repr(move))
    step = made(state, move)
    assert max(map(len, render.text(step.after, last=step).splitlines())) <= 80
    assert f"\x1b[{TERMINAL_CODES['seat0']}mA A: \x1b[0m" in render.text(step.after, last=step, color=True)


def test_another_step_is_refused() -> None:
    """A step that leads to another position, and a value that is not a step, are refused."""
    steps = walked(4)
    for draw in (render.svg, render.text):
        with pytest.raises(ms.MisuseError, match="does not lead to this position"):
            draw(steps[3].after, last=steps[2])
        with pytest.raises(ms.MisuseError, match=r"last: expected a Step \(see Game\.last_step\), got 5"):
            draw(steps[3].after, last=5)  # type: ignore[arg-type]
        strange = ms.Step(None, steps[3].move, steps[3].after, ())  # type: ignore[arg-type]
        with pytest.raises(ms.MisuseError, match="state: expected a GameState, got None"):
            draw(steps[3].after, last=strange)
