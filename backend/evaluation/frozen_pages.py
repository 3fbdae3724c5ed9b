"""Builds the pages of a frozen web from labelled passages, with titles, paragraphs, URLs and HTML.

Every passage is on exactly one page, so one source never looks like two. Passages with the same title, or with
`SHINGLE` consecutive words in common, are treated as one document and share a page. A page with fewer than `PARAGRAPHS`
paragraphs is filled with documents of neighbouring claims, which are usually on the same topic, but never with a second
document of the same claim. Pages have no date, because the data contains no dates.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain

from backend.domain.text import names
from backend.evaluation.end_to_end_data import Case, plain_words
from backend.evaluation.frozen_hosts import host_for, number, path_for

SHINGLE = 12
PARAGRAPHS = 3
"""A page is filled with documents until it has at least this many paragraphs."""
LONGEST = 8
"""Maximum number of paragraphs of one document on a page. A longer document continues on another page."""
AHEAD = 60
"""Maximum number of following documents that are considered for filling a page."""
_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page with its URL, title and paragraphs. Each paragraph is one passage of the file."""

    url: str
    title: str
    paragraphs: tuple[str, ...]

    @property
    def html(self) -> bytes:
        """Return the page as a server sends it, with a typical header, navigation and footer around the paragraphs."""
        return _render(self).encode()


@dataclass(frozen=True, slots=True)
class _Document:
    """Passages of one document, and the numbers of the claims for which they were labelled."""

    title: str
    passages: tuple[str, ...]
    claims: frozenset[int]


def build_pages(all_cases: Sequence[Case]) -> tuple[Page, ...]:
    """Return the pages that contain every passage of the cases, in an order that depends only on the cases."""
    owners: dict[str, set[int]] = {}
    titles: dict[str, str] = {}
    for place, case in enumerate(all_cases):
        for passage in case.passages:
            owners.setdefault(passage.text, set()).add(place)
            titles.setdefault(passage.text, passage.title)
    documents = [
        _Document(titles[part[0]], tuple(part), frozenset(chain.from_iterable(owners[text] for text in part)))
        for group in _group_texts(titles)
        for part in (group[place : place + LONGEST] for place in range(0, len(group), LONGEST))
    ]
    return tuple(_page(parts) for parts in _pack_documents(documents))


def _group_texts(titles: dict[str, str]) -> Iterable[list[str]]:
    """Return the texts grouped by document, in the order of the first text of each group."""
    root: dict[str, str] = {text: text for text in titles}

    def find(text: str) -> str:
        while root[text] != text:
            root[text] = root[root[text]]
            text = root[text]
        return text

    first: dict[str, str] = {}
    for text, title in titles.items():
        for key in (f"title {title}",) if title else _shingles(text):
            root[find(text)] = find(first.setdefault(key, text))
    groups: dict[str, list[str]] = {}
    for text in titles:
        groups.setdefault(find(text), []).append(text)
    return groups.values()


def _shingles(text: str) -> Iterator[str]:
    found = plain_words(text).split()
    yield from (" ".join(found[i : i + SHINGLE]) for i in range(len(found) - SHINGLE + 1))


def _pack_documents(documents: Sequence[_Document]) -> Iterator[tuple[_Document, ...]]:
    """Yield groups of documents that share a page."""
    waiting = list(documents)
    while waiting:
        page = [waiting.pop(0)]
        place = 0
        while place < min(len(waiting), AHEAD) and sum(len(d.passages) for d in page) < PARAGRAPHS:
            candidate = waiting[place]
            shares_no_claim = all(not candidate.claims & other.claims for other in page)
            if (
                shares_no_claim
                and bool(candidate.title) == bool(page[0].title)
                and len(candidate.passages) <= PARAGRAPHS
            ):
                page.append(waiting.pop(place))
            else:
                place += 1
        yield tuple(page)


def _page(parts: tuple[_Document, ...]) -> Page:
    shuffled = sorted(parts, key=lambda part: number(part.passages[0], "order"))
    paragraphs = tuple(text for part in shuffled for text in part.passages)
    title = parts[0].title or _title(paragraphs)
    key = parts[0].passages[0]
    slug = _SLUG.sub("-", title.lower()).strip("-")[:60] or "page"
    return Page(url=f"https://{host_for(key)}{path_for(key, slug)}", title=title, paragraphs=paragraphs)


def _title(paragraphs: Sequence[str]) -> str:
    """Return the most frequent name on the page, or its first words if the page contains no name."""
    found = Counter(name for text in paragraphs for name in names(text) if 3 < len(name) <= 60)
    if found:
        return min(found, key=lambda name: (-found[name] * len(name.split()), name))
    return " ".join(paragraphs[0].split()[:8])


def _render(page: Page) -> str:
    title, site = escape(page.title), escape(page.url.split("/")[2].removeprefix("www."))
    body = "\n".join(f"<p>{escape(text)}</p>" for text in page.paragraphs)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title} | {site}</title>
<meta property="og:title" content="{title}"><meta property="og:site_name" content="{site}"></head>
<body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li>
<li><a href="/contact">Contact</a></li></ul></nav></header>
<main><article><h1>{title}</h1>
{body}
</article></main>
<aside><h2>More from {site}</h2><ul><li><a href="/articles/most-read">Most read</a></li></ul></aside>
<footer><p>Terms of use. Privacy. All rights reserved.</p></footer></body></html>
"""
