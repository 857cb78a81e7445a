"""
Search over a bot's options: ``python -m tools.tuning search:iterations=50 exploration=0.15,0.6 horizon=2,6``.

Options are tried one after another. Each value plays against the best bot so far and replaces it if it is significantly
stronger.
"""

import argparse
import re
import sys
from pathlib import Path
from typing import Final

from magnum_sal.arena import LadderStep, play_match

from .bot_argument import parse_bot

_NAME: Final = re.compile(r"(.*?)(?::(\s*\w+=.*)?)?", re.DOTALL)
"""The name of a bot: the part before the options, and the options."""


def main(words: list[str]) -> None:
    """Play the matches and print a line for each value."""
    asked = _arguments(words)
    best = asked.bot
    for option, _, values in (text.partition("=") for text in asked.options):
        for value in values.split(","):
            other = with_option(best, option, value)
            out = None if asked.folder is None else asked.folder / f"{len(list(asked.folder.iterdir())):03}.jsonl"
            results = play_match(
                [other, best],
                asked.games,
                asked.seed,
                most_moves=asked.most_moves,
                policy="raise",
                until=asked.until,
                jobs=asked.jobs,
                out=out,
            )
            step = LadderStep(other, best, results)
            print(_format_step(step, option, value), flush=True)
            if step.verdict() == "stronger":
                best = other
    print(f"best: {best}")


def with_option(bot: str, option: str, value: str) -> str:
    """
    Return a bot's name with an option set to a value.

    >>> with_option("search:iterations=50", "horizon", "2"), with_option("greedy:width=2,noise=1", "width", "4")
    ('search:iterations=50,horizon=2', 'greedy:noise=1,width=4')
    >>> with_option("my_bots:Greedy", "width", "4"), with_option("my_bots:Greedy:width=2", "width", "4")
    ('my_bots:Greedy:width=4', 'my_bots:Greedy:width=4')
    """
    # The class of a module and the file of a policy also follow a colon, but only options contain an equals sign.
    found = _NAME.fullmatch(bot)
    assert found is not None  # the pattern matches every text
    named, options = found.groups(default="")
    kept = [part for part in options.split(",") if part and part.partition("=")[0] != option]
    return f"{named}:{','.join([*kept, f'{option}={value}'])}"


def _format_step(step: LadderStep, option: str, value: str) -> str:
    standing = step.standing()
    return (
        f"{option}={value}: {standing.wins:g} of {standing.games} won, {standing.win_share:.1%} "
        f"({standing.low:.0%} to {standing.high:.0%}), {step.verdict()}"
    )


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tools.tuning", description=__doc__.strip().splitlines()[0])
    parser.add_argument("bot", type=parse_bot, help="the bot to begin with, with its options")
    parser.add_argument("options", nargs="+", metavar="OPTION=VALUE,VALUE...", help="the values to try, in this order")
    parser.add_argument("--games", type=int, default=200, help="games against each value, at most")
    parser.add_argument("--until", type=float, default=0.95, help="the confidence at which a match stops")
    parser.add_argument("--seed", type=int, default=1, help="decides the setups")
    parser.add_argument("--most-moves", type=int, default=2000, help="cap on a game's moves")
    parser.add_argument("--jobs", type=int, default=1, help="processes; they do not change the result")
    parser.add_argument("--folder", type=Path, help="where to store the results of each match")
    asked = parser.parse_args(words)
    for text in asked.options:
        if "=" not in text:
            parser.error(f"{text!r} is not an option with values, such as horizon=2,6")
        option, _, values = text.partition("=")
        try:
            for value in values.split(","):
                parse_bot(with_option(asked.bot, option, value))
        except argparse.ArgumentTypeError as error:
            parser.error(f"{text!r}: {error}")
    if asked.folder is not None:
        asked.folder.mkdir(parents=True, exist_ok=True)
    return asked


if __name__ == "__main__":
    main(sys.argv[1:])
