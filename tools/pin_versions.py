"""Write constraints for all packages that are installed in the current environment, for `nox -s constraints`."""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import distributions
from pathlib import Path

HEAD = """\
# The versions that the checks run with, so that a new third-party release cannot break an unchanged tree.
# Written by `nox -s constraints`. Users of the library do not need it.
"""
LEFT_OUT = frozenset({"magnum-sal", "pip", "setuptools", "wheel"})
"""The library itself, and packages that every environment contains."""


def pin_versions() -> list[str]:
    """Return a `name==version` line for each installed package, in the order of their names."""
    installed = {(found.name.lower(), found.version) for found in distributions()}
    return [f"{name}=={version}" for name, version in sorted(installed) if name not in LEFT_OUT]


def main(words: list[str]) -> None:
    """Write the constraints into the file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path, help="the file to write")
    parser.parse_args(words).path.write_text(HEAD + "".join(f"{line}\n" for line in pin_versions()), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
