"""The whole table as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from .._open_tiles import is_turned_down, tiles_lie_open
from .._step import Step
from ..labels import counted, label, pending_in_words, roman, ruleset_label, tool_label
from ..mine import CORRIDORS, SECTIONS, Section
from ..pieces import SALT_KINDS, SEAT_LETTERS, SaltAmount
from ..state import GameState, check_state
from ._facts import check_last, check_size, extras, houses, made_in_words, who_made
from ._text_lines import Line, Span, padded, printed, width_of, wrapped
from ._text_shown import before_player, told

_SIDE: Final = 32
"""Columns of a corridor."""
_SHAFT: Final = 14


def text(
    state: GameState, *, color: bool = False, language: str = "en", width: int = 80, last: Step | None = None
) -> str:
    """
    Return the table as text: the turn, the mine, the town and the players, with every public fact.

    Seats are the letters A to D; a lower-case letter stands for tired miners. Salt is B, G and W, in a chamber with
    its water behind the slash, and what its tile has printed stands in brackets; ``?`` is a chamber that nobody has
    reached, ``x`` one without salt whose tile is turned face down again (VAR-MAP).

    Args:
        state: The position, public or full; of what is hidden nothing is shown.
        color: Whether to colour with terminal escape codes.
        language: One of ``labels.LANGUAGES``, such as ``"en"``.
        width: Columns to use; less than 80 counts as 80.
        last: The step that led to the position, whose move is told below the turn; None tells of none.

    Raises:
        MisuseError: *state* is none, the language is not known, *width* is no number of columns, or *last* is no step
            that leads to *state*.
    """
    check_state(state)
    check_size("width", width)
    check_last(state, last)
    width = max(width, 80)
    told_last = () if last is None else (_last(last, language, width),)
    blocks = (_turn(state, language, width), *told_last, _mine(state, language), _town(state, language, width))
    lines: list[Line] = []
    for block in (*blocks, _players(state, language, width)):
        lines += [*block, ()]
    return printed(lines[:-1], color=color)


def _turn(state: GameState, language: str, width: int) -> Iterator[Line]:
    def fact(name: str, value: object) -> Line:
        return (Span(f"{label(name, language)} {value}"),)

    course = [fact("phase", f"{roman(state.phase)}/{roman(state.ruleset.phases)}"), fact("round", state.round)]
    if state.pending is not None:
        course.append((Span(pending_in_words(state.pending, language, state.ruleset), "bold"),))
    if state.turn is None:
        if state.is_over:
            course.append((Span(label("game_over", language), "bold"),))
        course.append(fact("turn", _seat_name(state, state.turn_seat)))
    elif state.pending is not None:
        course += [fact("turn", _seat_name(state, state.turn_seat)), fact("actions_left", state.turn.actions_left)]
    else:
        to_move = Span(f"{label('to_move', language)}: {_seat_name(state, state.turn_seat)}", _seat(state.turn_seat))
        course += [(to_move,), fact("actions_left", state.turn.actions_left)]
    yield from wrapped((Span("Magnum Sal", "bold"),), course, width, gap=" · ", indent=12)
    bookkeeping: list[Line] = []
    if (turn := state.turn) is not None:
        visited = ", ".join(label(building, language, state.ruleset) for building in turn.visited)
        bookkeeping = [
            fact("visited", visited or "-"),
            fact("passes", turn.passes),
            fact("arriving", turn.arriving),
            fact("arrived", ", ".join(turn.arrived) or "-"),
        ]
    yield from wrapped(
        (), [*bookkeeping, (Span(ruleset_label(state.ruleset, language), "dim"),)], width, gap=" · ", indent=0
    )
    for name, value in extras(state, language):
        yield from wrapped((Span(f"{name}: ", "dim"),), [(Span(part),) for part in value.split()], width, gap=" ")


def _last(last: Step, language: str, width: int) -> Iterator[Line]:
    words = made_in_words(last, language).split()
    yield from wrapped(
        (Span(f"{who_made(last)}: ", _seat(last.seat)),), [(Span(word),) for word in words], width, gap=" ", indent=3
    )


def _mine(state: GameState, language: str) -> Iterator[Line]:
    left, right = CORRIDORS[0::2], CORRIDORS[1::2]
    for depth, section in enumerate(SECTIONS):
        here = _section_cell(section, state.mine[section])
        sides: list[list[list[Line]]] = [[], []]
        if depth % 2:
            level = depth // 2
            cells = _SIDE // len(left[level])
            for side, corridor in enumerate((left[level][::-1], right[level])):
                sides[side] = [
                    [padded(line, cells) for line in _chamber_cell(chamber, state, cells)] for chamber in corridor
                ]
        west, east = ([_row(parts, _SIDE // max(len(side), 1)) for parts in zip_longest(*side)] for side in sides)
        if depth == 0:
            used = f"  x {label('emptied', language)}" if tiles_lie_open(state.ruleset) else ""
            west = [(Span(label("mine", language).upper(), "bold"), Span(used, "dim"))]
            east = [(Span(f"A {label('rested', language)}, a {label('tired', language)}", "dim"),)]
        for one, middle, other in zip_longest(west, here, east, fillvalue=()):
            blank = Span(" " * (_SIDE - width_of(one)))
            westward = (*one, blank) if depth == 0 else (blank, *one)
            yield (*westward, Span("| "), *padded(middle, _SHAFT - 4), Span(" |  "), *other)


def _row(parts: Sequence[Line | None], width: int) -> Line:
    return tuple(span for part in parts for span in (part or (Span(" " * width),)))


def _section_cell(name: str, section: Section) -> list[Line]:
    first, *others = _miner_lines(section, 7)
    return [(Span(f"{name} "), *first), *((Span("   "), *line) for line in others)]


def _chamber_cell(name: str, state: GameState, width: int) -> list[Line]:
    chamber = state.mine.chamber(name)
    mark = Span(" ?" if not chamber.revealed else " x" if is_turned_down(state.ruleset, chamber) else "", "bold")
    tile = (Span(f"({chamber.tile})" if chamber.tile else "", "dim"),)
    cubes = (*_letters(chamber.salt), Span("/"), Span(str(chamber.water), "water"))
    return [(Span(name), mark), cubes, tile, *_miner_lines(chamber, width - 1)]


def _miner_lines(space: Section, width: int) -> list[Line]:
    groups = [
        Span(f"{letter}{count}", _seat(seat))
        for seat, (rested, tired) in enumerate(zip(space.rested, space.tired, strict=True))
        for letter, count in ((SEAT_LETTERS[seat], rested), (SEAT_LETTERS[seat].lower(), tired))
        if count
    ]
    return wrapped((), [(group,) for group in groups], width, gap=" ", indent=0)


def _town(state: GameState, language: str, width: int) -> Iterator[Line]:
    ruleset = state.ruleset
    yield (Span(label("town", language).upper(), "bold"),)
    for building in houses(ruleset):
        name = label(building.id, language, ruleset)
        facts = [item for thing in building.shows(state) for item in told(thing, building.id, ruleset, language)]
        if building.has_assistant_place:
            facts = [*facts, _assistant(state, building.id, language)]
        yield from wrapped((Span(f"{name} "),), facts, width)
    bank = state.bank
    miners = tuple(span for seat, count in enumerate(bank.miners) for span in (*_seat_count(seat, count), Span(" ")))
    facts = [
        (Span(counted(bank.money, "grosz", language), "money"),),
        _amounts(bank.salt),
        (Span(f"{label('water', language)} {bank.water}", "water"),),
        (Span(f"{label('miners', language)} "), *miners),
    ]
    yield from wrapped((Span(f"{label('bank', language)} "),), facts, width)


def _assistant(state: GameState, building: str, language: str) -> Line:
    seat = state.assistant(building)
    owner = Span("-") if seat is None else Span(SEAT_LETTERS[seat], _seat(seat))
    return (Span(f"{label('assistant', language)} "), owner)


def _players(state: GameState, language: str, width: int) -> Iterator[Line]:
    for seat, (player, score) in enumerate(zip(state.players, state.scores, strict=True)):
        mark = ">" if seat == state.to_move else " "
        start = f" ({label('start_player', language)})" if seat == state.start_seat else ""
        standing = f"{label('score', language)} {score.total}, {label('rank', language)} {score.rank}"
        yield (Span(f"{mark}{_seat_name(state, seat)}", _seat(seat)), Span(start))
        belongings = [
            (Span(counted(player.money, "grosz", language), "money"),),
            _amounts(player.salt),
            (Span(f"{label('stock', language)} "), *_seat_count(seat, player.stock)),
            (Span(standing, "dim"),),
        ]
        yield from wrapped((), belongings, width, indent=3)
        if items := before_player(state, seat, language):
            yield from wrapped((), items, width, indent=3)
        cards = [
            (Span(tool_label(card.tool, language, state.ruleset, is_used=card.used), "dim" if card.used else ""),)
            for card in player.tools
        ]
        yield from wrapped(
            (Span(f"   {label('tools', language)}: "),), cards or [(Span("-"),)], width, gap=", ", indent=15
        )
        orders = [(Span(str(order)),) for order in player.orders]
        yield from wrapped((Span(f"   {label('orders', language)}: "),), orders or [(Span("-"),)], width, indent=15)


def _seat(seat: int) -> str:
    return f"seat{seat}"


def _seat_count(seat: int, count: int) -> Line:
    return (Span(f"{SEAT_LETTERS[seat]}{count}", _seat(seat)),)


def _seat_name(state: GameState, seat: int) -> str:
    return f"{SEAT_LETTERS[seat]} {state.players[seat].name}"


def _letters(salt: SaltAmount) -> Line:
    return tuple(Span(kind[0].upper() * salt.of(kind), kind) for kind in salt.kinds()) or (Span("-"),)


def _amounts(salt: SaltAmount) -> Line:
    """Return an amount by number, for there can be many cubes, and at the bank fewer than none."""
    return tuple(span for kind in SALT_KINDS for span in (Span(f"{kind[0].upper()}{salt.of(kind)}", kind), Span(" ")))[
        :-1
    ]
