"""
The players of version 0.1.0, frozen as a measure of the strength of other bots.

Bots that only play one another have no scale: once they change, earlier results cannot be compared with new ones.
Therefore ``random``, ``greedy`` and ``search``, with their defaults and options, stay here and make exactly the moves
that they made in commit 9d21dfe. Nobody improves them or makes them faster if that changes a move. Floats are added as
on Python 3.11, so that the players make the same moves on every Python whose ``exp`` and ``log`` agree.

The players use only the base class of the library's bots, and they have their own determinization, so that everything
else in ``magnum_sal.bots`` may change. They change only when the library renames something that they use. To see the
adaptations, run ``git diff 9d21dfe:src/magnum_sal/bots/search.py HEAD:tools/reference_players/search.py`` and similar
commands.

From the root of the project, the arena finds them by these names. Options follow a second colon, and ``--jobs`` works
as well::

    magnum-sal arena tools.reference_players:Search:iterations=20 tools.reference_players:Greedy --games 100

The players support everything that 0.1.0 supported, including the mapped mine and the second edition's cart. They do
not support the decks of extensions.

``tests/tools/test_reference_players.py`` contains hashes of their moves in short games that 0.1.0 itself played;
``__main__.py`` explains how they were recorded. If that test fails, the change that made it fail is wrong, unless it is
a new ruling. A ruling that changes what is legal, or the order in which moves are listed, changes the games, and
earlier figures are no longer comparable.
"""

from .greedy import Greedy
from .random_bot import Random
from .search import Search

__all__ = ["Greedy", "Random", "Search"]
