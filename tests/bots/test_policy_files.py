"""Policies in ONNX files: ``_policy_files.py``."""

import sys
from array import array
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal.arena import MatchResults, play_match, read_results
from magnum_sal.bots import PolicyBot, _policy_files, check_name_from_file, make_bot
from magnum_sal.bots._policy_files import FilePolicy
from magnum_sal.bots.registry import check_bot

FLOAT = 1
"""The number of ONNX's type for numbers in single precision."""
LENGTH, ANSWERS = 564, 244


def encode_message(*fields: tuple[int, int | str | bytes]) -> bytes:
    """Encode the fields of a message of Protocol Buffers, the encoding of ONNX."""
    parts = []
    for number, value in fields:
        if isinstance(value, int):
            parts.append(encode_number(number << 3) + encode_number(value))
        else:
            content = value.encode() if isinstance(value, str) else value
            parts.append(encode_number(number << 3 | 2) + encode_number(len(content)) + content)
    return b"".join(parts)


def encode_number(number: int) -> bytes:
    """Encode a number from 0 up with seven bits in each byte."""
    *others, last = [number >> shift & 127 for shift in range(0, max(1, number.bit_length()), 7)]
    return bytes([*(part | 128 for part in others), last])


def declare(name: str, *sizes: int, of: int = FLOAT) -> bytes:
    """Encode the name, type and sizes of an input or output."""
    shape = encode_message(*((1, encode_message((1, size))) for size in sizes))
    return encode_message((1, name), (2, encode_message((1, encode_message((1, of), (2, shape))))))


def build_model(
    length: int = LENGTH, answers: int = ANSWERS, sizes: tuple[int, ...] | None = None, file: str | None = None
) -> bytes:
    """Encode a model whose scores are the first numbers of the observation. *file* has the model's own numbers."""
    node = encode_message((1, "observation"), (1, "numbers"), (2, "scores"), (4, "Gather"), (5, axis(1)))
    content: tuple[tuple[int, int | bytes], ...] = ((9, pack(range(answers))),)
    if file is not None:
        content = ((13, encode_message((1, "location"), (2, file))), (14, 1))
    numbers = encode_message((1, answers), (2, 7), (8, "numbers"), *content)
    graph = encode_message(
        (1, node),
        (2, "player"),
        (5, numbers),
        (11, declare("observation", *(sizes or (1, length)))),
        (12, declare("scores", 1, answers)),
    )
    return encode_message((1, 8), (7, graph), (8, encode_message((2, 13))))


def axis(number: int) -> bytes:
    """Encode the attribute of a node that names the axis."""
    return encode_message((1, "axis"), (3, number), (20, 2))


def pack(numbers: range) -> bytes:
    """Encode whole numbers as ONNX stores them."""
    return b"".join(number.to_bytes(8, "little") for number in numbers)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Return the file of a model that gives the answers with the highest of the first numbers that it sees."""
    pytest.importorskip("onnxruntime", reason="needs what `nox -s train` installs")
    path = tmp_path / "player.onnx"
    path.write_bytes(build_model())
    return path


def test_a_model_plays(model: Path) -> None:
    """A model plays under the name of its file, and gives the same answers as its scores would directly."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    direct = PolicyBot(lambda numbers, _mask: numbers[:ANSWERS])
    by_name, all_moves = make_bot(f"policy:{model}"), make_bot(f"policy:{model}:sensible=false")
    for _ in range(40):
        moves, view = ms.legal_moves(state), state.seen_by(state.turn_seat)
        assert by_name(view, moves) == direct(view, moves)
        assert all_moves(view, moves) in moves
        state = state.play(by_name(view, moves))
    check_bot(f"policy:{model}")


def test_a_model_plays_in_the_arena(model: Path, tmp_path: Path) -> None:
    """A match has its results in a file. Reading the file does not load the model."""
    name, out = f"policy:{model}", tmp_path / "results.jsonl"
    played = play_match([name, "random"], 2, seed=1, most_moves=60, out=out)
    assert not played.failing
    model.unlink()
    match, games = read_results(out)
    assert match.bots == (name, "random")
    assert [standing.games for standing in MatchResults(match, games).standings()] == [2, 2]


@pytest.mark.parametrize("content", [b"", b"harmful", bytes(1000), b"\xff" * 1000])
def test_other_files_are_refused(content: bytes, model: Path) -> None:
    """A file that is not a model is refused with a sentence."""
    model.write_bytes(content)
    with pytest.raises(ms.MisuseError, match="this is not an ONNX model") as refused:
        make_bot(f"policy:{model}")
    assert len(str(refused.value)) <= 500


