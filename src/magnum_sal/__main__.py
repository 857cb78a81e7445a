"""``python -m magnum_sal`` is the command ``magnum-sal``."""

import sys

from .cli import main

sys.exit(main())
