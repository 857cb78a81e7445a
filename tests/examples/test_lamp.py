"""The lamp, an extension that gives players secrets, tested with ``magnum_sal.testing`` as its author would do."""

import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import attrs
import jsonschema
import lamp
import pytest
from lamp import LAMP, LAMP_GAME, UseLamp
from tests.amounts import scale
from tests.extensions.night_shift import play_night

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.events import PartChanged, TileLookedAt, ToolUsed
from magnum_sal.model.extension import Extension, Reaction
from magnum_sal.model.rule import Part
from magnum_sal.testing import BrokenPromiseError, check_extension, given, position
from magnum_sal.words import label, move_in_words, step_in_words

MINE = "S1: A | S2: A | 1L1: Aa [BG/2]"


def test_the_lamp_shows_one_tile() -> None:
    """LAMP-1, TOOL-1: using a lamp takes no action, and the card is used until the phase ends."""
    table = given("A: lamp | S1: A", ruleset=LAMP_GAME)
    used = table.when(UseLamp("2L1"))
    used.then(ToolUsed(0, "lamp"), TileLookedAt(0, "2L1"))
    assert used.state.to_move == 0
    assert used.state.seen_by(0).find_tile("2L1") is not None
    assert used.state.seen_by(1).find_tile("2L1") is None
    used.when(UseLamp("2L2")).is_refused("TOOL-1", "lamp")
    given("A: rope", ruleset=LAMP_GAME).when(UseLamp("1L1")).is_refused("TOOL-1", "you have no lamp")


def test_objections_to_a_look() -> None:
    """LAMP-1: the tile must lie face down, and its player must not have seen it."""
    given(f"{MINE} | A: lamp", ruleset=LAMP_GAME).when(UseLamp("1L1")).is_refused(
        "LAMP-1", "the tile of 1L1 lies face up"
    )
    twice = given("A: 2 lamp", ruleset=LAMP_GAME).when(UseLamp("1L1"))
    twice.when(UseLamp("1L1")).is_refused("LAMP-1", "you have already seen the tile of 1L1")
    twice.when(UseLamp("1L2")).then(TileLookedAt(0, "1L2"))


def test_the_other_player_may_look_at_the_same_tile() -> None:
    """LAMP-1: a look of another player forbids nothing."""
    state = ms.evolve(position("A: lamp", ruleset=LAMP_GAME), TileLookedAt(1, "1L1"))
    assert ms.is_legal(state, UseLamp("1L1"))


def test_the_lamp_is_used_after_the_last_action() -> None:
    """TURN-2: an available lamp keeps the turn open."""
    after = given("A: lamp", actions_left=1, ruleset=LAMP_GAME).when(ms.Pass()).state
    assert after.to_move == 0
    assert ms.EndTurn() in ms.legal_moves(after)


def test_legal_moves_do_not_depend_on_secrets() -> None:
    """PUBLIC-1: a view with the tile and a state without it have the same moves, in mine order."""
    state = ms.apply(position("A: 2 lamp", ruleset=LAMP_GAME), UseLamp("1L2")).state
    moves = [move for move in ms.legal_moves(state) if isinstance(move, UseLamp)]
    assert [move.chamber for move in moves][:3] == ["1L1", "1L3", "1L4"]
    for known in (state.public(), state.seen_by(0), state.seen_by(1)):
        assert ms.legal_moves(known) == ms.legal_moves(state)


@pytest.mark.parametrize("text", ["lamp 1L2", "LAMP 1l2"])
def test_notation(text: str) -> None:
    """The move has a short notation, which survives a round trip."""
    state = given("A: lamp", ruleset=LAMP_GAME).state
    assert ms.parse_move(state, text) == UseLamp("1L2")
    assert ms.format_move(state, UseLamp("1L2")) == "lamp 1L2"


def test_words_in_three_languages() -> None:
    """The move has words in English, Polish and German, and the words of a step do not name the tile."""
    before = given("A: lamp", ruleset=LAMP_GAME).state
    assert [move_in_words(before, UseLamp("1L1"), language) for language in ("en", "pl", "de")] == [
        "looks at the tile of 1L1 with a lamp",
        "ogląda przy lampie żeton komnaty 1L1",
        "sieht sich mit einer Lampe das Plättchen von 1L1 an",
    ]
    assert label("lamp", "de", LAMP_GAME) == "Lampe"
    after, events = ms.apply(before, UseLamp("1L1"))
    told = step_in_words(ms.Step(before, UseLamp("1L1"), after, events))
    assert told == ("A: looks at the tile of 1L1 with a lamp",)


def test_the_questions_lead_to_the_look() -> None:
    """A front end that asks step by step lists every chamber with a face-down tile."""
    state = given(f"{MINE} | A: lamp", ruleset=LAMP_GAME).state
    choice = ms.choices(state).take("use_lamp")
    assert choice.move is None
    assert choice.take("1L2").move == UseLamp("1L2")


def test_moves_fit_the_schema() -> None:
    """The move survives JSON and fits the schema of the ruleset. An unknown chamber is refused."""
    schema = jsonschema.Draft202012Validator(ms.json_schema(ms.Move, ruleset=LAMP_GAME))
    for move in ms.legal_moves(given("A: lamp", ruleset=LAMP_GAME).state):
        schema.validate(ms.to_dict(move))
        assert ms.from_json(ms.Move, ms.to_json(move), ruleset=LAMP_GAME) == move
    with pytest.raises(ms.MalformedError, match="chamber"):
        ms.from_dict(ms.Move, {"type": "use_lamp", "chamber": "S1"}, ruleset=LAMP_GAME)


@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_pictures_show_the_tile_to_its_viewer_alone(language: str) -> None:
    """PUBLIC-1: the pictures of the view name the seen tile. Those of all others are the public picture."""
    state = ms.apply(position("A: lamp", ruleset=LAMP_GAME), UseLamp("1L1")).state
    view, tile = state.seen_by(0), str(state.seen_by(0).find_tile("1L1"))
    for draw in (render.text, render.svg):
        shown, hidden = draw(view, language=language), draw(state.public(), language=language)
        assert shown != hidden
        assert draw(state.seen_by(1), language=language) == hidden
    assert tile in render.text(view, language=language)
    assert tile not in render.text(state.public(), language=language)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_the_extension_keeps_its_promises(players: int) -> None:
    """The lamp passes ``check_extension`` with two and four players."""
    check_extension(LAMP_GAME, seeds=[1], players=[players], decisions=scale(240))


def broken(name: str, **changes: Any) -> ms.Ruleset:
    """Return the game with lamps with a faulty rule of the lamp."""
    rule = attrs.evolve(LAMP.rules[0], **changes)
    extension = attrs.evolve(LAMP, rules=(rule,))
    return ms.STANDARD.with_extensions(
        extension, name=name, tools=(*ms.STANDARD.tools[:3], *["lamp"] * 28), tools_per_phase=8
    )


def finding_of(ruleset: ms.Ruleset) -> set[str]:
    """Return the promises that ``check_extension`` finds broken."""
    with pytest.raises(BrokenPromiseError) as caught:
        check_extension(ruleset, seeds=[2], players=[2], decisions=scale(240, 60))
    return {finding.promise for finding in caught.value.findings}


@pytest.mark.long
def test_the_check_finds_moves_that_depend_on_a_secret() -> None:
    """PUBLIC-1: a rule whose legal moves depend on a face-down tile breaks the promises of public states."""

    def only_dry(state: ms.GameState) -> Iterable[UseLamp]:
        for move in lamp.lamp_moves(state):
            tile = None if state.hidden is None else state.hidden.tile_of(move.chamber)
            if tile is None or not tile.water:
                yield move

    def objection(state: ms.GameState, move: UseLamp) -> ms.Objection | None:
        tile = None if state.hidden is None else state.hidden.tile_of(move.chamber)
        if tile is not None and tile.water:
            return ms.Objection("LAMP-1", "lies_face_up", {"space": move.chamber})
        return lamp.lamp_objection(state, move)

    assert "public" in finding_of(broken("dry_lamps", moves=only_dry, objection=objection))


@pytest.mark.long
def test_the_check_finds_a_secret_in_a_public_part() -> None:
    """PUBLIC-1: an extension that keeps the seen tile in its part tells it to everybody, and fails on public states."""

    def keep(state: ms.GameState, event: TileLookedAt) -> Iterable[ms.Event]:
        tile = None if state.hidden is None else state.hidden.tile_of(event.chamber)
        return () if tile is None else (PartChanged("last_water", tile.water),)

    keeping = Extension(
        "keeping",
        reactions=(Reaction(TileLookedAt, keep),),
        part=Part("last_water", int, lambda _ruleset, _players: 0),
    )
    ruleset = ms.STANDARD.with_extensions(
        LAMP, keeping, name="keeping_lamps", tools=(*ms.STANDARD.tools[:3], *["lamp"] * 28), tools_per_phase=8
    )
    assert "public" in finding_of(ruleset)


@pytest.mark.long
def test_the_module_prints_what_the_players_know() -> None:
    """``python lamp.py`` shows that only Ada knows the tile."""
    printed = subprocess.run([sys.executable, lamp.__file__], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[-2:] == ["Ada knows BBG/1", "Ben knows None"]
    assert "TileSeen" not in printed


@pytest.mark.slow
def test_whole_games_use_the_lamp() -> None:
    """Games with lamps end, and players with lamps look at tiles."""
    game = play_night(2, 1, 400, ruleset=LAMP_GAME)
    assert sum(isinstance(move, UseLamp) for move in game.moves) > 2
