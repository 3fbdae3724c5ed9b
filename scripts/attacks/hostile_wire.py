"""Servers that violate the HTTP protocol. Each case writes arbitrary data to the connection while the client reads."""

from __future__ import annotations

import gzip
import itertools
import socket
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Self

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
_PROSE = b"<p>The Halden bridge reopened in March after long repairs.</p>"
_CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
_TYPES = (
    b"application/pdf", b"image/png", b"application/octet-stream", b"multipart/x-mixed-replace; boundary=x", b"",
    b"text/html" + b";a=b" * 9999,
)  # fmt: skip
_MIB = 1024 * 1024
Pieces = Iterable[bytes]


def _encoded_page(encoding: bytes, pieces: Pieces) -> Iterator[bytes]:
    yield OK + b"Content-Encoding: " + encoding + b"\r\nConnection: close\r\n\r\n"
    yield from pieces


def _bomb(window: int) -> Iterator[bytes]:
    """Yield 4 GiB of zeros, compressed to about a thousandth of that size."""
    packer = zlib.compressobj(9, zlib.DEFLATED, window)
    yield packer.compress(b"<html><body>" + _PROSE)
    for _ in range(4096):
        yield packer.compress(bytes(_MIB))


def _drip(data: bytes, seconds: float = 0.05) -> Iterator[bytes]:
    wait = threading.Event()
    for place in range(len(data)):
        wait.wait(seconds)
        yield data[place : place + 1]


def _silence(seconds: float = 30.0) -> Iterator[bytes]:
    threading.Event().wait(seconds)
    yield b""


def _redirect(location: bytes, status: bytes = b"302 Found") -> Pieces:
    return (b"HTTP/1.1 " + status + b"\r\nLocation: " + location + b"\r\nContent-Length: 0\r\n\r\n",)


def _page_of_type(kind: bytes) -> Pieces:
    return (
        b"HTTP/1.1 200 OK\r\nContent-Type: " + kind + b"\r\nConnection: close\r\n\r\n",
        b"<html><body>",
        _PROSE * 20,
    )


WIRE: dict[str, Callable[[], Pieces]] = {
    "endless body": lambda: itertools.chain((OK + b"\r\n",), itertools.repeat(_PROSE * 1000)),
    "length of ten terabytes": lambda: (OK + b"Content-Length: 9999999999999\r\n\r\n", *([_PROSE * 1000] * 99)),
    "endless headers": lambda: itertools.chain((OK,), (b"X-%d: y\r\n" % n for n in itertools.count())),
    "header of a gigabyte": lambda: itertools.chain((OK + b"X: ",), itertools.repeat(b"y" * 65536, 16384)),
    "dripped headers": lambda: _drip(OK + b"X-Slow: yes\r\n" * 500),
    "dripped body": lambda: itertools.chain((OK + b"Content-Length: 90000\r\n\r\n",), _drip(_PROSE * 1000)),
    "silence": _silence,
    "silence after the head": lambda: itertools.chain((OK + b"Content-Length: 90000\r\n\r\n",), _silence()),
    "endless chunks of one byte": lambda: itertools.chain((_CHUNKED,), itertools.repeat(b"1\r\nx\r\n" * 1000)),
    "negative chunk": lambda: (OK + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",),
    "enormous chunk": lambda: (OK + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nhello\r\n",),
    "both lengths": lambda: (OK + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",),
    "cut off": lambda: (OK + b"Content-Length: 90000\r\n\r\n<html><p>Only the beg",),
    "gzip bomb": lambda: _encoded_page(b"gzip", _bomb(31)),
    "deflate bomb": lambda: _encoded_page(b"deflate", _bomb(15)),
    "raw deflate bomb": lambda: _encoded_page(b"deflate", _bomb(-15)),
    "gzip in gzip": lambda: _encoded_page(b"gzip, gzip", (gzip.compress(gzip.compress(_PROSE * 1000)),)),
    "gzip cut off": lambda: _encoded_page(b"gzip", (gzip.compress(_PROSE * 1000)[:-20],)),
    "gzip that is none": lambda: _encoded_page(b"gzip", (_PROSE * 1000,)),
    "brotli, not asked for": lambda: _encoded_page(b"br", (bytes(range(256)) * 20,)),
    "no HTTP": lambda: (b"SSH-2.0-OpenSSH_9.6\r\n",),
    "status 999": lambda: (b"HTTP/1.1 999 No\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi",),
    "status that is no number": lambda: (b"HTTP/1.1 2OO OK\r\n\r\n",),
    "a flood of 100 Continue": lambda: itertools.repeat(b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
    "redirect to itself": lambda: _redirect(b"/redirect-to-itself"),
    "redirect without end": lambda: _redirect(b"?again=1", b"307 Temporary Redirect"),
    "redirect to nowhere": lambda: (b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",),
    "redirect of a megabyte": lambda: _redirect(b"/" + b"a" * _MIB),
    **{
        f"redirect to {kind}": (lambda target=target: _redirect(target))  # type: ignore[misc]
        for kind, target in (
            ("a file", b"file:///etc/passwd"), ("ftp", b"ftp://news.example/"), ("javascript", b"javascript:alert(1)"),
            ("data", b"data:text/html,x"),
            ("bytes", b"http://\xff\xfe/"), ("a broken address", b"http://[::1"), ("a new line", b"/x\x0bHost: y"),
        )
    },
    **{
        f"type {kind.decode()[:30]}": (lambda kind=kind: _page_of_type(kind))  # type: ignore[misc]
        for kind in _TYPES
    },
}  # fmt: skip


class WireServer:
    """A context manager that runs a server. The request path selects the case to send as the response."""

    def __init__(self, cases: dict[str, Callable[[], Pieces]]) -> None:
        self._cases = {path_of(name): case for name, case in cases.items()}
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = int(self._listener.getsockname()[1])

    def __enter__(self) -> Self:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Closing the socket alone does not wake the thread that waits in accept().
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._answer, args=(connection,), name="hostile", daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(40)
            request = connection.recv(65536).decode("latin-1")
            path = request.split(" ")[1].partition("?")[0]
            for piece in self._cases.get(path, tuple)():
                connection.sendall(piece)


def path_of(name: str) -> str:
    """Return the URL path of a case."""
    return "/" + "".join(sign if sign.isalnum() else "-" for sign in name)
