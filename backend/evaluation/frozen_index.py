"""Searches the frozen web with BM25 over an inverted index. Supports site: operators and quoted phrases."""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from backend.evaluation.frozen_pages import Page

K1, B = 1.2, 0.75
"""The BM25 parameters of Robertson and Zaragoza 2009, The Probabilistic Relevance Framework: BM25 and Beyond."""
TITLE_WEIGHT = 2
ENOUGH = 0.3
"""Minimum share of the query's total idf that the words found on a page must cover for the page to be a result."""
LIMIT = 10
SNIPPET_CHARACTERS = 280

_WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
_SITE = re.compile(r"site:([\w.\-]+)")
_PHRASE = re.compile(r'"([^"]+)"')
_SENTENCE = re.compile(r"(?<=[.!?]) +")
_IGNORED = frozenset(
    """a an and are as at be been but by did do does for from had has have how in is it its not of on or that the their there
    these they this to was were what when where which who why will with would fact check checked debunked hoax myth false""".split()
)


@dataclass(frozen=True, slots=True)
class Hit:
    """A page and the extract of its text that matches the query best."""

    page: Page
    snippet: str


class FrozenIndex:
    """An index of all pages. Several threads can search it at the same time."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = {address(page.url): page for page in pages}
        self._pages = tuple(pages)
        self._hosts = tuple(urlsplit(page.url).hostname or "" for page in pages)
        self._postings: dict[str, list[tuple[int, int]]] = {}
        lengths = []
        for number, page in enumerate(pages):
            counts = Counter(words(f"{f'{page.title} ' * TITLE_WEIGHT}{' '.join(page.paragraphs)}"))
            lengths.append(sum(counts.values()))
            for word, count in counts.items():
                self._postings.setdefault(word, []).append((number, count))
        mean = sum(lengths) / len(lengths) if lengths else 1.0
        self._norms = tuple(K1 * (1 - B + B * length / mean) for length in lengths)

    def search(self, question: str, limit: int = LIMIT) -> tuple[Hit, ...]:
        """Return at most `limit` hits, best first; ties are ordered by URL.

        A page must contain each quoted phrase; a phrase that no matching page contains is ignored.
        """
        sites = tuple(_SITE.findall(question))
        query_text = _SITE.sub(" ", question).replace("(", " ").replace(")", " ").replace(" OR ", " ")
        weights = {word: self._idf(word) for word in dict.fromkeys(words(query_text)) if word in self._postings}
        scores = self._scores(weights, sites)
        for phrase in _PHRASE.findall(query_text):
            with_phrase = {n: s for n, s in scores.items() if self._contains_phrase(n, phrase)}
            scores = with_phrase or scores
        best = heapq.nsmallest(limit, scores, key=lambda n: (-scores[n], self._pages[n].url))
        return tuple(Hit(self._pages[n], snippet(self._pages[n], weights)) for n in best)

    def _scores(self, weights: Mapping[str, float], sites: Sequence[str]) -> dict[int, float]:
        """Return the BM25 scores of the pages that contain enough of the query's words, by page number."""
        scores: Counter[int] = Counter()
        covered_idf: Counter[int] = Counter()
        for word, weight in weights.items():
            for number, count in self._postings[word]:
                scores[number] += weight * count * (K1 + 1) / (count + self._norms[number])  # type: ignore[assignment]
                covered_idf[number] += weight  # type: ignore[assignment]
        min_idf = ENOUGH * sum(weights.values())
        return {
            n: s for n, s in scores.items() if covered_idf[n] >= min_idf and (not sites or self._is_on_site(n, sites))
        }

    def _idf(self, word: str) -> float:
        holders = len(self._postings[word])
        return math.log(1 + (len(self._pages) - holders + 0.5) / (holders + 0.5))

    def _is_on_site(self, number: int, sites: Sequence[str]) -> bool:
        host = self._hosts[number]
        return any(host == site or host.endswith(f".{site}") for site in sites)

    def _contains_phrase(self, number: int, phrase: str) -> bool:
        padded_phrase = f" {' '.join(words(phrase))} "
        page = self._pages[number]
        return any(padded_phrase in f" {' '.join(words(text))} " for text in (page.title, *page.paragraphs))


def address(url: str) -> str:
    """Return the host, path and query of a URL, which together identify a page in a request."""
    parts = urlsplit(url)
    return f"{parts.hostname}{parts.path}{f'?{parts.query}' if parts.query else ''}"


def words(text: str) -> list[str]:
    """Return the lower-case words without stop words, possessives and plural endings in -s."""
    found = (word.removesuffix("'s").removesuffix("’s") for word in _WORD.findall(text.lower()))
    return [_singular(word) for word in found if word not in _IGNORED]


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def snippet(page: Page, weights: Mapping[str, float]) -> str:
    """Return the sentence with the highest query weight and the text that follows, truncated at a word boundary."""
    best, best_weight = page.title, -1.0
    for text in page.paragraphs:
        sentences = _SENTENCE.split(text)
        for place, sentence in enumerate(sentences):
            weight = sum(weights.get(word, 0.0) for word in set(words(sentence)))
            if weight > best_weight:
                best, best_weight = " ".join(sentences[place:]), weight
    if len(best) <= SNIPPET_CHARACTERS:
        return best
    return f"{best[:SNIPPET_CHARACTERS].rpartition(' ')[0]} …"
