"""The registrable domain of an address, from the list that comes with tldextract (no download)."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

from tldextract import TLDExtract


@lru_cache(maxsize=1)
def _extractor() -> TLDExtract:
    return TLDExtract(suffix_list_urls=(), cache_dir=None)


@lru_cache(maxsize=4096)
def registrable_domain(url: str) -> str:
    """Like "bbc.co.uk" for https://www.bbc.co.uk/news; the host itself when it has no registrable part."""
    host = (urlsplit(url).hostname or "").lower().rstrip(".")
    return _extractor()(host).top_domain_under_public_suffix or host
