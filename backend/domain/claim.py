"""What the user asks, and the steps before any evidence is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from backend.domain.time_frame import TimeFrame

MAX_CLAIM_CHARACTERS = 2_000
"""After normalising (docs/design.md#claim-intake)."""

MAX_ATOMIC_CLAIMS = 5
"""docs/design.md#decomposition."""


class ClaimType(StrEnum):
    """docs/design.md#claim-types."""

    FACTUAL = "FACTUAL"
    OPINION = "OPINION"
    MIXED = "MIXED"
    AMBIGUOUS = "AMBIGUOUS"


class Mode(StrEnum):
    """Search profile (docs/design.md#search-profiles): `main` for precision, `deep` for recall."""

    MAIN = "main"
    DEEP = "deep"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContext:
    """The page on which the user met the claim. Empty strings if unknown; `published` is the page's own ISO date.

    `language` is the BCP 47 tag that the page declares; it counts if the text itself indicates no language.
    """

    url: str = ""
    title: str = ""
    surrounding: str = ""
    published: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """The user's choices for one run. `top_k` is 1..20.

    Without `remember` the answer does not enter the history (S12).
    """

    mode: Mode = Mode.MAIN
    top_k: int = 5
    domain: str = "general"
    offline: bool = False
    remember: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyRequest:
    """As received, before normalising."""

    claim: str
    context: PageContext = field(default_factory=PageContext)
    options: VerifyOptions = field(default_factory=VerifyOptions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A normalised claim: NFKC, single spaces, 1..2,000 characters. `language` is a BCP 47 primary tag, "und" if unknown."""

    id: str
    text: str
    language: str
    context: PageContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Classification:
    """`factual_part` is what will be verified, errors preserved; empty for OPINION and AMBIGUOUS.

    `check_worthiness` is 0..1. `method` is "llm" or "local". `read_as` is the claim with its misspelt words as the pages spell them, ""
    where there are none.
    """

    type: ClaimType
    factual_part: str
    reason: str
    check_worthiness: float
    method: str
    time_sensitive: bool = False
    attribution: bool = False
    read_as: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtomicClaim:
    """One independently checkable statement. `start`, `end` are its span in the parent text, -1 when rewritten.

    `time_frame` is None where no model has read it, such as in other languages than English.
    """

    id: str
    text: str
    start: int = -1
    end: int = -1
    time_sensitive: bool = False
    attribution: bool = False
    time_frame: TimeFrame | None = None


class EdgeKind(StrEnum):
    """How one atomic claim bears on another (docs/design.md#claim-graph)."""

    SUPPORTS = "supports"
    DEPENDS_ON = "depends_on"
    CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEdge:
    """From `source` to `target`, both ids of atomic claims; `weight` is 0..1."""

    source: str
    target: str
    kind: EdgeKind
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSet:
    """The parts of one claim, 1..5, in reading order. `method` is "llm" or "local"."""

    parts: tuple[AtomicClaim, ...]
    edges: tuple[ClaimEdge, ...] = ()
    method: str = "local"
