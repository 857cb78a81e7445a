"""What bots say of moves and games, in English."""

from __future__ import annotations

from typing import Final

ANALYSIS: Final = {
    "turn.count": "turn|turns",
    "why.completes.now": "completes {order} this turn",
    "why.completes.next": "completes {order} next turn",
    "why.completes.later": "completes {order} in {count:turn}",
    "why.tempo": "an earlier next turn",
    "why.money": "more money in hand",
    "why.salt": "more {kinds}",
    "why.kind.brown": "brown salt",
    "why.kind.green": "green salt",
    "why.kind.white": "white salt",
    "why.walks": "[more miners on their way to the castle{more:if}][miners nearer to the castle{nearer:if}]",
    "why.miners": "more miners",
    "why.rest": "fewer tired miners",
    "why.work": "better work within reach in the mine",
    "why.chain": "a better chain of miners along the shaft",
    "why.tools": "useful tools",
    "why.assistants": "an assistant well placed",
    "why.hinders": "less for {player}",
    "why.later": "comes out better some turns later",
    "analysis.to_move": "{player} to move, phase {phase}, round {round}. Chances of winning: {chances}.",
    "analysis.chances": "chances of winning",
    "analysis.chance": "{player} {chance}%",
    "analysis.worth": "{chance}% to win (± {error}), {margin}",
    "analysis.ahead": "{groszy:grosz} ahead at the end",
    "analysis.behind": "{groszy:grosz} behind at the end",
    "analysis.even": "level at the end",
    "analysis.why": "Why: {reasons}.",
    "analysis.expected": "Expected: {moves}.",
    "review.chances": "Chances of winning, round by round:",
    "review.from": "From phase {phase}, round {round} on:",
    "review.lost": "{player} gave away {loss}% a decision.",
    "review.turned": "It turned with move {number} (phase {phase}, round {round}), {player}: {move}. Since then "
    "{winner} has been ahead.",
    "review.led": "{winner} was ahead from the first decision on.",
    "review.costliest": "The costliest moves:",
    "review.none": "No single move gave away much.",
    "review.costly": "Move {number} (phase {phase}, round {round}), {player}: {move}. It cost {loss}% (± {error}). "
    "Better: {better}[ ({reasons})].",
}
