"""The input and the output of a scan, which finds the sentences of a page that are worth checking."""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.claim import ClaimType
from backend.domain.issue import Issue


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanRequest:
    """The page's text blocks in reading order. `language` is the language that the page declares, or ""."""

    blocks: tuple[str, ...]
    title: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannedClaim:
    """A sentence of `blocks[block]`; `start` and `end` are its span in code points.

    `score` is 0..1. `rank` is 1..5 for the five sentences to check first and 0 for the others. `type` is None for an
    unsupported language.
    """

    block: int
    start: int
    end: int
    text: str
    score: float
    type: ClaimType | None
    rank: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PageScan:
    """The result of a page scan. `sentences` is the number of sentences read.

    `worthy` is the number of sentences above the threshold, and `claims` lists the best of those in page order.
    """

    language: str
    understood: bool
    sentences: int
    worthy: int
    claims: tuple[ScannedClaim, ...]
    issues: tuple[Issue, ...] = ()
