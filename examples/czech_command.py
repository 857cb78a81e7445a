"""
The command ``magnum-sal`` with the Czech language of ``czech.py``: ``python czech_command.py demo --lang cs``.

Each worker process imports the script, which must add the language there, too, but must not run the command again.
"""

import sys

from czech import FOLDER, plural

from magnum_sal import cli
from magnum_sal.words import add_language

add_language("cs", FOLDER, plural=plural)

if __name__ == "__main__":
    sys.exit(cli.main())
