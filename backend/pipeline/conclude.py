"""From gathered evidence to the verdict on one atomic claim, and from those to the whole answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.article import Passage
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Evidence, Origin, Stance
from backend.domain.trust import SourceTier
from backend.domain.verdict import AtomicVerdict, DataSource, Label
from backend.rank.order import logit, ranked
from backend.trust import adaptive
from backend.trust.sufficiency import conflicting, countable, independent, judge_hop
from backend.verdict.bayes import belief
from backend.verdict.explain import explain
from backend.verdict.figures import confidence, evidence_quality, truthfulness
from backend.verdict.label import label


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """New passages with how they were found: the engine's name and the tier's."""

    engine: str
    tier: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What the loop brought home: every judged passage, and the new ones for the knowledge base."""

    part: AtomicClaim
    evidence: tuple[Evidence, ...]
    found: tuple[Found, ...]
    searched: bool


def mean_logit(evidence: Sequence[Evidence]) -> float:
    """Mean relevance of what may count, as a logit; -9 when nothing does."""
    logits = [logit(e.relevance) for e in ranked(evidence, 5) if countable(e)]
    return sum(logits) / len(logits) if logits else -9.0


def conclude(gathered: Gathered, *, top_k: int, page_tier: SourceTier | None = None) -> AtomicVerdict:
    """The verdict on one atomic claim. Figures on agreement see all evidence; the label sees only what can be cited."""
    sound = tuple(e for e in gathered.evidence if not e.quote or e.quote in e.passage.text)
    shown = ranked(sound, top_k)
    firm = (independent(shown, Stance.SUPPORTS), independent(shown, Stance.REFUTES))
    outcome = label(shown, firm=firm, conflict=conflicting(shown))
    enough = judge_hop(shown, mean_logit(shown))
    trust = adaptive.report(shown, threshold_met=enough.firm, reason=enough.reason)
    believed = belief([e for e in shown if countable(e)], page_tier)
    truth = truthfulness([e for e in shown if countable(e)], believed, trust) if outcome.firm else 50.0
    return AtomicVerdict(
        claim=gathered.part,
        label=outcome,
        confidence=confidence(gathered.part.text, outcome, shown, trust, truth),
        truthfulness_percent=truth,
        evidence_quality_percent=evidence_quality(shown, trust),
        reasoning=explain(outcome, shown, searched=gathered.searched),
        evidence=shown,
        belief=believed,
        trust=trust,
        data_source=_data_source(shown, outcome),
        used_web_search=gathered.searched,
    )


def _data_source(shown: Sequence[Evidence], outcome: Label) -> DataSource:
    origins = {e.candidate.origin is Origin.KNOWLEDGE for e in shown if e.decisive or not outcome.firm}
    if not origins:
        return DataSource.NONE
    if origins == {True}:
        return DataSource.KNOWLEDGE_BASE
    return DataSource.WEB if origins == {False} else DataSource.MIXED