def test_a_model_reads_no_other_files(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model whose numbers are in another file is refused, also if this file lies in the current folder."""
    monkeypatch.chdir(model.parent)
    Path("numbers.bin").write_bytes(pack(range(ANSWERS)))
    model.write_bytes(build_model(file="numbers.bin"))
    with pytest.raises(ms.MisuseError, match="not an ONNX model that contains all its numbers"):
        make_bot(f"policy:{model}")


@pytest.mark.parametrize("sizes", [(1, 1, LENGTH), (4, LENGTH)])
def test_other_models_are_refused(sizes: tuple[int, ...], model: Path) -> None:
    """A model must take a single row of numbers."""
    model.write_bytes(build_model(sizes=sizes))
    with pytest.raises(ms.MisuseError, match="expected a model with one input, rows of numbers"):
        make_bot(f"policy:{model}")


def test_a_model_of_another_game(model: Path) -> None:
    """A model for two players cannot play with three, and a model needs a score for each answer."""
    state = ms.new_game(["Ada", "Ben", "Cleo"], seed=7)
    with pytest.raises(ms.MisuseError, match="expects 564 numbers, but an observation of this game has 643"):
        make_bot(f"policy:{model}")(state, ())
    model.write_bytes(build_model(answers=100))
    with pytest.raises(ms.MisuseError, match=r"policy .*player\.onnx: expected a score for each of the 244 answers"):
        make_bot(f"policy:{model}")(ms.new_game(["Ada", "Ben"], seed=7), ())


def test_scores_that_are_no_numbers(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the file. Scores of impossible answers do not matter."""
    np = pytest.importorskip("numpy")
    policy = FilePolicy(str(model))
    scores = [0.0] * (ANSWERS - 1) + [float("nan")]
    monkeypatch.setattr(policy, "_session", SimpleNamespace(run=lambda *_: [np.array([scores])]))
    numbers = array("f", bytes(4 * LENGTH))
    assert len(policy(numbers, bytes([1] * (ANSWERS - 1) + [0]))) == ANSWERS
    with pytest.raises(ms.MisuseError, match=r"policy .*player\.onnx: a score is not a number"):
        policy(numbers, bytes([0] * (ANSWERS - 1) + [1]))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("policy", "a policy needs a file, such as policy:player.onnx"),
        ("policy::sensible=true", "a policy needs a file"),
        ("policy:missing.onnx", "policy 'missing.onnx': cannot read the file: No such file"),
        ("policy:.", "cannot read the file"),
        ("policy:a\0b", "cannot read the file"),
        ("policy:player.onnx:depth=3", "has no option 'depth'; its options are sensible"),
        ("policy:player.onnx:sensible=maybe", "sensible must be true or false, not 'maybe'"),
        ("policy:C:/players/one.onnx", "policy 'C:/players/one.onnx': cannot read"),
        ("policy:C:/lr=0.1/one.onnx", "policy 'C:/lr=0.1/one.onnx': cannot read"),
        ("policy:C:\\lr=0.1\\one.onnx", "policy 'C:.*lr=0.1.*one.onnx': cannot read"),
    ],
)
def test_names_of_policies(name: str, words: str) -> None:
    """The name has a file, which may contain colons, and options after the last colon."""
    with pytest.raises(ms.MisuseError, match=words):
        make_bot(name)


def test_a_huge_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of a file is limited, and no more than this is read."""
    monkeypatch.setattr(_policy_files, "MOST_BYTES", 10)
    (tmp_path / "large.onnx").write_bytes(bytes(11))
    with pytest.raises(ms.MisuseError, match="the file has more than 10 bytes"):
        make_bot(f"policy:{tmp_path / 'large.onnx'}")


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without onnxruntime, the message names the extra that installs it."""
    missing: Any = None
    monkeypatch.setitem(sys.modules, "onnxruntime", missing)
    (tmp_path / "player.onnx").write_bytes(build_model())
    with pytest.raises(ms.MissingExtraError, match=r"needs the package onnxruntime, .* 'magnum-sal\[policy\]'"):
        make_bot(f"policy:{tmp_path / 'player.onnx'}")


@pytest.mark.parametrize("name", ["policy", "policy:", "policy:player.onnx", "policy:player.onnx:sensible=true"])
def test_no_file_names_a_policy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name from a log, an autosave or a request loads no model, whatever its form."""

    def load(*_: object) -> None:
        raise AssertionError("loaded")

    monkeypatch.setattr(_policy_files, "policy_factory", load)
    with pytest.raises(ms.MisuseError, match="is not one of the built-in bots"):
        check_name_from_file(name)
