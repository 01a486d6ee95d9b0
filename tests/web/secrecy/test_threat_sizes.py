"""Whoever counts bytes on the way learns nothing from what they say at the table (threat 18).

What a message holds is packed by itself: were messages packed together, a line of talk that repeats what stands in the
hand would be smaller than one that does not, and anybody at the table can say anything.
"""

from __future__ import annotations

import socket as plain
import zlib
from pathlib import Path
from random import Random

import pytest
from web.guests import PATIENCE, Guest, Site, move, playing, running

from intrigue.web.server.compression import Packers

OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"


class Wire:
    """A line to a table as it looks from outside: sizes, and nothing else."""

    def __init__(self, site: Site, guest: Guest, table: str, since: int = 0) -> None:
        self.line = plain.create_connection(("127.0.0.1", site.port), PATIENCE)
        self.line.sendall(
            (
                f"GET /t/{table}/live?since={since}&talk=0 HTTP/1.1\r\nHost: {site.host}\r\nOrigin: {site.url}\r\n"
                f"Cookie: intrigue={guest.http.cookies['intrigue']}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{OFFER}\r\n"
            ).encode()
        )
        self.read = b""
        while b"\r\n\r\n" not in self.read:
            self.read += self.line.recv(65536)
        head, _, self.read = self.read.partition(b"\r\n\r\n")
        self.head = head.decode()

    def take(self, size: int) -> bytes:
        while len(self.read) < size:
            self.read += self.line.recv(65536)
        taken, self.read = self.read[:size], self.read[size:]
        return taken

    def size(self) -> int:
        """How long the next message is."""
        length = self.take(2)[1] & 127
        if length > 125:
            length = int.from_bytes(self.take(2 if length == 126 else 8), "big")
        self.take(length)
        return length


def test_every_message_is_packed_by_itself(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        guest = site.guest()
        wire = Wire(site, guest, guest.open())
        assert "permessage-deflate" in wire.head and "server_no_context_takeover" in wire.head
        wire.line.close()


@pytest.mark.parametrize("window", [9, 12, 15])
def test_what_is_packed_does_not_depend_on_what_was_packed_before(window: int) -> None:
    chance, used = Random(window), Packers()
    for length in [1, 2, 100, 5_000, 40_000, 70_000] * 6:
        text = "".join(chance.choices(["archer", "spy", "soldier", "<li class='", "é", "}"], k=length)).encode()
        packed = used.pack(text, window)
        assert packed == Packers().pack(text, window)
        assert zlib.decompressobj(wbits=-window).decompress(packed + b"\x00\x00\xff\xff") == text


def test_the_size_of_talk_does_not_depend_on_a_hand(tmp_path: Path) -> None:
    """Eight deals: the victim was sent another hand in each, and hears the same guess."""
    guess = "h-archer hand:archer kind:archer h-heir hand:heir kind:heir h-spy hand:spy kind:spy"
    sizes, hands = set(), set()
    with running(tmp_path, presence=1000.0) as site:
        for _ in range(8):
            table, guests = playing(site)
            while site.inside(lambda table=table: site.parts.tables.get(table)).to_act != 2:  # type: ignore[misc]
                move(site, table, guests)
            move(site, table, guests)
            wire = Wire(site, guests[1], table, guests[1].version(table) - 1)
            wire.size()  # the own move, with what is left in the hand
            said = {"key": site.key(), "kind": "text", "text": guess}
            assert guests[0].post(f"/t/{table}/say", said).status_code == 200
            sizes.add(wire.size())
            found = site.inside(lambda table=table: site.parts.tables.get(table))  # type: ignore[misc]
            assert found.match
            hands.add(tuple(found.match.view(2)["players"][1]["hand"]))
            wire.line.close()
    assert len(hands) > 1 and len(sizes) == 1


def test_what_a_table_answers_is_not_packed_at_all(tmp_path: Path) -> None:
    """A page holds the hand beside names and talk of others."""
    with running(tmp_path) as site:
        table, guests = playing(site)
        for way in ("", "/poll?since=0", "/orders", "/private?seat=2"):
            answer = guests[1].http.get(f"/t/{table}{way}", headers={"Accept-Encoding": "gzip, br, zstd, deflate"})
            assert "content-encoding" not in answer.headers
