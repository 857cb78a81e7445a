"""Scripts that start processes without ``if __name__ == "__main__":``."""

import subprocess
import sys
from pathlib import Path

SCRIPT = """
from magnum_sal.errors import MisuseError
{imports}

try:
    {call}
except MisuseError as error:
    print(error)
"""


def check_unguarded_call(imports: str, call: str, folder: Path) -> None:
    """Check that a script with this call prints one error that names the missing line, and nothing else."""
    script = folder / "script.py"
    script.write_text(SCRIPT.format(imports=imports, call=call), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.startswith('in a script, a call that starts processes must be under `if __name__ == "__main__"')
    assert done.stdout.count("\n") == 1
