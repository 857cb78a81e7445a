"""The file of a judge: what was learned, by number of players, and the commands that made it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from magnum_sal.bots._correction import Correction
from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._judge import Judge, read_judge
from magnum_sal.bots._priors import KINDS

from .measuring import Scales


class KnownJudge(NamedTuple):
    """The learned weights, scales, corrections and priors, by number of players, and the commands that made them."""

    weights: dict[int, tuple[tuple[float, ...], ...]]
    scales: dict[int, Scales]
    corrections: dict[int, Correction]
    priors: dict[int, tuple[tuple[float, ...], ...]]
    commands: list[str]

    def judge(self, players: int) -> Judge | None:
        """Return the judge of the nearest number of players, or None if there is none."""
        nearest = min(self.weights, key=lambda other: abs(other - players), default=None)
        if nearest is None:
            return None
        # Searches need the scales, because they compare chances of winning. Greedy players compare only groszy.
        return Judge(
            {players: self.weights[nearest]},
            {key: scales for key, scales in self.scales.items() if key == players},
            None,
            {key: correction for key, correction in self.corrections.items() if key == players},
            {key: priors for key, priors in self.priors.items() if key == players},
        )


def read_judge_file(path: Path) -> KnownJudge:
    """
    Read the file of a judge.

    Raises:
        ValueError: the file is not the file of a judge, or it was made for other features or kinds of moves.
    """
    try:
        text = path.read_text("utf-8")
        read_judge(text)  # refuses weights of other features
        content: dict[str, Any] = json.loads(text)
        rows = [row for phases in content["weights"].values() for row in phases]
        missing = {"commands", "scales", "corrections"} - content.keys()
    except AssertionError:
        raise ValueError(
            f"{path} was made for other features, so its weights would be applied to the wrong numbers"
        ) from None
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is not a file of weights: {error}") from None
    if missing:
        raise ValueError(f"{path} is not a file of weights: {min(missing)!r} is missing")
    if any(len(row) != len(FEATURES) for row in rows):
        raise ValueError(f"{path} is not a file of weights: expected {len(FEATURES)} weights for each phase")
    if any(len(row) != len(FEATURES) + len(KINDS) for phases in content["priors"].values() for row in phases):
        raise ValueError(f"{path} is not a file of weights: expected {len(FEATURES) + len(KINDS)} for the priors")
    return KnownJudge(
        {int(players): phases for players, phases in content["weights"].items()},
        {int(players): found for players, found in content["scales"].items()},
        {int(players): Correction(**found) for players, found in content["corrections"].items()},
        {int(players): phases for players, phases in content["priors"].items()},
        content["commands"],
    )


def format_judge(known: KnownJudge) -> str:
    """Return the text of the file, with a line for each phase or unit, so that version differences are readable."""
    corrections = {
        players: "\n".join(
            [
                "{",
                f'      "hidden": {_rows(correction.hidden, "      ")},',
                f'      "phases": {_rows(correction.phases, "      ")},',
                f'      "progress": {json.dumps(correction.progress)},',
                f'      "output": {json.dumps(correction.output)}',
                "    }",
            ]
        )
        for players, correction in known.corrections.items()
    }
    parts = [
        f'  "commands": {json.dumps(known.commands)}',
        f'  "features": {json.dumps(FEATURES)}',
        f'  "kinds": {json.dumps(KINDS)}',
        f'  "scales": {json.dumps(known.scales)}',
        _block("weights", {players: _rows(phases, "    ") for players, phases in known.weights.items()}),
        _block("corrections", corrections),
        _block("priors", {players: _rows(phases, "    ") for players, phases in known.priors.items()}),
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _block(name: str, texts: dict[int, str]) -> str:
    entries = ",\n".join(f'    "{players}": {text}' for players, text in sorted(texts.items()))
    return f'  "{name}": {{\n{entries}\n  }}' if entries else f'  "{name}": {{}}'


def _rows(found: Sequence[Sequence[float]], indent: str) -> str:
    rows = ",\n".join(f"{indent}  {json.dumps(row)}" for row in found)
    return f"[\n{rows}\n{indent}]"
