"""JavaScript programs that are started in a wrong way print one sentence, without a stack trace."""

import shutil
import subprocess
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


@pytest.mark.long
@pytest.mark.parametrize(
    ("script", "arguments", "text", "words"),
    [
        ("ask_the_rules.js", ["--help"], "", "usage: node ask_the_rules.js"),
        ("ask_the_rules.js", ["no-such-program"], "", "no-such-program cannot be started"),
        ("ask_the_rules.js", ["node --version"], "", "is not valid JSON"),
        ("bots/bot.js", ["--help"], "", 'usage: magnum-sal arena "process:node bot.js" random'),
        ("bots/bot.js", [], "dig!\n", "this is not JSON: dig!"),
        ("bots/looking_ahead.js", ["--help"], "", 'usage: magnum-sal arena "process:node looking_ahead.js" random'),
        ("bots/looking_ahead.js", [], "dig!\n", "this is not JSON: dig!"),
        ("follow.js", ["--help"], "", "usage: node follow.js [--all] [--seat N] [LOG]"),
        ("follow.js", ["one", "two"], "", "usage: node follow.js [--all] [--seat N] [LOG]"),
        ("follow.js", ["--seat", "Ada"], "", "usage: node follow.js [--all] [--seat N] [LOG]"),
        ("follow.js", ["--seat"], "", "usage: node follow.js [--all] [--seat N] [LOG]"),
        ("follow.js", ["no-such-log"], "", "no such file or directory, open 'no-such-log'"),
        ("follow.js", [], "", "this is not a log: it has no header"),
        ("follow.js", [], "dig!\n", "line 1: "),
        ("follow.js", [], '{"type":"move","events":[]}\n', "line 1: there is no header before it"),
        ("own_page/serve.js", ["--help"], "", "usage: node serve.js [PORT] [PORT of magnum-sal serve]"),
        ("play_at_a_table.js", ["--help"], "", "usage: node play_at_a_table.js http://localhost:1368/join/LINK"),
        ("play_at_a_table.js", [], "", "expected one argument, the link to a seat"),
        ("play_at_a_table.js", ["localhost:1368/join/LINK"], "", "expected one argument"),
    ],
)
def test_wrong_usage_is_one_sentence(script: str, arguments: list[str], text: str, words: str, tmp_path: Path) -> None:
    """The message goes to standard error, the status is 2, and standard output stays empty."""
    assert NODE is not None
    command = [NODE, str(EXAMPLES / script), *arguments]
    done = subprocess.run(
        command, input=text, capture_output=True, encoding="utf-8", check=False, timeout=60, cwd=tmp_path
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{script.rpartition('/')[2]}: ")
    assert words in done.stderr
    assert "    at " not in done.stderr
