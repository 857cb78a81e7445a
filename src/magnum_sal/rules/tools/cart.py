"""Carts: carrying salt without paying toll (RULES CART-1, VAR-CART)."""

from __future__ import annotations

from typing import Final

from ..._internal.caches import cached

TOOL: Final = "cart"


@cached(most=1024)
def list_freed_sets(charged: tuple[bool, ...], carts: int, spaces: int) -> tuple[frozenset[int], ...]:
    """
    Return every set of spaces that exactly this many *carts* can free, each set once (CART-1).

    A cart frees one charged space, or several charged spaces that are adjacent on the path. No two carts share a space.

    >>> [sorted(freed) for freed in list_freed_sets((True, True, False, True), 1, 2)]
    [[0], [0, 1], [1], [3]]

    Args:
        charged: Whether each space of the path costs toll.
        carts: The number of carts used.
        spaces: The maximum number of spaces that one cart frees.
    """
    # Different arrangements can free the same spaces: with two carts for three spaces, either cart can take two spaces.
    # Sorting makes the order independent of the hashes of sets.
    found = _find_freed_sets(0, charged, carts, spaces)
    return tuple(sorted(found, key=sorted))


def _find_freed_sets(first: int, charged: tuple[bool, ...], carts: int, spaces: int) -> set[frozenset[int]]:
    """Return the sets for the path starting at space *first*."""
    if carts == 0:
        return {frozenset()}
    if first >= len(charged):
        return set()
    # Either the next cart does not start at *first*, or it frees the spaces from *first* up to *end*. Each of these
    # spaces must cost toll. Carts are placed from left to right, so that no two carts share a space. A cart may free
    # fewer spaces than it could.
    found = _find_freed_sets(first + 1, charged, carts, spaces)
    for end in range(first + 1, min(first + spaces, len(charged)) + 1):
        if not charged[end - 1]:
            break
        freed = frozenset(range(first, end))
        found |= {freed | rest for rest in _find_freed_sets(end, charged, carts - 1, spaces)}
    return found


def count_charged_cubes(cubes: int, capacity: int | None) -> int:
    """Return how many of *cubes* still cost toll in a space that a cart of this *capacity* frees (CART-1)."""
    # The cart of the first edition carries any number of cubes. The cart of the second edition frees a few cubes in
    # each space, and the toll for the others is paid as usual.
    return 0 if capacity is None else max(0, cubes - capacity)
