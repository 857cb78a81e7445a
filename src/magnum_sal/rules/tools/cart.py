"""Carts: carrying salt past toll (RULES CART-1, VAR-CART)."""

from __future__ import annotations

from typing import Final

from ..._internal.caches import cached

TOOL: Final = "cart"


@cached(most=1024)
def list_freed_sets(charged: tuple[bool, ...], carts: int, spaces: int) -> tuple[frozenset[int], ...]:
    """
    Return every set of spaces that exactly this many *carts* can free, each set once (CART-1).

    A cart frees one charged space, or several that are adjacent on the path. No two carts share a space.

    >>> [sorted(freed) for freed in list_freed_sets((True, True, False, True), 1, 2)]
    [[0], [0, 1], [1], [3]]

    Args:
        charged: Whether each space of the path costs toll.
        carts: Number of carts used.
        spaces: The most spaces that one cart frees.
    """
    found = _find_freed_sets(0, charged, carts, spaces)
    return tuple(sorted(found, key=sorted))


def _find_freed_sets(first: int, charged: tuple[bool, ...], carts: int, spaces: int) -> set[frozenset[int]]:
    """Return the sets for the path from space *first* on."""
    if carts == 0:
        return {frozenset()}
    if first >= len(charged):
        return set()
    # Either the next cart does not start at *first*, or it frees the spaces from *first* up to *end*, none of them free
    # already.
    found = _find_freed_sets(first + 1, charged, carts, spaces)
    for end in range(first + 1, min(first + spaces, len(charged)) + 1):
        if not charged[end - 1]:
            break
        freed = frozenset(range(first, end))
        found |= {freed | rest for rest in _find_freed_sets(end, charged, carts - 1, spaces)}
    return found


def count_charged_cubes(cubes: int, capacity: int | None) -> int:
    """Return how many of *cubes* cost toll in a space that a cart of this *capacity* frees (CART-1)."""
    return 0 if capacity is None else max(0, cubes - capacity)
