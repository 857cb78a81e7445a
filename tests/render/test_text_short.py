"""The short form of the text: the whole table in 80 columns and 23 lines."""

from __future__ import annotations

import random
import re
from functools import cache

import attrs
import pytest
from tests.amounts import select
from tests.render.playing import finished, made
from tests.render.recorded import GAMES, steps

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.mine import CHAMBERS
from magnum_sal.render._text_short import MOST_LINES, abbreviate_name
from magnum_sal.render.text_lines import columns
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind, play
from magnum_sal.words import LANGUAGES, ending_in_words, label, move_in_words, tool_label


@cache
def walked(players: int, seed: int) -> tuple[ms.Step, ...]:
    """Return steps of a game in which all kinds of moves occur."""
    first = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][:players], seed=seed)
    steps = play(first, any_kind, random.Random(seed), 400)
    return tuple(ms.Step(before, move, *after) for before, move, after in steps)


def short(state: ms.GameState, **options: object) -> str:
    """Return the short form of a position."""
    return render.text(state, form="short", **options)  # type: ignore[arg-type]


def check_fits(steps: tuple[ms.Step, ...], language: str, stride: int) -> None:
    """Check that one position in *stride* fits the terminal with the steps that led to it, and that no line is cut."""
    seats = len(steps[0].before.players)
    for number in range(0, len(steps), stride):
        for told in (1, seats):
            last = steps[max(number - told + 1, 0) : number + 1]
            lines = short(steps[number].after, last=last, language=language).splitlines()
            assert len(lines) <= MOST_LINES
            assert max(map(columns, lines)) <= 80
            assert [line for line in lines if line.endswith("...")] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", select(GAMES))
def test_recorded_games_fit_a_small_terminal(name: str) -> None:
    """Every position fits in every language, with one step or with all steps since the last turn."""
    assert len(GAMES) > 5
    for number, language in enumerate(LANGUAGES):
        check_fits(steps(name)[number:], language, 23)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_fit_a_small_terminal(players: int) -> None:
    """This holds for games that are played to the end, and for games that try everything."""
    for number, language in enumerate(LANGUAGES):
        check_fits(finished(players)[number:], language, 41)
        check_fits(walked(players, 3)[number:], language, 29)


def test_the_contents_of_the_short_form() -> None:
    """The text has miners, salt, water, offers, the castle line, assistants, and each player's possessions."""
    state = position(
        "S1: AB | S2: B | 1L1: AaB [BBG/1] | 1R1: B | market: BBG | workshop: rope cart - | assistant market: B"
        "| A: 12 groszy, BBGW, stock 3, left 1, 2 rope, cart used, order BB=9 | B: right 2 | turn: A, actions 1",
        visited=("inn",),
    )
    assert short(state).splitlines() == [
        "phase I/III · round 2 · to move: A A · actions left 1 · visited inn",
        "",
        "S1 A1 B1       | 1L1 BBG/1 A1 a1 B1  1L2 ?     1L3 ?          1L4 ?",
        "S2 B1          | 1R1 - B1       1R2 ?          1R3 ?          1R4 ?",
        "S3             | 2L1 ?               2L2 ?               2L3 ?",
        "S4             | 2R1 ?               2R2 ?               2R3 ?",
        "S5             | 3L1 ?               3L2 ?",
        "S6             | 3R1 ?               3R2 ?",
        "",
        "inn 6 groszy",
        "workshop    rope for 3  cart for 4  - for 5",
        "market      B 5# 4# 3. 3.  G 6# 5. 4.  W 8. 7.  assistant B",
        "castle      BB=9  BG=11  BG=11  stack 4  orders completed 1 of 4  left circle A1",
        "            right circle B2",
        "",
        ">A A  12 groszy  B2 G1 W1  stock A3  score 30, rank 1 (starting player)",
        "   2 ropes, cart*  orders BB=9",
        " B B  10 groszy  stock B0  score 10, rank 2",
        "   tools -  orders -",
    ]


@pytest.mark.slow
def test_the_last_steps_are_shortened_from_the_front() -> None:
    """Consequences are dropped first, then the moves are joined, then the first moves are replaced by their number."""
    steps = walked(4, 3)
    state = steps[-1].after
    moves = [move_in_words(step.before, step.move) for step in steps]
    whole = short(state, last=steps[-1])
    assert f"\n{'ABCD'[steps[-1].seat]} {steps[-1].before.player.name}: {moves[-1]}" in whole
    flat = short(state, last=steps[-40:]).replace("\n", " ")
    assert moves[-1] in flat
    gone = re.search(r"\.\.\. \(earlier: (\d+)\)", flat)
    assert gone is not None
    assert 30 < int(gone[1]) < 40
    assert len(short(state, last=steps[-40:]).splitlines()) == MOST_LINES


