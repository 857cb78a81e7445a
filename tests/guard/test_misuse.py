"""Calls that make no sense raise an error of the library's family, which states what is wrong."""

from __future__ import annotations

import enum
import random
from collections.abc import Callable
from functools import reduce
from itertools import repeat
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest

import magnum_sal as ms
from magnum_sal import arena, bots, lessons, render, testing, words
from magnum_sal.engine.evolve import public_start_event
from magnum_sal.model.events import (
    ActionPassed,
    MinersMoved,
    MinersRested,
    MinersTired,
    MoneyMoved,
    OrderMoved,
    PileMoved,
    SaltMoved,
    ToolMoved,
    ToolReadied,
    ToolUsed,
    WaterMoved,
)
from magnum_sal.model.extension import Extension, Reaction
from magnum_sal.model.rule import Building, Rule
from magnum_sal.model.rule_text import RuleText
from magnum_sal.model.state import Draft
from magnum_sal.queries.observation import features_of
from magnum_sal.record.log import GameLog, read_rows

STATE: Any = ms.new_game(["Ada", "Ben"], seed=1)
MOVE: Any = ms.legal_moves(STATE)[0]
NO: Any = None
FIVE: Any = 5
HUGE: Any = 10**5000
DEEP: Any = reduce(lambda value, _: (value,), range(100_000), FIVE)
"""A tuple in a tuple in a tuple, and so on, which Python cannot print."""
SETUP: Any = ms.Game.new(["Ada", "Ben"], seed=1).log.started.setup
WORD: Any = "x"
TWO: Any = (3, 3)
RNG = random.Random(1)
TEXT: Any = RuleText("LAMP-1", "lamp", "A lamp shows a tile.")


def game() -> ms.Game:
    """Return a new game in memory."""
    return ms.Game.new(["Ada", "Ben"], seed=1)


LOG = "".join(game().log.lines()).encode()


class Colour(enum.Enum):
    """A value without a JSON form."""

    RED = 1


@attrs.frozen
class Untyped(ms.Move):
    """A move class without its ``type``."""


@attrs.frozen
class UntypedEvent(ms.Event):
    """An event class without its ``type``."""


def rule(**changes: Any) -> Rule:
    """Return the rule of the town square with other parts."""
    return attrs.evolve(ms.STANDARD.by_type["visit_town_square"], **changes)


