"""The named players: ``registry.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.bots import LEVELS, check_name_from_file, make_bot
from magnum_sal.bots._built_in_bots import GreedyBot, SearchBot
from magnum_sal.bots.registry import bot_behind


def test_there_are_five_levels() -> None:
    """The three lower levels look no further than their turn. Files can name all levels."""
    assert tuple(LEVELS) == ("novice", "apprentice", "journeyman", "foreman", "master")
    assert [type(make_bot(name, seed=1)) for name in LEVELS] == [GreedyBot] * 3 + [SearchBot] * 2
    for name in LEVELS:
        check_name_from_file(name)


def test_options_replace_those_of_the_level() -> None:
    """A given option replaces the level's own. The others are kept."""
    assert bot_behind("master:iterations=50") == "search:iterations=50"
    assert bot_behind("novice: noise=5 ,width=1") == "greedy: noise=5 ,width=1"
    assert bot_behind("journeyman:width=2") == "greedy:width=2"
    assert bot_behind("my.module:Bot") == "my.module:Bot"


@pytest.mark.slow
@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_the_bot_behind_it(name: str) -> None:
    """A level plays the same moves as the bot behind it with the same seed."""
    state = ms.new_game(["Ada", "Ben"], seed=5).public()
    moves = ms.legal_moves(state)
    assert make_bot(name, seed=3)(state, moves) == make_bot(LEVELS[name], seed=3)(state, moves)


def test_the_options_of_levels_are_checked() -> None:
    """Errors about options use the name as it was typed. Limits for names in files apply to levels too."""
    with pytest.raises(ms.MisuseError, match="bot 'novice:depth=3' has no option 'depth'"):
        make_bot("novice:depth=3")
    with pytest.raises(ms.MisuseError, match="bot 'novice:noise=much': noise must be a number, not 'much'"):
        make_bot("novice:noise=much")
    with pytest.raises(ms.MisuseError, match="iterations is more than 1000"):
        check_name_from_file("master:iterations=100000")
    # The options multiply the time for a move, which would otherwise be minutes.
    for option in ("horizon=5", "sample=17"):
        with pytest.raises(ms.MisuseError, match="the limit for bots from a file"):
            check_name_from_file(f"search:iterations=1000,{option}")
    check_name_from_file("search:iterations=1000,horizon=4,sample=16")
    check_name_from_file("search:iterations=none,seconds=none")
    with pytest.raises(ms.MisuseError, match="is not one of the built-in bots: random, greedy, search, novice"):
        check_name_from_file("champion")
    with pytest.raises(ms.MisuseError, match="expected the name of a bot, got None"):
        check_name_from_file(None)  # type: ignore[arg-type]  # no name


@pytest.mark.slow
def test_noise_never_makes_a_level_wait() -> None:
    """Noise never improves the judgement of an idle move, because lower levels should play badly, not wait."""
    state = ms.new_game(["Ada", "Ben"], seed=5).public()
    moves = (ms.VisitTownSquare(), ms.PlaceMiner("stock", "S1"))
    chosen = [make_bot("greedy:width=0,noise=1000", seed=seed)(state, moves) for seed in range(60)]
    assert chosen.count(ms.VisitTownSquare()) < 25
