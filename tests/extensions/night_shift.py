"""
A ruleset with everything that extensions may hide: the lamp, the die of the weather, looks at the start, and a deck.

NIGHT-1: when a phase begins, each player looks at the tile of one chamber, if it lies face down.

NIGHT-2: when a round begins, two cards of the news are turned up. The deck reshuffles. A tip earns 1 grosz for the
player whose turn it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from lamp import LAMP, UseLamp
from weather import WEATHER

import magnum_sal as ms
from magnum_sal.model.display import DisplayItem, FaceUp, Stack
from magnum_sal.model.events import (
    CardAwaited,
    CardTurnedUp,
    ChamberRevealed,
    DieRolled,
    MoneyMoved,
    OrderMoved,
    PhaseStarted,
    TileLookedAt,
    ToolMoved,
    TurnStarted,
)
from magnum_sal.model.extension import Deck, Extension, Reaction
from magnum_sal.testing.players import Chooser, finisher

CARDS = ("quiet", "quiet", "tip")
FIRST_LOOKS = ("1L1", "2L1", "2R1", "3L1")
"""The chamber into which each seat looks when a phase begins."""


def look_around(state: ms.GameState, _: PhaseStarted) -> Iterable[ms.Event]:
    """Return the looks at the start of a phase."""
    looks = enumerate(FIRST_LOOKS[: len(state.players)])
    return tuple(TileLookedAt(seat, chamber) for seat, chamber in looks if state.mine.tile_in(chamber) is None)


def read_news(state: ms.GameState, event: TurnStarted) -> Iterable[ms.Event]:
    """Request two cards when a round begins."""
    return (CardAwaited("news"), CardAwaited("news")) if event.seat == state.start_seat else ()


def earn_tip(state: ms.GameState, event: CardTurnedUp) -> Iterable[ms.Event]:
    """Return the money for a tip."""
    return (MoneyMoved("bank", state.turn_seat, 1),) if event.card == "tip" else ()


def beside_the_board(state: ms.GameState) -> tuple[DisplayItem, ...]:
    """Return the deck: the face-up cards and the number of the others."""
    pile = state.extras["news"]
    return FaceUp("news_read", pile.up), Stack("news_deck", pile.down)


NIGHT = Extension(
    "night",
    reactions=(Reaction(PhaseStarted, look_around), Reaction(TurnStarted, read_news), Reaction(CardTurnedUp, earn_tip)),
    decks=(Deck("news", CARDS, "NIGHT-2", reshuffles=True, display=beside_the_board),),
    has_looks=True,
    labels={
        "en": {
            "night_shift": "night shift",
            "night": "night",
            "news": "news",
            "news_read": "news",
            "news_deck": "stack of news",
            "quiet": "a quiet night",
            "tip": "a tip",
        }
    },
    texts={
        "en": (
            ms.RuleText("NIGHT-1", "the first look", "When a phase begins, each player looks at one tile.", "Alone."),
            ms.RuleText("NIGHT-2", "the news", "When a round begins, two cards are turned up.", "A tip earns 1 grosz."),
        )
    },
)

NIGHT_SHIFT = ms.STANDARD.with_extensions(
    LAMP, WEATHER, NIGHT, name="night_shift", tools=(*ms.STANDARD.tools, *["lamp"] * 6), tools_per_phase=9
)
ms.register(NIGHT_SHIFT)

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def night_player(state: ms.GameState, moves: Sequence[ms.Move], rng: random.Random) -> ms.Move:
    """Choose moves that buy and use lamps, and otherwise finish the game."""
    offer = state.workshop.offer
    wanted = [
        move
        for move in moves
        if isinstance(move, UseLamp) or (isinstance(move, ms.VisitWorkshop) and offer[move.slot] == "lamp")
    ]
    return rng.choice(wanted) if wanted and rng.random() < 0.7 else finisher(state, moves, rng)


def play_night(
    players: int, seed: int, steps: int, *, ruleset: ms.Ruleset = NIGHT_SHIFT, chooser: Chooser = night_player
) -> ms.Game:
    """Return a dealt game of at most this many moves."""
    rng = random.Random(seed)
    game = ms.Game.new(NAMES[:players], seed=seed, ruleset=ruleset)
    for _ in range(steps):
        if game.is_over:
            break
        game.play(chooser(game.state, ms.legal_moves(game.state), rng))
    return game


def replay_at_table(dealt: ms.Game, noted: float = 0.5) -> ms.Game:
    """
    Return the moves of a dealt game on a real table, where the same pieces are turned up.

    After each step, the players note a part of the tiles that they have looked at.
    """
    opening = dealt.at(0)
    names = [player.name for player in opening.players]
    game = ms.Game.open_table(names, start_seat=opening.start_seat, ruleset=opening.ruleset)
    rng = random.Random(dealt.step_count)
    while (pending := game.state.pending) is not None:
        game.reveal(find_opening_piece(opening, pending))
    note_looks(game, dealt, rng, noted)
    for move, (_, happened) in dealt.history():
        assert isinstance(move, ms.Move)
        events = game.play(move).events
        while game.state.pending is not None:
            events += game.reveal(find_piece(happened[len(events)])).events
        assert events == happened
        note_looks(game, dealt, rng, noted)
    return game


def find_opening_piece(opening: ms.GameState, pending: ms.Pending) -> ms.Piece:
    """Return the piece that lies face up at a pending place in the first position of a dealt game."""
    ruleset, place = opening.ruleset, pending.place
    if pending.pile in ruleset.dice:
        return str(opening.extras[pending.pile].earlier_faces(ruleset.dice[pending.pile].faces)[int(place)])
    if pending.pile in ruleset.decks:
        return str(opening.extras[pending.pile].up[int(place)])
    if pending.pile == "tile":
        found: ms.Piece | None = opening.mine.tile_in(str(place))
    else:
        found = (opening.castle.open if pending.pile == "order" else opening.workshop.offer)[int(place)]
    assert found is not None
    return found


def find_piece(event: ms.Event) -> ms.Piece:
    """Return the piece that *event* turned up."""
    match event:
        case ChamberRevealed(tile=piece) | OrderMoved(order=piece) | ToolMoved(tool=piece):
            return piece
        case CardTurnedUp(card=piece) | DieRolled(face=piece):
            return piece
    raise AssertionError(f"{event} turns up nothing")


def note_looks(game: ms.Game, dealt: ms.Game, rng: random.Random, noted: float) -> None:
    """Note some of the tiles that the views of the players on a real table lack."""
    for look in game.state.extras["looks"].made:
        if game.seen_by(look.seat).find_tile(look.chamber) is None and rng.random() < noted:
            tile = dealt.log.started.setup.tile_of(look.chamber)
            assert tile is not None
            game.note_look(look.seat, look.chamber, tile)
