"""Helpers for the research indexes: one URL per paper, readable abstracts, and no retracted works."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from backend.domain.hygiene import cut_at_word, one_line
from backend.domain.search import SearchQuery, SearchResult
from backend.domain.text import content_stems
from backend.search.engines.base import MAX_SNIPPET, build_result, usable_results
from backend.search.plan import content_words

MAX_WORDS = 6
"""The maximum number of content words per query; queries with more words find fewer papers."""
MAX_TEXT = 60_000
"""The maximum length of a source's text, in characters; a medicine label can be ten times as long."""

_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(\S+)", re.IGNORECASE)
_VERSION = re.compile(r"v\d+$")
_RETRACTED = re.compile(r"^\W*(?:retracted\b|withdrawn\s*[:\]]|retraction\s*(?::|note\b|notice\b))", re.IGNORECASE)
_HEADING = re.compile(r"<(jats:title|title|h[1-6]|b|strong)\b[^>]{0,200}>\s*([^<]{1,60}?)\s*:?\s*</\1>")
_FORMULA = re.compile(r"<(mml:math|math|jats:alternatives)\b.{0,20000}?</\1>", re.DOTALL)
_BLOCK = re.compile(r"</?(?:jats:)?(?:p|sec|br|div|list|list-item|li|ul|ol|title|h[1-6])\b[^>]{0,200}>")
_TAG = re.compile(r"</?[a-zA-Z][^>]{0,200}>")
_OPENING = re.compile(r"^(?:abstract|summary)\b\s*[:.]?\s*", re.IGNORECASE)
_SENTENCE = re.compile(r"\S.*?(?:[.!?][\"')\]]*(?=\s+[A-Z0-9(\"'])|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One row of a research index.

    `page` is the URL to use for a paper without a DOI; `retracted` is whether the index lists the paper as retracted.
    """

    title: str
    abstract: str
    doi: str = ""
    page: str = ""
    published: str = ""
    retracted: bool = False


def asked_words(query: SearchQuery) -> tuple[str, ...]:
    """Return the content words of a query, without operators or quotes, for searching a research index."""
    return content_words(query.text, query.language)[:MAX_WORDS] or (query.text.replace('"', ""),)


def any_of(words: Iterable[str]) -> str:
    """Join the words with OR, because hardly any abstract contains all of them; hyphenated names are quoted."""
    return " OR ".join(word if word.isalnum() else f'"{word}"' for word in words)


def address(doi: str, page: str) -> str:
    """Return the URL of a paper: its page on arXiv or else its DOI link, and `page` if it has neither.

    A paper that several indexes return has the same URL in all of them and therefore counts once.
    """
    match = _DOI.search(doi)
    if not match:
        return page
    name = match.group().lower()
    preprint = _ARXIV_DOI.fullmatch(name)
    if preprint:
        return f"https://arxiv.org/abs/{_VERSION.sub('', preprint.group(1))}"
    return f"https://doi.org/{quote(name, safe='/:;()._-')}"


def readable(markup: str) -> str:
    """Return an abstract on one line, without formulas or tags (CO<sub>2</sub> becomes CO2).

    A heading is followed by a colon, as in "Methods: ".
    """
    text = _FORMULA.sub(" ", markup[: 2 * MAX_TEXT])
    text = _HEADING.sub(lambda m: f" {m.group(2)}: ", text)
    text = html.unescape(_TAG.sub("", _BLOCK.sub(" ", text)))
    return cut_at_word(_OPENING.sub("", one_line(text)), MAX_TEXT)


def relevant(text: str, query: SearchQuery, limit: int = MAX_SNIPPET) -> str:
    """Return the complete sentences with the most content words of the query, in text order, within `limit` characters."""
    sentences = [match.group() for match in _SENTENCE.finditer(one_line(text))]
    query_stems = frozenset(content_stems(query.text))
    shared = [len(query_stems & set(content_stems(sentence))) for sentence in sentences]
    kept: set[int] = set()
    room = limit
    for number in sorted(range(len(sentences)), key=lambda i: (-shared[i], i)):
        if len(sentences[number]) + 1 <= room and (shared[number] or not kept):
            kept.add(number)
            room -= len(sentences[number]) + 1
    return " ".join(sentences[i] for i in sorted(kept)) or cut_at_word(one_line(text), limit)


def results(papers: Sequence[Paper | None], query: SearchQuery, engine: str) -> tuple[SearchResult, ...]:
    """Return the results for the rows of an index, without retracted works; None stands for an unreadable row.

    Raises EngineFailed if there are rows but none of them is usable.
    """
    not_retracted = [p for p in papers if p is None or not (p.retracted or _RETRACTED.match(p.title))]
    return usable_results([_paper_result(paper, query, engine) for paper in not_retracted], query, engine)


def _paper_result(paper: Paper | None, query: SearchQuery, engine: str) -> SearchResult | None:
    if paper is None:
        return None
    text = readable(paper.abstract)
    record = {
        "url": address(paper.doi, paper.page),
        "title": readable(paper.title),
        "snippet": relevant(text, query),
        "published": paper.published,
    }
    result = build_result(query, engine, record) if text and record["title"] else None
    return replace(result, text=text) if result else None
