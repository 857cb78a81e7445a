"""Preferences of players besides the worth of positions: ``_judge.py``."""

from collections import Counter

import pytest

import magnum_sal as ms
from magnum_sal.bots import STYLES, check_name_from_file, make_bot
from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._judge import Judge, load_judge, load_styled_judge
from magnum_sal.testing import position

WALK = ms.VisitCastle("stock", False)
LOAD = ms.ExtractSalt("1L1", ms.SaltAmount(2, 0, 0), 0, 0, (0, 0))
TRADES = (ms.Transaction("buy", "brown"), ms.Transaction("sell", "green"))
THERE_AND_BACK = (ms.Transaction("sell", "brown"), ms.Transaction("buy", "brown"))


def test_progress_is_credited() -> None:
    """
    A walk to the castle and cubes are credited later in a phase. The town square is penalized, and a pass is neutral.

    If the phase ends with the round, nothing is credited.
    """
    early, late = (position(f"turn: A, phase 1, round {number} | A: BB, stock 3 | castle: BB=9") for number in (1, 12))
    judge = Judge({})
    for move in (WALK, LOAD):
        assert judge.credit(early, move) == 0 < judge.credit(late, move)
    assert judge.credit(early, ms.VisitTownSquare()) == judge.credit(late, ms.VisitTownSquare()) < 0
    assert judge.credit(late, ms.Pass()) == 0
    ending = position("turn: A, phase 1, round 12 | A: BB, stock 3, orders BBB=15 BG=11 GG=13 BBG=17 | castle: BB=9")
    assert ending.castle.completed == ending.orders_to_end
    for move in (WALK, LOAD):
        assert judge.credit(ending, move) == 0


def test_a_style_likes_kinds_of_move() -> None:
    """A style credits extracting and trading for each cube, and other moves once. It never credits an idle trade."""
    state = position("turn: A, phase 1, round 12 | A: BB, stock 3 | castle: BB=9")
    plain, fond = Judge({}), Judge({}, style={"visit_castle": 2.0, "extract_salt": 1.5, "visit_market": 0.5})
    for move, more in ((WALK, 2.0), (LOAD, 3.0), (ms.VisitMarket(TRADES), 1.0), (ms.VisitInn(), 0.0)):
        assert fond.credit(state, move) - plain.credit(state, move) == pytest.approx(more)
        assert fond.liking(move) - plain.liking(move) == pytest.approx(more)
    for idle in (ms.VisitMarket(THERE_AND_BACK), ms.VisitTownSquare()):
        assert fond.liking(idle) == plain.liking(idle) < 0


@pytest.mark.parametrize("bot", ["greedy:width=0", "search:iterations=5", "novice:noise=1"])
@pytest.mark.parametrize("style", STYLES)
def test_styles_are_options(bot: str, style: str) -> None:
    """Both bots and all levels accept a style, also in names from a file."""
    state = ms.new_game(["Ada", "Ben"], seed=5).public()
    name = f"{bot},style={style}"
    check_name_from_file(name)
    assert make_bot(name, seed=1)(state, ms.legal_moves(state)) in ms.legal_moves(state)


@pytest.mark.parametrize("style", ["lazy", "3", ""])
def test_an_unknown_style_is_refused(style: str) -> None:
    """The message lists the known styles."""
    with pytest.raises(ms.MisuseError, match=r"style: expected one of miner, trader, courtier, got .*"):
        make_bot(f"greedy:style={style}")


def test_styles_name_moves_and_features() -> None:
    """A style lists kinds of move and features of positions, and no name is both."""
    kinds = {kind.type for kind in ms.STANDARD.by_move}
    assert not kinds & set(FEATURES)
    for likes in STYLES.values():
        assert set(likes) <= kinds | set(FEATURES)


def test_a_style_leans_the_judge() -> None:
    """A style adds its values to the judge's weights, in every phase and for every number of players."""
    for players in (2, 3, 4):
        state = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][:players], seed=1)
        plain, leant = load_judge().weights_at(state), load_styled_judge("courtier").weights_at(state)
        for name, weight, other in zip(FEATURES, plain, leant, strict=True):
            assert other - weight == pytest.approx(STYLES["courtier"].get(name, 0.0))


def doings(style: str) -> Counter[str]:
    """Return how much a player of a style (``plain`` for none) has extracted and traded at the start of some games."""
    found: Counter[str] = Counter()
    for seed in range(2):
        names = ("greedy:width=0" + (f",style={style}" if style != "plain" else ""), "greedy:width=0")
        bots = [make_bot(name, seed=seed) for name in names]
        state = ms.new_game(["Ada", "Ben"], seed=seed)
        for _ in range(60):
            move = bots[state.turn_seat](state.public(), ms.legal_moves(state))
            if state.turn_seat == 0:
                found["cubes extracted"] += move.salt.total if isinstance(move, ms.ExtractSalt) else 0
                found["cubes traded"] += len(move.transactions) if isinstance(move, ms.VisitMarket) else 0
            state = ms.apply(state, move).state
    return found


@pytest.mark.long
def test_styles_show_in_play() -> None:
    """A player with a style plays more of the preferred moves."""
    plain, miner, trader = map(doings, ("plain", "miner", "trader"))
    assert miner["cubes extracted"] > plain["cubes extracted"]
    assert miner["cubes traded"] < plain["cubes traded"]
    assert trader["cubes traded"] > 1.5 * plain["cubes traded"]
