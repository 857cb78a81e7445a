"""Lines in and lines out: the loop, and the command as a program."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from magnum_sal.protocol import Limits, Server, serve_lines

HELLO = b'{"type":"hello","id":1,"protocol":1}'
LABELS = b'{"type":"labels","id":2,"keys":["rope"]}'


def answered(text: bytes, limits: Limits | None = None) -> list[tuple[object, str]]:
    """Return the id and the type or code of each answer to a text."""
    sink = io.BytesIO()
    serve_lines(Server(limits=limits or Limits()), io.BytesIO(text), sink)
    assert not sink.getvalue() or sink.getvalue().endswith(b"\n")
    lines = [json.loads(line) for line in sink.getvalue().splitlines()]
    return [(line["id"], line.get("code", line["type"])) for line in lines]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_one_answer_for_each_line(end: bytes) -> None:
    """Lines are answered in order, including the last one without a newline."""
    assert answered(HELLO + end + LABELS + end) == [(1, "hello"), (2, "words")]
    assert answered(HELLO + end + LABELS) == [(1, "hello"), (2, "words")]
    assert answered(b"") == []
    assert answered(end) == [(None, "not_json")]


@pytest.mark.parametrize("size", [41, 42, 43, 44, 81, 82, 83, 84, 85, 1000])
def test_a_line_that_is_too_long(size: int) -> None:
    """
    A line that is too long is skipped, wherever it ends.

    A line of exactly the limit and later lines are answered.
    """
    limits = Limits(line=41)
    text = HELLO + b"\n" + b"x" * size + b"\n" + LABELS + b"\n"
    code = "not_json" if size <= 41 else "too_long"
    assert answered(text, limits) == [(1, "hello"), (None, code), (2, "words")]
    assert answered(b"x" * size, limits) == [(None, code)]


class _Gone(io.BytesIO):
    def write(self, _: object) -> int:
        raise BrokenPipeError


def test_a_closed_output() -> None:
    """If nobody reads the output, the loop stops with ``BrokenPipeError``."""
    with pytest.raises(BrokenPipeError):
        serve_lines(Server(), io.BytesIO(HELLO), _Gone())


def run(*options: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run ``magnum-sal serve`` with the given input."""
    command = [sys.executable, "-m", "magnum_sal", "serve", *options]
    return subprocess.run(command, input=text, capture_output=True, check=False, timeout=60)


@pytest.mark.long
def test_the_command() -> None:
    """The command writes only answers to standard output, uses the ruleset of its options, and ends with its input."""
    game = b'{"type":"open_table","id":2,"players":["Ada","Ben"]}'
    done = run("--stdio", "--mapped-mine", text=HELLO + b"\n" + game + b"\n")
    hello, opened = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr, hello["id"], opened["id"]) == (0, b"", 1, 2)
    assert opened["state"]["ruleset"]["mapped_mine"]


@pytest.mark.long
def test_the_command_with_a_closed_output() -> None:
    """The command ends without a message if nobody reads its output."""
    program = subprocess.Popen(
        [sys.executable, "-m", "magnum_sal", "serve", "--stdio"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    assert program.stderr is not None
    with program:
        program.stdout.close()
        program.stdin.write(HELLO + b"\n")
        program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait(60) == 0
