"""
Measure the lengths of links to positions over many games, and the times to create and read them.

The players of the games are those of the tests: some finish the game, others try everything. Lengths do not depend on
the machine.
"""

import argparse
import random
import statistics
import time
from collections.abc import Sequence

import magnum_sal as ms
from magnum_sal.record.positions import decode_position, encode_position
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind, finisher

NAMES = ("Ada", "Ben", "Cleo", "Dan")
LONGEST_NAMES = tuple(f"{letter}{'łóżźß€' * 6}{'x' * 3}" for letter in "ABCD")
"""Names of 40 characters that take many bytes."""
PREFIX = "/from/"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the lengths and the times."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--every", type=int, default=10, help="moves from one measured position to the next")
    parser.add_argument("--most-moves", type=int, default=800)
    options = parser.parse_args(arguments)
    lengths, creating, reading, longest = [], [], [], ""
    for seed in range(options.games):
        rng = random.Random(seed)
        names = (LONGEST_NAMES if seed % 4 == 0 else NAMES)[: 2 + seed % 3]
        ruleset = ms.STANDARD.with_switches(mapped_mine=seed % 5 == 0)
        state, choose = ms.new_game(names, seed=seed, ruleset=ruleset), finisher if seed % 3 else any_kind
        for number in range(options.most_moves):
            if number % options.every == 0 or state.is_over:
                began = time.process_time()
                code = encode_position(state)
                between = time.process_time()
                assert position(decode_position(code)) == state.public()
                creating.append(between - began)
                reading.append(time.process_time() - between)
                lengths.append(len(PREFIX + code))
                longest = max(longest, code, key=len)
            if state.is_over:
                break
            state = ms.apply(state, choose(state, ms.legal_moves(state), rng)).state
    print(f"{len(lengths)} positions of {options.games} games")
    print(f"path of a link: median {statistics.median(lengths):.0f}, at most {max(lengths)} characters")
    for name, times in (("create", creating), ("read", reading)):
        print(f"{name}: median {1000 * statistics.median(times):.0f} ms, at most {1000 * max(times):.0f} ms")
    print(f"the longest:\n{decode_position(longest)}")


if __name__ == "__main__":
    main()
