from __future__ import annotations

import pytest

from backend.acquire.resolve import ResolveMap
from backend.errors import ConfigurationError


def test_no_host_is_mapped_without_the_setting() -> None:
    assert ResolveMap.parse("").target("www.reuters.com") is None


def test_asterisk_maps_every_host() -> None:
    assert ResolveMap.parse("*=127.0.0.1:8080").target("any.example") == ("127.0.0.1", 8080)


def test_a_host_covers_its_sub_domains_and_the_longest_one_wins() -> None:
    mapped = ResolveMap.parse("*=127.0.0.1:1, reuters.com=127.0.0.1:2,uk.reuters.com=localhost:3")
    hosts = ["www.Reuters.com", "reuters.com.", "uk.reuters.com", "a.uk.reuters.com", "notreuters.com"]
    assert [mapped.target(host) for host in hosts] == [
        ("127.0.0.1", 2), ("127.0.0.1", 2), ("127.0.0.1", 3), ("127.0.0.1", 3), ("127.0.0.1", 1),
    ]  # fmt: skip


def test_ipv6_loopback_is_accepted() -> None:
    assert ResolveMap.parse("a.example=[::1]:80").target("a.example") == ("::1", 80)


@pytest.mark.parametrize(
    "text",
    ["*=10.0.0.1:80", "*=8.8.8.8:80", "*=evil.example:80", "*=127.0.0.1", "*=127.0.0.1:0", "*=127.0.0.1:99999", "=127.0.0.1:80",
     "reuters.com", "*=:80", "*=127.0.0.1:8o", "*=::ffff:10.0.0.1:80"],
)  # fmt: skip
def test_anything_but_loopback_is_a_configuration_error_with_a_hint(text: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        ResolveMap.parse(text)
    assert "HOST=127.0.0.1:PORT" in caught.value.hint
