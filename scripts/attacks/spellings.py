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
    dotted_address, number = str(address), int(address)
    a, b, c, d = address.packed
    hosts = (
        f"{number}", f"{number:#x}", f"0X{number:X}", f"{number:#o}".replace("0o", "0"), f"{number + 2**32}",
        f"0{a:o}.0{b:o}.0{c:o}.0{d:o}", f"{a:#x}.{b:#x}.{c:#x}.{d:#x}", f"{a:#x}.{number & 0xFFFFFF}", f"{a}.{b}.{c * 256 + d}",
        f"{a}.{number & 0xFFFFFF}", f"00000{a:o}.{b}.{c}.{d}",
        f"{dotted_address}.", f"{dotted_address}..", dotted_address.translate(WIDE), dotted_address.translate(CIRCLED),
        "".join(f"%{ord(sign):02x}" for sign in dotted_address), f"[::ffff:{dotted_address}]",
        f"[::ffff:{a:02x}{b:02x}:{c:02x}{d:02x}]",
        f"[64:ff9b::{a:02x}{b:02x}:{c:02x}{d:02x}]", f"[2002:{a:02x}{b:02x}:{c:02x}{d:02x}::]", f"[::{dotted_address}]",
        f"news.example@{dotted_address}", f"news.example%40{dotted_address}",
        f"{dotted_address}:80", f"{dotted_address}%00.news.example", f"{dotted_address}\t", f"\u200b{dotted_address}",
    )  # fmt: skip
    yield from (f"http://{host}/" for host in hosts)
    yield from (
        f"https://{dotted_address}/",
        f"http:{dotted_address}/",
        f"http:///{dotted_address}/",
        f"http:\\\\{dotted_address}\\",
        f"http://news.example\\@{dotted_address}/",
    )
    yield from (
        f"http://{dotted_address}#@news.example/",
        f"http://{dotted_address}?@news.example/",
        f"http://{dotted_address};news.example/",
        f" http://{dotted_address}/",
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
