"""Reads synthetic pages as HTML, and claims in everyday language that the pages decide or leave undecided.

The format of a page is `{url, title, date, html_body}`, where `date` is an ISO date or null. The format of a claim is
`{id, claim, label, pages}`, where `pages` lists the URLs of the pages that decide the claim or come closest to deciding
it, and the label is TRUE, FALSE, PARTLY or UNDECIDED.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from backend.acquire.parse import article
from backend.domain.article import Article, FetchedPage
from backend.errors import FetchError
from backend.evaluation.datasets import Row, rows
from backend.evaluation.end_to_end_data import CONFLICTING, Case
from backend.evaluation.frozen_pages import Page

LABELS = {"TRUE": "SUPPORTS", "FALSE": "REFUTES", "PARTLY": CONFLICTING, "UNDECIDED": "NEI"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPage(Page):
    """A page with the HTML that its site would send, and the article that the product extracts from that HTML."""

    source: str
    article: Article

    @property
    def html(self) -> bytes:
        """Return the page as its site would send it."""
        return self.source.encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenClaim(Case):
    """A claim with the URLs of the pages that decide it. It has no labelled passages."""

    pages: tuple[str, ...]


def written_pages(path: Path) -> tuple[WrittenPage, ...]:
    """Return every page of the file, in order. Raises DatasetError."""
    return tuple(_page(row) for row in rows(path))


def written_claims(path: Path) -> tuple[WrittenClaim, ...]:
    """Return every claim of the file, in order. Raises DatasetError."""
    return tuple(
        WrittenClaim(
            id=row.text("id"),
            claim=row.text("claim"),
            label=LABELS[row.choice("label", LABELS)],
            passages=(),
            pages=row.many("pages", str),
        )
        for row in rows(path)
    )


def _page(row: Row) -> WrittenPage:
    url, title, day = row.text("url"), row.text("title"), row.fields.get("date")
    source = _html(urlsplit(url).netloc, title, day if isinstance(day, str) else "", row.text("html_body"))
    try:
        found = article(FetchedPage(url=url, body=source.encode(), content_type="text/html"))
    except FetchError as error:
        raise row.error(f"the page cannot be read ({error})") from error
    return WrittenPage(url=url, title=title, paragraphs=tuple(found.text.splitlines()), source=source, article=found)


def _html(site: str, title: str, day: str, body: str) -> str:
    """Return the article with a typical page header and footer around it."""
    published = f'<meta property="article:published_time" content="{day}">' if day else ""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)} | {site}</title>
<meta property="og:title" content="{escape(title)}">{published}</head>
<body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></nav></header>
<main><article>{body}</article></main>
<footer><p>Terms of use. Privacy.</p></footer></body></html>
"""
