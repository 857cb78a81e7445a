"""What pytest sets up for the whole project: Hypothesis's profiles."""

from hypothesis import settings

# pytest --hypothesis-profile=deep: many more examples, for `nox -s properties`.
settings.register_profile("default", deadline=None)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile("default")
