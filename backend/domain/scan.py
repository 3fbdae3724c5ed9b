"""A page scanned for sentences worth checking: input and output."""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.claim import ClaimType
from backend.domain.issue import Issue


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanRequest:
    """The page's blocks of text in reading order; `language` is what the page declares, "" if nothing."""

    blocks: tuple[str, ...]
    title: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannedClaim:
    """A sentence of `blocks[block]`, its span `start`..`end` in code points.

    `score` is 0..1; `rank` is 1..5 for the five to check first, else 0; `type` is None if the language is not supported.
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
    """The claims in page order. `sentences` were read; `worthy` exceeded the threshold, and the best of them are in `claims`."""

    language: str
    understood: bool
    sentences: int
    worthy: int
    claims: tuple[ScannedClaim, ...]
    issues: tuple[Issue, ...] = ()
