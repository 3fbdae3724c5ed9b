"""The contract of every PageFetcher: the real fetcher against a server on loopback, and the fake that unit tests use."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator

import pytest

from backend.acquire.fetch import SafeFetcher
from backend.acquire.resolve import ResolveMap
from backend.errors import FetchError, FetchRefused, FetchTimeout, UnreadablePage, UnsafeAddress
from backend.ports import PageFetcher
from tests.fake_search import FakePageFetcher
from tests.loopback import Fault, LoopbackReply, LoopbackServer, Request
from tests.time_limits import times_out

PAGE = b"<html><body><p>The Halden bridge reopened.</p></body></html>"
URL = "https://www.reuters.com/world/story-1"


class Site(LoopbackServer):
    """A site that responds with `replies[path]`."""

    def __init__(self) -> None:
        super().__init__()
        self.replies: dict[str, LoopbackReply | Fault] = {"/world/story-1": LoopbackReply(body=PAGE)}

    def __enter__(self) -> Site:
        super().__enter__()
        return self

    def answer(self, request: Request) -> LoopbackReply | Fault:
        return self.replies.get(request.path, LoopbackReply(status=404))

    def redirect(self, path: str, target: str, status: int = 302) -> None:
        self.replies[path] = LoopbackReply(status=status, headers={"Location": target})


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture
def fetcher(site: Site) -> SafeFetcher:
    return SafeFetcher(ResolveMap.parse(f"*=127.0.0.1:{site.port}"))


@pytest.fixture(params=["real", "fake"])
def real_or_fake_fetcher(request: pytest.FixtureRequest, fetcher: SafeFetcher) -> PageFetcher:
    return fetcher if request.param == "real" else FakePageFetcher({URL: PAGE.decode()})


def test_a_page_is_returned_with_its_address_and_type(real_or_fake_fetcher: PageFetcher) -> None:
    page = real_or_fake_fetcher.fetch(URL, timeout_s=3)
    assert (page.url, page.body, page.content_type, page.charset) == (URL, PAGE, "text/html", "utf-8")


def test_a_missing_page_is_refused_with_its_status(real_or_fake_fetcher: PageFetcher) -> None:
    with pytest.raises(FetchRefused) as caught:
        real_or_fake_fetcher.fetch("https://www.reuters.com/none", timeout_s=3)
    assert (caught.value.status, caught.value.url) == (404, "https://www.reuters.com/none")


def test_requests_contain_the_host_and_nothing_about_the_user(fetcher: SafeFetcher, site: Site) -> None:
    site.replies["/world/story-1"] = LoopbackReply(body=PAGE, headers={"Set-Cookie": "id=1"})
    fetcher.fetch(URL, timeout_s=3)
    fetcher.fetch(URL, timeout_s=3)
    asked = site.requests[1]
    assert asked.host == "www.reuters.com"
    assert set(asked.headers) == {"host", "user-agent", "accept", "accept-language", "accept-encoding", "connection"}


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed_and_the_final_address_is_returned(
    fetcher: SafeFetcher, site: Site, status: int
) -> None:
    site.redirect("/old", "/world/story-1", status)
    assert fetcher.fetch("http://www.reuters.com/old", timeout_s=3).url == "http://www.reuters.com/world/story-1"


def test_a_redirected_request_names_the_new_host(fetcher: SafeFetcher, site: Site) -> None:
    site.redirect("/old", "https://evil.example/world/story-1")
    assert fetcher.fetch("https://www.reuters.com/old", timeout_s=3).url == "https://evil.example/world/story-1"
    assert site.requests[1].host == "evil.example"


def test_fetch_stops_after_five_redirects(fetcher: SafeFetcher, site: Site) -> None:
    for number in range(9):
        site.redirect(f"/r{number}", f"/r{number + 1}")
    site.replies["/r5"] = LoopbackReply(body=PAGE)
    assert fetcher.fetch("https://a.example/r0", timeout_s=3).body == PAGE
    site.redirect("/r5", "/r6")
    with pytest.raises(UnreadablePage, match="redirects too often"):
        fetcher.fetch("https://a.example/r0", timeout_s=3)


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "ftp://a.example/x", "https://a.example:8443/", "https://u:p@a.example/", "//[bad"]
)
def test_a_redirect_to_a_forbidden_address_is_unsafe(fetcher: SafeFetcher, site: Site, target: str) -> None:
    site.redirect("/old", target)
    with pytest.raises(UnsafeAddress):
        fetcher.fetch("https://a.example/old", timeout_s=3)
    assert len(site.requests) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 429, 451, 500, 503])
def test_refusals_keep_their_status(fetcher: SafeFetcher, site: Site, status: int) -> None:
    site.replies["/world/story-1"] = LoopbackReply(status=status, body=PAGE)
    with pytest.raises(FetchRefused) as caught:
        fetcher.fetch(URL, timeout_s=3)
    assert caught.value.status == status


@pytest.mark.parametrize("fault", [Fault.HANG, Fault.DRIP, Fault.DRIP_HEADERS])
def test_a_slow_page_is_abandoned_at_its_time_limit(fetcher: SafeFetcher, site: Site, fault: Fault) -> None:
    site.replies["/world/story-1"] = fault
    times_out(site, lambda limit, stop: fetcher.fetch(URL, timeout_s=limit, stop=stop), FetchTimeout)


@pytest.mark.parametrize("fault", [Fault.RESET, Fault.TRUNCATED])
def test_a_broken_connection_is_an_error(fetcher: SafeFetcher, site: Site, fault: Fault) -> None:
    site.replies["/world/story-1"] = fault
    with pytest.raises(FetchRefused) as caught:
        fetcher.fetch(URL, timeout_s=3)
    assert caught.value.status == 0


def test_a_page_over_two_mebibytes_is_not_read_to_its_end(fetcher: SafeFetcher, site: Site) -> None:
    site.replies["/world/story-1"] = Fault.HUGE
    with pytest.raises(UnreadablePage, match="2 MiB"):
        fetcher.fetch(URL, timeout_s=5)


def test_a_compression_bomb_stops_at_eight_mebibytes(fetcher: SafeFetcher, site: Site) -> None:
    site.replies["/world/story-1"] = Fault.BOMB
    with pytest.raises(UnreadablePage, match="8 MiB"):
        fetcher.fetch(URL, timeout_s=5)


def _raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(PAGE)),
        ("x-gzip", gzip.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)),
        ("deflate", _raw_deflate(PAGE)),
        ("identity", PAGE),
        (" GZIP ", gzip.compress(PAGE)),
    ],
)
def test_compressed_pages_are_decompressed(fetcher: SafeFetcher, site: Site, encoding: str, body: bytes) -> None:
    site.replies["/world/story-1"] = LoopbackReply(body=body, headers={"Content-Encoding": encoding})
    assert fetcher.fetch(URL, timeout_s=3).body == PAGE


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("br", PAGE),
        ("gzip, gzip", gzip.compress(gzip.compress(PAGE))),
        ("gzip", PAGE),
        ("deflate", b"\xff" * 50),
        ("gzip", gzip.compress(PAGE * 50)[:60]),
    ],
)
def test_pages_with_invalid_compression_are_refused(
    fetcher: SafeFetcher, site: Site, encoding: str, body: bytes
) -> None:
    site.replies["/world/story-1"] = LoopbackReply(body=body, headers={"Content-Encoding": encoding})
    with pytest.raises(UnreadablePage):
        fetcher.fetch(URL, timeout_s=3)


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "application/json", "", "text/html-evil"])
def test_only_html_and_plain_text_are_read(fetcher: SafeFetcher, site: Site, kind: str) -> None:
    site.replies["/world/story-1"] = LoopbackReply(body=PAGE, content_type=kind)
    with pytest.raises(UnreadablePage, match="type"):
        fetcher.fetch(URL, timeout_s=3)


@pytest.mark.parametrize(
    ("header", "kind", "charset"),
    [
        ("text/plain", "text/plain", ""),
        ("TEXT/HTML; Charset='ISO-8859-1'", "text/html", "iso-8859-1"),
        ("application/xhtml+xml; a=b; charset=utf-8", "application/xhtml+xml", "utf-8"),
    ],
)
def test_accepted_content_types(fetcher: SafeFetcher, site: Site, header: str, kind: str, charset: str) -> None:
    site.replies["/world/story-1"] = LoopbackReply(body=PAGE, content_type=header)
    page = fetcher.fetch(URL, timeout_s=3)
    assert (page.content_type, page.charset) == (kind, charset)


def test_the_query_is_sent_and_the_fragment_is_not(fetcher: SafeFetcher, site: Site) -> None:
    site.replies["/straße"] = LoopbackReply(status=404)
    site.replies["/stra%C3%9Fe"] = LoopbackReply(body=PAGE)
    fetcher.fetch("https://bücher.example/straße?p=1&q=ä#teil", timeout_s=3)
    assert site.requests[0].target == "/stra%C3%9Fe?p=1&q=%C3%A4"
    assert site.requests[0].host == "xn--bcher-kva.example"


def test_a_closed_port_is_refused() -> None:
    with LoopbackServer() as server:
        port = server.port
    with pytest.raises(FetchRefused) as caught:
        SafeFetcher(ResolveMap.parse(f"*=127.0.0.1:{port}")).fetch(URL, timeout_s=3)
    assert caught.value.status == 0


def test_a_proxy_from_the_environment_is_ignored(fetcher: SafeFetcher, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert fetcher.fetch(URL, timeout_s=3).body == PAGE


def test_every_error_is_a_fetch_error_with_its_address(fetcher: SafeFetcher, site: Site) -> None:
    site.redirect("/old", "http://10.0.0.1:81/")
    with pytest.raises(FetchError) as caught:
        fetcher.fetch("https://a.example/old", timeout_s=3)
    assert caught.value.url == "http://10.0.0.1:81/"
