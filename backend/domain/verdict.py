"""The verdict on a claim and on its parts, and the values that make up a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from backend.domain.claim import AtomicClaim, Claim, ClaimEdge, Classification
from backend.domain.evidence import Evidence
from backend.domain.explanation import VerdictExplanation
from backend.domain.issue import Issue
from backend.domain.trust import TrustReport


class Label(StrEnum):
    """The label of a verdict (docs/design.md#label)."""

    TRUE = "True"
    FALSE = "False"
    PARTIALLY_TRUE = "Partially True"
    MISLEADING = "Misleading"
    NOT_ENOUGH_EVIDENCE = "Not Enough Evidence"
    NOT_VERIFIABLE = "Not Verifiable"

    @property
    def firm(self) -> bool:
        """Whether the label is firm. A firm label requires a verbatim quote."""
        return self not in (Label.NOT_ENOUGH_EVIDENCE, Label.NOT_VERIFIABLE)


class LeaningLabel(StrEnum):
    """The direction in which an undecided claim leans. Only a claim with several parts can be PROBABLY_PARTLY_TRUE."""

    PROBABLY_TRUE = "Probably true"
    PROBABLY_FALSE = "Probably false"
    PROBABLY_PARTLY_TRUE = "Probably partly true"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaning:
    """The likelier label when the evidence is too weak for a firm label.

    `probability` (0.5..1) is the probability that `label` is right.
    """

    label: LeaningLabel
    probability: float


class DataSource(StrEnum):
    """The origin of the deciding evidence."""

    NONE = "none"
    KNOWLEDGE_BASE = "knowledge_base"
    WEB = "web"
    MIXED = "knowledge_base_and_web"


class SegmentStatus(StrEnum):
    """The status of one part of a claim, from strongly valid to invalid."""

    STRONGLY_VALID = "STRONGLY_VALID"
    VALID = "VALID"
    PARTIALLY_VALID = "PARTIALLY_VALID"
    UNKNOWN = "UNKNOWN"
    PARTIALLY_INVALID = "PARTIALLY_INVALID"
    INVALID = "INVALID"


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """The contribution of one source. `log_odds` is its signed impact; `passage` is the id of its clearest passage."""

    domain: str
    passage: str
    log_odds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """The belief in a claim, as log-odds and as a probability, and the consensus among domains (0..1).

    `certainty` (0..1) grows with the amount of evidence, for or against; `voices` are the contributions by domain.
    """

    log_odds: float
    probability: float
    consensus: float
    certainty: float = 0.0
    voices: tuple[Voice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rgba:
    """Four independent probabilities (docs/design.md#rgba); 0.5 means unknown."""

    danger: float = 0.5
    veracity: float = 0.5
    honesty: float = 0.5
    explainability: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of the trace. `elapsed_ms` is counted from the start of the run.

    `part` is an atomic claim's id, or "" for the whole claim.
    """

    stage: str
    message: str
    elapsed_ms: float
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtomicVerdict:
    """The verdict on one atomic claim. Percentages are 0..100, confidence is 0..1. `reasoning` is the text of the explanation.

    `leaning` is set only for NOT_ENOUGH_EVIDENCE.
    """

    claim: AtomicClaim
    label: Label
    confidence: float
    truthfulness_percent: float
    evidence_quality_percent: float
    reasoning: str
    evidence: tuple[Evidence, ...]
    belief: Belief
    trust: TrustReport
    data_source: DataSource
    used_web_search: bool
    status: SegmentStatus = SegmentStatus.UNKNOWN
    rgba: Rgba = Rgba()
    explanation: VerdictExplanation | None = None
    leaning: Leaning | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """Everything besides the evidence that determines a verdict.

    Runs with equal fingerprints and equal evidence give the same verdict.
    """

    version: str
    settings: str
    prompts: str
    claim_model: str
    embedder: str
    verifier: str
    llm: str
    knowledge_revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The complete result. A citation [n] in `reasoning` refers to `evidence[n-1]`; `edges` connect the parts."""

    session_id: str
    claim: Claim
    classification: Classification
    label: Label
    confidence: float
    truthfulness_percent: float
    evidence_quality_percent: float
    reasoning: str
    evidence: tuple[Evidence, ...]
    parts: tuple[AtomicVerdict, ...]
    belief: Belief
    trust: TrustReport | None
    data_source: DataSource
    used_web_search: bool
    steps: tuple[Step, ...]
    issues: tuple[Issue, ...]
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    fingerprint: Fingerprint | None = None
    saved: bool = True
    rgba: Rgba = Rgba()
    edges: tuple[ClaimEdge, ...] = ()
    explanation: VerdictExplanation | None = None
    leaning: Leaning | None = None
