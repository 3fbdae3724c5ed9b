"""From gathered evidence to the verdict on one atomic claim, and from those to the whole answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.article import Passage
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Evidence, Origin, Stance
from backend.domain.trust import SourceTier
from backend.domain.verdict import AtomicVerdict, DataSource, Label
from backend.rank.order import logit, presented, ranked
from backend.rank.settings import RankProfile
from backend.trust import adaptive
from backend.trust.sufficiency import conflicting, countable, independent, judge_hop, stronger
from backend.verdict.bayes import belief
from backend.verdict.explain import explain
from backend.verdict.figures import confidence, evidence_quality, truthfulness
from backend.verdict.label import label

MAX_WEIGHED = 20
"""Document 000: top_k is 1..20; a verdict must not depend on how much of its evidence is shown."""
MIN_SHOWN = 3
"""Document 000: the internal top_k is at least 3, so that both sides and a second source fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """New passages with how they were found: the engine's name and the tier's."""

    engine: str
    tier: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What the loop brought home: every judged passage, and the new ones for the knowledge base; `ranking` orders what is shown."""

    part: AtomicClaim
    evidence: tuple[Evidence, ...]
    found: tuple[Found, ...]
    searched: bool
    ranking: RankProfile = RankProfile.CLAIMLIGHT


def mean_logit(evidence: Sequence[Evidence]) -> float:
    """Mean relevance of what may count, as a logit; -9 when nothing does."""
    logits = [logit(e.relevance) for e in ranked(evidence, 5) if countable(e)]
    return sum(logits) / len(logits) if logits else -9.0


def weighed(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """What a verdict would rest on: whoever asks whether the search may stop must look at the same."""
    return ranked(_sound(evidence), MAX_WEIGHED)


def _sound(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Without quotes that are not in their source."""
    return tuple(e for e in evidence if not e.quote or e.quote in e.passage.text)


def conclude(gathered: Gathered, *, top_k: int, page_tier: SourceTier | None = None) -> AtomicVerdict:
    """The verdict on one atomic claim. It rests on the twenty best passages, whatever `top_k` (1..20) of them are shown."""
    basis = weighed(gathered.evidence)
    shown = presented(basis, max(MIN_SHOWN, top_k), gathered.ranking)
    counted = [e for e in basis if countable(e)]
    firm = (independent(basis, Stance.SUPPORTS), independent(basis, Stance.REFUTES))
    outcome = label(basis, firm=firm, conflict=conflicting(basis), stronger=stronger(basis))
    enough = judge_hop(basis, mean_logit(basis))
    trust = adaptive.report(basis, threshold_met=enough.firm, reason=enough.reason)
    believed = belief(counted, page_tier)
    truth = truthfulness(counted, believed, trust) if outcome.firm else 50.0
    return AtomicVerdict(
        claim=gathered.part,
        label=outcome,
        confidence=confidence(gathered.part.text, outcome, basis, trust, truth),
        truthfulness_percent=truth,
        evidence_quality_percent=evidence_quality(basis, trust),
        reasoning=explain(outcome, shown, searched=gathered.searched),
        evidence=shown,
        belief=believed,
        trust=trust,
        data_source=_data_source(basis, outcome),
        used_web_search=gathered.searched,
    )


def _data_source(shown: Sequence[Evidence], outcome: Label) -> DataSource:
    origins = {e.candidate.origin is Origin.KNOWLEDGE for e in shown if e.decisive or not outcome.firm}
    if not origins:
        return DataSource.NONE
    if origins == {True}:
        return DataSource.KNOWLEDGE_BASE
    return DataSource.WEB if origins == {False} else DataSource.MIXED
