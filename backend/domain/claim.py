"""The user's claim, and the results of the steps that precede the search for evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from backend.domain.time_frame import TimeFrame

MAX_CLAIM_CHARACTERS = 2_000
"""Maximum length of a normalised claim (docs/design.md#claim-intake)."""

MAX_ATOMIC_CLAIMS = 5
"""Maximum number of atomic claims in one claim (docs/design.md#decomposition)."""


class ClaimType(StrEnum):
    """The type of a claim (docs/design.md#claim-types)."""

    FACTUAL = "FACTUAL"
    OPINION = "OPINION"
    MIXED = "MIXED"
    AMBIGUOUS = "AMBIGUOUS"


class Mode(StrEnum):
    """The search profile (docs/design.md#search-profiles): `main` favours precision, `deep` favours recall."""

    MAIN = "main"
    DEEP = "deep"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContext:
    """The page on which the user found the claim. Empty strings mean unknown; `published` is the page's own ISO date.

    `language` is the BCP 47 tag that the page declares. It is used if the language cannot be detected from the text itself.
    """

    url: str = ""
    title: str = ""
    surrounding: str = ""
    published: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """The user's choices for one run. `top_k` is 1..20.

    If `remember` is false, the verdict is not stored in the history (S12).
    """

    mode: Mode = Mode.MAIN
    top_k: int = 5
    domain: str = "general"
    offline: bool = False
    remember: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyRequest:
    """A request as received, before normalisation."""

    claim: str
    context: PageContext = field(default_factory=PageContext)
    options: VerifyOptions = field(default_factory=VerifyOptions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A normalised claim: NFKC, single spaces, 1..2,000 characters. `language` is a primary BCP 47 tag, or "und"."""

    id: str
    text: str
    language: str
    context: PageContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Classification:
    """The classification of a claim.

    `factual_part` is the text to verify, with any typing errors, or "" for OPINION and AMBIGUOUS. `check_worthiness` is
    0..1. `method` is "llm" or "local". `read_as` is the claim with misspelt words corrected to the spelling on the
    pages found, or "" if no word is misspelt.
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
    """One independently checkable statement.

    `start` and `end` are its span in the parent text, or -1 if the statement was reworded. `time_frame` is None if no
    model has determined it, for example in languages other than English.
    """

    id: str
    text: str
    start: int = -1
    end: int = -1
    time_sensitive: bool = False
    attribution: bool = False
    time_frame: TimeFrame | None = None


class EdgeKind(StrEnum):
    """How one atomic claim affects another (docs/design.md#claim-graph)."""

    SUPPORTS = "supports"
    DEPENDS_ON = "depends_on"
    CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEdge:
    """An edge between two atomic claims. `source` and `target` are their ids; `weight` is 0..1."""

    source: str
    target: str
    kind: EdgeKind
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSet:
    """The 1 to 5 parts of one claim in reading order. `method` is "llm" or "local"."""

    parts: tuple[AtomicClaim, ...]
    edges: tuple[ClaimEdge, ...] = ()
    method: str = "local"
