"""The API reference: every field has a sentence, nothing tells what Python says of its own types."""

from __future__ import annotations

from tests import reference


def test_every_field_has_a_sentence() -> None:
    """It stands below the field, where editors and the reference find it; a new field without one fails here."""
    fields = [(name, cls, field) for name, cls in reference.classes().items() for field in reference.fields(cls)]
    assert len(fields) > 500
    silent = [f"{name}.{field}" for name, cls, field in fields if not reference.sentence(cls, field)]
    assert silent == []
