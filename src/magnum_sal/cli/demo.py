"""``magnum-sal demo``: one whole game between simple players, told turn by turn; an example of the API."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable
from typing import Any, Final

import attrs

import magnum_sal as ms
from magnum_sal import events as e

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
MOST_MOVES: Final = 5000
"""A game need not end by the rules (PHASE-1), so the demo has a cap."""


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the subcommand's options."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "demo", help="play one whole game between simple built-in players and print it"
    )
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=3, help="number of players")
    parser.add_argument("--seed", type=int, default=1, help="decides the setup and the players' choices")
    parser.add_argument("--mapped-mine", action="store_true", help="tiles lie face up (VAR-MAP)")
    parser.add_argument(
        "--cart-capacity", type=int, choices=(2,), default=None, help="the second edition's cart (VAR-CART)"
    )
    parser.add_argument("--log", metavar="FILE", help="record the game in a new file, which `replay` prints")
    parser.add_argument("--quiet", action="store_true", help="print the final table alone")
    return parser


def run(options: argparse.Namespace) -> int:
    """Play the game and print it."""
    ruleset = attrs.evolve(ms.STANDARD, mapped_mine=options.mapped_mine, cart_capacity=options.cart_capacity)
    game = ms.Game.new(NAMES[: options.players], seed=options.seed, ruleset=ruleset, log=options.log)
    rng = random.Random(options.seed)
    if not options.quiet:
        print(f"Phase 1 begins; {game.state.player.name} starts.")
    for _ in range(MOST_MOVES):
        if game.is_over:
            break
        before = game.state
        move = choose_move(before.public(), ms.legal_moves(before), rng)
        events = game.play(move).events
        if not options.quiet:
            for line in told(before, move, events):
                print(line)
    if not game.is_over:
        print(f"No end after {MOST_MOVES} moves; the table as it stands:")
        game.end(f"no end after {MOST_MOVES} moves")
    print(final_table(game.state))
    return 0


PREFERRED: Final = ("complete_order", "extract_salt", "rest", "visit_castle")


def choose_move(state: ms.GameState, moves: tuple[ms.Move, ...], rng: random.Random) -> ms.Move:
    """Choose a move as a hasty player would: deliver, else extract, else anything but a useless walk to the castle."""
    sensible = [move for move in moves if _is_sensible(state, move)] or list(moves)
    kinds = sorted({move.type for move in sensible})
    preferred = [kind for kind in PREFERRED if kind in kinds]
    kind = preferred[0] if preferred else rng.choice(kinds)
    if kind == "extract_salt":
        most = max(_cubes(move) for move in sensible)
        return rng.choice([move for move in sensible if _cubes(move) == most])
    return rng.choice([move for move in sensible if move.type == kind])


def _cubes(move: ms.Move) -> int:
    return move.salt.total if isinstance(move, ms.ExtractSalt) else 0


def _is_sensible(state: ms.GameState, move: ms.Move) -> bool:
    player = state.player
    if isinstance(move, ms.VisitCastle):
        waiting = player.line_left + player.line_right
        return _completable_orders(state) > waiting
    if isinstance(move, ms.VisitMarket):
        # Salt is worth more at the castle; white and green for brown is the way to complete an order.
        return any(trade.type == "buy" for trade in move.transactions)
    if isinstance(move, ms.Rest):
        tired = sum(space.tired[state.turn_seat] for space in state.mine.spaces)
        return tired > 1
    return not isinstance(move, ms.Pass)


def _completable_orders(state: ms.GameState) -> int:
    """Return how many open orders the player's salt completes, one after another, the cheapest first."""
    salt, count = state.player.salt, 0
    for order in sorted(filter(None, state.castle.open), key=lambda order: order.salt.total):
        if salt.covers(order.salt):
            salt -= order.salt
            count += 1
    return count


