"""
Count the last turns of phases in which a bot makes a move that cannot gain anything, and those in which it passes.

The last turn of a phase belongs to one player, and afterwards all miners leave the mine, the buildings and the castle
line. So a rest and a visit to the castle are vain there. Moving a miner and using a tool are vain without a later
extraction in the turn. The bots play games of two against themselves with fixed seeds.

With ``--match``, each bot plays against a copy of itself that does not avoid vain moves. If the bot is a ``greedy``,
the copy does not solve the last turn of the game, either. Each setup is played twice, with the seats swapped. The match
replaces functions of private modules, so it needs the build without compiled code.
"""

import argparse
import statistics
from collections import Counter
from collections.abc import Iterator

import magnum_sal as ms
from magnum_sal.arena.statistics import wilson_interval
from magnum_sal.bots import _built_in_bots, _candidates, _move_choice, make_bot
from magnum_sal.bots.registry import bot_behind


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
    """Check whether a move of the turn cannot gain anything."""
    for number, (state, move) in enumerate(turn):
        extracts = any(isinstance(later, ms.ExtractSalt) for _, later in turn[number:])
        if isinstance(move, ms.Rest):
            return True
        if isinstance(move, ms.PlaceMiner | ms.UseRope | ms.UseFood | ms.UseBucket) and not extracts:
            return True
        if isinstance(move, ms.VisitCastle) and state.turn is not None:
            return True
    return False


def is_never(_state: ms.GameState) -> bool:
    """Return False, in place of a check for the last turn."""
    return False


def play_match(bot: str, setups: int) -> tuple[float, float]:
    """Return the number of games that a bot won against a copy without the rule, and its mean lead in groszy."""
    rules = {
        (module, name): getattr(module, name)
        for module, name in (
            (_candidates, "is_last_turn_of_phase"),
            (_move_choice, "is_last_turn_of_phase"),
            (_built_in_bots, "is_last_turn"),
        )
        if name == "is_last_turn_of_phase" or bot_behind(bot).startswith("greedy")
    }
    won, leads = 0.0, []
    for seed in range(setups):
        for seat in (0, 1):
            state = ms.new_game(["Ada", "Ben"], seed=seed)
            bots = [make_bot(bot, seed=10 * seed + number) for number in (0, 1)]
            while not state.is_over:
                for (module, name), rule in rules.items():
                    setattr(module, name, rule if state.turn_seat == seat else is_never)
                state = state.play(bots[state.turn_seat](state.public(), ms.legal_moves(state)))
            won += (seat in state.winners) / len(state.winners)
            leads.append(state.scores[seat].total - state.scores[1 - seat].total)
    for (module, name), rule in rules.items():
        setattr(module, name, rule)
    return won, statistics.mean(leads)


def main() -> None:
    """Play the games and print a line for each bot."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("bots", nargs="+", help="names of bots, such as apprentice")
    parser.add_argument("--games", type=int, default=16, help="games of each bot (default 16)")
    parser.add_argument("--match", type=int, default=0, metavar="SETUPS", help="play a match instead")
    options = parser.parse_args()
    for bot in options.bots:
        if options.match:
            won, lead = play_match(bot, options.match)
            low, high = wilson_interval(won, 2 * options.match)
            told = f"won {won:g} of {2 * options.match} ({low:.1%} to {high:.1%})"
            print(f"{bot}: {told}, {lead:+.1f} groszy", flush=True)
            continue
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
