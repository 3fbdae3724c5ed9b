"""Estimates how likely it is that a URL is the address of an article (docs/design.md#addresses).

The words in the path show whether a page is an article, but the number of path segments does not. For example,
`en.wikipedia.org/wiki/Earth` is an article, but `/world/europe` is a section.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

from backend.domain.addresses import is_article
from backend.rank.settings import RANK


@lru_cache(maxsize=8192)
def url_quality(url: str) -> float:
    """Return the quality of a URL, 0..1.

    An empty URL or a home page scores 0, a section 0.2, and an article 0.6 to 1 depending on the depth of its path. A
    URL that cannot be parsed scores 0.5.
    """
    levels = RANK.url_quality
    try:
        parts = urlsplit(url)
    except ValueError:
        return levels.unreadable
    segments = [segment for segment in parts.path.split("/") if segment]
    if not parts.netloc or not (segments or parts.query):
        return levels.none
    if not is_article(url):
        return levels.section if segments and not segments[0].startswith("index.") else levels.none
    if len(segments) > 2:
        return levels.deep
    return levels.shallow if len(segments) == 1 and not parts.query else levels.article
