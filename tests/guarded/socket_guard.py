"""Keeps tests off the internet: an audit hook refuses every DNS lookup and connection that leaves this machine.

The hook sees every socket that Python itself opens, whichever library uses it, and the audit events that our code raises
before it calls a library with its own sockets. It cannot be removed. tests/conftest.py installs it in the test process,
and sitecustomize.py in this folder in every Python child process.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from collections.abc import Callable
from urllib.parse import urlsplit

LOCAL_NAMES = frozenset({"", "localhost", "ip6-localhost", "localhost.localdomain"})
_CONNECTS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_LOOK_UPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname"})
_ANNOUNCED = "claimlight.request"


class InternetReached(RuntimeError):
    """Raised when a test tries to reach another machine."""


def _literal(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.split("%", 1)[0])
    except ValueError:
        return None


def is_local_name(host: str | bytes | None) -> bool:
    """Return whether the name is resolved without a name server. A literal address needs no lookup."""
    if host is None:
        return True
    name = (host.decode("idna") if isinstance(host, bytes) else host).lower().rstrip(".")
    return (
        name in LOCAL_NAMES
        or name.endswith(".localhost")
        or _literal(name) is not None
        or name == socket.gethostname().lower()
    )


def is_local_address(family: int, address: object) -> bool:
    """Return whether the address is loopback, a wildcard, or not an IP address (AF_UNIX)."""
    if family not in (socket.AF_INET, socket.AF_INET6):
        return True
    if not isinstance(address, tuple) or not address:
        return address is None
    host = str(address[0])
    literal = _literal(host)
    if literal is None:
        return is_local_name(host)
    mapped = getattr(literal, "ipv4_mapped", None)
    return (mapped or literal).is_loopback or literal.is_unspecified


def violation(event: str, arguments: tuple[object, ...]) -> str:
    """Return a description of the address that the event would reach, or "" if the event stays on this machine."""
    if event in _LOOK_UPS:
        host = arguments[0]
        local = is_local_name(host if isinstance(host, str | bytes) else None)
        return "" if local else f"look-up of {host!r}"
    if event in _CONNECTS:
        end, address = arguments[0], arguments[-1]
        local = not isinstance(end, socket.socket) or is_local_address(end.family, address)
        return "" if local else f"connection to {address!r}"
    if event == _ANNOUNCED:
        url = str(arguments[0])
        local = is_local_address(socket.AF_INET, (urlsplit(url).hostname or "",))
        return "" if local else f"request for {url!r}"
    return ""


def install(report: Callable[[str], None]) -> None:
    """Refuse all traffic that leaves the machine. `report` is called even if the program swallows the error."""

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if not event.startswith(("socket.", _ANNOUNCED)):
            return
        reached = violation(event, arguments)
        if reached:
            report(reached)
            raise InternetReached(f"no test may reach the internet: {reached}")

    sys.addaudithook(hook)


def report_to_file(path: str) -> Callable[[str], None]:
    """Return a reporter for child processes, which appends one line per attempt in a single write."""

    def report(reached: str) -> None:
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(handle, f"process {os.getpid()}: {reached}\n".encode())
        os.close(handle)

    return report
