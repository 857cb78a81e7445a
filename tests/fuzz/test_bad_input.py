"""Any bytes as a log, and any JSON as a value, cause either an error of the library's family or a good result."""

import contextlib
import copy
import json
import random
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.amounts import scale
from tests.encodable import ENCODABLE
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal.testing.players import any_kind

VERIFY: tuple[bool | Literal["report"], ...] = (True, "report", False)


def recorded(moves: int) -> ms.Game:
    """Return a short game with everything that a log can contain."""
    rng = random.Random(3)
    game = ms.Game.new(["Ada", "Ben", "Cleo"], seed=3, metadata={"comments": ["a game", 1.5, None]})
    while len(game.moves) < moves:
        game.play(any_kind(game.state, ms.legal_moves(game.state), rng))
    game.undo(to=moves - 5)
    game.redo()
    game.end("supper")
    return game


GAME = recorded(60)
LINES = "".join(GAME.log.lines()).encode().splitlines(keepends=True)
LOG = b"".join(LINES)
DATA: list[dict[str, Any]] = [json.loads(line) for line in LINES]

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.integers()
    | st.sampled_from([10**15, 2**53, 10**400, -(10**400)])
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(
        ["S1", "1L1", "3R2", "stock", "castle", "castle:9", "bank", "market", "box", "tool_stack", "brown"]
    )
    | st.text(ENCODABLE, max_size=20)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(ENCODABLE, max_size=8), inner, max_size=4),
    max_leaves=12,
)


def load(log: bytes) -> None:
    """Open a log in all three ways; an error must be one of the library's."""
    for verify in VERIFY:
        try:
            game = ms.Game.from_log(log, verify=verify)
        except ms.MagnumSalError:
            continue
        assert game.at(0).public() == ms.new_game(game_names(game), setup=setup(game), ruleset=rules(game)).public()


def game_names(game: ms.Game) -> tuple[str, ...]:
    """Return the names of a game's players."""
    return game.log.started.players


def rules(game: ms.Game) -> ms.Ruleset:
    """Return a game's ruleset."""
    return game.log.started.ruleset


def setup(game: ms.Game) -> ms.Setup:
    """Return a game's setup; the mutated logs here are of full games."""
    return game.log.started.setup


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all values in JSON data."""
    found = [path]
    if isinstance(data, dict):
        for key, value in data.items():
            found += places(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            found += places(value, (*path, index))
    return found


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return JSON data with one value replaced."""
    if not path:
        return value
    changed = copy.deepcopy(data)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed


@pytest.mark.slow
@given(st.binary(max_size=200))
def test_any_bytes_as_a_log(log: bytes) -> None:
    """Arbitrary bytes as a log are refused with an error of the family, or read."""
    load(log)


@pytest.mark.long
@given(st.data())
def test_a_log_with_bytes_changed(data: st.DataObject) -> None:
    """A log with bytes cut out, doubled or replaced is refused or read."""
    start = data.draw(st.integers(0, len(LOG)))
    end = min(len(LOG), start + data.draw(st.integers(0, 200)))
    filling = data.draw(st.binary(max_size=30) | st.just(LOG[start:end] * 2))
    load(LOG[:start] + filling + LOG[end:])


@pytest.mark.slow
@given(st.integers(0, 8 * len(LOG) - 9))
def test_a_log_with_a_bit_flipped(position: int) -> None:
    """A flipped bit in a log is an error that names its line. The last newline is left out, since it reads as a cut."""
    index, bit = divmod(position, 8)
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(LOG[:index] + bytes([LOG[index] ^ 1 << bit]) + LOG[index + 1 :])
    assert caught.value.line == LOG[:index].count(b"\n") + 1


