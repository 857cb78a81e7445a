"""Styles of play: ``_styles.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.bots import STYLES, check_name_from_file, make_bot
from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._learned import learned_judge
from magnum_sal.bots._styles import judge_of


@pytest.mark.parametrize("style", STYLES)
def test_a_style_likes_some_things_better(style: str) -> None:
    """By what it says, in every phase and for every number of players."""
    for players in (2, 3, 4):
        state = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][:players], seed=1)
        plain, leant = learned_judge().weights_at(state), judge_of(style).weights_at(state)
        for name, weight, other in zip(FEATURES, plain, leant, strict=True):
            assert other - weight == pytest.approx(STYLES[style].get(name, 0.0))
    assert set(STYLES[style]) <= set(FEATURES)


@pytest.mark.parametrize("bot", ["greedy", "search:iterations=5"])
def test_styles_are_options(bot: str) -> None:
    """Of both bots and of all levels, from a file as well; others are refused."""
    colon = "," if ":" in bot else ":"
    state = ms.new_game(["Ada", "Ben"], seed=5).public()
    for style in STYLES:
        name = f"{bot}{colon}style={style}"
        check_name_from_file(name)
        assert make_bot(name, seed=1)(state, ms.legal_moves(state)) in ms.legal_moves(state)
    with pytest.raises(ms.MisuseError, match="there is no style 'lazy'; known are miner, trader, courtier"):
        make_bot(f"{bot}{colon}style=lazy")
