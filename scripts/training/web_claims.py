"""Loads claims in everyday language, with the pages that a search would return, for fitting the decider.

`data/web_pages.jsonl` and `data/web_claims.jsonl` were written for this project by language models without access to
the code or to any examples. The files contain 276 pages from many kinds of sites, and claims that these pages confirm,
refute, partly confirm, or leave undecided.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from backend.acquire.passages import cut_passages
from backend.evaluation.frozen_index import FrozenIndex
from backend.evaluation.written_web import WrittenClaim, WrittenPage, written_claims, written_pages

SOURCE = "web_claims"
DATA = Path(__file__).parent / "data"
FOUND = 6
"""Number of pages that a search returns for a claim, in addition to the pages that decide the claim."""


def web_claims(folder: Path = DATA) -> list[dict[str, Any]]:
    """Return every claim with passages (text, URL, title, date) from the pages that decide the claim or that a search finds."""
    pages = written_pages(folder / "web_pages.jsonl")
    by_url, index = {page.url: page for page in pages}, FrozenIndex(pages)
    return [_with_passages(claim, by_url, index) for claim in written_claims(folder / "web_claims.jsonl")]


def _with_passages(claim: WrittenClaim, pages: Mapping[str, WrittenPage], index: FrozenIndex) -> dict[str, Any]:
    found = (hit.page.url for hit in index.search(claim.claim, FOUND))
    passages = [
        {"text": passage.text, "url": url, "title": passage.title, "published": passage.published}
        for url in dict.fromkeys((*claim.pages, *found))
        for passage in cut_passages(pages[url].article, claim.claim)
    ]
    return {"id": claim.id, "src": SOURCE, "claim": claim.claim, "label": claim.label, "evidence": passages}
