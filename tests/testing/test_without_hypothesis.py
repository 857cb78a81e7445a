"""``magnum_sal.testing`` without Hypothesis."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import magnum_sal

BLOCKED = "import sys; sys.modules['hypothesis'] = None\n"


@pytest.mark.long
def test_only_strategies_need_hypothesis() -> None:
    """Given/when/then works without Hypothesis, and the strategies name the extra that installs it."""
    code = BLOCKED + (
        "import magnum_sal as ms\n"
        "from magnum_sal.testing import given, check_extension, check_invariants\n"
        "check_extension(ms.STANDARD, seeds=[1], players=[2], decisions=3)\n"
        "check_invariants(given('S1: A').when(ms.VisitTownSquare()).state)\n"
        "try:\n"
        "    import magnum_sal.testing.strategies\n"
        "except ms.MagnumSalError as error:\n"
        "    print(error)\n"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(magnum_sal.__file__).parent.parent)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert "hypothesis" in done.stdout
    assert "pip install 'magnum-sal[testing]'" in done.stdout
