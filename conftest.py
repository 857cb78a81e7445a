"""What pytest sets up for the whole project: README and docs run as tests, Hypothesis's profiles."""

from hypothesis import settings
from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser

# A fenced block tagged `python` is executed; the blocks of one page share their names, from top to bottom.
pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()

# pytest --hypothesis-profile=deep: many more examples, for `nox -s properties`.
settings.register_profile("default", deadline=None)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile("default")
