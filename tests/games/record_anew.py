"""Record the moves of a log again by today's rules: ``record_anew.py OLD NEW [NAME ...]``."""

import sys

import magnum_sal as ms


def main(old: str, new: str, *names: str) -> None:
    """Play the moves of the log *old* with its players or with these *names*, and record them."""
    recorded = ms.Game.from_log(old, verify=False)
    started = recorded.log.started
    with ms.Game.new(names or started.players, setup=started.setup, ruleset=started.ruleset, log=new) as game:
        for number, move in enumerate(recorded.moves, start=1):
            if found := ms.objection(game.state, move):
                sys.exit(f"move {number} of {len(recorded.moves)} is no longer legal: {found}")
            game.play(move)


if __name__ == "__main__":
    main(*sys.argv[1:])
