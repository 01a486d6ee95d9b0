"""An endpoint of ours over TLS, with a certificate made on the spot, that remembers what it was sent; and how calls of
a server are led to it."""

from __future__ import annotations

import datetime
import json
import queue
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from intrigue.web.runtime.notifications.http_client import Outbound

NAME = "push.example"
PATIENCE = 60.0
OKAY = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


class Heard(NamedTuple):
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def certificate(folder: Path, name: str = NAME) -> tuple[Path, Path]:
    """A certificate that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    paths = folder / f"{name}.pem", folder / f"{name}.key"
    paths[0].write_bytes(made.public_bytes(Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return paths


class Endpoint:
    """Listens on loopback; `answer` is what it says to every request."""

    def __init__(self, folder: Path, name: str = NAME) -> None:
        self.name = name
        self.certificate, key = certificate(folder, name)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, key)
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.door.getsockname()[1])
        self.url = f"https://{name}:{self.port}"
        self.heard: queue.Queue[Heard] = queue.Queue()
        self.answer: bytes | Callable[[ssl.SSLSocket], None] = OKAY
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self) -> None:
        while True:
            try:
                line, _ = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self.talk, args=(line,), daemon=True).start()

    def talk(self, line: socket.socket) -> None:
        line.settimeout(PATIENCE)
        with suppress(OSError, ValueError), line, self.context.wrap_socket(line, server_side=True) as secure:
            self.heard.put(request(secure))
            if callable(self.answer):
                self.answer(secure)
            else:
                secure.sendall(self.answer)

    def next(self) -> Heard:
        """The next request that came."""
        return self.heard.get(timeout=PATIENCE)

    def outbound(self, resolve: Any = None, **settings: Any) -> Outbound:
        """Calls that end here: the name leads to loopback, which only this one may reach."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        usual: dict[str, Any] = {"allowed": {"127.0.0.1"}.__contains__, "ports": (self.port,)}
        return Outbound(resolve or leads_to("127.0.0.1"), context, **(usual | settings))

    def close(self) -> None:
        self.door.close()


def request(secure: ssl.SSLSocket) -> Heard:
    """Reads a request."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += more(secure)
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers["content-length"]):
        body += more(secure)
    return Heard(first.split(" ")[1], headers, body)


def more(secure: ssl.SSLSocket) -> bytes:
    got = secure.recv(65536)
    if not got:
        raise OSError("gone")
    return got


def leads_to(*addresses: str) -> Any:
    """A resolver to which every name is the same."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        return addresses

    return resolve


@contextmanager
def listening(folder: Path, name: str = NAME) -> Iterator[Endpoint]:
    one = Endpoint(folder, name)
    try:
        yield one
    finally:
        one.close()