CALLS: dict[str, tuple[Callable[[], object], str]] = {
    "determinize(None, rng)": (lambda: ms.determinize(NO, RNG), "state: expected a GameState, got None"),
    "determinize(state, None)": (lambda: ms.determinize(STATE, NO), "rng: expected a random.Random, got None"),
    "transcript(None)": (lambda: ms.transcript(NO), "game: expected a Game, got None"),
    "transcript(state)": (lambda: ms.transcript(STATE), "game: expected a Game, got"),
    "transcript(moves='x')": (lambda: ms.transcript(game(), moves=WORD), "moves: expected 0 to 0 moves, got 'x'"),
    "transcript(language=5)": (
        lambda: ms.transcript(game(), language=FIVE),
        "language: expected one of en, pl, de, got 5",
    ),
    "svg(None)": (lambda: render.svg(NO), "state: expected a GameState, got None"),
    "svg(size='x')": (lambda: render.svg(STATE, size=WORD), "size: expected a whole number from 1 to 100000, got 'x'"),
    "svg(size=-1)": (lambda: render.svg(STATE, size=-1), "size: expected a whole number from 1 to 100000, got -1"),
    "svg(size=10**400)": (lambda: render.svg(STATE, size=10**400), ": expected a whole number from 1 to 100000, got"),
    "svg(size=True)": (
        lambda: render.svg(STATE, size=True),
        "size: expected a whole number from 1 to 100000, got True",
    ),
    "svg(theme=[])": (
        lambda: render.svg(STATE, theme=[]),  # type: ignore[arg-type]
        r"theme: expected one of light, dark, contrast or your own Theme, got \[\]",
    ),
    "svg(layout=5)": (
        lambda: render.svg(STATE, layout=FIVE),
        "layout: expected one of wide, tall, board, mine, town, players, panels, got 5",
    ),
    "svg(seat=2)": (lambda: render.svg(STATE, seat=2), "seat: 2 is not a seat of 2 players"),
    "svg(seat=True)": (lambda: render.svg(STATE, seat=True), "seat: True is not a seat of 2 players"),
    "svg(arrows=5)": (lambda: render.svg(STATE, arrows=FIVE), "arrows: expected a list of arrows, got 5"),
    "svg(arrows=['S1'])": (
        lambda: render.svg(STATE, arrows=[WORD]),
        "arrows: expected an Arrow or a pair of source and target, got 'x'",
    ),
    "svg(arrows=to 'moon')": (
        lambda: render.svg(STATE, arrows=[("S1", "moon")]),
        "arrows: expected a place such as '1L2', 'market', 'castle:0' or 'stock:1', got 'moon'",
    ),
    "svg(arrows=without end)": (
        lambda: render.svg(STATE, arrows=repeat(("S1", "S2"))),
        "arrows: more than 1000 arrows",
    ),
    "svg(fill=5)": (lambda: render.svg(STATE, fill=FIVE), "fill: expected at most 1000 colours by place, got 5"),
    "svg(fill='red')": (lambda: render.svg(STATE, fill={"S1": "red"}), "fill: 'red' is not a colour such as #rrggbb"),
    "svg(style=5)": (
        lambda: render.svg(STATE, style=FIVE),
        "style: expected a text of at most 20000 characters, got 5",
    ),
    "svg(prefix='')": (
        lambda: render.svg(STATE, prefix=""),
        "prefix: expected a letter and up to 39 letters, digits, - and _, got ''",
    ),
    "svg(last=5)": (lambda: render.svg(STATE, last=FIVE), r"last: expected a Step \(see Game\.last_step\), got 5"),
    "Theme(page='red')": (
        lambda: attrs.evolve(render.THEMES["light"], page="red"),
        "Theme.page: 'red' is not a colour such as #rrggbb",
    ),
    "Theme(seats=5)": (
        lambda: attrs.evolve(render.THEMES["light"], seats=FIVE),
        r"Theme\.seats: expected a tuple of 4 colours, got 5",
    ),
    "svg(highlight=5)": (
        lambda: render.svg(STATE, highlight=FIVE),
        "highlight: 5 is not a move in the ruleset 'standard'",
    ),
    "svg(targets_of='moon')": (lambda: render.svg(STATE, targets_of="moon"), "targets_of: 'moon' is not a mine space"),
    "svg(language='xx')": (lambda: render.svg(STATE, language="xx"), "language: expected one of en, pl, de, got 'xx'"),
    "text(None)": (lambda: render.text(NO), "state: expected a GameState, got None"),
    "text(width='x')": (
        lambda: render.text(STATE, width=WORD),
        "width: expected a whole number from 1 to 100000, got 'x'",
    ),
    "register(5)": (lambda: ms.register(FIVE), "expected a Ruleset, got 5"),
    "from_dict(int, 3)": (lambda: ms.from_dict(int, 3), "<class 'int'> has no JSON form"),
    "from_dict(None, 3)": (lambda: ms.from_dict(NO, 3), "None has no JSON form"),
    "from_dict(list[int], [3])": (lambda: ms.from_dict(list[int], [3]), "has no JSON form"),
    "from_dict(Rule, {})": (lambda: ms.from_dict(Rule, {}), "has no JSON form"),
    "from_json(int, '3')": (lambda: ms.from_json(int, "3"), "has no JSON form"),
    "to_dict([object()])": (lambda: ms.to_dict([object()]), "<object object at .* has no JSON form"),
    "to_dict([b''])": (lambda: ms.to_dict([b""]), "b'' has no JSON form"),
    "to_dict([{1}])": (lambda: ms.to_dict([{1}]), r"\{1\} has no JSON form"),
    "to_dict([Path()])": (lambda: ms.to_dict([Path()]), "has no JSON form"),
    "to_dict([enum])": (lambda: ms.to_dict([Colour.RED]), "has no JSON form"),
    "to_dict({1: 2})": (lambda: ms.to_dict({1: 2}), "1 has no JSON form as a key"),
    "to_json({'a': object()})": (lambda: ms.to_json({"a": object()}), "has no JSON form"),
    "to_dict(Untyped())": (lambda: ms.to_dict(Untyped()), "Untyped has no JSON form, because it has no type"),
    "legal_moves(type=[[[...]]])": (
        lambda: ms.legal_moves(STATE, type=DEEP),
        "a value that is nested too deeply",
    ),
    "json_schema(5)": (lambda: ms.json_schema(FIVE), "5 is not a class with its own JSON form"),
    "json_schema(int | None)": (lambda: ms.json_schema(int | None), "is not a class with its own JSON form"),
    "json_schema(int)": (lambda: ms.json_schema(int), "is not a class with its own JSON form"),
    "json_schema(ruleset=5)": (lambda: ms.json_schema(ms.Move, ruleset=FIVE), "ruleset: expected a Ruleset, got 5"),
    "mine['1L9']": (lambda: STATE.mine["1L9"], "'1L9' is not a mine space"),
    "game.at(10**5000)": (lambda: game().at(HUGE), "expected 0 to 0 moves, got a number of thousands of digits"),
    "new_game([10**5000])": (
        lambda: ms.new_game([HUGE, "Ben"]),
        r"players\[0\]: a number of thousands of digits",
    ),
    "new_game(start_seat=10**5000)": (
        lambda: ms.new_game(["Ada", "Ben"], setup=attrs.evolve(SETUP, start_seat=HUGE)),
        "setup.start_seat: a number of thousands of digits is not a seat of 2 players",
    ),
    "new_game(tools=10**5000)": (
        lambda: ms.new_game(["Ada", "Ben"], setup=attrs.evolve(SETUP, tools=(HUGE,) * len(SETUP.tools))),
        "setup.tools: a number of thousands of digits is not a piece of this pile",
    ),
    "with_switches(mapped_mine=10**5000)": (
        lambda: ms.STANDARD.with_switches(mapped_mine=HUGE),
        "mapped_mine: a number of thousands of digits is not true or false",
    ),
    "with_switches(cart_capacity=-10**5000)": (
        lambda: ms.STANDARD.with_switches(cart_capacity=-HUGE),
        "cart_capacity: a number of thousands of digits is not None or a number of cubes",
    ),
    "Game.from_log(verify=10**5000)": (
        lambda: ms.Game.from_log(LOG, verify=HUGE),
        "verify: .*, got a number of thousands of digits",
    ),
    "transcript(moves=10**5000)": (
        lambda: ms.transcript(game(), moves=HUGE),
        "expected 0 to 0 moves, got a number of thousands of digits",
    ),
    "Rule(questions=5)": (lambda: rule(questions=FIVE), "'visit_town_square': questions: expected a function, got 5"),
    "Rule(moves=10**5000)": (
        lambda: rule(moves=HUGE),
        "moves: expected a function, got a number of thousands",
    ),
    "Rule(when=10**5000)": (lambda: rule(when=HUGE), "when: expected a When, got a number of thousands of digits"),
    "RoyalOrder.parse(10**5000)": (lambda: ms.RoyalOrder.parse(HUGE), "thousands of digits: expected salt and payment"),
    "SaltAmount.parse(10**5000)": (
        lambda: ms.SaltAmount.parse(HUGE),
        "salt a number of thousands of digits: expected a text of the letters B, G and W",
    ),
    "evolve(state, 10**5000)": (lambda: ms.evolve(STATE, HUGE), "thousands of digits does not fit the position"),
    "make_bot(10**5000)": (
        lambda: bots.make_bot(HUGE),
        "expected the name of a bot, got a number of thousands of digits",
    ),
    "mine[3]": (lambda: STATE.mine[3], "3 is not a mine space"),
    "mine[[]]": (lambda: STATE.mine[[]], r"is not a mine space \(S1 to S6, 1L1 to 3R2\)"),
    "mine.chamber('S1')": (
        lambda: STATE.mine.chamber("S1"),
        r"'S1' is a section of the shaft, not a chamber \(1L1 to 3R2\)",
    ),
    "mine.chamber('x')": (lambda: STATE.mine.chamber("x"), "'x' is not a mine space"),
    "hidden.tile_of('S1')": (lambda: STATE.hidden.tile_of("S1"), r"'S1' is not a chamber \(1L1 to 3R2\)"),
    "setup.tile_of(5)": (lambda: game().log.started.setup.tile_of(FIVE), r"5 is not a chamber \(1L1 to 3R2\)"),
    "market_column('red')": (
        lambda: ms.STANDARD.market_column("red"),  # type: ignore[arg-type]
        r"'red' is not a kind of salt \(brown, green or white\)",
    ),
    "SaltAmount.of('red')": (
        lambda: ms.SaltAmount.of("red"),  # type: ignore[arg-type]
        r"'red' is not a kind of salt \(brown, green or white\)",
    ),
    "salt.count('red')": (
        lambda: ms.SaltAmount(1).count("red"),  # type: ignore[arg-type]
        r"'red' is not a kind of salt \(brown, green or white\)",
    ),
    "salt.count('total')": (
        lambda: ms.SaltAmount(1, 1).count("total"),  # type: ignore[arg-type]
        "'total' is not a kind of salt",
    ),
    "ChamberTile.parse(None)": (lambda: ms.ChamberTile.parse(NO), "tile None: expected"),
    "RoyalOrder.parse(5)": (lambda: ms.RoyalOrder.parse(FIVE), "order 5: expected"),
    "format_move(None, move)": (lambda: ms.format_move(NO, MOVE), "state: expected a GameState, got None"),
    "format_move(state, None)": (lambda: ms.format_move(STATE, NO), "None is not a move in the ruleset 'standard'"),
    "parse_move(None, 'pass')": (lambda: ms.parse_move(NO, "pass"), "state: expected a GameState, got None"),
    "apply(None, move)": (lambda: ms.apply(NO, MOVE), "state: expected a GameState, got None"),
    "apply(state, None)": (lambda: ms.apply(STATE, NO), "None is not a move in the ruleset 'standard'"),
    "legal_moves(None)": (lambda: ms.legal_moves(NO), "state: expected a GameState, got None"),
    "fold(None)": (lambda: ms.fold(NO), "None does not fit the position"),
    "fold([])": (lambda: ms.fold([]), "expected GameStarted as the first event of a game, got no event"),
    "evolve(5, None)": (lambda: ms.evolve(FIVE, NO), "state: expected a GameState, got 5"),
    "evolve(state, None)": (lambda: ms.evolve(STATE, NO), "expected an event, got NoneType"),
    "public_start_event(None)": (lambda: public_start_event(NO), "expected a GameStarted, got None"),
    "GameLog(None)": (lambda: GameLog(NO), "started: expected a GameStarted, got None"),
    "log.append(5)": (
        lambda: game().log.append(FIVE),
        "expected a MoveLine, RevealLine, UndoLine, EndLine or SecretLine, got 5",
    ),
    "subscribe(5)": (lambda: game().subscribe(FIVE), "listener: expected a function, got 5"),
    "label(5)": (lambda: words.label(FIVE), "label: expected an id, got 5"),
    "label('x', 5)": (lambda: words.label("x", FIVE), "language: expected one of en, pl, de, got 5"),
    "label('x', [])": (lambda: words.label("x", []), r"language: expected one of en, pl, de, got \[\]"),  # type: ignore[arg-type]
    "count_in_words(1, 'zebra')": (lambda: words.count_in_words(1, "zebra"), "thing: expected one of .*, got 'zebra'"),
    "label('inn', 'en', 'x')": (
        lambda: words.label("inn", "en", WORD),
        "ruleset: expected a Ruleset, got 'x'",
    ),
    "has_label('inn', 'en', 5)": (lambda: words.has_label("inn", "en", FIVE), "ruleset: expected a Ruleset, got 5"),
    "tool_label('rope', 'en', 5)": (
        lambda: words.tool_label("rope", "en", FIVE, is_used=True),
        "ruleset: expected a Ruleset, got 5",
    ),
    "switch_label(switch, True, 'en', 5)": (
        lambda: words.switch_label(ms.STANDARD.switches[0], True, "en", FIVE),
        "ruleset: expected a Ruleset, got 5",
    ),
    "sentence('agreed_end', 'en', 5)": (
        lambda: words.sentence("agreed_end", "en", FIVE, reason="supper"),
        "ruleset: expected a Ruleset, got 5",
    ),
    "count_in_words('3', 'grosz')": (
        lambda: words.count_in_words("3", "grosz", "pl"),  # type: ignore[arg-type]
        "number: expected a whole number, got '3'",
    ),
    "count_in_words(1.5, 'grosz')": (
        lambda: words.count_in_words(1.5, "grosz"),  # type: ignore[arg-type]
        r"number: expected a whole number, got 1\.5",
    ),
    "count_in_words(True, 'grosz')": (
        lambda: words.count_in_words(True, "grosz"),
        "number: expected a whole number, got True",
    ),
    "ruleset_label(5)": (lambda: words.ruleset_label(FIVE), "ruleset: expected a Ruleset, got 5"),
    "move_in_words(None, move)": (lambda: words.move_in_words(NO, MOVE), "state: expected a GameState, got None"),
    "move_in_words(state, None)": (
        lambda: words.move_in_words(STATE, NO),
        "None is not a move in the ruleset 'standard'",
    ),
    "event_in_words(event, names)": (
        lambda: words.event_in_words(MoneyMoved(0, "bank", 5), ["Ada"]),  # type: ignore[arg-type]
        r"state: expected a GameState, got MoneyMoved\(.*; call event_in_words\(state, event, language\)",
    ),
    "event_in_words(state, None)": (lambda: words.event_in_words(STATE, NO), "expected an event, got None"),
    "pending_in_words(pending)": (
        lambda: words.pending_in_words(ms.Pending("tile", "1L1")),  # type: ignore[arg-type]
        r"state: expected a GameState, got Pending\(.*; call pending_in_words\(state, language\)",
    ),
    "pending_in_words(state, 'fr')": (lambda: words.pending_in_words(STATE, "fr"), "language: expected one of .*'fr'"),
    "piece_in_words(piece)": (
        lambda: words.piece_in_words("rope", "de"),  # type: ignore[arg-type]
        r"state: expected a GameState, got 'rope'; call piece_in_words\(state, piece, language\)",
    ),
    "piece_in_words(state, 5)": (
        lambda: words.piece_in_words(STATE, FIVE),
        "piece: expected a ChamberTile, a RoyalOrder or an id, got 5",
    ),
    "place_label(place, names)": (
        lambda: words.place_label("inn", ["Ada"]),  # type: ignore[arg-type]
        r"state: expected a GameState, got 'inn'; call place_label\(state, place, language\)",
    ),
    "place_label(state, None)": (
        lambda: words.place_label(STATE, NO),
        "place: expected a seat or the id of a place, got None",
    ),
    "reveal_in_words(events)": (
        lambda: words.reveal_in_words((), STATE),  # type: ignore[arg-type]
        r"state: expected a GameState, got \(\); call reveal_in_words\(state, events, language\)",
    ),
    "reveal_in_words(state, transition)": (
        lambda: words.reveal_in_words(STATE, ms.apply(STATE, MOVE)),  # type: ignore[arg-type]
        "events: expected the events of a transition, got position",
    ),
    "reveal_in_words(state, None)": (
        lambda: words.reveal_in_words(STATE, NO),
        "events: expected the events of a transition, got None",
    ),
    "effects_in_words(effects)": (
        lambda: words.effects_in_words(NO, ms.effects(STATE, MOVE)),
        r"state: expected a GameState, got None; call effects_in_words\(state, effects, language\)",
    ),
    "early_end_in_words(names)": (
        lambda: words.early_end_in_words(["Ada"], "supper"),  # type: ignore[arg-type]
        r"state: expected a GameState, got \['Ada'\]; call early_end_in_words\(state, reason, language\)",
    ),
    "early_end_in_words(state, None)": (
        lambda: words.early_end_in_words(STATE, NO),
        "reason: expected a text, got None",
    ),
    "objection_in_words(None)": (
        lambda: words.objection_in_words(NO),
        "expected an Objection or an IllegalMoveError, got None",
    ),
    "step_in_words(None)": (lambda: words.step_in_words(NO), r"expected a Step \(see Game\.last_step\), got None"),
    "make_bot(5)": (lambda: bots.make_bot(FIVE), "expected the name of a bot, got 5"),
    "make_bot(seed='x')": (lambda: bots.make_bot("greedy", seed=WORD), "seed: expected a whole number, got 'x'"),
    "make_bot(rng=5)": (lambda: bots.make_bot("greedy", rng=FIVE), "rng: expected a random.Random, got 5"),
    "play_match(None, 1)": (lambda: arena.play_match(NO, 1), "bots: expected a list of bots, got None"),
    "position(5)": (lambda: testing.position(FIVE), "expected the text of a position, got 5"),
    "position(visited=5)": (lambda: testing.position(visited=FIVE), "visited: expected a list of ids, got 5"),
    "position(arrived=[5])": (lambda: testing.position(arrived=[FIVE]), r"arrived: expected a list of ids, got \[5\]"),
    "symbols_of(5)": (
        lambda: render.symbols_of(FIVE),
        "theme: expected one of light, dark, contrast or your own Theme",
    ),
    "replay_html(theme=[])": (
        lambda: render.replay_html(game(), theme=[]),  # type: ignore[arg-type]
        r"theme: expected one of light, dark, contrast or your own Theme, got \[\]",
    ),
    "place_of_answer('x')": (
        lambda: render.place_of_answer(ms.choices(STATE), "x"),
        "type: 'x' is not one of 'place_miner'",
    ),
    "place_of_answer([])": (
        lambda: render.place_of_answer(ms.choices(STATE), []),
        r"type: \[\] is not one of 'place_miner'",
    ),
    "read_lesson(5)": (lambda: lessons.read_lesson(FIVE, ""), "lesson 5: expected a file name of up to 40 lower"),
    "read_lesson(text=5)": (lambda: lessons.read_lesson("inn", FIVE), "lesson inn: expected a text, got 5"),
    "sketch(None)": (lambda: testing.sketch(NO), "state: expected a GameState, got None"),
    "check_invariants(None)": (lambda: testing.check_invariants(NO), "state: expected a GameState, got None"),
    "Rule(move without type)": (
        lambda: rule(move=Untyped),
        r"Untyped\.type: expected a name for JSON such as 'visit_inn', got None",
    ),
    "Rule(move=5)": (lambda: rule(move=5), "expected a class of Move, got 5"),
    "Rule(when='now')": (lambda: rule(when="now"), "the rule of 'visit_town_square': when: expected a When, got 'now'"),
    "Rule(decide=None)": (
        lambda: rule(decide=None),
        "the rule of 'visit_town_square': decide: expected a function, got None",
    ),
    "rule_texts(5)": (lambda: ms.rule_texts(FIVE), "ruleset: expected a Ruleset, got 5"),
    "rule_texts('xx')": (lambda: ms.rule_texts(language="xx"), "language: expected one of en, pl, de, got 'xx'"),
    "rule_texts([])": (lambda: ms.rule_texts(language=[]), r"language: expected one of en, pl, de, got \[\]"),  # type: ignore[arg-type]
    "Rule(texts=text)": (
        lambda: rule(texts="SMITHY-1"),
        "the rule of 'visit_town_square': texts: expected tuples of RuleText by language, got 'SMITHY-1'",
    ),
    "Rule(texts of texts)": (
        lambda: rule(texts={"en": ("SMITHY-1",)}),
        "the rule of 'visit_town_square': texts: 'en': expected a tuple of RuleText$",
    ),
    "Rule(texts without a comma)": (
        lambda: rule(texts={"en": TEXT}),
        "texts: 'en': expected a tuple of RuleText; a tuple with one entry needs a comma",
    ),
    "Extension(texts without a comma)": (
        lambda: Extension("lamp", texts={"en": TEXT}),
        "extension 'lamp': texts: 'en': expected a tuple of RuleText; a tuple with one entry needs a comma",
    ),
    "Extension(rules without a comma)": (
        lambda: Extension("lamp", rules=rule()),  # type: ignore[arg-type]
        "extension 'lamp': rules: expected a tuple of Rule; a tuple with one entry needs a comma",
    ),
    "Extension(labels without ids)": (
        lambda: Extension("lamp", labels={"en": "lamp"}),  # type: ignore[dict-item]
        "extension 'lamp': labels: {'en': 'lamp'} are not words by language and id",
    ),
    "Rule(tool=5)": (lambda: rule(tool=FIVE), "^the id of a tool must be a text such as 'lantern', not 5$"),
    "Rule(tool='two words')": (lambda: rule(tool="two words"), "^the id of a tool must be a text .* not 'two words'$"),
    "with_extensions(rulings=...)": (
        lambda: ms.STANDARD.with_extensions(Extension("odd"), name="q", rulings=ms.STANDARD.rulings),
        "^with_extensions: rulings: extensions change this field, so set it with attrs.evolve before you add them$",
    ),
    "with_extensions(rules=...)": (
        lambda: ms.STANDARD.with_extensions(Extension("odd"), name="q", rules=()),
        "^with_extensions: rules: extensions change this field",
    ),
    "analyse(root_moves=move)": (
        lambda: bots.analyse(STATE, iterations=1, root_moves=ms.Pass()),  # type: ignore[arg-type]
        r"^root_moves: expected moves, got Pass\(\); a tuple with one move needs a comma$",
    ),
    "analyse(root_moves=5)": (
        lambda: bots.analyse(STATE, iterations=1, root_moves=FIVE),
        "^root_moves: expected moves, got 5$",
    ),
    "Reaction(react=5)": (
        lambda: Reaction(ActionPassed, FIVE),
        "^a reaction to ActionPassed: react: expected a function, got 5$",
    ),
    "features_of([], 2)": (lambda: features_of([], 2), r"^ruleset: expected a Ruleset, got \[\]$"),  # type: ignore[arg-type]
    "features_of(ruleset, 2.0)": (
        lambda: features_of(ms.STANDARD, 2.0),  # type: ignore[arg-type]
        "^players: expected a whole number from 2 to 4, got 2.0$",
    ),
    "Ruleset(another standard)": (
        lambda: attrs.evolve(ms.STANDARD, toll=2),
        "ruleset 'standard': a registered ruleset has this name, .* pass another name, such as name='house'",
    ),
    "Ruleset(another standard with switches)": (
        lambda: attrs.evolve(ms.STANDARD, toll=2, mapped_mine=True),
        "ruleset 'standard': a registered ruleset has this name",
    ),
    "GameState(phase=9)": (lambda: attrs.evolve(STATE, phase=9), "^phase: expected 1 to 3, got 9$"),
    "GameState(round=0)": (lambda: attrs.evolve(STATE, round=0), "^round: expected 1 or more, got 0$"),
    "GameState(turn_seat=5)": (lambda: attrs.evolve(STATE, turn_seat=5), "^to_move: 5 is not a seat of 2 players$"),
    "GameState(five players)": (
        lambda: attrs.evolve(STATE, players=STATE.players * 2 + STATE.players[:1]),
        "^players: expected 2 to 4 players, got 5$",
    ),
    "GameState(assistant_seats)": (
        lambda: attrs.evolve(STATE, assistant_seats=(None,)),
        "^assistant_seats: expected one entry for each of ",
    ),
    "Game.from_log(ruleset=5)": (lambda: ms.Game.from_log(LOG, ruleset=FIVE), "^ruleset: expected a Ruleset, got 5$"),
    "GameLog.read(ruleset=5)": (lambda: GameLog.read(LOG, ruleset=FIVE), "^ruleset: expected a Ruleset, got 5$"),
    "GameLog.recover(ruleset=5)": (lambda: GameLog.recover(LOG, ruleset=FIVE), "^ruleset: expected a Ruleset, got 5$"),
    "read_rows(ruleset=5)": (lambda: read_rows([], ruleset=FIVE), "^ruleset: expected a Ruleset, got 5$"),
    "Game.from_log(text)": (
        lambda: ms.Game.from_log("".join(game().log.lines())),
        r"is the text of a log, but a text is taken as a path; pass bytes: text\.encode\(\)$",
    ),
    "VisitWorkshop('rope')": (lambda: ms.VisitWorkshop(WORD), "'x' is not a slot \\(a whole number, 0 for the first"),
    "play(slot of a tool)": (
        lambda: game().play({"type": "visit_workshop", "slot": STATE.workshop.offer[1]}),
        "; the [a-z_]+ is in slot 1$",
    ),
    "legal_moves(game)": (
        lambda: ms.legal_moves(game()),  # type: ignore[arg-type]
        "state: expected a GameState, got <Game of Ada, Ben: 0 moves>; pass its .state$",
    ),
    "with_switches(mapped)": (
        lambda: ms.STANDARD.with_switches(mapped=True),
        "has no switch 'mapped'; did you mean mapped_mine[?] Its switches are mapped_mine, ",
    ),
    "from_dict(misspelt type)": (
        lambda: ms.from_dict(ms.Move, {"type": "place_minr"}),
        "is not a known move in the ruleset 'standard'; did you mean place_miner[?]$",
    ),
    "position(misspelt entry)": (lambda: testing.position("workshp: rope"), "unknown entry; did you mean workshop[?]$"),
    "switch_label('mapped_mine')": (
        lambda: words.switch_label("mapped_mine", True),  # type: ignore[arg-type]
        "expected a Switch, got 'mapped_mine'",
    ),
    "Rule(event without type)": (
        lambda: rule(events={UntypedEvent: print}),
        r"UntypedEvent\.type: expected a name for JSON such as 'visit_inn', got None",
    ),
    "Building(5)": (lambda: Building(FIVE), "the id of a building must be a text such as 'smithy', not 5"),
    "Ruleset(rules=5)": (lambda: attrs.evolve(ms.STANDARD, rules=FIVE), ": expected a tuple of Rule"),
    "Ruleset(rulings=5)": (lambda: attrs.evolve(ms.STANDARD, rulings=FIVE), "rulings: expected a Rulings, got 5"),
    "Ruleset(no workshop)": (
        lambda: attrs.evolve(ms.STANDARD, workshop_prices=()),
        r"workshop_prices: \(\) is not a tuple with at least one entry",
    ),
    "Ruleset(two numbers)": (
        lambda: attrs.evolve(ms.STANDARD, open_orders=TWO),
        r"open_orders: \(3, 3\) is not one number each for 2, 3 and 4 players",
    ),
    "Ruleset(name='')": (
        lambda: attrs.evolve(ms.STANDARD, name=""),
        "the name of a ruleset must have 1 to 60 printable characters, not ''",
    ),
    "Ruleset(name='\\x1b')": (lambda: attrs.evolve(ms.STANDARD, name="\x1b"), "the name of a ruleset must have 1 to"),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_call_that_makes_no_sense(call: str) -> None:
    """A senseless call raises an error of the family, whose message names the argument."""
    make, message = CALLS[call]
    with pytest.raises(ms.MagnumSalError, match=message):
        make()


def test_adding_a_non_salt_value_raises_a_type_error() -> None:
    """Adding a number to salt, or subtracting one, raises a TypeError, which names both types."""
    with pytest.raises(TypeError, match="an amount of salt and 'int'"):
        assert ms.SaltAmount(1) + FIVE
    with pytest.raises(TypeError, match="an amount of salt and 'int'"):
        assert ms.SaltAmount(1) - FIVE


def with_rule(**changes: Any) -> ms.GameState:
    """Return the first position of a game in which the town square's rule has other parts."""
    rules = tuple(rule(**changes) if old.move is ms.VisitTownSquare else old for old in ms.STANDARD.rules)
    ruleset = attrs.evolve(ms.STANDARD, name="misuse", rules=rules)
    return ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset)


