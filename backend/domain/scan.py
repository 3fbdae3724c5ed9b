"""Input and output of a scan of a page for sentences worth checking."""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.claim import ClaimType
from backend.domain.issue import Issue


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanRequest:
    """The page's blocks of text in reading order; `language` is the one that the page declares, "" if it declares none."""

    blocks: tuple[str, ...]
    title: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannedClaim:
    """A sentence of `blocks[block]`, with its span `start`..`end` in code points.

    `score` is 0..1; `rank` is 1..5 for the five sentences to check first, else 0; `type` is None if the language is not supported.
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
    """The claims in the order of the page. `sentences` were read, and `worthy` of them exceeded the threshold; `claims` has the best."""

    language: str
    understood: bool
    sentences: int
    worthy: int
    claims: tuple[ScannedClaim, ...]
    issues: tuple[Issue, ...] = ()
