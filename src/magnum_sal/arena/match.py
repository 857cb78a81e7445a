"""A match: who plays what, fair seats, the seeds that everything follows from, and in what two matches differ."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from ..errors import MisuseError
from ..errors.messages import brief, cut, printable
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD

Policy: TypeAlias = Literal["raise", "random_move", "lose"]
"""
What happens when a bot fails. The error is raised; or a random legal move is made for it; or the game stops, the bot
ranks last and the others by their standing.
"""

POLICIES: Final[tuple[str, ...]] = get_args(Policy)
MOST_MOVES: Final = 4000
"""The cap on a game's moves where nothing else is said; a game need not end by the rules (PHASE-1)."""

LARGEST_SEED: Final = 2**256
"""Seeds are smaller than this, which is more than anybody can try out."""

LONGEST_NAME: Final = 1000
"""The most characters of a bot's name, its options included."""

MOST_SECONDS: Final = 10**9
"""The most seconds that are taken for a time: about thirty years."""

_LONGEST_VALUE: Final = 40
"""Characters of a value that is shown, at most."""

_LONGEST_DIFFERENCES: Final = 280
"""Characters of all that is told, at most; a message has a file's name besides."""


def bot_name(bot: str | Callable[..., Any]) -> str:
    """
    Return the name by which *bot* is found again, here or in a worker: ``module:Class``, or ``module:function``.

    Raises:
        MisuseError: it is neither a text nor a class or function that can be imported by its name.
    """
    if isinstance(bot, str):
        return bot
    if not inspect.isclass(bot) and not inspect.isfunction(bot):
        raise MisuseError(
            f"{brief(bot)} is neither the name of a bot nor a class or function; "
            "bots are made anew for every game, so give the class and not a bot that is made"
        )
    name = f"{bot.__module__}:{bot.__qualname__}"
    if "<" in name or _find_in_module(bot) is not bot:
        what = "class" if inspect.isclass(bot) else "function"
        raise MisuseError(
            f"{brief(bot)} is neither the name of a bot nor a {what} on the top level of a module, "
            "where each game and each worker would find it again; put it there, in a file of its own"
        )
    return name


def bot_names(bots: Sequence[str | Callable[..., Any]]) -> tuple[str, ...]:
    """
    Return the names of several bots.

    Raises:
        MisuseError: *bots* is not a sequence, or one of them has no name.
    """
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise MisuseError(f"bots: {brief(bots)} is no list of bots")
    return tuple(map(bot_name, bots))


def _find_in_module(bot: Callable[..., Any]) -> object:
    """Return what is found in a bot's module by the bot's own name."""
    found: object = sys.modules.get(bot.__module__)
    for part in bot.__qualname__.split("."):
        found = getattr(found, part, None)
    return found


def check_found_by_workers(bots: tuple[str, ...]) -> None:
    """
    Check that other processes can find the bots of this one.

    Raises:
        MisuseError: one of them was defined in a notebook or at a prompt.
    """
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    for bot in bots:
        if bot.startswith("__main__:") and (script is None or not Path(script).is_file()):
            raise MisuseError(
                f"{brief(bot)} was defined in a notebook or at a prompt, where no other process finds it: "
                "put it into a file and import it from there, or play with jobs=1"
            )


@attrs.frozen
class Match:
    """
    What is played: everything that decides the games, so that a match can be interrupted and gone on with.

    Raises:
        MisuseError: these make no match.
    """

    bots: tuple[str, ...]
    """The names of the bots, 2 to 4; as many sit at the table."""
    seed: int
    """Decides the setups, and nothing else."""
    ruleset: Ruleset = STANDARD
    """The rules to play by."""
    most_moves: int = MOST_MOVES
    """The cap on a game's moves."""
    policy: Policy = "random_move"
    """What happens to bots that fail."""
    move_seconds: float | None = None
    """
    Time for a move; None for no limit but that of process bots. A bot in Python is not interrupted, but its late move
    does not count.
    """
    bot_seed: int = 0
    """
    Decides the bots' own chance and the moves that are made for those that fail. It shares nothing with *seed*, so that
    no bot can find out a setup by what it is told.
    """

    def __attrs_post_init__(self) -> None:
        _check_bots(self.bots)
        for seed, what in ((self.seed, "seed of a match"), (self.bot_seed, "seed of a match's bots")):
            if type(seed) is not int:
                raise MisuseError(f"the {what} is a whole number, not {brief(seed)}")
            if not -LARGEST_SEED < seed < LARGEST_SEED:
                raise MisuseError(f"the {what} is a whole number of at most 256 bits")
        if not isinstance(self.ruleset, Ruleset):
            raise MisuseError(f"the ruleset of a match is a Ruleset, not {brief(self.ruleset)}")
        if type(self.most_moves) is not int or not 1 <= self.most_moves <= MOST_SECONDS:
            raise MisuseError(f"the cap on moves is a whole number above 0, not {brief(self.most_moves)}")
        if self.policy not in POLICIES:
            raise MisuseError(f"policy {brief(self.policy)} is none of {', '.join(POLICIES)}")
        if self.move_seconds is not None and not (
            type(self.move_seconds) in (int, float) and 0 < self.move_seconds <= MOST_SECONDS
        ):
            raise MisuseError(f"the time for a move is above 0 seconds, not {brief(self.move_seconds)}")

    @property
    def labels(self) -> tuple[str, ...]:
        """The bots' names, with a number where one plays more than once, as in ``greedy #2``."""
        counts = [self.bots[:index].count(bot) + 1 for index, bot in enumerate(self.bots)]
        return tuple(bot if count == 1 else f"{bot} #{count}" for bot, count in zip(self.bots, counts, strict=True))

    def setup_of(self, game: int) -> int:
        """Return the number of *game*'s setup; each is played once in every rotation of the seats."""
        return game // len(self.bots)

    def seats_of(self, game: int) -> tuple[int, ...]:
        """Return the seat of each bot in *game*."""
        count = len(self.bots)
        return tuple((bot + game) % count for bot in range(count))

    def setup_seed(self, setup: int) -> int:
        """Return the seed of a setup, by its number; it is the same on every machine and in every process."""
        return _derive_seed(self.seed, "setup", setup)

    def chance_seed(self, purpose: Literal["bot", "forced"], setup: int, seat: int) -> int:
        """
        Return the seed of what is left to chance at a *seat*, the same in every rotation of the seats.

        Args:
            purpose: For the bot's own chance, or for the moves that are made for it where it fails.
            setup: The number of the setup.
            seat: The seat.
        """
        return _derive_seed(self.bot_seed, purpose, setup, seat)


