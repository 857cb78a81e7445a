"""Run the command ``magnum-sal`` with ``python -m magnum_sal``."""

import sys

from magnum_sal.cli import main

# Processes in which bots of the server think run this file too, under another name and as part of no package.
if __name__ == "__main__":
    sys.exit(main())
