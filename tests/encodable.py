"""The characters that Hypothesis may put into any text."""

from __future__ import annotations

from hypothesis import strategies as st

ENCODABLE = st.characters(exclude_categories=["Cs"])
"""
Every character except lone surrogates: the same as the default of ``st.text``.

The default tries to encode every character. In a new copy of the project this takes three seconds in each process.
"""
