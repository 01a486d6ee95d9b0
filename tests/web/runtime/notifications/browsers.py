"""The other end of web push: a browser's keys, reading what was sent, and checking who signed it. Written from the
standards, not from our sender."""

from __future__ import annotations

import base64
import hmac
import json
import re
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from web.runtime.notifications.endpoints import Heard


def from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def extract(salt: bytes, secret: bytes) -> bytes:

    return hmac.digest(salt, secret, "sha256")


def expand(key: bytes, about: bytes, length: int) -> bytes:
    return HKDFExpand(hashes.SHA256(), length, about).derive(key)


class Browser:
    """A browser that subscribed."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.auth = bytes(range(16))

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {"endpoint": endpoint, "p256dh": to_base64(self.point), "auth": to_base64(self.auth)}

    def read(self, body: bytes) -> bytes:
        """What a message says."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, text = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        about = b"WebPush: info\x00" + self.point + sender
        secret = extract(salt, expand(extract(self.auth, shared), about, 32))
        key = expand(secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = expand(secret, b"Content-Encoding: nonce\x00", 12)
        plain = AESGCM(key).decrypt(nonce, text, None).rstrip(b"\x00")
        assert plain[-1:] == b"\x02"
        return plain[:-1]


def verified_claims(heard: Heard) -> tuple[str, dict[str, Any]]:
    """The site's key and what it claims, if the signature is right."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", heard.headers["authorization"])
    assert found
    head, claims, signature, key = found.groups()
    assert json.loads(from_base64(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = from_base64(signature)
    assert len(raw) == 64
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(key))
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return key, json.loads(from_base64(claims))
