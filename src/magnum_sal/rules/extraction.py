"""Extracting salt: strength, water and fatigue (RULES MINE-1, MINE-2, MINE-3, VAR-TIRE)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from .._internal.caches import cached
from .._internal.constructors import make_changer
from ..errors import MalformedError, Objection
from ..model.events import Event, MinersTired, MoneyMoved, SaltMoved
from ..model.mine import BIT, spaces_in
from ..model.mine.geometry import NUMBER
from ..model.moves import ExtractSalt, Move
from ..model.pieces import NO_SALT, SaltAmount, amount, at_most
from ..model.rule import Notation, Phrase, Question, Rule, When
from ..model.ruleset import Ruleset
from ..model.state import GameState
from . import notations
from .tools.cart import TOOL as CART
from .tools.pickaxe import TOOL as PICKAXE
from .tools.pickaxe import possible_pickaxes, useful_pickaxes
from .tools.used_cards import card_objection, use_card
from .transport import (
    Way,
    affordable_payments,
    count_charged_spaces,
    find_gap,
    find_usual_payments,
    list_tolls,
    payments_to_next,
    prices,
    transport_objection,
    way_from,
)

__all__ = ["RULE"]

# Every legal extraction is a copy of this checked instance. Its fields come from the rules and need no further check.
_CHECKED: Final = ExtractSalt("1L1", NO_SALT, 0, 0, ())
_copy = make_changer(ExtractSalt, "chamber", "salt", "pickaxes", "carts", "payments")


def strength(rested: int, pickaxes: int, water: int) -> int:
    """Return how many cubes *rested* miners and *pickaxes* can extract from a chamber with *water* cubes (MINE-1)."""
    return rested + pickaxes - water


def count_needed_workers(cubes: int, water: int, pickaxes: int) -> int:
    """Return the number of miners needed to extract *cubes*. This many miners become tired (MINE-2)."""
    # Each cube of salt and each cube of water takes one miner or one pickaxe. At least one miner must work, even if
    # pickaxes could do everything.
    return max(1, cubes + water - pickaxes)


def miners_strength(state: GameState, chamber: str, seat: int) -> int:
    """Return the strength of *seat*'s rested miners in *chamber*, counting 1 for each; the default ruling of MINE-1."""
    return state.mine.rested_in(chamber, seat)


def count_tired_workers(state: GameState, move: ExtractSalt) -> int:
    """
    Return the number of miners that a legal *move* tires; the default ruling of MINE-2.

    By default, only the miners needed become tired; with VAR-TIRE, all rested miners do. The result never exceeds the
    number of rested miners, even if a ruling counts a miner as two.
    """
    rested = state.mine.rested_in(move.chamber, state.turn_seat)
    if state.ruleset.all_miners_tire:
        return rested
    return min(rested, count_needed_workers(move.salt.total, state.mine.water_in(move.chamber), move.pickaxes))


