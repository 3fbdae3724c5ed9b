"""Reads the body of a response within size limits (S14)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from backend.errors import UnreadablePage

MAX_WIRE = 2 * 1024 * 1024
MAX_DECODED = 8 * 1024 * 1024
ACCEPTED_ENCODINGS = "gzip, deflate"
CONTENT_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain"})


def check_type(header: str, url: str) -> tuple[str, str]:
    """Return the (content type, charset) from a Content-Type header; the charset is "" if the header has none.

    Raises UnreadablePage for unsupported types.
    """
    kind, _, parameters = header.partition(";")
    kind = kind.strip().lower()
    if kind not in CONTENT_TYPES:
        raise UnreadablePage(f"The page is of a type that is not read ({kind[:60] or 'unknown'}).", url=url)
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return kind, value.strip().strip("\"'").lower()[:40]
    return kind, ""


def read_body(chunks: Iterable[bytes], encoding: str, url: str) -> bytes:
    """Return the decoded body. Raises UnreadablePage.

    The body is decompressed in chunks, which stops a decompression bomb at the limit.
    """
    decode = _decoder_for(encoding, url)
    wire = 0
    body = bytearray()
    for chunk in chunks:
        wire += len(chunk)
        if wire > MAX_WIRE:
            raise UnreadablePage("The page is larger than 2 MiB.", url=url)
        body += decode.feed(chunk, MAX_DECODED - len(body) + 1)
        if len(body) > MAX_DECODED:
            raise UnreadablePage("The page is larger than 8 MiB when unpacked.", url=url)
    if not decode.complete:
        raise UnreadablePage("The page was cut off while it was read.", url=url)
    return bytes(body)


class _IdentityDecoder:
    """A decoder for a body without a content encoding."""

    complete = True

    def feed(self, data: bytes, limit: int) -> bytes:
        return data[:limit]


class _DeflateDecoder:
    """A decoder for gzip and deflate that returns at most `limit` bytes at a time.

    Some servers send deflate data without the zlib header; with `raw_allowed`, such data is accepted.
    """

    def __init__(self, url: str, *, raw_allowed: bool) -> None:
        self._url = url
        self._raw_allowed = raw_allowed
        self._unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)

    @property
    def complete(self) -> bool:
        return self._unpack.eof

    def feed(self, data: bytes, limit: int) -> bytes:
        try:
            return self._unpack.decompress(data, limit)
        except zlib.error as error:
            if not self._raw_allowed:
                raise UnreadablePage("The page could not be unpacked.", url=self._url) from error
        self._raw_allowed = False
        self._unpack = zlib.decompressobj(-zlib.MAX_WBITS)
        return self.feed(data, limit)


def _decoder_for(encoding: str, url: str) -> _IdentityDecoder | _DeflateDecoder:
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return _IdentityDecoder()
    if name in ("gzip", "x-gzip", "deflate"):
        return _DeflateDecoder(url, raw_allowed=name == "deflate")
    raise UnreadablePage("The page is packed in a way that was not asked for.", url=url)
