"""Generates spellings of a forbidden IP address, each of which at least one URL parser accepts."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

WIDE = str.maketrans("0123456789.", "０１２３４５６７８９。")
CIRCLED = str.maketrans("123456789", "①②③④⑤⑥⑦⑧⑨")


def plain(address: str) -> str:
    """Return the URL with the IP address in its usual spelling."""
    return f"http://[{address}]/" if ":" in address else f"http://{address}/"


def spellings(address: str) -> Iterator[str]:
    """Yield URLs that may lead to the IP address, except the usual spelling."""
    parsed = ipaddress.ip_address(address)
    yield from _four(parsed) if isinstance(parsed, ipaddress.IPv4Address) else _six(parsed)


def _four(address: ipaddress.IPv4Address) -> Iterator[str]:
    text, number = str(address), int(address)
    a, b, c, d = address.packed
    hosts = (
        f"{number}", f"{number:#x}", f"0X{number:X}", f"{number:#o}".replace("0o", "0"), f"{number + 2**32}",
        f"0{a:o}.0{b:o}.0{c:o}.0{d:o}", f"{a:#x}.{b:#x}.{c:#x}.{d:#x}", f"{a:#x}.{number & 0xFFFFFF}", f"{a}.{b}.{c * 256 + d}",
        f"{a}.{number & 0xFFFFFF}", f"00000{a:o}.{b}.{c}.{d}", f"{text}.", f"{text}..", text.translate(WIDE), text.translate(CIRCLED),
        "".join(f"%{ord(sign):02x}" for sign in text), f"[::ffff:{text}]", f"[::ffff:{a:02x}{b:02x}:{c:02x}{d:02x}]",
        f"[64:ff9b::{a:02x}{b:02x}:{c:02x}{d:02x}]", f"[2002:{a:02x}{b:02x}:{c:02x}{d:02x}::]", f"[::{text}]",
        f"news.example@{text}", f"news.example%40{text}", f"{text}:80", f"{text}%00.news.example", f"{text}\t", f"\u200b{text}",
    )  # fmt: skip
    yield from (f"http://{host}/" for host in hosts)
    yield from (
        f"https://{text}/",
        f"http:{text}/",
        f"http:///{text}/",
        f"http:\\\\{text}\\",
        f"http://news.example\\@{text}/",
    )
    yield from (
        f"http://{text}#@news.example/",
        f"http://{text}?@news.example/",
        f"http://{text};news.example/",
        f" http://{text}/",
    )


def _six(address: ipaddress.IPv6Address) -> Iterator[str]:
    long = address.exploded
    hosts = (
        f"[{long}]",
        f"[{long.upper()}]",
        f"[{address}%25lo]",
        f"[{address}%lo]",
        f"[{address}]:80",
        f"news.example@[{address}]",
        f"[{address}].",
    )
    yield from (f"http://{host}/" for host in hosts)
    yield f"https://[{address}]/"
    yield f"http://{long.replace(':', '-')}.ipv6-literal.net/"
