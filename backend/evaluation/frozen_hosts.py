"""Assigns each page of the frozen web to a host by a hash of its text, so the host is the same on every machine.

A web of only unknown sites would not test the rules about sources, so the shares follow typical results of a general
web search for facts. About three pages in five are on unrated sites (invented names under .example, which cannot be
registered), one in seven on encyclopedias and popular science sites, one in five on sources that may decide alone, and
one in twenty on platforms with user-generated content. Wikipedia's share is based on Vincent and Hecht 2021, A Deeper
Investigation of the Importance of Wikipedia Links to Search Engine Results (a Wikipedia link is in 67-84% of result
pages with ten links); the other shares are assumptions. No request reaches the real hosts, because every page is served
from a loopback port.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from itertools import accumulate

KNOWN_HOSTS: tuple[tuple[str, int], ...] = (
    # Authoritative (tier A), 90.
    ("www.nasa.gov", 14), ("www.nih.gov", 14), ("www.cdc.gov", 10), ("www.noaa.gov", 8), ("www.loc.gov", 8),
    ("www.nature.com", 10), ("www.reuters.com", 9), ("apnews.com", 9), ("www.snopes.com", 4), ("www.factcheck.org", 4),
    # Near-authoritative (tier A'), 110.
    ("www.britannica.com", 28), ("www.bbc.com", 18), ("www.nytimes.com", 12), ("www.theguardian.com", 10),
    ("www.smithsonianmag.com", 10), ("www.npr.org", 8), ("news.harvard.edu", 8), ("plato.stanford.edu", 8),
    ("ocw.mit.edu", 8),
    # Reputable (tier B), 150.
    ("en.wikipedia.org", 80), ("www.history.com", 12), ("www.nationalgeographic.com", 12), ("www.livescience.com", 12),
    ("www.healthline.com", 10), ("edition.cnn.com", 12), ("time.com", 12),
    # Platforms with user-generated content (never counted as evidence), 50.
    ("www.reddit.com", 16), ("www.quora.com", 16), ("medium.com", 18),
)  # fmt: skip
"""Each host and its share of all pages, in thousandths. The remaining pages are on invented sites."""

_THOUSAND = 1000
_STEPS = tuple(accumulate(share for _, share in KNOWN_HOSTS))
_FIRST = """amber bright cedar clear copper daily eastern field garden golden granite harbor hill island lake lantern
    linden maple meadow modern morning north ocean open orchard prairie quiet river silver stone summit sunny valley""".split()
_SECOND = """almanac answers atlas bulletin chronicle compass digest explained facts gazette guide handbook institute journal
    learning ledger letters library notes observer pages post primer reader record reference review society standard
    studies times tribune world""".split()
SECTIONS = ("articles", "explainers", "stories", "read", "learn")


def number(text: str, purpose: str) -> int:
    """Return a hash of the two texts as an integer from 0 to 2**64 - 1."""
    return int.from_bytes(hashlib.sha256(f"{purpose}\0{text}".encode()).digest()[:8], "big")


def host_for(text: str) -> str:
    """Return the host of the page with this text."""
    place = number(text, "host") % _THOUSAND
    if place < _STEPS[-1]:
        return KNOWN_HOSTS[bisect_right(_STEPS, place)][0]
    first, second = number(text, "first") % len(_FIRST), number(text, "second") % len(_SECOND)
    return f"www.{_FIRST[first]}-{_SECOND[second]}.example"


def path_for(text: str, slug: str) -> str:
    """Return a path that looks like an article's. Its last part is a hash of the text, so different pages hardly ever share a path."""
    section = SECTIONS[number(text, "section") % len(SECTIONS)]
    return f"/{section}/{slug}-{number(text, 'path') % 16**8:08x}"
