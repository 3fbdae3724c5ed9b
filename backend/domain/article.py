"""Fetched pages, their readable text, and the passages taken from that text."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.hygiene import cut_at_word, one_line

_BREAK = "\n"
_QUOTES = str.maketrans("“”", '""')
_REVIEW = re.compile(r"rates the claim “(?P<claim>.+)” as “(?P<rating>[^”]+)”\.?$", re.S)
MAX_REVIEWED = 400
MAX_RATING = 120
"""Maximum lengths of a reviewed claim and of its rating, in characters."""


class Namespace(StrEnum):
    """One of the three namespaces of the knowledge base (docs/design.md#knowledge-base)."""

    STATIC = "static_gk"
    CURRENT = "current_affairs_24h"
    NEWS = "news_evidence"


class PassageKind(StrEnum):
    """The kind of a passage. Only the text of an ARTICLE passage is copied from the page that the passage names.

    A seed is a built-in fact in Claimlight's own words. A review or a record is a sentence composed from data. A
    snippet is an excerpt from a search engine, and is only a lead until its page is fetched. A handout is text that a
    source's API returns in place of a page.
    """

    SEED = "seed"
    SNIPPET = "snippet"
    ARTICLE = "article"
    HANDOUT = "handout"
    REVIEW = "review"
    RECORD = "record"


COMPOSED = frozenset({PassageKind.REVIEW, PassageKind.RECORD})
SUMMARIES = frozenset({PassageKind.SEED, PassageKind.RECORD})
"""Kinds of passage that are displayed as a summary by Claimlight, with the publisher as reference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedPage:
    """The bytes of a fetched page, with the content encoding decoded. `url` is the final address after redirects."""

    url: str
    body: bytes
    content_type: str
    charset: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """The readable text of a page. `published` is an ISO date or "", and is never guessed from the time of the fetch.

    `reviews` are the page's fact-checks (schema.org ClaimReview), each as a sentence with the claim, its rating and the
    publisher of the rating. `sentences` are (start, end) offsets in the text, or None if the text has not been split
    into sentences.
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
    """A quotable piece of one source.

    `start` and `end` are offsets in the article's text, or -1 for snippets and seeds. `id` is a hash of the source and
    the text, so storing the same passage again changes nothing.
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
        """Whether the text occurs on the page that the passage names. Only such text may be shown as a quotation."""
        return self.kind is PassageKind.ARTICLE

    def quoted(self, words: str) -> str:
        """Return text from the passage as it may be displayed, with quotation marks only if it occurs on the page.

        Each paragraph is quoted separately, because other text may come between paragraphs on the page.
        """
        return f"“{words.replace(_BREAK, f'”{_BREAK}“')}”" if self.verbatim else words


def passage_id(source: str, text: str) -> str:
    """Return the first 32 hex characters of the SHA-256 of source and text, separated by NUL."""
    return hashlib.sha256(f"{source}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def review_sentence(publisher: str, claim: str, rating: str) -> str:
    """Return a published fact-check as the sentence `PUBLISHER rates the claim “…” as “…”.`, or "" without claim or rating.

    `publisher` is the domain that published the rating, never a name from the page itself, because any page can call
    itself a fact-checker. Curly quotation marks in the arguments become straight, so that no argument can end its
    quotation early.
    """
    claim = cut_at_word(one_line(claim.translate(_QUOTES)), MAX_REVIEWED).rstrip(".")
    rating = cut_at_word(one_line(rating.translate(_QUOTES)), MAX_RATING)
    return f"{publisher} rates the claim “{claim}” as “{rating}”." if claim and rating else ""


def review_parts(text: str) -> tuple[str, str] | None:
    """Return the claim and the rating in a sentence of `review_sentence`, or None if the text has another form."""
    match = _REVIEW.search(text)
    return (match["claim"], match["rating"]) if match else None
