"""The table as text that fits a terminal of 80 columns and 24 lines, with a prompt below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ..engine.steps import Step
from ..model.display import DisplayItem, Income, Offer, Orders, PriceList, Stack, Tally, Track, Waiting
from ..model.mine import CORRIDORS, SECTIONS
from ..model.open_tiles import is_turned_down
from ..model.rule import Building
from ..model.state import GameState
from ..words import count_in_words, label, sentence
from ..words.questions import count_cards
from . import _text_pieces as pieces
from .board_facts import building_items, find_chamber, find_mover, houses
from .step_texts import StepText, describe_steps
from .text_course import bookkeeping, course, ending, heading_of, step_lines
from .text_lines import Line, Span, columns, cut, join_items, pad_line, paragraph, width_of, wrap_items

MOST_LINES: Final = 23
"""The maximum number of lines in the short form."""

_SHAFT: Final = 15
"""The width of a section of the shaft, in columns."""
_CORRIDOR: Final = 20
"""The maximum width of a chamber, in columns."""
_NAME: Final = 12
"""The width of a building's name, in columns."""
_USED: Final = "*"
"""The mark of a used tool."""
_TIMES: Final = "\N{MULTIPLICATION SIGN}"
"""The mark of a number of cards after an abbreviated name."""
_LETTERS: Final = (6, 4)
"""How many letters to try for the first word of an abbreviated tool name."""
_MOST_LINES_OF_REASON: Final = 2
"""The maximum number of lines about why the players ended the game early. A reason may have hundreds of characters."""
_ROOM_FOR_NEWS: Final = 5
"""The number of lines reserved for the last steps before a player gets a third line."""


def short_lines(
    state: GameState, steps: Sequence[Step], end_reason: str | None, language: str, width: int
) -> list[Line]:
    """Return the short form in at most ``MOST_LINES`` lines. The description of *steps* uses the remaining lines."""
    # The short form must fit 23 lines regardless of what lies on the table. So its parts are measured in order of
    # importance. The turn, the mine and two lines for each player always appear. The town is dropped first if the end
    # of the game needs its lines. Each player gets a third line only if all third lines fit, together with the town and
    # some of the last steps. The last steps take the remaining lines, and blank lines separate the parts only if
    # nothing else needs these lines.
    parts = [*course(state, end_reason, language), *bookkeeping(state, language)]
    turn = wrap_items((), parts, width, gap=" · ", indent=0)
    news = ending(state, end_reason, language, width)
    if end_reason is not None and len(news) > _MOST_LINES_OF_REASON:
        news = [news[0], cut(join_items(news[1:], " "), width)]
    mine, town = list(_mine(state, width)), list(_town(state, language, width))
    least = len(turn) + len(mine) + 2 * len(state.players)
    if least + len(town) + len(news) > MOST_LINES and (state.is_over or end_reason is not None):
        town = []  # the town does not count at the end
    kept_free = _ROOM_FOR_NEWS if steps and not state.is_over else 0
    has_room = least + len(town) + len(news) + len(state.players) + kept_free <= MOST_LINES
    is_roomy = has_room and any(
        width_of(_cards(_tools(state, seat, language)[0], _orders(state, seat, language)[0])) > width
        for seat in range(len(state.players))
    )
    players = list(_players(state, find_mover(state, end_reason), language, width, is_roomy))
    room = MOST_LINES - sum(map(len, (turn, news, mine, town, players)))
    news += _shorten_steps(describe_steps(steps, language), language, width, room)
    blocks = [block for block in ([*turn, *news], mine, town, players) if block]
    blank = MOST_LINES - sum(map(len, blocks))
    lines: list[Line] = []
    for number, block in enumerate(blocks):
        lines += [*([()] if 0 < number <= blank else []), *(cut(line, width) for line in block)]
    return lines[:MOST_LINES]


def _shorten_steps(steps: Sequence[StepText], language: str, width: int, room: int) -> list[Line]:
    """Return the last steps in at most *room* lines. If necessary, omit the effects first, then the earliest steps."""
    if room <= 0 or not steps:
        return []
    for tell in (step_lines, _in_a_row):
        lines = [line for step in steps for line in tell(step, width)]
        if len(lines) <= room:
            return lines
    for gone in range(len(steps)):
        more = [(Span(sentence("picture.more", language, count=gone), "dim"),)] if gone else []
        lines = [*more, *_running(steps[gone:], width)]
        if len(lines) <= room:
            return lines
    return [cut((*heading_of(steps[-1]), Span(steps[-1].move)), width)]


def _in_a_row(step: StepText, width: int) -> list[Line]:
    return paragraph(heading_of(step), ". ".join((step.move, *step.came)), width)


