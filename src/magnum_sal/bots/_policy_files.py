"""Policies in files: ONNX models that play as ``policy:FILE`` (extra ``policy``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from .._internal.lazy_names import explain_missing
from ..errors import MisuseError
from ..errors.messages import brief, printable
from ._bot_options import parse_options
from ._policies import PolicyBot
from .protocol import BotFactory

if TYPE_CHECKING:
    from array import array

MOST_BYTES: Final = 1 << 28
"""The maximum size of a file, 256 MiB. A policy of a few layers takes about one megabyte."""

_WANTED: Final = (
    "a model with one input, rows of numbers in single precision (one row or any number of them), and rows of scores "
    "as its first output"
)

_FOLDER_OF_NUMBERS: Final = "session.model_external_initializers_file_folder_path"
"""The setting of onnxruntime for the folder with further files of a model."""


class FilePolicy:
    """A policy from an ONNX file. Its only input is a row of observations, and its first output has the scores."""

    def __init__(self, path: str) -> None:
        """
        Load the model.

        Raises:
            MisuseError: the file cannot be read, is too large, or has no suitable model.
            MissingExtraError: onnxruntime or numpy is not installed.
        """
        model = self._read(Path(path))
        with explain_missing("a policy from a file", "policy"):
            import numpy as np
            import onnxruntime
        self._path = printable(path, 100)
        self._read_array = np.frombuffer
        self._single = np.float32
        self._isnan = np.isnan
        options = onnxruntime.SessionOptions()
        # A single row is too small to share among threads, and the arena plays games in several processes.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        # A model may store its numbers in further files, which onnxruntime would read from the current folder. With
        # this setting, it looks for them below the model's own file, which is not a folder, so it finds none.
        options.add_session_config_entry(_FOLDER_OF_NUMBERS, str(Path(path).absolute() / "none"))
        try:
            self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # its errors share no class of their own
            told = "this is not an ONNX model that contains all its numbers"
            raise MisuseError(f"policy {brief(path)}: {told}: {_first_line(error)}") from error
        inputs, outputs = self._session.get_inputs(), self._session.get_outputs()
        is_fit = len(inputs) == 1 and inputs[0].type == "tensor(float)" and len(inputs[0].shape) == 2
        # The number of rows is not a whole number if the model takes any number of them.
        is_fit = is_fit and (inputs[0].shape[0] == 1 or not isinstance(inputs[0].shape[0], int))
        if not is_fit or not outputs or not outputs[0].type.startswith("tensor") or "string" in outputs[0].type:
            raise MisuseError(f"policy {brief(path)}: expected {_WANTED}")
        self._input, self._output = inputs[0].name, outputs[0].name
        self._length = inputs[0].shape[1]

    def _read(self, path: Path) -> bytes:
        """Return the content of the file."""
        try:
            with path.open("rb") as file:
                model = file.read(MOST_BYTES + 1)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise MisuseError(f"policy {brief(str(path))}: cannot read the file: {reason}") from None
        if len(model) > MOST_BYTES:
            raise MisuseError(f"policy {brief(str(path))}: the file has more than {MOST_BYTES} bytes")
        return model

    def __call__(self, numbers: array[float], mask: bytes) -> Any:
        """Return the scores of all answers. Raises ``MisuseError`` if the model does not fit the game, or fails."""
        if isinstance(self._length, int) and self._length != len(numbers):
            raise MisuseError(
                f"policy {self._path}: the model expects {self._length} numbers, but an observation of this game "
                f"has {len(numbers)}: it was trained for other rules or another number of players"
            )
        row = self._read_array(numbers, self._single).reshape(1, -1)
        try:
            (scores,) = self._session.run([self._output], {self._input: row})
        except Exception as error:  # its errors share no class of their own
            raise MisuseError(f"policy {self._path}: the model failed: {_first_line(error)}") from error
        scores = scores.reshape(-1)
        if len(scores) != len(mask):
            told = f"a score for each of the {len(mask)} answers, but the first output has {len(scores)} numbers"
            raise MisuseError(f"policy {self._path}: expected {told}")
        if self._isnan(scores[self._read_array(mask, bool)]).any():
            raise MisuseError(f"policy {self._path}: a score is not a number")
        return scores


def _first_line(error: Exception) -> str:
    """Return the first line of an error of onnxruntime, because its other lines are mostly source locations."""
    return printable(next(iter(str(error).splitlines()), type(error).__name__), 200)


@attrs.frozen
class _Options:
    """The options in the name of a bot."""

    sensible: bool = True


def policy_factory(path: str, texts: Mapping[str, str], name: str) -> BotFactory:
    """
    Return a factory of bots that play with the model in the file *path*, which is loaded once.

    Args:
        path: The file.
        texts: The options in the bot's name.
        name: The bot's whole name, for messages.

    Raises:
        MisuseError: an option or the file is invalid.
        MissingExtraError: onnxruntime or numpy is not installed.
    """
    if not path:
        raise MisuseError("a policy needs a file, such as policy:player.onnx")
    options, _ = parse_options(_Options, texts, name)
    policy = FilePolicy(path)
    return lambda _: PolicyBot(policy, **options)
