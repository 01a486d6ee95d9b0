"""Ids of tables: nobody guesses one, and each fits into a link."""

from __future__ import annotations

import secrets
from base64 import b32encode
from hashlib import sha256

ID_LENGTH = 10


def new_id() -> str:
    """An id that nobody guesses: letters and digits, fit for a link."""
    return spell(secrets.token_bytes(8))


def id_of_form(person: int | None, form: str) -> str:
    """The id of the table that a person opens with a form, which nobody guesses who does not know its key."""
    return spell(sha256(f"intrigue table 1\n{person}\n{form}\n".encode()).digest())


def spell(chance: bytes) -> str:
    """Bytes as the letters and digits of an id."""
    return b32encode(chance).decode().lower()[:ID_LENGTH]
