"""Carts: carrying salt past toll (RULES CART-1, VAR-CART)."""

from __future__ import annotations

from ..._remembering import cached

TOOL = "cart"


@cached(most=1024)
def freed_spaces(charged: tuple[bool, ...], carts: int) -> tuple[frozenset[int], ...]:
    """
    Return every set of spaces that exactly this many *carts* can free, each set once (CART-1).

    A cart frees one space that costs money, or two that are adjacent on the path; no two carts share a space.

    >>> [sorted(freed) for freed in freed_spaces((True, True, False, True), 1)]
    [[0], [0, 1], [1], [3]]

    Args:
        charged: For each space of the path whether it costs money.
        carts: Carts used.
    """
    found = _freed_from(0, charged, carts)
    return tuple(sorted(found, key=sorted))


def _freed_from(first: int, charged: tuple[bool, ...], carts: int) -> set[frozenset[int]]:
    """Return the sets for the path from space *first* on."""
    if carts == 0:
        return {frozenset()}
    if first >= len(charged):
        return set()
    found = _freed_from(first + 1, charged, carts)
    if charged[first]:
        for length in (1, 2):
            mine = range(first, first + length)
            if all(charged[first : first + length]) and first + length <= len(charged):
                found |= {frozenset(mine) | rest for rest in _freed_from(first + length, charged, carts - 1)}
    return found


def cubes_paid(cubes: int, is_freed: bool, capacity: int | None) -> int:
    """Return how many of *cubes* cost toll in a space that a cart frees or does not (CART-1, VAR-CART)."""
    if not is_freed:
        return cubes
    return 0 if capacity is None else max(0, cubes - capacity)
