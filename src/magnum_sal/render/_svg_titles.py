"""Sentences that state every fact about the places of a picture, for screen readers and tooltips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model.display import DisplayItem, FaceUp, Price, SaltColumn
from ..model.mine import Chamber, Section
from ..model.open_tiles import is_turned_down
from ..model.pieces import SALT_KINDS, SEAT_LETTERS, SaltAmount, SaltBalance
from ..model.rule import Building
from ..words import capitalize, sentence, tool_label
from ._text_pieces import before_player, format_item
from .board_facts import earlier_orders, find_lookers, list_score_parts
from .svg_look import Look


def describe_section(look: Look, name: str, section: Section, own: Iterable[str]) -> str:
    """Describe a section of the shaft; *own* contains the pieces of extensions there."""
    names = ", ".join(map(look.label, own))
    return _sentence(sentence("title.section", look.language, place=name), [*_miners(look, section), names])


def describe_chamber(look: Look, name: str, chamber: Chamber, own: Iterable[str], *, is_secret: bool) -> str:
    """
    Describe a chamber; *own* contains the pieces of extensions there.

    A secret tile is known only to the players who have looked at it.
    """
    if chamber.revealed:
        lying = f"{_salt(look, chamber.salt)}, {_water(look, chamber.water)}"
        facts = [lying, _tile(look, chamber), *_miners(look, chamber)]
    else:
        lookers = find_lookers(look.state, name)
        key = "title.secret" if len(lookers) == 1 else "title.shared_secret"
        seen = sentence(key, look.language, tile=str(chamber.tile)) if is_secret else _tile(look, chamber)
        players = ", ".join(look.state.players[seat].name for seat in lookers)
        by_whom = sentence("title.looked_at", look.language, players=players) if players else ""
        facts = [seen, by_whom, _water(look, chamber.water) if chamber.water else ""]
    names = ", ".join(map(look.label, own))
    return _sentence(sentence("title.chamber", look.language, place=name), [*facts, names])


def _tile(look: Look, chamber: Chamber) -> str:
    if chamber.tile is None:
        return look.label("title.face_down")
    if is_turned_down(look.state.ruleset, chamber):
        key = "title.emptied"
    else:
        key = "title.printed" if chamber.revealed else "title.not_reached"
    return sentence(key, look.language, tile=str(chamber.tile))


def _salt(look: Look, salt: SaltAmount) -> str:
    return ", ".join(format_cubes(look, salt)) or look.label("title.no_salt")


def _water(look: Look, count: int) -> str:
    return look.format_count(count, "water") if count else look.label("title.no_water")


def format_cubes(look: Look, salt: SaltAmount | SaltBalance) -> Iterator[str]:
    yield from (look.format_count(salt.count(kind), f"{kind}_cube") for kind in SALT_KINDS if salt.count(kind))


def _miners(look: Look, space: Section) -> list[str]:
    found: list[str] = []
    for seat, (rested, tired) in enumerate(zip(space.rested, space.tired, strict=True)):
        groups = ((rested, "miner"), (tired, "tired_here"))
        if here := ", ".join(look.format_count(count, noun) for count, noun in groups if count):
            found.append(f"{look.name(seat)}: {here}")
    return found or [look.label("title.nobody")]


def bank_title(look: Look) -> str:
    held = look.state.bank
    goods = (
        look.format_count(held.money, "grosz"),
        *format_cubes(look, held.salt),
        look.format_count(held.water, "water"),
    )
    hired = [f"{look.name(seat)}: {look.format_count(count, 'miner')}" for seat, count in enumerate(held.miners)]
    return _sentence(capitalize(look.label("bank")), [", ".join(goods), *hired])


def describe_pile(look: Look, name: str, things: Iterable[str]) -> str:
    """Describe a face-up pile."""
    return _sentence(capitalize(look.label(name)), [", ".join(map(look.label, things))])


def stack_title(look: Look, name: str, cards: int) -> str:
    """Return the number of cards in a face-down stack, as a sentence."""
    return _sentence(capitalize(look.label(name)), [look.format_count(cards, "card")])


def describe_slot(look: Look, building: str, slot: int, lying: str, price: int | None = None) -> str:
    """
    Describe a space of a building. Spaces are numbered from 1, as players number them.

    *lying* describes the card there, and *price* is that of an empty space, if it has one.
    """
    named = sentence("title.slot", look.language, building=capitalize(look.label(building)), number=slot + 1)
    cost = "" if price is None else sentence("title.price", look.language, price=look.format_count(price, "grosz"))
    return _sentence(named, [lying] if lying else [look.label("title.empty"), cost])


def column_title(look: Look, building: str, column: SaltColumn) -> str:
    """Return the number of cubes in a column of the market and the prices of its spaces, as a sentence."""
    named = f"{capitalize(look.label(building))}, {look.label(column.kind)}"
    lying = look.format_count(column.filled, "cube") if column.filled else look.label("title.empty")
    if not column.prices:
        return _sentence(named, [lying])
    # The unit appears only once, after the last price.
    *others, last = column.prices
    prices = ", ".join((*map(str, others), look.format_count(last, "grosz")))
    return _sentence(named, [lying, sentence("title.prices", look.language, prices=prices)])


def describe_line(look: Look, name: str, miners: Iterable[int]) -> str:
    """Describe the miners in part of the castle line."""
    standing = [f"{look.name(seat)}: {look.format_count(count, 'miner')}" for seat, count in enumerate(miners) if count]
    return _sentence(capitalize(look.label(name)), standing or [look.label("title.nobody")])


def describe_building(look: Look, building: Building, things: Iterable[DisplayItem]) -> str:
    """Describe a building and the items there that have no separate place."""
    state = look.state
    facts = []
    if building.has_assistant_place:
        owner = state.assistant(building.id)
        facts.append(f"{look.label('assistant')}: {look.label('free') if owner is None else look.name(owner)}")
    if state.turn is not None and building.id in state.turn.visited:
        facts.append(look.label("visited"))
    facts += [_thing(look, thing) for thing in things]
    return _sentence(capitalize(look.label(building.id)), facts)


def _thing(look: Look, thing: DisplayItem) -> str:
    match thing:
        case FaceUp(name, cards):
            return f"{look.label(name)}: {', '.join(map(look.label, cards)) or look.label('none')}"
        case Price(name, money):
            return f"{look.label(name)}: {look.format_count(money, 'grosz')}"
        case _:
            # The text of the table already has words for every item. Only its marks, such as three dots, cannot be read
            # aloud.
            items = format_item(thing, look.state.ruleset, look.language)
            lines = ["".join(span.text for span in item) for item in items]
            return ", ".join(look.label("each_further") if line == "..." else line for line in lines)


def stock_title(look: Look, seat: int) -> str:
    stock = look.format_count(look.state.players[seat].stock, "miner")
    return _sentence(look.name(seat), [sentence("title.in_stock", look.language, miners=stock)])


def list_extension_texts(look: Look, seat: int) -> list[str]:
    return ["".join(span.text for span in item) for item in before_player(look.state, seat, look.language)]


def player_title(look: Look, seat: int) -> str:
    state = look.state
    player, score = state.players[seat], state.scores[seat]
    none = look.label("none")
    stock = sentence("title.in_stock", look.language, miners=look.format_count(player.stock, "miner"))
    tools = [tool_label(card.tool, look.language, state.ruleset, is_used=card.used) for card in player.tools]
    facts = [
        ", ".join((look.format_count(player.money, "grosz"), stock, _salt(look, player.salt))),
        f"{look.label('tools')}: {', '.join(tools) or none}",
        *_orders(look, seat),
        *list_extension_texts(look, seat),
        f"{look.label('score')} {score.total}{_score_parts(look, seat)}, {look.label('rank')} {score.rank}",
    ]
    if seat == state.start_seat:
        facts.append(look.label("start_player"))
    return _sentence(f"{player.name} ({SEAT_LETTERS[seat]})", facts)


def _orders(look: Look, seat: int) -> Iterator[str]:
    """Yield the completed orders of a player. Those of earlier phases, if any, come first."""
    orders = [f"{order.salt} {look.format_count(order.payment, 'grosz')}" for order in look.state.players[seat].orders]
    earlier = earlier_orders(look.state, seat)
    groups = {"title.earlier_orders": orders[:earlier], "title.new_orders": orders[earlier:]}
    for key, group in (groups if earlier else {"orders": orders}).items():
        yield f"{look.label(key)}: {', '.join(group) or look.label('none')}"


def _score_parts(look: Look, seat: int) -> str:
    """Return the parts of a player's final score in brackets, or nothing during the game."""
    if not look.is_over:
        return ""
    return f" ({', '.join(list_score_parts(look.state, look.state.scores[seat], look.language))})"


def _sentence(named: str, facts: Iterable[str]) -> str:
    """Return a sentence with a name and the facts that are not empty."""
    told = "; ".join(filter(None, facts))
    return f"{named}: {told}." if told else f"{named}."