@attrs.frozen
class Lost(ms.Event):
    """An event whose fold may do anything."""

    type: ClassVar[str] = "lost"
    target: int


def _fails(draft: Draft, event: Lost) -> None:
    raise KeyError(event.target)


@pytest.mark.parametrize(
    ("decided", "message"),
    [
        (None, "the rule of 'visit_town_square': decide returned None instead of a tuple of events"),
        ([], r"the rule of 'visit_town_square': decide returned \[\] instead of a tuple of events"),
        ((5,), "expected an event, got int"),
        (
            (MoneyMoved(0, "bank", 100),),
            "effect of 'visit_town_square' cannot happen here: MoneyMoved.*: Ada: more groszy leave than are there",
        ),
        ((MoneyMoved(0, "moon", 1),), "'moon' cannot hold money"),
        (
            (MoneyMoved(9, "bank", 1),),
            "groszy=1.: seat: 9 is not a seat of 2 players",
        ),
        ((SaltMoved(0, "bank", ms.SaltAmount(white=1)),), "Ada: more cubes of salt leave"),
        ((SaltMoved("market", 0, ms.SaltAmount(white=1)),), "market: more cubes of salt leave"),
        ((SaltMoved("1L1", 0, ms.SaltAmount(white=1)),), "1L1: more cubes of salt leave"),
        ((WaterMoved("1L1", "bank", 1),), "1L1: more cubes of water leave"),
        ((WaterMoved("S1", "bank", 1),), "'S1' cannot hold water"),
        ((MinersMoved(0, "stock", "S1", 6),), "stock of Ada: more miners leave"),
        ((MinersMoved(0, "bank", "stock", 6),), "bank: more miners of seat 0 leave"),
        ((MinersMoved(0, "line_left", "stock", 1),), "left circle of Ada: more miners leave"),
        ((MinersMoved(0, "line_right", "stock", 1),), "right circle of Ada: more miners leave"),
        ((MinersMoved(0, "arriving", "stock", 1),), "castle: more miners leave"),
        ((MinersMoved(0, "S1", "stock", 1),), "S1: more rested miners leave or tire than are there"),
        ((MinersMoved(0, "bank", "S1", 10**9),), "bank: more miners of seat 0 leave"),
        (
            (MinersMoved(0, "market", "stock", 1),),
            "market: an assistant's place holds one miner: it can enter only a free place, and leave only its own",
        ),
        (
            (MinersMoved(0, "stock", "market", 2),),
            "market: an assistant's place holds one miner: it can enter only a free place, and leave only its own",
        ),
        (
            (MinersMoved(0, "stock", "market", 1),) * 2,
            "market: an assistant's place holds one miner: it can enter only a free place, and leave only its own",
        ),
        ((MinersTired(-1, "1L1", 1),), r"is not a seat \(0 to"),
        ((MinersTired(0, "1L1", 1),), "1L1: more rested miners leave or tire than are there"),
        ((MinersRested(0, "1L1", 1),), "1L1: more tired miners rest than are there"),
        ((ToolMoved("rope", 0, "box"),), "Ada: does not own"),
        ((ToolMoved("spade", "workshop:0", 0),), "workshop:0: the tool 'spade' is not there"),
        ((ToolMoved("rope", "tool_stack", "workshop:0"),), "workshop:0: a card is already there"),
        ((ToolUsed(0, "rope"),), "Ada: does not own a ready rope"),
        ((ToolReadied(0, "rope"),), "Ada: does not own a used rope"),
        ((OrderMoved(ms.RoyalOrder.parse("W=1"), "castle:0", 0),), "castle:0: the order W=1 is not there"),
        ((OrderMoved(ms.RoyalOrder.parse("W=1"), 0, "box"),), "Ada: does not own W=1"),
        ((OrderMoved(ms.RoyalOrder.parse("W=1"), "order_stack", "castle:0"),), ": a card is already there"),
        ((PileMoved("tool_stack", "box", 5),), "tool_stack: more cards leave"),
        ((PileMoved("order_stack", "box", 6),), "order_stack: more cards leave"),
        ((ActionPassed(0),), "an action is used, but the turn has none left"),
        ((Lost(5),), "Lost.target=5.: the fold of Lost failed: KeyError.5."),
    ],
)
def test_a_rule_that_decides_impossible_events_is_reported(decided: Any, message: str) -> None:
    """SET-SUPPLY: applying a move whose rule returns impossible events raises an error that names the move."""
    state = with_rule(decide=lambda _state, _move: decided, events={Lost: _fails})
    before = hash(state)
    with pytest.raises(ms.MisuseError, match=message) as caught:
        ms.apply(state, ms.VisitTownSquare())
    assert "visit_town_square" in str(caught.value) or "decide" in str(caught.value)
    assert hash(state) == before


