"""Keys by which browsers are known, and links to seats: both drawn so that nobody can guess them."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

_KEY_BYTES: Final = 32
_LINK_BYTES: Final = 18


def new_key() -> str:
    """Return a key for a browser."""
    return secrets.token_urlsafe(_KEY_BYTES)


def new_link() -> str:
    """Return what makes a link, or a table's id."""
    return secrets.token_urlsafe(_LINK_BYTES)


def browser_of(key: str) -> str:
    """Return the name by which a browser is remembered: a digest, of which nobody can make the key."""
    return hashlib.sha256(key.encode()).hexdigest()
