"""Pages written for these tests in the layouts of fact-checkers, with the expected results (`tests/fixtures/fact_checks`)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from backend.domain.article import FetchedPage

FOLDER = Path(__file__).parent / "fixtures" / "fact_checks"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedReview:
    """A reviewed claim, the rating in the page's wording, and the class of the rating."""

    claim: str
    rating: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCheckPage:
    """One layout. No passage may contain a word of `never`, and some passage must contain each word of `kept`.

    `readers` are claims with the page's stance on them: supports, refutes, neutral, or "not supports".
    """

    name: str
    page: FetchedPage
    reviews: tuple[PublishedReview, ...]
    never: tuple[str, ...]
    kept: tuple[str, ...]
    readers: dict[str, str]


@lru_cache(maxsize=1)
def fact_check_pages() -> tuple[FactCheckPage, ...]:
    """Return all layouts, sorted by name."""
    return tuple(_read(path) for path in sorted(FOLDER.glob("*.html")))


def _read(path: Path) -> FactCheckPage:
    text = path.read_text(encoding="utf-8")
    expected = json.loads(text[len("<!--") : text.index("-->")])
    body = text[text.index("-->") + len("-->") :].lstrip()
    return FactCheckPage(
        name=path.stem,
        page=FetchedPage(url=expected["url"], body=body.encode(), content_type="text/html", charset="utf-8"),
        reviews=tuple(
            PublishedReview(claim=claim, rating=rating, kind=kind) for claim, rating, kind in expected["reviews"]
        ),
        never=tuple(expected["never"]),
        kept=tuple(expected["kept"]),
        readers=expected["readers"],
    )