def test_cards_leave_players_too() -> None:
    """An extension may take a tool or an order from a player; a ready card leaves before a used one."""
    order = ms.RoyalOrder.parse("BB=9")
    ada = testing.position("A: rope, rope used, order BB=9")
    for expected in ((ms.ToolCard("rope", used=True),), ()):
        ada = ms.evolve(ada, ToolMoved("rope", 0, "box"))
        assert ada.players[0].tools == expected
    assert ms.evolve(ada, OrderMoved(order, 0, 1)).players[1].orders == (order,)


@pytest.mark.parametrize(
    "ask",
    [ms.legal_moves, ms.choices, ms.why_not, lambda state: ms.legal_moves(state, type="visit_town_square")],
)
def test_a_rule_whose_moves_returns_none_is_reported(ask: Callable[[ms.GameState], object]) -> None:
    """Every query reports a rule whose ``moves`` returned None instead of a list."""
    with pytest.raises(ms.MisuseError, match="the rule of 'visit_town_square': moves returned None"):
        ask(with_rule(moves=lambda _: None))


def test_a_rule_that_returns_no_facts_is_reported() -> None:
    """``told`` must be a function that returns facts by name."""
    with pytest.raises(ms.MisuseError, match="the rule of 'visit_town_square': told: expected a function, got 5"):
        with_rule(told=5)
    state = with_rule(told=lambda *_: 5)
    with pytest.raises(
        ms.MisuseError, match="the rule of 'visit_town_square': told returned 5 instead of facts by name"
    ):
        words.move_in_words(state, ms.VisitTownSquare())