def test_a_move_that_is_too_long_is_cut() -> None:
    """The text keeps its 80 columns and its number of lines."""
    state = walked(4, 3)[-1].after
    names = tuple(attrs.evolve(player, name="D" * 40) for player in state.players)
    long = attrs.evolve(state, players=names)
    step = made(long, ms.legal_moves(long)[0])
    lines = short(step.after, last=[step]).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= MOST_LINES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_end_fits(players: int, language: str) -> None:
    """The result of each player is written in full, in the town's lines if necessary."""
    steps = finished(players)
    text = short(steps[-1].after, last=steps[-1], language=language)
    told = re.sub(r"\n +", " ", text)
    for sentence in ending_in_words(steps[-1].after, language):
        assert sentence in told
    assert len(text.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_names_of_tools_differ(language: str) -> None:
    """The names differ even if they have only a few letters."""
    for most in (6, 4):
        tools = dict.fromkeys(ms.STANDARD.tools)
        names = [abbreviate_name(tool_label(tool, language), most) for tool in tools]
        assert len(set(names)) == len(tools) == 7
        assert max(map(len, names)) <= most + 4


def test_many_cards_are_counted() -> None:
    """Orders have their own line if there is room. Otherwise names are shortened first, then orders are counted."""
    tools = "2 rope, 2 pickaxe, 2 bucket, 2 cart, food, royal_privilege, commercial_privilege"
    few = position(f"turn: A, phase 3 | A: {tools} | B: stock 5 | C: stock 5 | D: stock 5")
    told = "   rope*2, pickaxe*2, bucket*2, cart*2, food, royal p., commer. p.".replace("*", "\N{MULTIPLICATION SIGN}")
    assert f"{told}\n   orders -\n" in short(few)
    step = made(few, ms.Pass())
    assert f"{told}  orders -\n" in short(step.after, last=step)
    cards = (*(ms.ToolCard(tool) for tool in dict.fromkeys(ms.STANDARD.tools)), ms.ToolCard("rope", True))
    orders = (ms.RoyalOrder.parse("BB=9"),) * 9
    player = attrs.evolve(few.players[0], tools=cards, orders=orders)
    many = attrs.evolve(few, players=(player, *few.players[1:]))
    step = made(many, ms.Pass())
    line = next(line for line in short(step.after, last=step).splitlines() if "rope*" in line)
    assert line.endswith(f"{label('orders')} 9")


@pytest.mark.parametrize(
    ("language", "tools"),
    [
        ("en", "2 ropes, 2 pickaxes*, cart"),
        ("pl", "2 liny, 2 kilofy*, wózek"),
        ("de", "2 Seile, 2 Spitzhacken*, Karren"),
    ],
)
def test_names_of_tools_have_the_number_of_the_cards(language: str, tools: str) -> None:
    """Two cards of a tool have its plural, as in the effects of a move. Only an abbreviation has none."""
    state = position("A: 2 rope, pickaxe used, pickaxe used, cart")
    assert f"   {tools}  " in render.text(state, form="short", language=language)


def test_a_crowded_corridor_is_compressed_and_then_cut() -> None:
    """Chambers keep their columns as long as possible. Text beyond the last column is replaced by dots."""
    some = short(position("S1: A | S2: A | 1L1: AaBbCc [BBG/2] | 1L2: AB | 1L3: A | C: stock 2"))
    assert "| 1L1 BBG/2 A1 a1 B1 b1 C1 c1  1L2 - A1 B1  1L3 - A1  1L4 ?" in some
    rows = " | ".join(f"1L{number}: AaBbCcDd" for number in range(1, 5))
    crowded = short(position(f"S1: A | S2: A | {rows}")).splitlines()[2]
    assert len(crowded) == 80
    assert crowded.endswith("...")


def test_colours_change_nothing_else() -> None:
    """Coloured lines have the same text with the codes of a terminal."""
    state = walked(3, 3)[-1].after
    coloured = short(state, color=True, last=walked(3, 3)[-1])
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == short(state, last=walked(3, 3)[-1])
    assert "\x1b[" in coloured


@pytest.mark.parametrize("players", [2, 4])
def test_the_map_is_in_the_short_form(players: int) -> None:
    """VAR-MAP: everybody knows the tiles of chambers that nobody has entered, so the short form has them, too."""
    names = ["Ada", "Ben", "Cleo", "Dan"][:players]
    state = ms.new_game(names, seed=7, ruleset=attrs.evolve(ms.STANDARD, mapped_mine=True))
    lines = short(state).splitlines()
    assert all(f"{name} ?({tile})" in "\n".join(lines) for name, tile in zip(CHAMBERS, state.mine.tiles, strict=True))
    assert max(map(len, lines)) <= 80
    assert len(lines) <= MOST_LINES
    assert "(BBG/1)" in short(state, legend=True).split("LEGEND")[1]
    entered = position("S1: A | S2: A | 1L1: A [BG/1]", ruleset=state.ruleset)
    assert "(BG/1)" not in next(line for line in short(entered).splitlines() if "1L1 " in line).split("1L2")[0]