def _running(steps: Sequence[StepText], width: int) -> list[Line]:
    """Return the moves as running text, omitting all effects except the ends of phases."""
    words: list[Line] = []
    for step in steps:
        if words:
            words.append((Span("·"),))
        told = ". ".join((step.move, *step.ended))
        words += [
            (Span(f"{step.who}:", heading_of(step)[0].style),),
            *((Span(word),) for word in told.split()),
        ]
    return wrap_items((), words, width, gap=" ", indent=0)


def _mine(state: GameState, width: int) -> Iterator[Line]:
    """Yield a line for each section of the shaft, with one of the corridors beside it."""
    for section, corridor in zip(SECTIONS, CORRIDORS, strict=True):
        miners = join_items(pieces.miners_in(state.mine[section]), " ")
        shaft = pad_line((Span(f"{section} "), *miners), _SHAFT)
        cells = [_chamber(state, chamber) for chamber in corridor]
        yield (*shaft, Span("| ", "dim"), *_in_columns(cells, width - width_of(shaft) - 2))


def _in_columns(cells: Sequence[Line], room: int) -> Line:
    """Return cells in equal columns. If a cell is too long for its column, the next cell follows directly."""
    column = min(room // len(cells), _CORRIDOR)
    # Try columns first, because aligned chambers are easy to find. A crowded corridor gives up the columns, then the
    # wider gaps, and finally the spaces within cells.
    for width, gap in ((column, 2), (0, 2), (0, 1)):
        line: Line = ()
        for number, cell in enumerate(cells):
            start = max(number * width, width_of(line) + gap if line else 0)
            line = (*pad_line(line, start), *cell)
        if width_of(line) <= room:
            return line
    return join_items([tuple(span for span in cell if span.text != " ") for cell in cells], " ")


def _chamber(state: GameState, name: str) -> Line:
    """Return a chamber with its cubes and miners, and its tile if it is known and not revealed; 0 water is omitted."""
    chamber, is_secret = find_chamber(state, name)
    is_known = chamber.revealed
    mark = "?" if not is_known else "x" if is_turned_down(state.ruleset, chamber) else ""
    spans = [Span(f"{name} ", "" if is_known else "dim")]
    if mark:
        spans.append(Span(mark, "bold" if is_known else "dim"))
    if chamber.salt or not mark:
        spans += pieces.letters(chamber.salt)
    if chamber.water:
        spans += [Span("/"), Span(str(chamber.water), "water")]
    # In the mapped mine, everybody knows the tiles of chambers that nobody has entered (VAR-MAP).
    if is_secret or (not is_known and chamber.tile is not None):
        spans.append(Span(f"({chamber.tile})", "dim"))
    return tuple(spans) + tuple(span for miner in pieces.miners_in(chamber) for span in (Span(" "), *miner))


def _town(state: GameState, language: str, width: int) -> Iterator[Line]:
    """Yield the buildings: separate lines for large ones, and shared lines for the others."""
    small: list[Line] = []
    long: list[list[Line]] = []
    for building in houses(state.ruleset):
        name = label(building.id, language, state.ruleset)
        items = _items(state, building, language)
        if not items:
            continue
        # Buildings with little to show share lines, because each line counts here.
        if sum(map(width_of, items)) < 20:
            small.append((Span(f"{name} ", "bold"), *join_items(items, "  ")))
        else:
            indent = max(_NAME, columns(name) + 1)
            long.append(wrap_items((Span(f"{name} ", "bold"),), items, width, indent=indent))
    if small:
        yield from wrap_items((), small, width, gap=" · ", indent=0)
    for lines in long:
        yield from lines


def _items(state: GameState, building: Building, language: str) -> list[Line]:
    """Return the items at a building that change during a game, and the owner of its assistant."""
    shown = building_items(state, building)
    items = [item for thing in shown for item in _short(thing, shown, state, language)]
    if building.has_assistant_place and state.assistant(building.id) is not None:
        items.append(pieces.assistant_at(state, building.id, language))
    return items


def _short(thing: DisplayItem, shown: Sequence[DisplayItem], state: GameState, language: str) -> list[Line]:
    """Return an item in short form, or an empty list if it is printed on the board, repeats a track, or is empty."""
    match thing:
        case PriceList() | Income() | Stack(number=0):
            return []
        case Tally() if any(isinstance(other, Track) for other in shown):
            return []
        case Waiting(miners=miners) if not any(miners):
            return []
        case Track(prices, marker):
            is_left = marker < len(prices)
            now = count_in_words(prices[marker], "grosz", language) if is_left else label("picture.none_left", language)
            return [(Span(now),)]
        case Orders(orders):
            return [(Span(str(order or "-")),) for order in orders]
        case Offer(cards=cards) if not any(cards):
            return [(Span(label("picture.none_left", language)),)]
    return pieces.format_item(thing, state.ruleset, language)


def _players(state: GameState, to_move: int | None, language: str, width: int, is_roomy: bool) -> Iterator[Line]:
    """Yield each player's standing, then the tools and orders. *is_roomy* puts tools and orders on separate lines."""
    for seat, (player, score) in enumerate(zip(state.players, state.scores, strict=True)):
        mark = ">" if seat == to_move else " "
        start = f" ({label('start_player', language)})" if seat == state.start_seat else ""
        salt = () if not player.salt else (Span("  "), *pieces.amounts(player.salt, player.salt.kinds()))
        worth = f"  {label('score', language)} {score.total}"
        owned: Line = (
            Span(f"{mark}{pieces.seat_name(state, seat)}", pieces.seat_style(seat)),
            Span(f"  {count_in_words(player.money, 'grosz', language)}", "money"),
            *salt,
            Span(f"  {label('stock', language)} "),
            *pieces.seat_count(seat, player.stock),
        )
        ranked = f"{worth}, {label('rank', language)} {score.rank}"
        # The items of extensions come last, so that a line that is too long never loses the score. They start the next
        # line if they do not fit here.
        items = tuple(span for item in pieces.before_player(state, seat, language) for span in (Span("  "), *item))
        ways = [(*owned, Span(f"{standing}{start}", "dim")) for standing in (ranked, worth)]
        has_room = width_of((*ways[0], *items)) <= width
        yield (*ways[0], *items) if has_room else _fitting(ways, width)
        indent = _INDENT if has_room or not items else (*_INDENT, *items[1:], items[0])
        listed, total = _orders(state, seat, language)
        if is_roomy:
            yield _fitting([(*indent, *tools) for tools in _tools(state, seat, language)], width)
            yield _fitting([(*_INDENT, *orders) for orders in (listed, total)], width)
        else:
            *named, number = _tools(state, seat, language)
            # Tool names are abbreviated before orders are reduced to a count, because an abbreviated name still
            # identifies its tool.
            held = [*((tools, orders) for orders in (listed, total) for tools in named), (number, total)]
            yield _fitting([_cards(tools, orders, indent) for tools, orders in held], width)


_INDENT: Final = (Span("   "),)


def _cards(tools: Line, orders: Line, indent: Line = _INDENT) -> Line:
    return (*indent, *tools, Span("  "), *orders)


def _fitting(lines: Sequence[Line], width: int) -> Line:
    """Return the first line that fits, otherwise the last."""
    return next((line for line in lines if width_of(line) <= width), lines[-1])


def _orders(state: GameState, seat: int, language: str) -> tuple[Line, Line]:
    """Return two lines about a seat's completed orders: the list of them, and their number."""
    name = label("orders", language)
    number = len(state.players[seat].orders)
    return (Span(f"{name} "), *join_items(pieces.orders_of(state, seat), " ")), (Span(f"{name} {number}"),)


def _tools(state: GameState, seat: int, language: str) -> list[Line]:
    """Return a seat's tools in forms from long to short: full names, then shorter names, then only the total."""
    owned = state.players[seat].tools
    cards = Counter((card.tool, card.used) for card in owned)
    number: Line = (Span(f"{label('tools', language)} {len(owned) or '-'}"),)
    if not cards:
        return [number, number]

    def format_tools(most: int | None) -> Line:
        items: list[Line] = []
        for (tool, used), count in cards.items():
            mark = _USED if used else ""
            if count > 1 and most is None:
                told = f"{count_cards(count, tool, language, state.ruleset)}{mark}"
            else:
                # An abbreviation has no plural, so the number comes after it.
                times = f"{_TIMES}{count}" if count > 1 else ""
                told = f"{abbreviate_name(label(tool, language, state.ruleset), most)}{mark}{times}"
            items.append((Span(told, "dim" if used else ""),))
        return join_items(items, ", ")

    return [*map(format_tools, (None, *_LETTERS)), number]


def abbreviate_name(name: str, most: int | None) -> str:
    """
    Return a name with *most* letters of its first word and one letter of each further word; None keeps the whole name.

    >>> abbreviate_name("commercial privilege", 6), abbreviate_name("bucket", 6), abbreviate_name("pickaxe", 4)
    ('commer. p.', 'bucket', 'pick.')
    """
    if most is None or len(name) <= most + 1:
        return name
    first, *others = name.split() or [name]
    return "".join([first if len(first) <= most else f"{first[:most]}.", *(f" {word[0]}." for word in others)])
