"""
Sealing: the bytes of a log's lines, which are JSON objects that end with a checksum.

The checksums form a hash chain: each is a SHA-256 hash of the previous checksum and the line itself, truncated to 16
hexadecimal digits. The chain breaks at a line that was changed, removed or moved. The chain detects damage and careless
edits, but it has no key, so anybody can compute the checksums of a forged log. A checksum identifies all lines up to
its own. ``LogFile`` therefore compares only the last bytes of its file with those that the game wrote.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Final

from ...errors import LogError, MalformedError
from ..serialization import to_dict
from ..serialization.json_text import read_json, write_json
from .entries import LONGEST_LINE, LogLine

# 16 digits are 64 bits. A damaged line passes with a probability of 2 to the power of -64, which is low enough for
# accidental damage. More digits would not help against forgery, because the chain has no key.
_DIGITS: Final = 16
_GZIP: Final = b"\x1f\x8b"
"""The first bytes of a file that gzip has compressed."""
_END: Final = re.compile(rb',"checksum":"([0-9a-f]{16})"\}\n\Z')


def compute_checksum(body: bytes, previous: str) -> str:
    """
    Compute the checksum of a line: the first 16 hexadecimal digits of a SHA-256 hash.

    The input is the previous line's checksum (empty for the header) and the line's bytes up to the comma before
    ``"checksum"``.
    """
    return hashlib.sha256(previous.encode() + body).hexdigest()[:_DIGITS]


def line_body(line: LogLine) -> bytes:
    """
    Return the bytes of *line* up to the comma before its checksum.

    Raises:
        MalformedError: the line is too long, or holds text that UTF-8 cannot encode.
        MisuseError: a value in the line has no JSON form.
    """
    text = write_json(to_dict(line))
    try:
        # The closing brace belongs to the end of the line, after the checksum.
        body = text[:-1].encode()
    except UnicodeEncodeError:
        # A Python string may contain half of a surrogate pair, which UTF-8 cannot encode.
        raise MalformedError(f"a {line.type} line contains text that cannot be encoded in UTF-8") from None
    # Every line that is written must be readable again. The end of the line takes 32 of these 64 bytes.
    if len(body) > LONGEST_LINE - 64:
        raise MalformedError(f"a {line.type} line of {len(body)} bytes exceeds the limit of {LONGEST_LINE}")
    return body


def seal_line(body: bytes, previous: str) -> tuple[bytes, str]:
    """Return the whole line, with its newline, and its checksum. *previous* is the checksum of the previous line."""
    own = compute_checksum(body, previous)
    return body + line_end(own), own


def line_end(checksum: str) -> bytes:
    """Return the last ``LINE_END`` bytes of the line with this checksum. They identify the line."""
    return b',"checksum":"%b"}\n' % checksum.encode()


LINE_END: Final = len(line_end("0" * _DIGITS))


def unseal_line(number: int, line: bytes, previous: str, *, check: bool) -> tuple[bytes, str]:
    """
    Return the body and the checksum of a whole *line*. *previous* is the checksum of the previous line.

    Raises:
        LogError: the line does not end with a checksum, or *check* is set and the checksum is wrong.
    """
    end = _END.search(line)
    if end is None:
        # Editors and text-mode transfers convert line endings, which breaks every line. Naming this reason helps more
        # than reporting a wrong checksum.
        if line.endswith(b"\r\n"):
            raise LogError(number, None, "the line ends in CR LF: the lines of a log end in LF on every system")
        if not line.strip():
            raise LogError(number, None, "the line is empty")
        if line.startswith(_GZIP):
            raise LogError(number, None, "the file is compressed with gzip: decompress it first")
        raise LogError(number, "checksum", "the line does not end in a checksum")
    body, found = line[: end.start()], end[1].decode()
    # Even without *check* a line must end in a checksum, because ``LogFile`` recognizes the last line by it.
    if check and found != (own := compute_checksum(body, previous)):
        told = f"{found} is recorded, but {own} is correct"
        raise LogError(number, "checksum", f"{told}: this line or the one before has been changed, removed or moved")
    return body, found


def body_data(number: int, body: bytes) -> Any:
    """
    Return the plain JSON data of a line's body.

    Raises:
        LogError: the body is not JSON, or holds text that UTF-8 cannot encode.
    """
    try:
        data = read_json(body + b"}")
        # The body is valid UTF-8, so half of a surrogate pair can only come from an escape. A text that contains one
        # could not be written again.
        if b"\\u" in body:
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise LogError(number, None, "the line contains half of a surrogate pair, which is not valid text") from None
    except (MalformedError, RecursionError) as error:
        raise LogError(number, None, str(error)) from None
    return data
