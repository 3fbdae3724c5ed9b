"""Sends and receives messages over a pipe. Each message is preceded by its length in four bytes."""

from __future__ import annotations

import struct
from typing import BinaryIO

LENGTH = struct.Struct(">I")


def receive(stream: BinaryIO) -> bytes | None:
    """Return the next message, or None at the end of the stream."""
    head = stream.read(LENGTH.size)
    return stream.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else None


def send(stream: BinaryIO, message: bytes) -> None:
    """Send one message, preceded by its length."""
    stream.write(LENGTH.pack(len(message)) + message)
    stream.flush()
