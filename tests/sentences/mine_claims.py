"""The claims of sentences about the turn, the miners, the chain and extractions, as a player would understand them."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tests.sentences.facts import (
    building_of,
    can_be_split,
    covers,
    further,
    letters,
    path,
    tool_of,
)
from tests.sentences.patterns import Claim, sentence

# The turn


@sentence("the game is over")
def _(c: Claim) -> bool:
    return c.table.is_over and c.table.pending is None


@sentence("the tile of <space> must be turned up first")
def _(c: Claim) -> bool:
    return c.table.pending == {"pile": "tile", "place": c.space}


@sentence("the royal order in space <slot> must be turned up first")
def _(c: Claim) -> bool:
    return c.table.pending == {"pile": "order", "place": c.slot}


@sentence("the tool in space <slot> must be turned up first")
def _(c: Claim) -> bool:
    return c.table.pending == {"pile": "tool", "place": c.slot}


@sentence("one of your miners has reached the castle; complete an order or pay the penalty first")
def _(c: Claim) -> bool:
    return c.table.arriving > 0 and c.move_type not in ("complete_order", "pay_penalty")


@sentence("none of your miners has reached the castle")
def _(c: Claim) -> bool:
    return c.table.arriving == 0


@sentence("you have no actions left this turn; you can end it")
def _(c: Claim) -> bool:
    return c.table.actions_left == 0 and c.table.arriving == 0


@sentence("you have already visited the <building> this turn")
def _(c: Claim) -> bool:
    return c.building in c.table.visited and c.building == building_of(c.move_type)


@sentence("this is possible only right after placing or moving a miner in the mine")
def _(c: Claim) -> bool:
    # If the player does not own a rope, that is the better reason.
    return c.move_type == "use_rope" and not c.table.arrived and c.table.owned("rope") > 0


@sentence("you have no <tool>, and it can be used only right after placing or moving a miner in the mine")
def _(c: Claim) -> bool:
    return c.tool == "rope" == tool_of(c.move_type) and not c.table.arrived and not c.table.owned("rope")


@sentence("you have <actions:action> left; pass if you do not want to use it")
def _(c: Claim) -> bool:
    return bool(c.actions == c.table.actions_left == 1)


@sentence("you have <actions:action> left; pass if you do not want to use them")
def _(c: Claim) -> bool:
    return bool(c.actions == c.table.actions_left > 1)


@sentence("you cannot rest in a turn with only one action")
def _(c: Claim) -> bool:
    return c.table.actions == 1


@sentence("you have already used an action this turn, so your miners cannot rest")
def _(c: Claim) -> bool:
    return c.table.actions_left < c.table.actions and not c.table.rests_by_passing


@sentence("you have only passed so far this turn; keep passing until the turn ends, and your miners will rest")
def _(c: Claim) -> bool:
    return c.table.passes > 0 and c.table.rests_by_passing


# Miners


@sentence("you have no miner in stock")
def _(c: Claim) -> bool:
    return c.table.stock == 0 and c.move["source"] == "stock"


@sentence("you have no miner in <space>")
def _(c: Claim) -> bool:
    return c.table.own(c.space) == 0 and c.space in (c.move.get("source"), c.move.get("chamber"))


@sentence("you have only tired miners in <space>")
def _(c: Claim) -> bool:
    return c.table.tired(c.space) > 0 == c.table.rested(c.space) and c.move["source"] == c.space


@sentence("you have no tired miners")
def _(c: Claim) -> bool:
    return c.table.all_tired == 0


@sentence("you have no assistant at the <building>")
def _(c: Claim) -> bool:
    return c.building not in c.table.assisted and c.move["source"] == c.building


@sentence("you have no rested miner to send: none in stock, in the mine or at a building")
def _(c: Claim) -> bool:
    return _has_nobody_to_send(c) and not c.table.in_line


@sentence(
    "you have no rested miner to send: none in stock, in the mine or at a building, and miners in the castle line "
    "cannot be called back"
)
def _(c: Claim) -> bool:
    return _has_nobody_to_send(c) and c.table.in_line > 0


def _has_nobody_to_send(c: Claim) -> bool:
    return not (c.table.stock or c.table.rested_spaces or c.table.assisted)


@sentence("none of your other rested miners can go to another space")
def _(c: Claim) -> bool:
    return not c.table.can_be_placed(by_rope=True)


@sentence("none of your miners can reach another space from <places>")
def _(c: Claim) -> bool:
    return c.places == c.table.sources and not c.table.can_be_placed()


@sentence("the miner is already in <space>; choose another space")
def _(c: Claim) -> bool:
    return c.table.own(c.space) > 0 and c.space == c.move["source"] == c.move["target"]


@sentence("all your rested miners in <space> arrived in this action; a rope must move a different miner")
def _(c: Claim) -> bool:
    return c.table.has_just_arrived(c.space) and c.space == c.move["source"] and c.table.rested(c.space) > 0


@sentence("you have no tired miners in <space>")
def _(c: Claim) -> bool:
    return c.space in c.move["chambers"] and c.table.tired(c.space) == 0


@sentence("you have <tired:number> tired miner in <space>, not <wanted:number>")
def _(c: Claim) -> bool:
    return _eats_too_much(c) and c.tired == 1


def _eats_too_much(c: Claim) -> bool:
    asked = Counter(c.move["chambers"])[c.space]
    return bool(c.table.tired(c.space) == c.tired < c.wanted == asked)


# The chain


@sentence("<space> is not connected to the entrance: <empty:space> is empty")
def _(c: Claim) -> bool:
    is_on_the_way = c.space == c.move["target"] and c.empty in path(c.space)
    return is_on_the_way and c.empty not in c.table.occupied


@sentence("<space> is not connected to the entrance: <empty:space> would be empty")
def _(c: Claim) -> bool:
    is_on_the_way = c.space == c.move["target"] and c.empty in path(c.space)
    return is_on_the_way and c.empty == c.move["source"] and c.table.present(c.empty) == 1


CUTS_OFF: Final = (
    "your miner is the last one in <space>; without it, every miner in <lost:spaces> would be cut off from the entrance"
)
ONLY_WITHOUT_SALT: Final = "; you may leave a chamber empty only if no salt is left in it or beyond it, and "


def _cuts_off(c: Claim) -> bool:
    is_rested = c.table.rested(c.space) == 1 and c.space == c.move["source"]
    return is_rested and bool(c.lost) and Counter(c.lost) == Counter(c.table.cut_off(c.space))


@sentence(CUTS_OFF)
def _(c: Claim) -> bool:
    return _cuts_off(c) and not further(c.space)


@sentence(CUTS_OFF + ONLY_WITHOUT_SALT + "<salty:space> still holds some")
def _(c: Claim) -> bool:
    return _cuts_off(c) and c.salty in further(c.space) and c.table.held(c.salty) > 0


@sentence(CUTS_OFF + ONLY_WITHOUT_SALT + "<unrevealed:space> is not revealed yet")
def _(c: Claim) -> bool:
    return _cuts_off(c) and c.unrevealed in further(c.space) and not c.table.mine[c.unrevealed]["revealed"]


@sentence(
    "each of your rested miners is the last one in its space (<spaces>), and without it "
    "other miners would be cut off from the entrance"
)
def _(c: Claim) -> bool:
    is_each = c.spaces == c.table.rested_spaces and all(map(c.table.is_held, c.spaces))
    return is_each and not c.table.stock and not c.table.assisted


# Extraction


@sentence("your miners in <space> are tired")
def _(c: Claim) -> bool:
    return c.table.tired(c.space) > 0 == c.table.rested(c.space) and c.space == c.move["chamber"]


@sentence("you have no miner in a chamber with salt")
def _(c: Claim) -> bool:
    return not any(c.table.own(space) and c.table.held(space) for space in c.table.mine if further(space))


@sentence("your miners in chambers with salt are all tired")
def _(c: Claim) -> bool:
    salty = [space for space in c.table.mine if further(space) and c.table.held(space) and c.table.own(space)]
    return bool(salty) and not any(map(c.table.rested, salty))


@sentence("you must extract at least 1 cube of salt")
def _(c: Claim) -> bool:
    return not any(c.move["salt"].values())


@sentence("there is no salt left in <space>, so you cannot take <wanted:salt>")
def _(c: Claim) -> bool:
    return c.table.held(c.space) == 0 and c.space == c.move["chamber"] and c.wanted == letters(c.move["salt"])


@sentence("<space> holds <held:salt>, so you cannot take <wanted:salt>")
def _(c: Claim) -> bool:
    held, wanted = c.table.mine[c.space]["salt"], c.move["salt"]
    return (c.held, c.wanted) == (letters(held), letters(wanted)) and any(held.values()) and not covers(held, wanted)


@sentence(
    "your strength in <space> is too low for <cubes:cube> (<rested:number> rested miner, <pickaxes:pickaxe>, "
    "<water:cube> of water)"
)
def _(c: Claim) -> bool:
    return _is_too_weak(c) and c.rested == 1


@sentence(
    "your strength in <space> is too low for <cubes:cube> (<rested:number> rested miners, <pickaxes:pickaxe>, "
    "<water:cube> of water)"
)
def _(c: Claim) -> bool:
    return _is_too_weak(c) and c.rested != 1


def _is_too_weak(c: Claim) -> bool:
    move, water = c.move, c.table.mine[c.space]["water"]
    is_so = c.space == move["chamber"] and c.cubes == sum(move["salt"].values()) and c.water == water
    is_so = is_so and c.pickaxes == move["pickaxes"] and c.rested == c.table.rested(c.space)
    return bool(is_so and c.rested + c.pickaxes - c.water < c.cubes)


@sentence("there is too much water for your rested miners in <spaces>")
def _(c: Claim) -> bool:
    return c.spaces == c.table.workplaces and not c.table.strong_workplaces


def _are_too_many_pickaxes(c: Claim, *, most: int, water: int) -> bool:
    move = c.move
    there, cubes = c.table.mine[move["chamber"]]["water"], sum(move["salt"].values())
    is_so = (c.pickaxes, c.cubes, water) == (move["pickaxes"], cubes, there)
    return bool(is_so and c.pickaxes > most == max(0, cubes + there - 1))


_TOO_MANY: Final = "you cannot use <pickaxes:pickaxe>: one miner must work, "


@sentence(_TOO_MANY + "so <cubes:cube> need at most <most:pickaxe>")
def _(c: Claim) -> bool:
    return _are_too_many_pickaxes(c, most=c.most, water=0) and c.most > 0


@sentence(_TOO_MANY + "so <cubes:cube> and <water:cube> of water need at most <most:pickaxe>")
def _(c: Claim) -> bool:
    return _are_too_many_pickaxes(c, most=c.most, water=c.water) and c.most > 0 < c.water


@sentence(_TOO_MANY + "and that is enough for <cubes:cube>")
def _(c: Claim) -> bool:
    return _are_too_many_pickaxes(c, most=0, water=0)


@sentence("carrying <cubes:cube> from <space> costs <prices:grosz> in total, not <paid:number>")
def _(c: Claim) -> bool:
    move = c.move
    is_so = (c.space, c.cubes, c.paid) == (move["chamber"], sum(move["salt"].values()), sum(move["payments"]))
    return is_so and c.prices == c.table.prices(c.space, c.cubes, move["carts"]) and c.paid not in c.prices


@sentence("you would pay <price:grosz> in total, but you have only <money:number>")
def _(c: Claim) -> bool:
    return bool(c.price == sum(c.move["payments"]) > c.money == c.table.money)


@sentence("carrying one cube up costs at least <price:grosz>, but you have only <money:number>")
def _(c: Claim) -> bool:
    prices = [c.table.cheapest(chamber) for chamber in c.table.strong_workplaces]
    return bool(prices) and c.price == min(prices) > c.money == c.table.money


def _carts(c: Claim) -> bool:
    charged = sum(map(bool, c.table.tolls(c.space)))
    return bool((c.carts, c.space, c.charged) == (c.move["carts"], c.move["chamber"], charged) and c.carts > charged)


@sentence(
    "you cannot use <carts:cart>: each one must save the toll in a space of its own, and tolls are due in "
    "<charged:space_> on the way from <space>"
)
def _(c: Claim) -> bool:
    return _carts(c)


@sentence("<payments:payment> for <players:number> players; give one number for each player, with 0 for yourself")
def _(c: Claim) -> bool:
    given = len(c.move["payments"])
    return bool((c.payments, c.players) == (given, len(c.table.players)) and c.payments != c.players)


@sentence("you cannot pay yourself <paid:grosz>; your own payment must be 0")
def _(c: Claim) -> bool:
    return bool(0 < c.paid == c.move["payments"][c.table.seat])


@sentence("the tolls on the way from <space> cannot be split into <shares:text>")
def _(c: Claim) -> bool:
    move = c.move
    names = [player["name"] for player in c.table.players]
    shares = ", ".join(f"{groszy} to {name}" for name, groszy in zip(names, move["payments"], strict=True) if groszy)
    bills = c.table.bills(c.space, sum(move["salt"].values()), move["carts"])
    is_possible = any(can_be_split(owed, tuple(move["payments"])) for owed in bills)
    return bool(c.space == move["chamber"] and c.shares == shares and not is_possible)
