"""Names of bots as arguments of commands."""

import argparse

from magnum_sal.bots.registry import check_bot
from magnum_sal.errors import MisuseError


def parse_bot(name: str) -> str:
    """
    Return the name of a bot that can be created. Pass this function to ``add_argument`` as *type*.

    Raises:
        ArgumentTypeError: the bot is unknown, or it cannot be created.
    """
    try:
        check_bot(name)
    except MisuseError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name
