"""A page looked through for sentences worth checking: what goes in and what comes out."""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.claim import ClaimType
from backend.domain.issue import Issue


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanRequest:
    """The page's blocks of text in reading order; `language` is what the page says of itself, "" when it says nothing."""

    blocks: tuple[str, ...]
    title: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannedClaim:
    """A sentence of `blocks[block]`, its span `start`..`end` in code points.

    `score` is 0..1; `rank` is 1..5 for the five to check first, else 0; `type` is None where the language is not understood.
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
    """The claims in page order. `sentences` were read; `worthy` passed the threshold, of which the best are in `claims`."""

    language: str
    understood: bool
    sentences: int
    worthy: int
    claims: tuple[ScannedClaim, ...]
    issues: tuple[Issue, ...] = ()
