"""Files of NumPy arrays about positions, which are written atomically and checked when they are read."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from magnum_sal.bots._features import FEATURES


class _OtherFeaturesError(ValueError):
    """The error raised if a file was recorded with other features."""


def write_arrays(path: Path, **arrays: Any) -> None:  # Any: NumPy declares no type for arrays with names
    """Write arrays about positions, and the names of their features. The file appears only when it is complete."""
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, names=np.array(FEATURES), **arrays)
    unfinished.rename(path)


@contextmanager
def open_arrays(path: Path) -> Iterator[dict[str, np.ndarray[Any, Any]]]:
    """
    Provide the arrays of a file that ``write_arrays`` wrote.

    Raises:
        ValueError: the file is damaged or has other features. An error raised in the ``with`` block counts as a damaged
            file.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        if arrays["names"].tolist() != list(FEATURES):
            raise _OtherFeaturesError("its games were recorded with other features")
        yield arrays
    except _OtherFeaturesError as error:
        raise ValueError(f"cannot learn from {path}: {error}; move it to another folder") from None
    # A damaged file can fail anywhere in NumPy, in the archive, or in its compressed parts.
    except (
        OSError,
        EOFError,
        BadZipFile,
        LookupError,
        NotImplementedError,
        TypeError,
        ValueError,
        zlib.error,
    ) as error:
        raise ValueError(f"cannot learn from {path}: the file is damaged; move it to another folder") from error
