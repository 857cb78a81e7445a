"""Characters that control a terminal or reverse a line get through in no text of any format."""

from __future__ import annotations

import copy
import json
import random
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.amounts import scale, select, select_pairs
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal import bots, cli, render
from magnum_sal import words as labels
from magnum_sal.arena import play_match, read_results
from magnum_sal.record.log import GameLog
from magnum_sal.testing.players import any_kind

OBEYED = [
    chr(code)
    for code, category in enumerate(map(unicodedata.category, map(chr, range(sys.maxunicode + 1))))
    if category in {"Cc", "Cf", "Zl", "Zp"}
]
"""Every control and format character, and the two separators of lines and paragraphs."""

HOSTILE = ("\x1b]0;owned\x07\x1b[2J", "".join(OBEYED), "\ud800\udfff\ue000\U0010ffff", "\u202egnp.exe", "x" * 100_000)
"""Texts to put everywhere: all of these characters, lone surrogates, characters without a glyph, and a huge text."""

Path_ = tuple[Any, ...]


def is_shown_safely(text: str, most: int = 500) -> bool:
    """Return whether a text can go to a terminal as one line."""
    return text.isprintable() and len(text) <= most


def test_there_are_characters_to_try() -> None:
    """The characters include escapes, the C1 controls, marks of direction, joiners and tags (a control)."""
    assert {"\x1b", "\x00", "\x7f", "\x9b", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\U000e0041"} <= {*OBEYED}
    assert len(OBEYED) > 200


def recorded() -> list[dict[str, Any]]:
    """Return the lines of a short game with every kind of line, as data."""
    rng = random.Random(3)
    game = ms.Game.new(
        ["Ada", "Ben"], seed=3, metadata={"comments": ["a", "b"], "seats": ["human", "greedy"], "by": "me"}
    )
    while len(game.moves) < 12:
        game.play(any_kind(game.state, ms.legal_moves(game.state), rng))
    game.undo(to=9)
    game.redo()
    game.end("supper")
    return [json.loads(line) for line in game.log.lines()]


LINES = recorded()
STATE = ms.new_game(["Ada", "Ben"], seed=3)


def texts(data: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yield the paths of all texts in JSON data, and of all keys; a key's path ends in None."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*path, key, None)
            yield from texts(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from texts(value, (*path, index))
    elif isinstance(data, str):
        yield path


def with_text(data: Any, path: Path_, text: str) -> Any:
    """Return JSON data with another text, or another key, at *path*."""
    changed = copy.deepcopy(data)
    *way, last = path
    here = changed
    for step in way[:-1] if last is None else way:
        here = here[step]
    if last is None:
        here[text] = here.pop(way[-1])
    else:
        here[last] = text
    return changed


def refused(call: Any) -> bool:
    """Return whether a call is refused; its message must be printable."""
    try:
        call()
    except ms.MagnumSalError as error:
        message = str(error)
    else:
        return False
    assert is_shown_safely(message), ascii(message)
    return True


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(LINES)))
def test_every_text_of_a_log(number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A hostile text in a log is refused with a printable message, or, if texts are free, shown in printable form."""
    accepted = 0
    path = tmp_path / "log"
    for place in select(place for place in texts(LINES[number]) if place[0] != "checksum"):
        for hostile in HOSTILE if place[0] == "metadata" else HOSTILE[1:3]:
            lines = [*LINES[:number], with_text(LINES[number], place, hostile), *LINES[number + 1 :]]
            log = resealed(lines)
            if refused(lambda log=log: ms.Game.from_log(log)):
                for verify in ("report", False):
                    refused(lambda log=log, verify=verify: ms.Game.from_log(log, verify=verify))
            else:
                accepted += 1
                path.write_bytes(log)
                for command in (["show"], ["replay"], ["replay", "--report"], ["replay", "--no-verify"]):
                    assert cli.main([command[0], str(path), *command[1:]]) == 0
    shown = capsys.readouterr()
    assert all(is_shown_safely(line, 2100) for line in (shown.out + shown.err).split("\n"))
    assert accepted or number  # the header has free texts: its metadata, and the library's version


def read_and_use(cls: type[Any], data: Any) -> None:
    """Read a value; start a game with a setup, since only that reads its pieces."""
    value = ms.from_dict(cls, data)
    if isinstance(value, ms.Setup):
        ms.new_game(["Ada", "Ben"], setup=value)


@pytest.mark.long
def test_every_text_of_every_value() -> None:
    """Every hostile key or text in moves, events, setups, rulesets and states is refused with a printable message."""
    state = ms.to_dict(STATE)
    values: list[tuple[type[Any], Any]] = [
        (ms.GameState, state),
        (ms.Setup, LINES[0]["started"]["setup"]),
        (ms.Ruleset, state["ruleset"]),
        (ms.Event, LINES[0]["started"]),
        *((ms.Move, line["move"]) for line in LINES if line["type"] == "move"),
        *((ms.Event, event) for line in LINES if line["type"] == "move" for event in line["events"]),
    ]
    tried = taken = 0
    for cls, data in values:
        for place, hostile in select_pairs([*texts(data)], HOSTILE[:4]):
            changed = with_text(data, place, hostile)
            tried += 1
            taken += not refused(lambda cls=cls, changed=changed: read_and_use(cls, changed))
    assert tried > scale(2000)
    assert taken == 0


@pytest.mark.slow
@pytest.mark.parametrize("hostile", HOSTILE, ids=["escape", "all", "halves", "turned", "long"])
def test_texts_that_programs_pass(hostile: str, tmp_path: Path) -> None:
    """Hostile notation, names, ids, reasons, languages, paths and bots are refused with printable messages."""
    game = ms.Game.new(["Ada", "Ben"], seed=3)
    calls = [
        lambda: ms.parse_move(STATE, hostile),
        lambda: ms.parse_move(STATE, f"place_miner {hostile}"),
        lambda: ms.parse_move(STATE, f'place_miner {{"source":{json.dumps(hostile)},"target":"S1"}}'),
        lambda: ms.new_game([hostile, "Ben"]),
        lambda: ms.new_game(["Ada", hostile]),
        lambda: game.end(hostile * 20),
        lambda: ms.PlaceMiner("stock", hostile),
        lambda: ms.apply(STATE, ms.PlaceMiner(hostile, "S1")),
        lambda: ms.apply(STATE, ms.PlaceAssistant("stock", hostile)),
        lambda: ms.Ruleset(hostile, (), (), ms.STANDARD.rulings),
        lambda: ms.from_json(ms.Move, hostile),
        lambda: ms.Game.from_log(hostile.encode("utf-8", "surrogatepass")),
        lambda: ms.Game.from_log(tmp_path / hostile),
        lambda: ms.Game.new(["Ada", "Ben"], log=tmp_path / "no" / hostile),
        lambda: labels.label("shaft", hostile),
        lambda: render.svg(STATE, targets_of=hostile),
        lambda: render.svg(STATE, theme=hostile),  # type: ignore[arg-type]
        lambda: render.svg(STATE, layout=hostile),  # type: ignore[arg-type]
        lambda: render.svg(STATE, prefix=hostile),
        lambda: render.svg(STATE, fill={hostile: "#ffffff"}),
        lambda: render.svg(STATE, fill={"S1": hostile}),
        lambda: render.svg(STATE, arrows=[("S1", hostile)]),
        lambda: render.svg(STATE, arrows=[render.Arrow("S1", "S2", hostile)]),
        lambda: attrs.evolve(render.THEMES["dark"], ink=hostile),
        lambda: bots.make_bot(hostile),
        lambda: bots.make_bot(f"greedy:{hostile}=1"),
        lambda: bots.make_bot(f"process:{hostile}"),
        lambda: play_match([hostile, "random"], 1),
        lambda: STATE.mine[hostile],
        lambda: read_results(tmp_path / hostile),
    ]
    for call in calls:
        assert refused(call)
    assert is_shown_safely(str(ms.objection(STATE, ms.PlaceMiner(hostile, "S1"))))
    assert is_shown_safely(labels.label(hostile))
    assert is_shown_safely(labels.place_label(STATE, hostile))


def test_free_texts_are_shown_printably(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A comment may contain anything and is stored unchanged; its printed form is printable and short."""
    comments = ["".join(OBEYED), "\x1b[31mred", "x" * 100_000, {"\x1b": "\u202e"}]
    path = tmp_path / "log"
    with ms.Game.new(["Ada", "Ben"], seed=3, log=path, metadata={"comments": comments}) as game:
        game.play(ms.PlaceMiner("stock", "S1"))
    assert ms.Game.from_log(path).log.metadata["comments"] == comments
    assert cli.main(["replay", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "\\x1b[31mred" in printed
    assert all(is_shown_safely(line, 2100) for line in printed.split("\n"))


def test_an_extensions_texts_are_printable() -> None:
    """The texts of an extension's event, and of its part of the state, are shown in printable form."""

    @attrs.frozen
    class Rumour(ms.Event):
        """A rumour spread, with its source."""

        type = "rumour"
        words: str
        source: str

    told = labels.event_in_words(STATE, Rumour("\x1b[2J" * 1000, "\u202e" * 1000))
    assert is_shown_safely(told)
    state = attrs.evolve(STATE, extras_items=(("rumours", ("\x1b[2J", "\u202e" * 1000, 5)),))
    assert all(line.isprintable() for line in render.text(state).split("\n"))
    assert "\x1b" not in render.svg(state)
    assert "\u202e" not in render.svg(state)


def test_the_error_output_of_a_dying_program_is_printable() -> None:
    """A bot's failure message contains the end of the program's error stream in printable form."""
    dying = "import sys; sys.stderr.write('\\x1b[2J\\u202e' * 9999); sys.exit(3)"
    bot = bots.make_bot(f'process:{sys.executable} -X utf8 -c "{dying}"', seed=1)
    with pytest.raises(bots.BotError) as caught:
        bot(STATE.public(), ms.legal_moves(STATE))
    assert is_shown_safely(str(caught.value))
    bot.close()  # type: ignore[attr-defined]  # the protocol's hooks are optional


def test_metadata_stay_unchanged() -> None:
    """Only displayed texts are changed: a log's metadata and their JSON keep every character."""
    metadata = {"note": "".join(OBEYED)}
    log = GameLog(ms.Game.new(["Ada", "Ben"], seed=1).log.started, metadata=metadata)
    assert GameLog.read("".join(log.lines()).encode()).metadata == metadata
