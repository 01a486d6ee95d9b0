"""The random tokens by which visitors and programs are known, and what follows from them."""

from __future__ import annotations

import base64
import hmac
import secrets
from hashlib import sha256


def new_token() -> str:
    """A stranger's identity: 32 random bytes as they stand in the cookie."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """An identity as the store knows it."""
    return sha256(token.encode()).digest()


def csrf_token(token: str) -> str:
    """What a page must send with a POST. It follows from the cookie, which no other page can read, and tells nothing
    of it; so any process of the site can check it."""
    digest = hmac.digest(token.encode(), b"intrigue: this page is ours", "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()


def same_token(given: str, expected: str) -> bool:
    """Whether two tokens are equal, in a time that does not tell how far they are."""
    return hmac.compare_digest(given.encode(errors="replace"), expected.encode())
