"""
The players of version 0.1.0, frozen: what the strength of other bots is measured against.

Bots that are only ever held against one another have no scale: once they change, what an earlier match found compares
with nothing. So ``random``, ``greedy`` and ``search``, with their defaults and options, are kept here move for move as
commit 9d21dfe had them, and are never improved, nor made faster at the price of another move. Floats are added as on
Python 3.11, so that they play alike on every Python whose ``exp`` and ``log`` agree.

Of the library's own bots they use the base class alone, and they determinize by themselves, so that all else in
``magnum_sal.bots`` may change. Where the library renames what they ask it, they follow, and only then. What was adapted
is seen with ``git diff 9d21dfe:src/magnum_sal/bots/search.py HEAD:tools/reference_players/search.py`` and its like.

The arena finds them from the root of the project, with options after a second colon, also with ``--jobs``::

    magnum-sal arena tools.reference_players:Search:iterations=20 tools.reference_players:Greedy --games 100

They play what 0.1.0 could play, the mapped mine and the second edition's cart included; of the decks of extensions they
know nothing.

``tests/tools/test_reference_players.py`` has hashes of their moves in short games, which 0.1.0 itself has played;
``__main__.py`` says how. Where that test fails, what made it fail is wrong, unless it is a new ruling: one that changes
what is legal, or the order in which moves are listed, makes other games, and figures from before compare no more.
"""

from .greedy import Greedy
from .random_bot import Random
from .search import Search

__all__ = ["Greedy", "Random", "Search"]
