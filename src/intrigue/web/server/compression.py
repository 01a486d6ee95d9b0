"""How messages to browsers are packed: each by itself, so that the size of one tells nothing of those before it."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Sequence
from typing import Any

from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

LEVEL = 3
"""Low: frames are small, and there are many of them."""


class Packers(threading.local):
    """What packs the messages of all lines, by the size of the window; a server is one thread."""

    def __init__(self) -> None:
        self.packers: dict[int, Any] = {}

    def pack(self, data: bytes | bytearray | memoryview, window: int) -> bytes:
        """A message, packed without a trace of those before it."""
        if window not in self.packers:
            self.packers[window] = zlib.compressobj(LEVEL, wbits=-window)
        packer = self.packers[window]
        packed: bytes = packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)
        return packed.removesuffix(b"\x00\x00\xff\xff")


PACKERS = Packers()


class Packing(PerMessageDeflate):
    """Packs every message by itself, as the library does, which makes a packer for each. One that forgets all it saw
    after every message does for all lines."""

    def encode(self, frame: Frame) -> Frame:
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY) or not frame.fin or not frame.data:
            return super().encode(frame)
        data = PACKERS.pack(frame.data, self.local_max_window_bits)
        return Frame(frame.opcode, data, frame.fin, True, frame.rsv2, frame.rsv3)


class Offer(ServerPerMessageDeflateFactory):
    """Agrees with a browser how messages are packed: nothing is kept between two of them."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, Packing(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            {"level": LEVEL},
        )
