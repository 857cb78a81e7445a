"""Whole logs for public ones: the known pieces lie where they were turned up, and the others are dealt."""

from __future__ import annotations

import random

import pytest
from lamp import LAMP_GAME

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.errors import MalformedError, MisuseError
from magnum_sal.model.events import ChamberRevealed
from magnum_sal.record.log import GameLog, MoveLine, UndoLine
from magnum_sal.web._dealt_logs import deal_log

NAMES = ("Ada", "Ben", "Cleo", "Dan")
MAPPED = ms.STANDARD.with_switches(mapped_mine=True)


def play_on(game: ms.Game, moves: int, seed: int) -> None:
    """Make up to *moves* moves of a weak bot. Now and then, undo some of them and go another way."""
    bot, rng = make_bot("random", seed=seed), random.Random(seed)
    for _ in range(moves):
        if game.state.is_over:
            return
        game.play(bot(game.state.public(), ms.legal_moves(game.state)))
        if game.step_count and rng.random() < 0.08:
            game.undo(to=max(0, game.step_count - rng.randint(1, 12)))


def lines(log: GameLog) -> str:
    """Return the text of a log."""
    return "".join(log.lines())


def check_dealt(game: ms.Game, seed: int) -> ms.Game:
    """Deal the public log of a game, check the result, and return its game."""
    public = ms.GameLog.read(lines(game.log.public()).encode())
    dealt = ms.Game.from_log(lines(deal_log(public, random.Random(seed))).encode())
    assert not dealt.log.is_public
    assert lines(dealt.log.public()) == lines(public)
    assert dealt.state.public() == game.state.public()
    assert dealt.undone == game.undone
    return dealt


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("moves", [0, 60, 160])
@pytest.mark.parametrize("ruleset", [ms.STANDARD, MAPPED], ids=["standard", "mapped"])
def test_the_rules_lead_to_the_lines_of_the_public_log(players: int, moves: int, ruleset: ms.Ruleset) -> None:
    """The public copy of the dealt log is the public log, byte by byte, also with undone moves."""
    for seed in range(2):
        game = ms.Game.new(NAMES[:players], seed=seed, ruleset=ruleset)
        play_on(game, moves, seed)
        check_dealt(game, seed + 1)


@pytest.mark.slow
def test_the_undone_pieces_stay_in_place() -> None:
    """A piece that only an undone move has turned up comes again when somebody makes the move again."""
    game = ms.Game.new(NAMES[:2], seed=3)
    bot = make_bot("greedy", seed=1)
    known = sum(tile is not None for tile in map(game.state.find_tile, ("1R1", "1L1")))
    while sum(tile is not None for tile in map(game.state.find_tile, ("1R1", "1L1"))) == known:
        game.play(bot(game.state.public(), ms.legal_moves(game.state)))
    after = game.state.public()
    game.undo()
    for seed in range(5):
        dealt = check_dealt(game, seed)
        dealt.redo()
        assert dealt.state.public() == after


@pytest.mark.long
@pytest.mark.parametrize("moves", [20, 120])
def test_games_that_start_from_a_position(moves: int) -> None:
    """The pieces of a position are dealt like those of a setup, also in a later phase."""
    for seed in range(3):
        earlier = ms.Game.new(NAMES[:2], seed=seed)
        bot = make_bot("greedy", seed=seed)
        while earlier.state.phase < 2:
            earlier.play(bot(earlier.state.public(), ms.legal_moves(earlier.state)))
        game = ms.Game.from_position(earlier.state)
        play_on(game, moves, seed)
        check_dealt(game, seed)


@pytest.mark.long
def test_each_piece_is_equally_likely() -> None:
    """The unknown pieces are dealt at random: the first face-down order is each of the unseen ones about as often."""
    game = ms.Game.new(NAMES[:2], seed=5)
    public = game.log.public()
    drawn = [str(deal_log(public, random.Random(seed)).started.setup.orders[0][3]) for seed in range(400)]
    unseen = [str(order) for order in game.state.ruleset.orders[0]]
    for shown in game.state.castle.open:
        unseen.remove(str(shown))
    for order in set(drawn) | set(unseen):
        assert drawn.count(order) == pytest.approx(400 * unseen.count(order) / 5, abs=45)


def test_a_whole_log_stays_as_it_is() -> None:
    """Nothing is dealt if the log names all pieces."""
    log = ms.Game.new(NAMES[:2], seed=3).log
    assert deal_log(log, random.Random(1)) is log


def test_what_nobody_can_deal() -> None:
    """Pieces on a real table, and what a player of an extension has seen alone, are refused with a reason."""
    table = ms.Game.open_table(["Ada", "Ben"])
    with pytest.raises(MisuseError, match="lie on a real table"):
        deal_log(table.log, random.Random(1))
    with pytest.raises(MisuseError, match="face-down pieces of an extension"):
        deal_log(ms.Game.new(["Ada", "Ben"], ruleset=LAMP_GAME, seed=1).log.public(), random.Random(1))


def test_lines_that_contradict_the_pieces() -> None:
    """A public log whose lines turn up impossible pieces is refused."""
    foreign, one, other = map(ms.ChamberTile.parse, ("BBBGGGWWW/9", "BG/1", "BBB/1"))

    def revealing(tile: ms.ChamberTile) -> MoveLine:
        return MoveLine(1, 0, ms.PlaceMiner("stock", "1R1"), (ChamberRevealed("1R1", tile),))

    for entries, words in (
        ((revealing(foreign),), "a piece that its piles do not hold"),
        ((revealing(one), UndoLine(0), revealing(other)), "two different pieces in one place"),
    ):
        log = ms.Game.new(NAMES[:2], seed=3).log.public()
        log.extend(entries)
        with pytest.raises(MalformedError, match=words):
            deal_log(log, random.Random(1))
