"""
Train the bots' judge: bots play against themselves, and a fit finds weights that predict the final margins.

    python -m tools.training --to judge.json --jobs 2

Each round plays games and fits weights to them and to those of the previous rounds. The players look ahead with the
weights known so far; without weights, the first players are the greedy player of the reference pool. The file that the
library ships, ``src/magnum_sal/bots/judge.json``, contains the commands that made it. The fit needs numpy, and a
correction (``--correct``) needs PyTorch.
"""
