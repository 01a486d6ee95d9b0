"""Codes that people type: one hands a seat over to another device, one makes another browser the same person."""

from __future__ import annotations

import secrets
from hashlib import sha256

SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of codes: no I, L, O, 0 or 1, which look alike."""
CODE_LENGTH = 8
RECOVERY_LENGTH = 16


def seat_code() -> str:
    """A new code for a seat."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


def normal_form(code: str) -> str:
    """A code as it was made, however it was written down.

    >>> normal_form(" abcd-efgh 2345\u20106789 ")
    'ABCDEFGH23456789'
    """
    return "".join(sign for sign in code.upper() if sign.isalnum())


def recovery_code() -> str:
    """A new recovery code."""
    return "".join(secrets.choice(SIGNS) for _ in range(RECOVERY_LENGTH))


def recovery_code_hash(code: str) -> bytes:
    """A recovery code as the store knows it. It has more than 79 bits: nobody tries them all."""
    return sha256(f"intrigue recovery code 1\n{code}\n".encode()).digest()


def seat_code_hash(table: str, seat: int, person: int, code: str) -> bytes:
    """A code as the store knows it: bound to who sits there, so it is void when somebody else does."""
    return sha256(f"intrigue seat code 1\n{table}\n{seat}\n{person}\n{code}\n".encode()).digest()
