"""SSRF protection: no connection to a forbidden address, whether given directly, by a redirect or by DNS rebinding."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import httpcore
import pytest

from backend.acquire.fetch import SafeFetcher
from backend.errors import FetchRefused, FetchTimeout, UnreadablePage, UnsafeAddress
from tests.loopback import LoopbackReply, LoopbackServer, Request

ADDRESSES = json.loads((Path(__file__).parent.parent / "fixtures" / "ssrf" / "addresses.json").read_text())
TLS = Path(__file__).parent.parent / "fixtures" / "tls"
PUBLIC = "93.184.215.14"
PAGE = b"<html><body><p>The Halden bridge reopened.</p></body></html>"


class RecordingNetwork(httpcore.NetworkBackend):
    """Records the addresses that the fetcher connects to, and sends every connection to the same loopback server."""

    def __init__(self, port: int) -> None:
        self.connected: list[tuple[str, int]] = []
        self._port = port
        self._real = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        self.connected.append((host, port))
        return self._real.connect_tcp("127.0.0.1", self._port, timeout)


class FlippingResolver:
    """Returns its DNS responses in turn, repeating the last one."""

    def __init__(self, *answers: tuple[str, ...]) -> None:
        self.asked: list[str] = []
        self._answers = answers

    def __call__(self, host: str) -> tuple[str, ...]:
        self.asked.append(host)
        return self._answers[min(len(self.asked), len(self._answers)) - 1]


class FetcherWorld:
    """A server, a recording network, and a fetcher over both."""

    def __init__(self, server: LoopbackServer) -> None:
        self.server = server
        self.network = RecordingNetwork(server.port)

    def fetcher(self, *answers: tuple[str, ...]) -> tuple[SafeFetcher, FlippingResolver]:
        resolver = FlippingResolver(*(answers or ((PUBLIC,),)))
        return SafeFetcher(resolver=resolver, network=self.network), resolver


def _answer(request: Request) -> LoopbackReply:
    if request.path == "/to":
        return LoopbackReply(status=302, headers={"Location": request.query["url"][0]})
    return LoopbackReply(body=PAGE)


@pytest.fixture
def world() -> Iterator[FetcherWorld]:
    with LoopbackServer(_answer) as server:
        yield FetcherWorld(server)


def _url(address: str) -> str:
    return f"http://[{address}]/" if ":" in address else f"http://{address}/"


def test_a_public_host_is_connected_by_ip_address_with_its_host_name(world: FetcherWorld) -> None:
    fetcher, resolver = world.fetcher((PUBLIC,))
    assert fetcher.fetch("http://news.example/a", timeout_s=3).body == PAGE
    assert world.network.connected == [(PUBLIC, 80)]
    assert world.server.requests[0].host == "news.example"
    assert resolver.asked == ["news.example"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_forbidden_address_is_never_connected_to(world: FetcherWorld, address: str) -> None:
    fetcher, _ = world.fetcher()
    with pytest.raises(UnsafeAddress):
        fetcher.fetch(_url(address), timeout_s=3)
    assert world.network.connected == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_redirect_to_a_forbidden_address_is_not_followed(world: FetcherWorld, address: str) -> None:
    fetcher, _ = world.fetcher()
    with pytest.raises(UnsafeAddress):
        fetcher.fetch(f"http://news.example/to?url={_url(address)}", timeout_s=3)
    assert world.network.connected == [(PUBLIC, 80)]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_host_that_resolves_to_a_forbidden_address_is_never_connected_to(world: FetcherWorld, address: str) -> None:
    fetcher, _ = world.fetcher((address,))
    with pytest.raises(UnsafeAddress):
        fetcher.fetch("http://news.example/a", timeout_s=3)
    assert world.network.connected == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_dns_rebinding_is_blocked(world: FetcherWorld, address: str) -> None:
    fetcher, resolver = world.fetcher((PUBLIC,), (address,))
    fetcher.fetch("http://news.example/a", timeout_s=3)
    assert resolver.asked == ["news.example"]
    with pytest.raises(UnsafeAddress):
        fetcher.fetch("http://news.example/a", timeout_s=3)
    assert world.network.connected == [(PUBLIC, 80)]


@pytest.mark.parametrize("address", ["10.0.0.1", "::1"])
def test_a_host_with_one_forbidden_address_is_refused(world: FetcherWorld, address: str) -> None:
    fetcher, _ = world.fetcher((PUBLIC, address))
    with pytest.raises(UnsafeAddress):
        fetcher.fetch("http://news.example/a", timeout_s=3)
    assert world.network.connected == []


@pytest.mark.parametrize(
    "host", ["2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1", "１２７.0.0.1", "①②⑦.0.0.1", "localhost"]
)
def test_loopback_in_other_spellings_is_never_connected_to(world: FetcherWorld, host: str) -> None:
    fetcher, _ = world.fetcher(("127.0.0.1",))
    with pytest.raises(UnsafeAddress):
        fetcher.fetch(f"http://{host}/", timeout_s=3)
    assert world.network.connected == []


@pytest.mark.parametrize(
    "url",
    [
        "ftp://news.example/a",
        "file:///etc/passwd",
        "gopher://news.example/",
        "http://news.example:8080/",
        "https://news.example:80/",
        "http://user@news.example/",
        "http://user:pass@news.example/",
        "http://news.example\\@10.0.0.1/",
        "http://news.example/a b",
        "http://news.example/\r\nHost: x",
        "http:///nothing",
        "http://news.example/" + "a" * 3000,
        "javascript:alert(1)",
        "",
        "http://[::1",
    ],
)
def test_addresses_that_are_not_plain_web_addresses_are_unsafe(world: FetcherWorld, url: str) -> None:
    fetcher, _ = world.fetcher()
    with pytest.raises(UnsafeAddress):
        fetcher.fetch(url, timeout_s=3)
    assert world.network.connected == []


@pytest.mark.parametrize(
    "location",
    [
        "ftp://10.0.0.1/", "data:text/html,<p>x", "//10.0.0.1/", "http://news.example:22/", "http://news.example@10.0.0.1/",
        "\\\\10.0.0.1\\x", "http://10.0.0.1./", "http:10.0.0.1", "http://0x0a.1/", "http://[::ffff:10.0.0.1]/", "http://[fe80::1%25eth0]/",
        "http://168.63.129.16/", "http://news.example/" + "a" * 9_000,
    ],
)  # fmt: skip
def test_redirects_to_unusual_locations_reach_no_other_host(location: str) -> None:
    with LoopbackServer(lambda _: LoopbackReply(status=302, headers={"Location": location})) as server:
        network = RecordingNetwork(server.port)
        with pytest.raises((UnsafeAddress, UnreadablePage)):
            SafeFetcher(resolver=lambda _: (PUBLIC,), network=network).fetch("http://news.example/a", timeout_s=3)
    assert set(network.connected) == {(PUBLIC, 80)}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Refresh", "0; url=http://10.0.0.1/"),
        ("Alt-Svc", 'h3="10.0.0.1:443"; ma=9999'),
        ("Link", "<http://10.0.0.1/>; rel=preload"),
        ("Content-Location", "http://10.0.0.1/"),
    ],
)
def test_other_redirecting_headers_and_tags_are_ignored(name: str, value: str) -> None:
    body = b'<meta http-equiv="refresh" content="0; url=http://10.0.0.1/"><base href="http://10.0.0.1/">' + PAGE
    with LoopbackServer(lambda _: LoopbackReply(body=body, headers={name: value})) as server:
        network = RecordingNetwork(server.port)
        fetcher = SafeFetcher(resolver=lambda _: (PUBLIC,), network=network)
        for _ in range(2):
            assert fetcher.fetch("http://news.example/a", timeout_s=3).url == "http://news.example/a"
    assert network.connected == [(PUBLIC, 80)] * 2


def test_an_unknown_host_is_refused_and_not_unsafe(world: FetcherWorld) -> None:
    def unknown(_: str) -> tuple[str, ...]:
        raise OSError("name or service not known")

    fetcher = SafeFetcher(resolver=unknown, network=world.network)
    with pytest.raises(FetchRefused) as caught:
        fetcher.fetch("http://none.example/", timeout_s=3)
    assert caught.value.status == 0


def test_a_hanging_name_server_is_abandoned_at_the_time_limit(world: FetcherWorld) -> None:
    def hang(_: str) -> tuple[str, ...]:
        world.server.stopped.wait(20)
        return ()

    with pytest.raises(FetchTimeout):
        SafeFetcher(resolver=hang, network=world.network).fetch("http://slow.example/", timeout_s=0.3)


@pytest.fixture
def secure_port() -> Iterator[int]:
    """The port of a server that speaks TLS as news.example, for any number of clients."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS / "cert.pem", TLS / "key.pem")
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    raw, _ = listener.accept()
                    with context.wrap_socket(raw, server_side=True) as client:
                        client.recv(4096)
                        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
                        client.sendall(head + PAGE)
                except ssl.SSLError:
                    continue
                except OSError:
                    return

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]


def _trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=TLS / "cert.pem")


def test_tls_certificate_is_checked_against_the_host_name(secure_port: int) -> None:
    network = RecordingNetwork(secure_port)
    fetcher = SafeFetcher(resolver=lambda _: (PUBLIC,), network=network, trust=_trusting())
    assert fetcher.fetch("https://news.example/a", timeout_s=3).body == PAGE
    assert network.connected == [(PUBLIC, 443)]
    with pytest.raises(FetchRefused):
        fetcher.fetch("https://other.example/a", timeout_s=3)


def test_an_untrusted_certificate_is_refused(secure_port: int) -> None:
    fetcher = SafeFetcher(resolver=lambda _: (PUBLIC,), network=RecordingNetwork(secure_port))
    with pytest.raises(FetchRefused):
        fetcher.fetch("https://news.example/a", timeout_s=3)
