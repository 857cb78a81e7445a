"""The data of a replay: each position as pictures, each move in words, and the chances of winning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Literal, TypeAlias, get_args

from ..engine.steps import Step, check_order, number_moves
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.pieces import SEAT_LETTERS
from ..model.state import GameState
from ..record.game import Game
from ..record.serialization import to_dict
from ..rules.standard import STANDARD
from ..words import label, roman, ruleset_label
from ..words.agreement import describe_ending
from ..words.languages import words_of
from ._markup import split_groups
from ._svg_picture import defs, svg
from .board_facts import round_in_words
from .layouts import LayoutName
from .step_texts import describe_steps

MOST_MOVES: Final = 2000
"""The maximum number of moves in a replay. A game of four players has about 300."""
ViewName: TypeAlias = Literal["wide", "narrow"]
"""The name of a set of pictures: for a large screen, or for a phone."""
VIEWS: Final[tuple[ViewName, ...]] = get_args(ViewName)

_PICTURES: Final[dict[ViewName, tuple[tuple[LayoutName, int | None], ...]]] = {
    "wide": (("board", None), ("panels", 390)),
    "narrow": (("mine", 390), ("town", 390), ("panels", 390)),
}
"""The pictures of a view, each as a layout and a width in pixels."""
_DRAWINGS: Final = "replay-defs"
"""The prefix of the drawings, which all pictures of a replay share."""
_WORDS: Final = "table.replay_"
_SHARED_WORDS: Final = (
    "table.earlier",
    "table.later",
    "table.log",
    "table.move_of",
    "table.people",
    "table.percent",
    "table.slider",
)
"""The words of the replay that the page of a table uses, too."""


def replay_data(
    game: Game | Iterable[Step],
    *,
    chances: Sequence[Sequence[float]] | None = None,
    language: str = "en",
    title: str | None = None,
    views: Iterable[ViewName] = VIEWS,
) -> dict[str, Any]:
    """
    Return the data of a replay as plain JSON data, for the viewer in ``web/static/viewer.js``.

    The arguments and errors are those of ``replay_html``. *views* are the sets of pictures to draw.
    """
    steps = list_steps(game)
    opening, positions = steps[0].before, [steps[0].before, *(step.after for step in steps)]
    check_chances(chances, len(positions), len(opening.players))
    names = [player.name for player in opening.players]
    reason = game.end_reason if isinstance(game, Game) else None
    return {
        "type": "replay",
        "language": language,
        "title": ", ".join(names) if title is None else title,
        "rules": ruleset_label(opening.ruleset, language),
        "is_standard": opening.ruleset == STANDARD,
        "players": [f"{SEAT_LETTERS[seat]} {name}" for seat, name in enumerate(names)],
        "words": replay_words(language),
        "moves": list(_describe_moves(steps, _number_steps(game, len(steps)), language)),
        "ending": list(describe_ending(positions[-1], reason, language)),
        "phases": list(_list_phases(positions)),
        "chances": None if chances is None else [[round(100 * chance) for chance in entry] for entry in chances],
        "defs": str(defs(prefix=_DRAWINGS, ruleset=opening.ruleset)),
        "views": {view: list(_draw_view(view, positions, steps, reason, language)) for view in views},
    }


def list_steps(game: Game | Iterable[Step]) -> list[Step]:
    """
    Return the steps of a game.

    Raises ``MisuseError`` if there are no steps or more than ``MOST_MOVES``, or a step does not lead to the next one.
    """
    steps: list[Step] = []
    given: object = game.steps() if isinstance(game, Game) else game
    if not isinstance(given, Iterable):
        raise MisuseError(f"game: expected a Game or its steps, got {brief(given)}")
    # An iterable may be infinite, so read at most one step more than allowed.
    for step in islice(given, MOST_MOVES + 1):
        if not isinstance(step, Step):
            raise MisuseError(f"game: expected a Game or its steps, got {brief(step)}")
        steps.append(step)
    if not steps:
        raise MisuseError("game: this game has no moves, so there is nothing to replay")
    if len(steps) > MOST_MOVES:
        raise MisuseError(f"game: this game has more than {MOST_MOVES} moves, which is the maximum for a replay")
    check_order("game", steps)
    return steps


def check_chances(chances: object, positions: int, players: int) -> None:
    """Raise ``MisuseError`` unless *chances* is None or has a number from 0 to 1 for each position and player."""
    if chances is None:
        return
    if not isinstance(chances, Sequence) or len(chances) != positions:
        raise MisuseError(f"chances: expected one entry for each of the {positions} positions, got {brief(chances)}")
    for entry in chances:
        is_fit = isinstance(entry, Sequence) and len(entry) == players
        if not is_fit or not all(isinstance(chance, (int, float)) and 0 <= chance <= 1 for chance in entry):
            raise MisuseError(f"chances: expected {players} numbers from 0 to 1, got {brief(entry)}")


def replay_words(language: str) -> dict[str, str]:
    """Return the words of the viewer, by id. Raises ``MisuseError`` if the language is unknown."""
    words_of(language)
    names = sorted(key for key in words_of("en") if key.startswith(_WORDS))
    return {key.removeprefix("table."): label(key, language) for key in (*names, *_SHARED_WORDS)}


def _number_steps(game: Game | Iterable[Step], count: int) -> Iterable[int]:
    """Return the number of each step in the game. Without a game, steps are counted from 1."""
    if not isinstance(game, Game):
        return range(1, count + 1)
    # A step contains the pieces that were turned up after its move, but in the game each of them has its own number.
    return number_moves(game.history())


def _describe_moves(steps: Sequence[Step], numbers: Iterable[int], language: str) -> Iterator[dict[str, Any]]:
    time = None
    for number, step, text in zip(numbers, steps, describe_steps(steps, language), strict=True):
        new, time = time != (step.before.phase, step.before.round), (step.before.phase, step.before.round)
        yield {
            "number": number,
            "seat": step.seat,
            "who": text.who,
            "words": text.move,
            "more": list(text.came),
            "heading": round_in_words(*time, language) if new else None,
            "events": [to_dict(event) for event in step.events],
            "place": "town" if step.before.mine == step.after.mine else "mine",
        }


def _list_phases(positions: Sequence[GameState]) -> Iterator[tuple[int, str]]:
    """Yield the number of the first position of each phase, and the phase as a Roman numeral."""
    phase = 0
    for number, state in enumerate(positions):
        if state.phase != phase:
            phase = state.phase
            yield number, roman(phase)


def _draw_view(
    view: ViewName, positions: Sequence[GameState], steps: Sequence[Step], reason: str | None, language: str
) -> Iterator[dict[str, Any]]:
    for layout, size in _PICTURES[view]:
        pictures = (
            svg(
                state,
                layout=layout,
                size=size,
                language=language,
                last=steps[number - 1 : number] if number else [],
                end_reason=reason if number == len(steps) else None,
                title=False,
                legend=False,
                prefix=f"replay-{view}-{layout}",
                defs=_DRAWINGS,
            )
            for number, state in enumerate(positions)
        )
        yield {"layout": layout, **pack_pictures(pictures)}


# The pictures of neighbouring positions differ in only a few places, but Deflate does not find what they share: it
# looks back only 32 kB, and a picture is longer. So each picture is cut where an SVG group begins or ends. Equal pieces
# are stored once, and a picture is a list of their numbers. Versions of the same piece are then close to each other,
# and the numbers repeat from picture to picture, so Deflate shortens both. For a game with two players, the 158
# pictures of the whole table take 10 MB, or 1.1 MB with Deflate alone, or 75 kB in this form.
def pack_pictures(pictures: Iterable[str]) -> dict[str, Any]:
    """Return pictures as the list of their different pieces, and for each picture the numbers of its pieces."""
    pieces: dict[str, int] = {}
    frames = [[pieces.setdefault(piece, len(pieces)) for piece in split_groups(picture)] for picture in pictures]
    return {"pieces": list(pieces), "frames": frames}
