"""A table server in another process, which tests start, kill and restart at the same port."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

PATIENCE = 30.0
"""Seconds after which a test stops waiting for a server."""
_ADDRESS = re.compile(r"http://localhost:(\d+)/")


class ServedTables:
    """
    A server started by ``magnum-sal serve`` on a free port, which it keeps; a context manager starts and kills it.

    Args:
        folder: The folder of the tables.
        options: Further options of the command line. Bots do not pause.
        files: How many files the server may have open, or None for as many as this process.
    """

    def __init__(self, folder: Path, *options: str, files: int | None = None) -> None:
        self.folder = folder
        self._files = files
        self.port = 0
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  # It is closed with the server.

    def __enter__(self) -> ServedTables:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._errors.close()

    @property
    def address(self) -> str:
        """The server's address, without a slash at the end."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start the server and wait until it listens."""
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
        """The id of the server's process."""
        assert self._process is not None
        return self._process.pid

    def crash(self) -> None:
        """Kill the server without waiting for its end."""
        if self._process is not None:
            self._process.kill()

    def kill(self) -> None:
        """Kill the server as a power failure would, so that it cannot clean up, and wait for its end."""
        self.crash()
        if self._process is not None:
            self._process.wait()
            _stdout(self._process).close()
            self._process = None

    def interrupt(self) -> int:
        """Terminate the server as a person or a system does, and return its exit status."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(PATIENCE)

    def errors(self) -> str:
        """Return what the server has written to its standard error."""
        self._errors.seek(0)
        return self._errors.read()

    def log(self, table: str) -> Path:
        """Return the path of a table's log."""
        return self.folder / f"{table}.jsonl"


def _stdout(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout
