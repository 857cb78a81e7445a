"""``magnum-sal show``: print or draw a position of a recorded game."""

from __future__ import annotations

import argparse
from collections import deque
from itertools import islice
from pathlib import Path
from typing import Final, get_args

from .. import render
from ..engine.steps import steps_of
from ..errors import MisuseError
from ..model.moves import Move
from ..model.player_names import find_seat
from ..record.game import Game
from ..record.serialization import to_json
from ..render import Form, LayoutName, ThemeName
from ._options import add_language, add_ruleset, check_named_rules
from ._output import check_output, print_text, takes_colours, write_picture

_PICTURE: Final = {"force": False, "next": False, "layout": "wide", "size": None, "theme": "light", "seat": None}
"""The options for pictures, with their defaults."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", type=Path, help="log file of the game")
    parser.add_argument(
        "--at", type=int, metavar="N", help="position after the first N moves (default: the last position)"
    )
    parser.add_argument("--last", type=int, default=0, metavar="N", help="show the effects of the last N moves")
    parser.add_argument("--short", action="store_true", help="print at most 23 lines, for small terminals")
    parser.add_argument(
        "--legend",
        action=argparse.BooleanOptionalAction,
        help="explain the marks (default: below a picture, not below the text)",
    )
    parser.add_argument("--json", action="store_true", help="print the state as JSON, including face-down pieces")
    parser.add_argument("--public", action="store_true", help="with --json: leave out face-down pieces")
    add_language(parser)
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="colours in the terminal")
    picture = parser.add_argument_group("picture", "options for the picture that --svg writes")
    picture.add_argument(
        "--svg", type=Path, metavar="FILE", help="write an SVG picture to this file instead of printing"
    )
    picture.add_argument("--force", action="store_true", help="overwrite an existing file with the picture")
    picture.add_argument("--next", action="store_true", help="mark the move that came next")
    picture.add_argument(
        "--layout",
        choices=get_args(LayoutName),
        default=_PICTURE["layout"],
        help="layout for a screen or a phone, or for a part of the table",
    )
    picture.add_argument("--size", type=int, metavar="PIXELS", help="width (default: depends on the layout)")
    picture.add_argument("--theme", choices=get_args(ThemeName), default=_PICTURE["theme"], help="colour theme")
    picture.add_argument("--seat", metavar="NAME", help="player whose panel comes first (default: the first seat)")
    add_ruleset(parser)


def run(options: argparse.Namespace) -> int:
    if options.last < 0:
        raise MisuseError(f"--last {options.last}: expected 0 or more moves")
    if options.svg is not None and options.short:
        raise MisuseError("--short applies to text, but --svg writes a picture; leave out one of them")
    if options.public and not options.json:
        raise MisuseError("--public needs --json")
    if options.json and (options.svg is not None or options.short or options.legend is not None or options.last):
        raise MisuseError("--json prints only the state: leave out --svg, --short, --legend and --last")
    if options.svg is None:
        # An option without effect is probably a mistake, so it is not ignored.
        _check_no_picture(options)
    else:
        # Check the file before reading the log, which takes longer.
        check_output(options.svg, force=options.force, inputs=[options.log])
    game = Game.from_log(options.log)
    check_named_rules(options, game.state.ruleset)
    at = game.step_count if options.at is None else options.at
    state = game.at(at)
    if options.json:
        print_text(to_json(state.public() if options.public else state))
        return 0
    # deque keeps only the last steps; with a limit of 0, it keeps none. It does not accept huge limits.
    steps = tuple(deque(steps_of(game.at(0), islice(game.history(), at)), maxlen=min(options.last, at)))
    reason = game.end_reason_at(at)
    if options.svg is None:
        color = options.color == "always" or (options.color == "auto" and takes_colours())
        form: Form = "short" if options.short else "full"
        has_legend = options.legend is True
        table = render.text(
            state, color=color, language=options.lang, last=steps, end_reason=reason, legend=has_legend, form=form
        )
        print_text(table)
        return 0
    picture = render.svg(
        state,
        layout=options.layout,
        size=options.size,
        theme=options.theme,
        language=options.lang,
        last=steps if options.last else None,
        end_reason=reason,
        highlight=_next_move(game, at) if options.next else None,
        seat=None if options.seat is None else find_seat([player.name for player in state.players], options.seat),
        legend=options.legend is not False,
    )
    write_picture(options.svg, picture)
    return 0


def _check_no_picture(options: argparse.Namespace) -> None:
    """Raise ``MisuseError`` if an option for pictures is given without ``--svg``."""
    for name, default in _PICTURE.items():
        if getattr(options, name) != default:
            raise MisuseError(f"--{name} applies to pictures: add --svg FILE")


def _next_move(game: Game, at: int) -> Move | None:
    """Return the move after the first *at* steps, or None if no step follows or that step reveals a piece."""
    step, _ = next(islice(game.history(), at, None), (None, None))
    return step if isinstance(step, Move) else None
