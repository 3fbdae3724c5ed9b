"""Redirects requests for chosen hosts to a loopback port, like curl's --resolve. Used only in tests."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from backend.errors import ConfigurationError

_HINT = 'Write "HOST=127.0.0.1:PORT", several of them separated by commas, "*" for every host.'


@dataclass(frozen=True, slots=True)
class ResolveMap:
    """Pairs of (host or "*", (loopback address, port)). A host also matches its subdomains; the longest match wins."""

    entries: tuple[tuple[str, tuple[str, int]], ...] = ()

    @classmethod
    def parse(cls, text: str) -> ResolveMap:
        """Parse the value of `CLAIMLIGHT_RESOLVE`.

        Raises ConfigurationError for a malformed value and for a target that is not a loopback address.
        """
        entries = [_parse_entry(part.strip()) for part in text.split(",") if part.strip()]
        return cls(tuple(sorted(entries, key=lambda entry: (entry[0] == "*", -len(entry[0]), entry[0]))))

    def target(self, host: str) -> tuple[str, int] | None:
        """Return the (address, port) to use instead of this host, or None to use the host's real address."""
        host = host.lower().rstrip(".")
        for pattern, target in self.entries:
            if pattern in ("*", host) or host.endswith(f".{pattern}"):
                return target
        return None


def _parse_entry(part: str) -> tuple[str, tuple[str, int]]:
    host, _, target = part.partition("=")
    address, _, port = target.strip().rpartition(":")
    host = host.strip().lower().rstrip(".")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ConfigurationError(f"CLAIMLIGHT_RESOLVE cannot be read: {part!r}.", hint=_HINT)
    bare = address.strip("[]")
    try:
        loopback = bare == "localhost" or ipaddress.ip_address(bare).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        raise ConfigurationError(f"CLAIMLIGHT_RESOLVE may only lead to this machine, not to {address!r}.", hint=_HINT)
    return host, ("127.0.0.1" if bare == "localhost" else bare, int(port))
