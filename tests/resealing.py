"""Logs and files of results that a test has changed, with new checksums."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from magnum_sal.record.log.sealing import seal_line


def resealed(lines: Iterable[Any]) -> bytes:
    """
    Return the content of a file with these lines.

    It ends with the first line that is not an object, without a checksum.
    """
    content, checksum = b"", ""
    for data in lines:
        if not isinstance(data, dict):
            return content + json.dumps(data).encode() + b"\n"
        body = json.dumps({key: value for key, value in data.items() if key != "checksum"}, separators=(",", ":"))
        line, checksum = seal_line(body[:-1].encode(), checksum)
        content += line
    return content
