"""The terminal application: playing at one screen, with people and bots (extra ``tui``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import MisuseError
from ..standard import STANDARD
from ._seats import HUMAN, NewGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..bots import Bot
    from ..game import Game
    from ..ruleset import Ruleset

__all__ = ["HUMAN", "NewGame", "play"]


def play(
    game: Game | None = None,
    *,
    players: Sequence[str | Bot] = (),
    refused: Sequence[tuple[int, str]] = (),
    ruleset: Ruleset = STANDARD,
    language: str = "en",
) -> None:
    """
    Run the application until the person quits.

    Args:
        game: A game to go on with; without one the application asks for players first.
        players: Who plays each seat of *game*: ``HUMAN``, a bot's name (see ``make_bot``), or a bot; empty for people.
            Whatever is named here is started: do not take names from a file that you do not trust.
        refused: Seats with the bots that a file names for them and that were not taken from it; the person is told.
        ruleset: What the application proposes to play by, where it asks.
        language: One of ``labels.LANGUAGES``, such as ``"en"``.

    Raises:
        MisuseError: Textual is not installed, or there is no such bot.
    """
    try:
        from ._application import Application
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "textual":
            raise
        raise MisuseError(
            "the terminal application needs Textual, which is not installed: pip install 'magnum-sal[tui]'"
        ) from error
    Application(game, players=players, refused=refused, ruleset=ruleset, language=language).run()
