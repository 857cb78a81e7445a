"""
How the bots' judge is trained: bots play against themselves, and weights are found that foretell how it ends.

    python -m tools.training --to judge.json --jobs 2

Each round plays games and fits weights to them and to those of the round before. The players look ahead by the weights
known so far; with none, the first are the greedy player of the reference pool. The file that the library ships,
``src/magnum_sal/bots/judge.json``, says by which command it was made. numpy is needed for the fit alone.
"""
