"""Pages as fetched and read, and the passages cut from them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.hygiene import cut_at_word, one_line

_BREAK = "\n"
_QUOTES = str.maketrans("“”", '""')
MAX_REVIEWED = 400
MAX_RATING = 120
"""Limits for a reviewed claim and its rating, in characters."""


class Namespace(StrEnum):
    """The three namespaces of the knowledge base (docs/design.md#knowledge-base)."""

    STATIC = "static_gk"
    CURRENT = "current_affairs_24h"
    NEWS = "news_evidence"


class PassageKind(StrEnum):
    """What a passage is. Only the words of an article were read on the page that it names.

    A seed is a built-in fact in our own words. Reviews and records are sentences composed from data. A snippet is a search engine's
    excerpt, a lead until its page is read; a handout is a text that a source's API provides instead of its page.
    """

    SEED = "seed"
    SNIPPET = "snippet"
    ARTICLE = "article"
    HANDOUT = "handout"
    REVIEW = "review"
    RECORD = "record"


COMPOSED = frozenset({PassageKind.REVIEW, PassageKind.RECORD})
SUMMARIES = frozenset({PassageKind.SEED, PassageKind.RECORD})
"""Shown as Claimlight's summary, with the publisher as reference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedPage:
    """Bytes as received, with any content-encoding decoded. `url` is the final one after redirects."""

    url: str
    body: bytes
    content_type: str
    charset: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """Readable text of a page. `published` is an ISO date or "" (never guessed from the fetch time).

    `reviews` are published fact-checks (schema.org ClaimReview) as sentences: claim, rating and who rated it.
    `sentences` are (start, end) in the text, None if not determined yet.
    """

    url: str
    title: str
    text: str
    published: str = ""
    language: str = "en"
    reviews: tuple[str, ...] = ()
    sentences: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A quotable piece of one source. `start`, `end` are offsets in the article's text, -1 for snippets and seeds.

    The id is a content hash of source and text, so storing the same passage twice changes nothing.
    """

    id: str
    text: str
    source: str
    title: str
    domain: str
    kind: PassageKind
    published: str = ""
    language: str = "en"
    start: int = -1
    end: int = -1
    retrieved: str = ""

    @property
    def verbatim(self) -> bool:
        """Whether its words were read on the page that it names; only then may they be shown as a quotation."""
        return self.kind is PassageKind.ARTICLE

    def quoted(self, words: str) -> str:
        """Words of it as they may be shown: in quotation marks only if they were read on the page.

        Each paragraph is quoted separately, because the page may have something in between.
        """
        return f"“{words.replace(_BREAK, f'”{_BREAK}“')}”" if self.verbatim else words


def passage_id(source: str, text: str) -> str:
    """32 hex characters of SHA-256 over source and text, separated by NUL."""
    return hashlib.sha256(f"{source}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def review_sentence(publisher: str, claim: str, rating: str) -> str:
    """`PUBLISHER rates the claim “…” as “…”.`, the one form of a published fact-check; "" without claim or rating.

    `publisher` is the domain that says so, never a name that a page gives itself: any page can call itself a
    fact-checker. Quotation marks inside become straight ones, so that no text can end its quotation early.
    """
    claim = cut_at_word(one_line(claim.translate(_QUOTES)), MAX_REVIEWED).rstrip(".")
    rating = cut_at_word(one_line(rating.translate(_QUOTES)), MAX_RATING)
    return f"{publisher} rates the claim “{claim}” as “{rating}”." if claim and rating else ""
