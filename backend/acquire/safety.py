"""Decides which network addresses Claimlight may connect to (S13)."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from backend.errors import UnsafeAddress

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str], Sequence[str]]
"""Resolves a host name to all IP addresses of the host, as text. Raises OSError."""

PORTS = {"http": 80, "https": 443}
MAX_URL = 2_000

# These networks, from the IANA special-purpose registries, are listed because Python's is_global admits several of them.
# The address 168.63.129.16 is public, but Azure uses it for internal services.
_DENIED_V4 = tuple(
    ipaddress.IPv4Network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    )
)  # fmt: skip
_ALLOWED_V6 = ipaddress.IPv6Network("2000::/3")
"""The network of all routable addresses. Loopback, link-local, unique-local, site-local and multicast addresses lie
outside this network."""
_DENIED_V6 = tuple(
    ipaddress.IPv6Network(network)
    for network in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
)
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_ISATAP = (0x00005EFE, 0x02005EFE)
"""The third 32-bit groups of IPv6 addresses that tunnel to the IPv4 address in their last 32 bits (RFC 5214)."""


def allowed(address: Address) -> bool:
    """Return True for a public unicast address.

    If an IPv6 address embeds an IPv4 address, the IPv4 address is checked.
    """
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in _DENIED_V4)
    inner = address.ipv4_mapped or _nat64_target(address)
    if inner is not None:
        return allowed(inner)
    denied = any(address in network for network in _DENIED_V6) or _tunnels_into_private(address)
    return address in _ALLOWED_V6 and not denied


def _nat64_target(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address after the well-known NAT64 prefix, or None. 6to4 and Teredo are denied entirely."""
    return _last_32_bits(address) if address in _NAT64 else None


def _tunnels_into_private(address: ipaddress.IPv6Address) -> bool:
    return int(address) >> 32 & 0xFFFFFFFF in _ISATAP and not allowed(_last_32_bits(address))


def _last_32_bits(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address:
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)


def system_resolver(host: str) -> tuple[str, ...]:
    """Return all IP addresses that the system's resolver returns for a host."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def checked_addresses(host: str, resolve: Resolver, *, url: str = "") -> tuple[str, ...]:
    """Return all addresses of the host.

    Raises UnsafeAddress if one of the addresses is not allowed, and OSError for an unknown host. A single forbidden
    address is enough to reject the host, because DNS rebinding attacks mix public and private addresses.
    """
    try:
        texts: Sequence[str] = (str(ipaddress.ip_address(host)),)
    except ValueError:
        texts = resolve(host)
    for text in texts:
        try:
            safe = allowed(ipaddress.ip_address(text.split("%", 1)[0]))
        except ValueError:
            safe = False
        if not safe:
            raise UnsafeAddress("The page's address lies in a private or reserved network.", url=url)
    if not texts:
        raise OSError("no addresses")
    return tuple(texts)


def check_url(url: str) -> None:
    """Raise UnsafeAddress unless the URL is http or https on the default port, without a user name or unusual characters."""
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS.get(parts.scheme)
    except ValueError as error:
        raise UnsafeAddress("The address cannot be understood.", url=url) from error
    if len(url) > MAX_URL or not url.isprintable() or "\\" in url or " " in url:
        raise UnsafeAddress("The address is too long or contains odd characters.", url=url)
    if parts.scheme not in PORTS or port != PORTS[parts.scheme] or not parts.hostname:
        raise UnsafeAddress("Only http and https pages on their usual ports are read.", url=url)
    if "@" in parts.netloc:
        raise UnsafeAddress("Addresses with user names are not read.", url=url)
    _check_host(parts.hostname, url)


def _check_host(host: str, url: str) -> None:
    """Raise UnsafeAddress for an IPv4 address in an unusual notation that some systems accept (0x7f.1, 2130706433)."""
    last = host.rstrip(".").rsplit(".", 1)[-1]
    numeric = last.isdigit() or last.startswith("0x")
    if numeric:
        try:
            ipaddress.IPv4Address(host)
        except ValueError as error:
            raise UnsafeAddress("The host is a number in an unusual notation.", url=url) from error