def moves(state: GameState) -> list[ExtractSalt]:
    """Return the legal extractions by chamber, then by salt, pickaxes, carts and payments, each in ascending order."""
    # Must agree with objection() and questions(): an extraction is listed exactly when objection() returns None, and
    # the questions lead to it.
    seat, mine, ruleset = state.turn_seat, state.mine, state.ruleset
    found: list[ExtractSalt] = []
    # You can extract salt only where you have a rested miner.
    workplaces = mine.salty & mine.rested[seat]
    if not workplaces:
        return found
    player = state.players[seat]
    pickaxes, carts = (player.ready(PICKAXE), player.ready(CART)) if player.ready_tools else (0, 0)
    rulings = ruleset.rulings
    # With the default ruling, a miner's strength is 1. Counting the miners here is faster than calling the ruling for
    # each chamber.
    strength_of = None if rulings.strength is miners_strength else rulings.strength
    toll = rulings.toll(state, seat)
    for chamber in spaces_in(workplaces):
        number = NUMBER[chamber]
        salt, water = mine.salt[number], mine.water[number]
        rested = mine.rested_in(chamber, seat) if strength_of is None else strength_of(state, chamber, seat)
        most_cubes = strength(rested, pickaxes, water)
        # If the water is as strong as the miners and pickaxes, no strength is left for salt.
        if most_cubes <= 0:
            continue
        most_cubes = min(most_cubes, salt.total)
        # Without carts, each cube costs the toll in each charged space. If you cannot pay in full, you cannot extract.
        if toll and not carts and (charged := count_charged_spaces(state, chamber)):
            most_cubes = min(most_cubes, player.money // (toll * charged))
            if not most_cubes:
                continue
        # Reduce the arguments to the values that matter, so that the cache is hit more often. Extra miners beyond the
        # work and extra money beyond all tolls change nothing. Without pickaxes, most_cubes already accounts for the
        # water.
        way = way_from(state, chamber, in_order=carts > 0)
        work = most_cubes + water if pickaxes else most_cubes
        found += _extractions(
            chamber,
            at_most(most_cubes, salt),
            most_cubes,
            work - most_cubes,
            min(rested, work),
            pickaxes,
            carts,
            way,
            min(player.money, toll * most_cubes * len(way.tolls)),
        )
    return found


@cached(most=1 << 16, by_length=True)
def _extractions(
    chamber: str,
    salt: SaltAmount,
    most_cubes: int,
    water: int,
    rested: int,
    pickaxes: int,
    carts: int,
    way: Way,
    money: int,
) -> tuple[ExtractSalt, ...]:
    """Return all extractions from one chamber."""
    found: list[ExtractSalt] = []
    # The ways to pay depend on the number of cubes, not on their kinds. They are computed once for each number and
    # shared by all loads.
    ways_to_pay = [
        [(driven, vector) for driven in range(carts + 1) for vector in affordable_payments(way, cubes, driven, money)]
        for cubes in range(1, most_cubes + 1)
    ]
    for load in _loads(salt, most_cubes):
        for used in possible_pickaxes(load.total, water, rested, pickaxes):
            payable = ways_to_pay[load.total - 1]
            found += [_copy(_CHECKED, chamber, load, used, driven, vector) for driven, vector in payable]
    return tuple(found)


@cached(most=1 << 16, by_length=True)
def _loads(salt: SaltAmount, most_cubes: int) -> tuple[SaltAmount, ...]:
    """Return every amount of 1 to *most_cubes* cubes from *salt*, sorted by brown, then green, then white cubes."""
    counts = (range(salt.brown + 1), range(salt.green + 1), range(salt.white + 1))
    return tuple(amount(*load) for load in product(*counts) if 0 < sum(load) <= most_cubes)


def questions(state: GameState, taken: Mapping[str, Any]) -> Question | ExtractSalt:
    """
    Return the next question after the answers *taken*, or the move if no question is left.

    A chamber can offer tens of thousands of extractions. Each question computes its own answers, without listing them.
    """
    # Must agree with moves(): the answers lead to each legal extraction once, and to no other.
    if "chamber" not in taken:
        mine = state.mine
        workplaces = spaces_in(mine.salty & mine.rested[state.turn_seat])
        return Question(
            "chamber", tuple(chamber for chamber in workplaces if next(_possible_loads(state, chamber), None))
        )
    chamber = taken["chamber"]
    if "salt" not in taken:
        return Question("salt", tuple(_possible_loads(state, chamber)))
    load = taken["salt"]
    if "pickaxes" not in taken:
        return Question("pickaxes", tuple(_possible_pickaxes(state, chamber, load.total)))
    if "carts" not in taken:
        return Question("carts", _possible_carts(state, chamber, load.total))
    seats, carts = len(state.players), taken["carts"]
    paid = tuple(taken[f"payments[{seat}]"] for seat in range(seats) if f"payments[{seat}]" in taken)
    if len(paid) == seats:
        return ExtractSalt(chamber, load, taken["pickaxes"], carts, paid)
    groszy, usual = payments_to_next(way_from(state, chamber), load.total, carts, state.player.money, paid)
    return Question(f"payments[{len(paid)}]", groszy, usual)


def _possible_loads(state: GameState, chamber: str) -> Iterator[SaltAmount]:
    here = state.mine.chamber(chamber)
    # Strength, fatigue and toll depend on the number of cubes, not on their kinds. So each number is tested once.
    possible = {
        cubes
        for cubes in range(1, here.salt.total + 1)
        if _possible_pickaxes(state, chamber, cubes) and _possible_carts(state, chamber, cubes)
    }
    return (load for load in _loads(here.salt, here.salt.total) if load.total in possible)


def _possible_pickaxes(state: GameState, chamber: str, cubes: int) -> range:
    miners = state.ruleset.rulings.strength(state, chamber, state.turn_seat)
    return possible_pickaxes(cubes, state.mine.water_in(chamber), miners, state.player.ready(PICKAXE))


def _possible_carts(state: GameState, chamber: str, cubes: int) -> tuple[int, ...]:
    way, player = way_from(state, chamber), state.player
    return tuple(
        carts
        for carts in range(player.ready(CART) + 1)
        if any(price <= player.money for price in prices(way, cubes, carts))
    )


def list_answers(ruleset: Ruleset, players: int) -> Mapping[str, Iterable[Any]]:
    """Return the loads, tools and payments that an extraction can ever have; the chambers follow from their meaning."""
    loads = {load for level in ruleset.tiles for tile in level for load in _loads(tile.salt, tile.salt.total)}
    return {
        "salt": sorted(loads, key=lambda load: (load.brown, load.green, load.white)),
        "pickaxes": range(ruleset.tools.count(PICKAXE) + 1),
        "carts": range(ruleset.tools.count(CART) + 1),
        "payments": list_tolls(ruleset),
    }


def objection(state: GameState, move: ExtractSalt) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    # Work is checked before transport, as at the table: nobody computes the toll for salt that cannot be extracted.
    return _effort_objection(state, move) or transport_objection(
        state, move.chamber, move.salt.total, move.carts, move.payments
    )


def _effort_objection(state: GameState, move: ExtractSalt) -> Objection | None:
    """Return the first objection to the extraction in *move*, ignoring its transport, or None."""
    return (
        _work_objection(state, move)
        or card_objection(state, PICKAXE, move.pickaxes)
        or _strength_objection(state, move)
        or card_objection(state, CART, move.carts)
    )


def _work_objection(state: GameState, move: ExtractSalt) -> Objection | None:
    here = state.mine.chamber(move.chamber)
    seat = state.turn_seat
    # Only rested miners of the player work.
    if not here.rested[seat]:
        # Tired miners give no strength. If all miners there are tired, their fatigue is the reason.
        if here.tired[seat]:
            return Objection("MINE-3", "miners_tired", {"space": move.chamber})
        return Objection("MINE-1", "no_miner_there", {"space": move.chamber})
    # An extraction takes at least one cube, and only cubes that are in the chamber.
    if not move.salt:
        return Objection("MINE-1", "no_cube_asked")
    if not here.salt.covers(move.salt):
        facts = {"space": move.chamber, "held": here.salt, "wanted": move.salt}
        return Objection("MINE-1", "salt_not_there", facts)
    return None


def _strength_objection(state: GameState, move: ExtractSalt) -> Objection | None:
    here = state.mine.chamber(move.chamber)
    miners, cubes = state.ruleset.rulings.strength(state, move.chamber, state.turn_seat), move.salt.total
    # A pickaxe adds 1 to the strength. One miner must work, so the pickaxes cannot do all the work.
    if move.pickaxes > (useful := useful_pickaxes(cubes, here.water)):
        facts = {"pickaxes": move.pickaxes, "cubes": cubes, "water": here.water, "most": useful}
        return Objection("PICK-1", "too_many_pickaxes", facts)
    # Each cube requires a strength of 1, and so does each cube of water in the chamber.
    present = strength(miners, move.pickaxes, here.water)
    if present < cubes:
        # A ruling may count a miner as more than one, so the number of miners is a separate fact.
        rested = here.rested[state.turn_seat]
        parts = {"miners": miners, "rested": rested, "pickaxes": move.pickaxes, "water": here.water}
        return Objection("MINE-1", "too_weak", {"space": move.chamber, "strength": present, "cubes": cubes, **parts})
    return None


def why_not(state: GameState) -> Objection | None:
    """Return the reason why no salt can be extracted: no miner, no strength, or too little money for transport."""
    mine, seat, player = state.mine, state.turn_seat, state.player
    workplaces = spaces_in(mine.salty & mine.rested[seat])
    if not workplaces:
        is_tired = bool(mine.salty & mine.tired[seat])
        return Objection("MINE-3", "miners_at_salt_tired") if is_tired else Objection("MINE-1", "no_miner_at_salt")
    # A single cube needs the least strength.
    strong = [chamber for chamber in workplaces if _possible_pickaxes(state, chamber, 1)]
    if not strong:
        # Miners with any strength could extract a cube if there were no water. A ruling can leave miners without
        # strength, and pickaxes cannot do all the work.
        strength_of = state.ruleset.rulings.strength
        is_wet = all(strength_of(state, chamber, seat) > 0 for chamber in workplaces)
        reason = "too_weak_anywhere" if is_wet else "no_strength_anywhere"
        return Objection("MINE-1", reason, {"spaces": workplaces})
    # A single cube is the cheapest load, so its lowest price decides.
    ways = product(strong, range(player.ready(CART) + 1))
    costs = [price for chamber, carts in ways for price in prices(way_from(state, chamber), 1, carts)]
    if costs:
        return Objection("HAUL-2", "every_way_too_dear", {"price": min(costs), "money": player.money})
    # A ruling or an extension can leave a gap on every path. If the gap is an occupied space that a ruling closes,
    # there is no sentence for the reason.
    gaps = [find_gap(chamber, way_from(state, chamber)) for chamber in strong]
    return next((gap for gap in gaps if gap is not None and not mine.occupied & BIT[gap.values["space"]]), None)


def decide(state: GameState, move: ExtractSalt) -> tuple[Event, ...]:
    """Return the events of a legal *move*."""
    seat, chamber = state.turn_seat, move.chamber
    return (
        *use_card(seat, PICKAXE, move.pickaxes),
        *use_card(seat, CART, move.carts),
        # The players on the way are paid at once, and the salt goes up at once. No cube ever stops on the way.
        *(MoneyMoved(seat, other, groszy) for other, groszy in enumerate(move.payments) if groszy),
        SaltMoved(chamber, seat, move.salt),
        MinersTired(seat, chamber, state.ruleset.rulings.miners_tired(state, move)),
    )


def collect_facts(state: GameState, move: ExtractSalt) -> Mapping[str, Any]:
    """Return the extra facts for describing an extraction: the tools used, and the payments by the payee's name."""
    cards = ((PICKAXE, move.pickaxes), (CART, move.carts))
    return {
        "tools": tuple(Phrase("phrase.cards", {"tool": tool, "cards": count}) for tool, count in cards if count),
        # An illegal move can have more or fewer payments than there are players, but it can still be described.
        "payments": tuple(
            (player.name, groszy) for player, groszy in zip(state.players, move.payments, strict=False) if groszy
        ),
    }


def _format_move(state: GameState, move: ExtractSalt) -> str:
    tools = [
        f"+{count if count > 1 else ''}{letter}" for count, letter in ((move.pickaxes, "p"), (move.carts, "c")) if count
    ]
    alike = _alike(state, move)
    # Omit the payments if they follow from the rest: there is only one way to pay, or the move is illegal and pays
    # nobody.
    is_said = alike == [move] or not (alike or any(move.payments))
    paid = [f"{seat}={groszy}" for seat, groszy in enumerate(move.payments) if groszy] or ["0"]
    return " ".join([f"x{move.chamber}", str(move.salt), *tools, *([] if is_said else ["pay", *paid])])


def _alike(state: GameState, move: ExtractSalt) -> list[ExtractSalt]:
    """Return the legal extractions that differ from *move* only in their payments, without listing any others."""
    if state.turn is None or _effort_objection(state, move) is not None:
        return []
    way = way_from(state, move.chamber)
    vectors = affordable_payments(way, move.salt.total, move.carts, state.player.money)
    return [_copy(move, move.chamber, move.salt, move.pickaxes, move.carts, vector) for vector in vectors]


def _read(state: GameState, text: str) -> Move | None:
    match = re.fullmatch(r"x(\w+) (\w+)((?: \+\d{0,9}[pc])*)(?: pay((?: [^=]+=\d{1,9})+| 0))?", text, re.IGNORECASE)
    chamber, salt = (notations.chamber(match[1]), notations.salt(match[2])) if match else (None, None)
    if match is None or chamber is None or salt is None:
        return None
    tools = {"p": 0, "c": 0}
    for count, letter in re.findall(r"\+(\d*)([pc])", match[3].lower()):
        tools[letter] += int(count or 1)
    payments = notations.payments(state, match[4] or "")
    move = ExtractSalt(chamber, salt, tools["p"], tools["c"], payments)
    if match[4]:
        return move
    alike = _alike(state, move)
    if len(alike) > 1:
        # An error is a single short line, which has room for only a few of the ways to pay. The usual way comes first,
        # because the first ways in ascending order pay nearly everything to one player.
        usual = find_usual_payments(way_from(state, chamber), move.salt.total, move.carts, state.player.money)
        alike.sort(key=lambda other: other.payments != usual)
        ways = tuple(_format_move(state, other) for other in alike[:4])
        facts = {"text": text, "ways": ways, "more": len(alike) > 4, "seats": notations.list_seats(state)}
        raise MalformedError("payee_unclear", facts)
    return alike[0] if alike else move


RULE: Final[Rule] = Rule(
    ExtractSalt,
    When.ACTION,
    moves,
    objection,
    decide,
    notation=Notation(_format_move, _read, "x1L2 BBG +p +c pay 1=3"),
    questions=questions,
    answers=list_answers,
    why_not=why_not,
    told=collect_facts,
)