def told(before: ms.GameState, move: ms.Move, events: Iterable[ms.Event]) -> Iterable[str]:
    """Yield the lines that tell a move and what came of it."""
    names = [player.name for player in before.players]
    yield f"  {before.player.name}: {move_told(before, move)}"
    for event in events:
        match event:
            case e.ChamberRevealed(chamber, tile):
                yield f"    {chamber} is revealed: {tile.salt} and {tile.water} water"
            case e.MoneyMoved(source, target, groszy) if target not in (before.turn_seat, "bank"):
                yield f"    {names[int(target)]} gets {groszy} groszy{_payer(names, source)}"
            case e.OrderMoved(order, "order_stack", _):
                yield f"    a new order is open: {order.salt} for {order.payment} groszy"
            case e.ToolMoved(tool, "tool_stack", _):
                yield f"    a new tool is on offer: {tool.replace('_', ' ')}"
            case e.PhaseEnded(phase):
                yield f"Phase {phase} ends."
            case e.PhaseStarted(phase, start_seat):
                yield f"Phase {phase} begins; {names[start_seat]} starts."
            case e.TurnStarted(seat, round, _):
                yield f" Round {round}, {names[seat]}"


def _payer(names: list[str], source: int | str) -> str:
    return f" from {names[source]}" if isinstance(source, int) else " from the bank"


def move_told(state: ms.GameState, move: ms.Move) -> str:
    """Return what the player to move does, in words."""
    match move:
        case ms.PlaceMiner(source, target) | ms.UseRope(source, target):
            rope = ", with a rope" if isinstance(move, ms.UseRope) else ""
            return f"sends a miner from {source} to {target}{rope}"
        case ms.ExtractSalt(chamber, salt, pickaxes, carts, payments):
            tools = [f"{count} {name}" for count, name in ((pickaxes, "pickaxe"), (carts, "cart")) if count]
            using = f" with {' and '.join(tools)}" if tools else ""
            return f"extracts {salt} from {chamber}{using}, paying {sum(payments)} groszy"
        case ms.PlaceAssistant(source, building):
            return f"sends a miner from {source} to help at the {building.replace('_', ' ')}"
        case ms.VisitWorkshop(slot):
            return f"buys a tool: {str(state.workshop.offer[slot]).replace('_', ' ')}"
        case ms.VisitPumpHouse(chamber, water):
            return f"pumps {water} water out of {chamber}"
        case ms.VisitMarket(transactions, privilege):
            trades = " and ".join(f"{trade.type}s {trade.salt} salt" for trade in transactions)
            return f"{trades} at the market{' with a privilege' if privilege else ''}"
        case ms.VisitCastle(source, privilege):
            return f"sends a miner from {source} to the castle{' with a privilege' if privilege else ''}"
        case ms.UseBucket(source, target):
            return f"carries a bucket of water from {source} to {target}"
        case ms.UseFood(chambers):
            return f"feeds the tired in {' and '.join(chambers)}"
        case ms.CompleteOrder(slot):
            order = state.castle.open[slot]
            assert order is not None
            return f"delivers {order.salt} for {order.payment} groszy"
        case ms.PayPenalty(money, salt):
            return f"pays the penalty: {f'a {salt} cube' if salt else f'{money} groszy'}"
        case _:
            return {
                "visit_inn": "hires a miner",
                "visit_town_square": "spends time at the town square",
                "pass": "passes",
                "rest": "lets the miners rest",
                "end_turn": "ends the turn",
            }.get(move.type, move.type.replace("_", " "))


def final_table(state: ms.GameState) -> str:
    """Return the standing of all players as a table, the best first."""
    rows: list[tuple[str, ...]] = [("rank", "player", "money", "salt", "tools", "total", "orders", "miners")]
    for score in sorted(state.scores, key=lambda score: (score.rank, score.seat)):
        name = state.players[score.seat].name
        counts = (score.money, score.salt_value, score.tool_value, score.total, score.orders, score.miners)
        rows.append((str(score.rank), name, *map(str, counts)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
