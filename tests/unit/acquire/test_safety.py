from __future__ import annotations

import ipaddress

import pytest

from backend.acquire.safety import allowed, checked_addresses
from backend.errors import UnsafeAddress


@pytest.mark.parametrize(
    "address",
    ["93.184.215.14", "1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "2606:4700::1", "2a00:1450:4001::1",
     "::ffff:8.8.8.8", "64:ff9b::808:808", "2607:f8b0::5efe:8.8.8.8", "168.63.129.15"],
)  # fmt: skip
def test_public_addresses_are_allowed(address: str) -> None:
    assert allowed(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    ["100.64.0.1", "192.0.2.1", "203.0.113.9", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2001::1", "2002:808:808::",
     "168.63.129.16", "::ffff:168.63.129.16", "2607:f8b0::5efe:10.0.0.1", "2607:f8b0::200:5efe:a9fe:a9fe", "fe80::5efe:8.8.8.8",
     "::ffff:0:7f00:1"],
)  # fmt: skip
def test_private_reserved_and_tunnelled_addresses_are_not(address: str) -> None:
    assert not allowed(ipaddress.ip_address(address))


@pytest.mark.parametrize("text", ["fe80::1%eth0", "not an address", "127.0.0.1\n"])
def test_resolved_addresses_are_checked(text: str) -> None:
    with pytest.raises(UnsafeAddress):
        checked_addresses("news.example", lambda _: (text,))


def test_host_without_addresses_is_unknown() -> None:
    with pytest.raises(OSError, match="no addresses"):
        checked_addresses("news.example", lambda _: ())
