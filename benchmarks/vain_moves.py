"""
Count the last turns of phases in which a bot makes a move that can bring nothing, and those in which it passes.

The last turn of a phase belongs to one player, and afterwards all miners leave the mine, the buildings and the castle
line. So a rest is vain there, a miner moved without an extraction later in the turn, and a tool used after the last
action. The bots play games of two against themselves with fixed seeds.
"""

import argparse
from collections import Counter
from collections.abc import Iterator

import magnum_sal as ms
from magnum_sal.bots import make_bot


def last_turns(bot: str, seed: int) -> Iterator[list[tuple[ms.GameState, ms.Move]]]:
    """Play a game, and yield the positions and moves of the last turn of each phase."""
    state = ms.new_game(["Ada", "Ben"], seed=seed)
    bots = [make_bot(bot, seed=10 * seed + seat) for seat in (0, 1)]
    turn: list[tuple[ms.GameState, ms.Move]] = []
    while not state.is_over:
        move = bots[state.turn_seat](state.public(), ms.legal_moves(state))
        is_last = (state.turn_seat + 1) % 2 == state.start_seat
        if is_last and state.ruleset.rulings.is_phase_over(state):
            turn.append((state, move))
        after = state.play(move)
        if turn and (after.is_over or after.turn_seat != state.turn_seat or after.phase != state.phase):
            yield turn
            turn = []
        state = after


def is_vain(turn: list[tuple[ms.GameState, ms.Move]]) -> bool:
    """Check whether a move of the turn can bring nothing."""
    for number, (state, move) in enumerate(turn):
        extracts = any(isinstance(later, ms.ExtractSalt) for _, later in turn[number:])
        if isinstance(move, ms.Rest):
            return True
        if isinstance(move, ms.PlaceMiner | ms.UseRope | ms.UseFood | ms.UseBucket) and not extracts:
            return True
        if isinstance(move, ms.VisitCastle) and state.turn is not None:
            return True
    return False


def main() -> None:
    """Play the games and print a line for each bot."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("bots", nargs="+", help="names of bots, such as apprentice")
    parser.add_argument("--games", type=int, default=16, help="games of each bot (default 16)")
    options = parser.parse_args()
    for bot in options.bots:
        counts: Counter[str] = Counter()
        for seed in range(1, options.games + 1):
            for turn in last_turns(bot, seed):
                counts["turns"] += 1
                counts["vain"] += is_vain(turn)
                counts["with a pass"] += any(isinstance(move, ms.Pass) for _, move in turn)
        vain, passes = counts["vain"], counts["with a pass"]
        print(f"{bot}: {counts['turns']} last turns, {vain} with a vain move, {passes} with a pass", flush=True)


if __name__ == "__main__":
    main()
