"""The bootstrap over whole setups: confidence intervals from the results of the setups played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from .._internal.checks import check_whole
from ..errors import MisuseError

# A bootstrap only draws from the setups played, so no interval is wider than the range of their results. The range of
# n results misses the median of all possible setups with the probability 2 / 2**n. That is 6 % with five setups, more
# than a 95 % interval may miss.
FEWEST_SETUPS: Final = 6
"""The minimum number of setups from which a match reports an interval."""


def bootstrap_interval(shares: Sequence[Sequence[float]], *, samples: int = 2000, seed: int = 0) -> tuple[float, float]:
    """
    Compute the 95 % confidence interval for a mean with a bootstrap over whole groups.

    With fewer than 6 groups, the interval is too narrow for 95 %, so ``MatchResults`` reports none (``has_interval``).
    If all groups have the same mean, the interval has no width, although the true mean may differ.

    Args:
        shares: The values by group; the games of a setup form one group, because they share its cards.
        samples: The number of bootstrap samples.
        seed: The seed of the samples, so that the same results give the same interval.

    Raises:
        MisuseError: a group is empty, or *samples* is not a whole number from 1 up.
    """
    check_whole("samples", samples, 1)
    if not all(len(group) for group in shares):
        raise MisuseError("shares: expected at least one value in each group")
    if not shares:
        return 0.0, 1.0
    # This is the percentile bootstrap (B. Efron, "Bootstrap Methods: Another Look at the Jackknife", 1979), applied to
    # groups. The groups played represent all possible groups: new samples are drawn from them with replacement, and the
    # interval cuts off 2.5 % of the samples' means at each end. Games of a setup share its cards and depend on each
    # other, so drawing single games would make the interval too narrow or too wide.
    rng = random.Random(seed)
    sums = [(sum(group), len(group)) for group in shares]
    means = []
    for _ in range(samples):
        drawn = [sums[int(rng.random() * len(sums))] for _ in sums]
        means.append(sum(value for value, _ in drawn) / sum(count for _, count in drawn))
    means.sort()
    return means[int(0.025 * samples)], means[min(samples - 1, int(0.975 * samples))]
