"""A server of tables in a process of its own, which tests start, kill and start again at the same port."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

PATIENCE = 30.0
"""Seconds after which a test that waits for a server gives up."""
_ADDRESS = re.compile(r"http://localhost:(\d+)/")


class ServedTables:
    """
    ``magnum-sal serve``, at any free port, which it keeps; as a context manager it runs meanwhile.

    Args:
        folder: Where tables are kept.
        options: What is said on the command line besides; bots do not pause.
        files: How many files it may have open, None for as many as this process.
    """

    def __init__(self, folder: Path, *options: str, files: int | None = None) -> None:
        self.folder = folder
        self._files = files
        self.port = 0
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  # closed with the server

    def __enter__(self) -> ServedTables:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._errors.close()

    @property
    def address(self) -> str:
        """Where it is reached, without a slash at the end."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "magnum_sal", "serve", "--port", str(self.port), "--folder", str(self.folder)]
        if self._files is not None:
            command = ["sh", "-c", f'ulimit -n {self._files} && exec "$@"', "sh", *command]
        process = subprocess.Popen(
            [*command, "--pause", "0", *self._options],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        self._process = process
        said = _stdout(process).readline()
        found = _ADDRESS.search(said)
        if found is None:
            self.kill()
            raise AssertionError(f"the server did not start: {said!r} {self.errors()}")
        self.port = int(found[1])

    @property
    def process_id(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def crash(self) -> None:
        """Let it end as by a power failure, and wait for nothing."""
        if self._process is not None:
            self._process.kill()

    def kill(self) -> None:
        """End it as a power failure would: nothing of it can be tidied up."""
        self.crash()
        if self._process is not None:
            self._process.wait()
            _stdout(self._process).close()
            self._process = None

    def interrupt(self) -> int:
        """End it as a person or a system does that wants it to end, and return its status."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(PATIENCE)

    def errors(self) -> str:
        """Return what it has said of errors."""
        self._errors.seek(0)
        return self._errors.read()

    def log(self, table: str) -> Path:
        """Return where the log of a table is."""
        return self.folder / f"{table}.jsonl"


def _stdout(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout
