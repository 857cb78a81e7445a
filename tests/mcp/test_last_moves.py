"""The argument ``moves`` of ``show_table``: what happened in the last moves."""

from __future__ import annotations

import copy
import re

import pytest
from lamp import LAMP_GAME, UseLamp
from tests.mcp.callers import LONGEST_ANSWER, ask, quick_desk, refuse
from tests.mcp.test_hidden_pieces import desk_at

import magnum_sal as ms
from magnum_sal.bots import HUMAN
from magnum_sal.mcp._seated_game import SeatedGame
from magnum_sal.mcp._tools import MOST_MOVES
from magnum_sal.testing import position
from magnum_sal.words import step_in_words

PAIR = ["Ada", "Ben"]
LANGUAGES = ("en", "pl", "de")


def test_the_last_moves_are_told_before_the_table() -> None:
    """The sentences are those of the answers to the moves, and the table is in its short form."""
    desk = quick_desk()
    ask(desk, "new_game", players=["Ada", "Ben=novice"], seed=7)
    answer = ask(desk, "play_move", game="game-1", position=0, move=">S1")
    now = desk._games["game-1"].position
    assert ask(desk, "show_table", game="game-1", moves=now) == answer
    for form in ("full", "short", "legend"):
        head, told, table = ask(desk, "show_table", game="game-1", moves=now, form=form).split("\n\n", 2)
        assert told == answer.split("\n\n")[1]
        assert "\n\n".join((head, table)) == ask(desk, "show_table", game="game-1", form=form)


@pytest.mark.parametrize(
    ("language", "none", "told"),
    [
        ("en", "No move has been played yet.", "Ben: hires a miner for 6 groszy"),
        ("pl", "Nie wykonano jeszcze żadnego ruchu.", "Ben: zatrudnia górnika za 6 groszy"),
        ("de", "Es wurde noch kein Zug gemacht.", "Ben: wirbt für 6 Groschen einen Bergmann an"),
    ],
)
def test_the_language_is_that_of_the_call(language: str, none: str, told: str) -> None:
    """The sentences are about the last moves only, without moves that were undone."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    assert ask(desk, "show_table", game="game-1", moves=5, language=language).split("\n\n")[1] == none
    for number, move in enumerate((">S1", "inn", "square")):
        ask(desk, "play_move", game="game-1", position=number, move=move)
    ask(desk, "undo_move", game="game-1", position=3)
    lines = ask(desk, "show_table", game="game-1", moves=1, language=language).split("\n\n")[1].splitlines()
    assert lines[0] == told
    assert sum(line.startswith(("Ada: ", "Ben: ")) for line in lines) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_of_a_late_call_leads_to_the_missed_moves(language: str) -> None:
    """The call that it names tells each move that was missed. There are none after a number that does not exist yet."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    for number, move in enumerate((">S1", "inn", "pass")):
        ask(desk, "play_move", game="game-1", position=number, move=move)
    refusal = refuse(desk, "play_move", game="game-1", position=1, move="pass", language=language)
    missed = re.search(r"show_table .*moves=(\d+)", refusal)
    assert missed is not None
    assert missed[1] == "2"
    steps = list(desk._games["game-1"].game.steps())[1:]
    told = ask(desk, "show_table", game="game-1", moves=2, language=language).split("\n\n")[1]
    assert told.splitlines() == [line for step in steps for line in step_in_words(step, language)]
    early = refuse(desk, "play_move", game="game-1", position=9, move="pass", language=language)
    assert "show_table" in early
    assert "moves" not in early


def test_the_number_of_moves_is_limited() -> None:
    """A refusal never names a number that would be refused."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    for number in range(MOST_MOVES + 5):
        ask(desk, "play_move", game="game-1", position=number, move="pass")
    assert f"moves={MOST_MOVES} " in refuse(desk, "play_move", game="game-1", position=0, move="pass")
    ask(desk, "show_table", game="game-1", moves=MOST_MOVES)
    for moves in (0, MOST_MOVES + 1):
        assert f"from 1 to {MOST_MOVES}" in refuse(desk, "show_table", game="game-1", moves=moves)


def test_the_sentences_name_no_secret() -> None:
    """LAMP-1: that Ada looked is public, but neither Ben nor a spectator reads which tile she saw."""
    state = position("players: Ada, Ben | A: lamp | S1: A | S2: A", ruleset=LAMP_GAME)
    game = ms.Game.from_position(state)
    game.play("lamp 1L1")
    for own in (1, None):
        desk = desk_at(state, 0)
        players = tuple(HUMAN if seat == own else "novice" for seat in range(2))
        desk._games["game-1"] = SeatedGame("game-1", game, players)
        told = ask(desk, "show_table", game="game-1", moves=MOST_MOVES)
        assert "looks" in told
        assert "BBG" not in told.split("\n\n")[1]


@pytest.fixture(scope="module")
def phases() -> list[ms.Game]:
    """Return a game of four players, in which players look at tiles, as it is at the end of each phase."""
    game = ms.Game.new([letter * 20 for letter in "ABCD"], seed=4, ruleset=LAMP_GAME)
    bot = ms.bots.make_bot("novice", seed=4)
    ends: list[ms.Game] = []
    while not game.is_over:
        view = game.seen_by(game.state.turn_seat)
        moves = view.legal_moves()
        looks = [move for move in moves if isinstance(move, UseLamp)]
        phase = game.state.phase
        game.play(looks[0] if looks else bot(view, moves))
        if game.state.phase != phase or game.is_over:
            ends.append(copy.copy(game))
    return ends


@pytest.mark.long
@pytest.mark.parametrize("form", ["full", "short", "legend"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_newest_sentences_remain_if_there_are_too_many(language: str, form: str, phases: list[ms.Game]) -> None:
    """The last sentence always fits beside the table (``ask`` checks the length)."""
    desk = quick_desk()
    for game in phases:
        desk._games["game-1"] = SeatedGame("game-1", game, (HUMAN,) * 4)
        answer = ask(desk, "show_table", game="game-1", moves=MOST_MOVES, language=language, form=form)
        assert game.last_step is not None
        assert step_in_words(game.last_step, language)[-1] in answer.splitlines()
        assert len(answer) > LONGEST_ANSWER / 2


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_are_those_of_the_public_log(language: str, phases: list[ms.Game]) -> None:
    """PUBLIC-1: over a whole game, the story is the one that spectators can read."""
    game = phases[-1]
    assert any(isinstance(move, UseLamp) for move in game.moves)
    public = ms.Game.from_log("".join(game.log.public().lines()).encode(), ruleset=LAMP_GAME)
    story = SeatedGame("game-1", game, (HUMAN,) * 4).tell_last_moves(game.step_count, language)
    assert story == [line for step in public.steps() for line in step_in_words(step, language)]