def test_an_extensions_event_with_a_number_called_target_is_described() -> None:
    """The number in an extension's field ``target`` is described as a number, not as a seat."""
    assert words.event_in_words(STATE, Lost(9)) == "lost: target: 9"
    assert words.event_in_words(STATE, Lost(1)) == "lost: target: 1"
    assert words.place_label(STATE, 7) == "7"
    assert words.place_label(STATE, -1) == "-1"


@pytest.mark.parametrize(
    "names",
    [
        ["Ada", "ADA"],
        ["Straße", "STRASSE"],
        ["\u00e9", "e\u0301"],
        ["Ada", "A\u034fda"],
        ["Ada", "Ada\ufe0f"],
        ["Ada", "Ada\u2800"],
        ["Ada B", "Ada  B"],
        ["\u3164", "Ada"],
    ],
)
def test_names_that_a_reader_cannot_distinguish(names: list[str]) -> None:
    """A new game refuses names that look alike. A state or log of an earlier version may have them."""
    with pytest.raises(ms.MalformedError, match=r"looks like|has no visible character"):
        ms.new_game(names, seed=1)
    with pytest.raises(ms.MalformedError):
        ms.Game.new(names, seed=1)
    state = ms.to_dict(STATE)
    for player, name in zip(state["players"], names, strict=True):
        player["name"] = name
    assert [player.name for player in ms.from_dict(ms.GameState, state).players] == names
    log = GameLog(attrs.evolve(game().log.started, players=tuple(names)))
    assert ms.Game.from_log("".join(log.lines()).encode()).state.players[1].name == names[1]


def test_names_that_look_different_are_accepted() -> None:
    """Names that differ in accents or other letters are accepted."""
    assert ms.new_game(["Ada", "Àda", "Ada 2", "Adä"], seed=1).players[3].name == "Adä"