def _derive_seed(*key: int | str) -> int:
    digest = hashlib.sha256(repr(key).encode()).digest()
    return int.from_bytes(digest[:8], "big")


def _check_bots(bots: object) -> None:
    if type(bots) is not tuple:
        raise MisuseError(f"the bots of a match are a tuple of names, not {brief(bots)}")
    if not MIN_PLAYERS <= len(bots) <= MAX_PLAYERS:
        raise MisuseError(f"a match is between {MIN_PLAYERS} and {MAX_PLAYERS} bots, not {len(bots)}")
    for bot in bots:
        if type(bot) is not str or not bot.isprintable() or not 1 <= len(bot) <= LONGEST_NAME:
            raise MisuseError(f"a bot's name is a text of 1 to {LONGEST_NAME} printable characters, not {brief(bot)}")


def differences(there: Match, here: Match) -> str:
    """
    Return each field in which two matches differ, with what it is; empty where they are the same.

    >>> differences(Match(("random", "greedy"), 1, most_moves=60), Match(("random", "search"), 1))
    "its bot 2 is 'greedy', not 'search'; its most_moves is 60, not 4000"

    Args:
        there: The match of a file.
        here: The match that is asked for.
    """
    names = [field.name for field in attrs.fields(Match)]
    told = (one for name in names for one in _differences_of_field(name, getattr(there, name), getattr(here, name)))
    return cut("; ".join(told), _LONGEST_DIFFERENCES)


def _differences_of_field(name: str, there: object, here: object) -> Iterator[str]:
    if there == here:
        return
    match there, here:
        case (tuple(), tuple()):
            yield from _differences_of_bots(there, here)
        case (Ruleset(), Ruleset()) if there.name == here.name:
            yield from _differences_of_rules(there, here)
        case (Ruleset(), Ruleset()):
            yield _apart(f"its {name} is", there.name, here.name)
        case _:
            yield _apart(f"its {name} is", there, here)


def _differences_of_bots(there: tuple[str, ...], here: tuple[str, ...]) -> Iterator[str]:
    if len(there) != len(here):
        yield f"it has {len(there)} bots, not {len(here)}"
        return
    for number, (its, ours) in enumerate(zip(there, here, strict=True), start=1):
        if its != ours:
            yield _apart(f"its bot {number} is", its, ours)


def _differences_of_rules(there: Ruleset, here: Ruleset) -> Iterator[str]:
    """Yield the switches in which rulesets of one name differ."""
    its, ours = ({switch.name: of.setting(switch.name) for switch in of.switches} for of in (there, here))
    if its == ours:
        yield f"its ruleset is another one of the name {brief(there.name, _LONGEST_VALUE)}"
    for name in dict.fromkeys((*its, *ours)):
        if its.get(name) != ours.get(name):
            yield _apart(f"its {name} is", its.get(name), ours.get(name))


def _apart(words: str, there: object, here: object) -> str:
    """Return what two values are; of long ones that begin alike, what comes after that."""
    its, ours = brief(there, 10_000), brief(here, 10_000)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(its, ours, strict=False)))
    if max(len(its), len(ours)) > _LONGEST_VALUE and alike > _LONGEST_VALUE // 2:
        its, ours = (f"...{text[alike - 3 :]}" for text in (its, ours))
    return f"{words} {printable(its, _LONGEST_VALUE)}, not {printable(ours, _LONGEST_VALUE)}"
