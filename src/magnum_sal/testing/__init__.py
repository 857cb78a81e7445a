"""
Tools for testing rules, bots and front ends: positions from text, given/when/then, invariants.

>>> from magnum_sal import VisitCastle
>>> table = given("S1: A | S2: B", to_move="A")
>>> table.when(VisitCastle(source="S1")).is_refused("CHAIN-2", "S2")
"""

from typing import TYPE_CHECKING

from .._internal.lazy_names import offering
from ..record.positions import sketch
from ._extension import BrokenPromiseError, Finding, check_extension
from ._invariants import InvariantError, broken_invariants, check_invariants
from ._positions import Outcome, Table, given, position

__all__ = [
    "BrokenPromiseError",
    "Finding",
    "InvariantError",
    "Outcome",
    "Table",
    "broken_invariants",
    "check_extension",
    "check_invariants",
    "given",
    "position",
    "sketch",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(__name__, __all__, modules=("players", "plugin"))
