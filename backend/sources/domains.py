"""Maps URLs to publishers by host, public suffix and registrable domain, without network access."""

from __future__ import annotations

import ipaddress
import re
from functools import cache, lru_cache
from urllib.parse import urlsplit

import idna
from tldextract import TLDExtract

_HOST = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)+")
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")
_MAX_LENGTH = 4096
_ARCHIVED_COPY = re.compile(
    r"https?:/{1,2}(?:web\.archive\.org/web/(?:\d{1,14}[a-z_]*\*?/)?|[\w-]+\.cdn\.ampproject\.org/[cv]/(?:s/)?)"
    r"(?:https?:/{1,2})?([\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#].*)?)",
    re.IGNORECASE,
)
_INSTITUTIONS = frozenset({"ac", "edu", "gov", "int", "mil"})
"""Second-level labels of restricted suffixes, as in gov.ru. The top-level domain "ac" itself is not restricted."""


@cache
def _extractor() -> TLDExtract:
    """Return an extractor for the bundled public suffix list. It neither downloads a list nor caches one on disk."""
    return TLDExtract(suffix_list_urls=(), cache_dir=None)


def host_of(url_or_domain: str) -> str:
    """Return the host in lower-case ASCII without a leading "www.", or "" if the text is not a plain web URL or domain.

    For a URL with user information, an unusual port, an IP address or control characters, return "", because no
    publisher uses such URLs.
    """
    text = url_or_domain.strip()
    if not text or len(text) > _MAX_LENGTH or _FORBIDDEN.search(text):
        return ""
    try:
        parts = urlsplit(text if "://" in text else f"//{text}")
        host, port = (parts.hostname or "").rstrip("."), parts.port
        # Browsers and the fetcher use UTS 46.
        # The older standard, IDNA 2003, turns ß into ss and would rate tageßpiegel.de as tagesspiegel.de.
        ascii_host = host.lower() if host.isascii() else idna.encode(host, uts46=True).decode("ascii")
    except (ValueError, UnicodeError):
        return ""
    if parts.scheme not in ("", "http", "https") or "@" in parts.netloc or port not in (None, 80, 443):
        return ""
    return ascii_host.removeprefix("www.") if _HOST.fullmatch(ascii_host) and not _is_address(ascii_host) else ""


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=8192)
def registrable_domain(url_or_domain: str) -> str:
    """Return the registrable domain ("science.nasa.gov" -> "nasa.gov").

    A public suffix is returned unchanged. For an invalid URL, return "".
    """
    host = host_of(url_or_domain)
    return split_host(host)[0] if host else ""


def split_host(host: str) -> tuple[str, str]:
    """Return the (registrable domain, public suffix) of a host.

    An unknown last label counts as a public suffix, as in the default rule "*" of the public suffix list.
    """
    found = _extractor()(host)
    if not found.suffix:
        return ".".join(host.split(".")[-2:]), host.rpartition(".")[2]
    return found.top_domain_under_public_suffix or host, found.suffix


def is_public_suffix(host: str) -> bool:
    """Return True for a suffix such as "com" or "co.uk", under which anyone can register names."""
    return split_host(host)[1] == host


def platform_of(host: str) -> str:
    """Return the suffix under which a company assigns names to its users ("pages.dev", "s3.amazonaws.com"), or ""."""
    found = _extractor()(host, include_psl_private_domains=True)
    if found.suffix == host:  # The company's own site, unless that is under another company's suffix, as in me.eu.org.
        found = _extractor()(host.partition(".")[2], include_psl_private_domains=True)
    is_platform = found.is_private and _INSTITUTIONS.isdisjoint(found.suffix.split(".")[:-1])
    return found.suffix if is_platform else ""


def path_of(url_or_domain: str) -> str:
    """Return the path of the URL, or "" if there is none."""
    try:
        return urlsplit(url_or_domain if "://" in url_or_domain else f"//{url_or_domain}").path
    except ValueError:
        return ""


def is_bare_address(url_or_domain: str) -> bool:
    """Return True if the host is an IP address instead of a name."""
    text = url_or_domain.strip()
    try:
        return _is_address(urlsplit(text if "://" in text else f"//{text}").hostname or "")
    except ValueError:
        return False


def archived(url: str) -> str:
    """Return the original URL of a page copied in the Wayback Machine or an AMP cache; "" for other URLs.

    A copy counts as a page of the original publisher. The scheme of the returned URL is always https.
    """
    copy = _ARCHIVED_COPY.fullmatch(url.strip())
    return f"https://{copy.group(1)}" if copy else ""


def parents(host: str, registered: str) -> tuple[str, ...]:
    """Return the host and its parent domains up to the registrable domain, most specific first."""
    labels = host.split(".")
    depth = len(labels) - registered.count(".")
    return tuple(".".join(labels[i:]) for i in range(max(depth, 1)))