@pytest.mark.long
@settings(max_examples=settings().max_examples // 2)
@given(st.data())
def test_a_log_with_a_value_changed_and_sealed_again(data: st.DataObject) -> None:
    """A log with a wrong value and matching checksums is refused or read."""
    index = data.draw(st.integers(0, len(DATA) - 1))
    path = data.draw(st.sampled_from(places(DATA[index])))
    changed = replaced(DATA[index], path, data.draw(JSON))
    load(resealed([*DATA[:index], changed, *DATA[index + 1 :]]))


@pytest.mark.slow
@settings(max_examples=settings().max_examples // 4)
@given(st.data())
def test_a_log_with_lines_in_disorder(data: st.DataObject) -> None:
    """A log with lines left out, doubled or moved, and matching checksums, is refused or read."""
    order = data.draw(st.lists(st.integers(0, 8), max_size=6))
    load(resealed([DATA[0], *(DATA[index] for index in order)]))
    cut = data.draw(st.integers(1, len(DATA) - 1))
    load(resealed([*DATA[:cut], *DATA[cut + 1 :]]))


STATE = ms.to_dict(GAME.at(40))
EXAMPLES: tuple[tuple[type[Any], Any], ...] = (
    (ms.GameState, STATE),
    (ms.GameState, ms.to_dict(GAME.at(40).public())),
    (ms.Setup, ms.to_dict(GAME.log.started.setup)),
    (ms.Ruleset, ms.to_dict(ms.STANDARD)),
    *((ms.Move, ms.to_dict(move)) for move in GAME.moves),
    *((ms.Event, ms.to_dict(event)) for _, transition in GAME.history() for event in transition.events),
)


def read_and_use(cls: type[Any], text: str | bytes) -> None:
    """Read a value and use it as a program would; an error must be one of the library's."""
    with contextlib.suppress(ms.MagnumSalError):
        value = ms.from_json(cls, text)
        if isinstance(value, ms.Move):
            against = ms.objection(GAME.at(40), value)
            assert (against is None) == (value in ms.legal_moves(GAME.at(40)))
        elif isinstance(value, ms.Setup):
            ms.new_game(["Ada", "Ben", "Cleo"], setup=value)
        elif isinstance(value, ms.GameState):
            assert ms.from_dict(ms.GameState, ms.to_dict(value)) == value


@pytest.mark.slow
@given(st.sampled_from([cls for cls, _ in EXAMPLES[:5]] + [ms.Event]), JSON)
def test_any_json_as_a_value(cls: type[Any], data: Any) -> None:
    """Any JSON as a move, event, setup, ruleset or state is refused with an error of the family, or read."""
    read_and_use(cls, json.dumps(data))


@pytest.mark.slow
@given(st.data())
def test_a_value_with_a_part_changed(data: st.DataObject) -> None:
    """A good value with one part replaced by anything is refused with an error of the family, or read."""
    cls, example = data.draw(st.sampled_from(EXAMPLES))
    path = data.draw(st.sampled_from(places(example)))
    read_and_use(cls, json.dumps(replaced(example, path, data.draw(JSON))))


@pytest.mark.slow
@given(
    st.text(ENCODABLE, max_size=40)
    | st.from_regex(r"(x?[1-3][LR][1-4] ?[BGW+pc\d= ]*(pay [\d= ]+)?)|\w* ?\{.*\}", alphabet=ENCODABLE)
)
def test_any_text_as_a_move(text: str) -> None:
    """Any text in notation is a move, or is refused with an error of the family."""
    with contextlib.suppress(ms.MalformedError):
        ms.objection(GAME.at(40), ms.parse_move(GAME.at(40), text))


NASTY = {
    "duplicate keys": b'{"type":"pass","type":"pass"}',
    "not a number": b'{"type":"visit_workshop","slot":NaN}',
    "infinity": b'{"type":"visit_workshop","slot":-Infinity}',
    "a long text": b'{"type":"place_miner","source":"' + b"s" * 10_000_000 + b'","target":"S1"}',
    "a long text alone": b'"' + b"s" * 10_000_000 + b'"',
    "deep lists": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "deep and open": b"[" * 100_000,
    "nested within reach": b'{"type":"visit_workshop","slot":' + b"[" * 900 + b"]" * 900 + b"}",
    "a huge number": b'{"type":"visit_workshop","slot":1' + b"0" * 100_000 + b"}",
    "a large number": b'{"type":"visit_workshop","slot":1' + b"0" * 4000 + b"}",
    "a large amount": b'{"type":"extract_salt","chamber":"1L1","salt":{"brown":9007199254740991,"green":0,"white":0},'
    b'"pickaxes":9007199254740991,"carts":9007199254740991,"payments":[0,0,9007199254740991]}',
    "many payments": b'{"type":"extract_salt","chamber":"1L1","salt":{"brown":1,"green":0,"white":0},'
    b'"pickaxes":0,"carts":0,"payments":[' + b"0," * 1_000_000 + b"0]}",
    "a fraction": b'{"type":"visit_workshop","slot":1e400}',
    "half a surrogate pair": b'{"type":"place_miner","source":"\\ud800","target":"S1"}',
    "UTF-16": '{"type":"pass"}'.encode("utf-16"),
    "UTF-16 without a mark": '{"type":"pass"}'.encode("utf-16-le"),
    "UTF-8 with a mark": '\ufeff{"type":"pass"}'.encode(),
    "Latin-1": '{"type":"\xe9"}'.encode("latin-1"),
    "a null byte": b'{"type":"pa\x00ss"}',
    "nothing": b"",
    "many lines": b"\n" * 100_000,
    "a long line": b"x" * 10_000_000,
}


@pytest.mark.long
@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_nasty_json(text: bytes) -> None:
    """Input that often breaks JSON readers raises an error of the family, as a value and as a log."""
    classes: tuple[type[Any], ...] = (ms.Move, ms.Event, ms.Setup, ms.Ruleset, ms.GameState)
    for cls in classes:
        with pytest.raises(ms.MagnumSalError) as caught:
            ms.apply(GAME.at(40), ms.from_json(cls, text))
        assert len(str(caught.value)) < 1000
    for log in (text, text + b"\n", LINES[0] + text + b"\n", LINES[0][:-30] + text + b"\n"):
        for verify in VERIFY:
            with pytest.raises(ms.LogError):
                ms.Game.from_log(log, verify=verify)


@pytest.mark.long
def test_bombs_in_recorded_events() -> None:
    """Events that would fill the memory when folded are refused before that."""
    event = {"type": "miners_moved", "seat": 0, "source": "bank", "target": "S1", "miners": 10**12}
    for miners, times in ((10**12, 1), (10, 900), (1, 100_000)):
        move = DATA[1] | {"events": [event | {"miners": miners}] * times}
        for verify in VERIFY:
            with pytest.raises(ms.LogError):
                ms.Game.from_log(resealed([DATA[0], move]), verify=verify)


@settings(max_examples=scale(20))
@given(st.integers(0, 10**6))
def test_the_fuzzing_reaches_valid_input(seed: int) -> None:
    """Unchanged lines with new checksums are the game, so the refusals above have other reasons (a control)."""
    cut = 1 + seed % (len(DATA) - 1)
    assert len(ms.Game.from_log(resealed(DATA[:cut])).log.entries) == cut - 1
