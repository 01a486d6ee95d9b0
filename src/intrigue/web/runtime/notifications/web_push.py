"""Web push as the standards have it: what is sent is encrypted for one browser (RFC 8291, RFC 8188) and signed by the
site (VAPID, RFC 8292), so that the service between reads nothing and nobody else can push."""

from __future__ import annotations

import base64
import binascii
import json
import os
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)

CURVE = ec.SECP256R1()
POINT = 65
"""Bytes of a public key, uncompressed."""
AUTH = 16
RECORD = 4096
"""Bytes of the one record that a message is."""
ROOM = 1024
"""A message is filled up to a multiple of so many bytes: its size tells nothing."""
LASTS = 12 * 60 * 60
"""Seconds that a signature is good for."""
TAG = 16


class BadKeys(ValueError):
    """What a browser gave as keys are none."""


class Keys(NamedTuple):
    """How to write to one browser."""

    point: bytes
    auth: bytes


def plain64(text: str) -> bytes:
    """Bytes from the base64 of addresses, with or without its padding."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadKeys() from None


def text64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def keys(p256dh: str, auth: str) -> Keys:
    """The keys of a browser, checked.

    >>> keys("BA", "AA")
    Traceback (most recent call last):
    intrigue.web.runtime.notifications.web_push.BadKeys
    """
    found = Keys(plain64(p256dh), plain64(auth))
    if len(found.point) != POINT or len(found.auth) != AUTH:
        raise BadKeys()
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, found.point)
    except ValueError:
        raise BadKeys() from None
    return found


def derive(length: int, salt: bytes, secret: bytes, about: bytes) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(message: bytes, to: Keys) -> bytes:
    """A message that only one browser can read, as one record with its head."""
    room = -(-(len(message) + 1) // ROOM) * ROOM
    return encrypt_with(message, to, ec.generate_private_key(CURVE), os.urandom(16), room)


def encrypt_with(message: bytes, to: Keys, own: ec.EllipticCurvePrivateKey, salt: bytes, room: int = 0) -> bytes:
    """The same with what chance gave. The message is filled up to so much room."""
    browser = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to.point)
    shared = own.exchange(ec.ECDH(), browser)
    mine = point_of(own)
    material = derive(32, to.auth, shared, b"WebPush: info\0" + to.point + mine)
    key = derive(16, salt, material, b"Content-Encoding: aes128gcm\0")
    nonce = derive(12, salt, material, b"Content-Encoding: nonce\0")
    filled = (message + b"\2").ljust(room, b"\0")
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    if len(filled) + TAG > RECORD - len(head):
        raise ValueError("too long a message")
    return head + AESGCM(key).encrypt(nonce, filled, None)


def new_key() -> bytes:
    """What a site signs with, as it is stored."""
    made = ec.generate_private_key(CURVE)
    return made.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


class Signer:
    """Signs for the site."""

    def __init__(self, stored: bytes) -> None:
        found = load_der_private_key(stored, None)
        assert isinstance(found, ec.EllipticCurvePrivateKey)
        self.key = found
        self.public = text64(point_of(found))
        """What browsers are told when they subscribe."""

    def authorization(self, endpoint: str, site: str, now: int) -> str:
        """The header that lets a push service believe us; `now` in milliseconds."""
        parts = urlsplit(endpoint)
        claims: dict[str, object] = {"aud": f"https://{parts.netloc}", "exp": now // 1000 + LASTS}
        if site.startswith("https://"):
            claims["sub"] = site
        signed = f"{part({'typ': 'JWT', 'alg': 'ES256'})}.{part(claims)}"
        r, s = decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = text64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"


def part(claims: dict[str, object]) -> str:
    return text64(json.dumps(claims, separators=(",", ":")).encode())
