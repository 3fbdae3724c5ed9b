"""Turns gathered evidence into the verdict on one atomic claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from backend.domain.article import Passage
from backend.domain.claim import AtomicClaim, Mode
from backend.domain.claim_form import absolute, as_absolute, comparative
from backend.domain.coverage import TrustMode
from backend.domain.evidence import Evidence, Origin, Stance
from backend.domain.trust import SourceTier
from backend.domain.verdict import AtomicVerdict, DataSource, Label
from backend.pipeline.grounds import grounds
from backend.pipeline.policy import Policy, with_gate
from backend.pipeline.timeline import timeline, with_history
from backend.rank.order import (
    admitted,
    arranged,
    logit,
    presented,
    ranked,
    scored,
    without_copies,
    without_read_snippets,
)
from backend.rank.settings import RankProfile
from backend.trust.adaptive import Question, assess, marked
from backend.trust.states import settled
from backend.trust.sufficiency import countable
from backend.verdict.bayes import objection
from backend.verdict.citations import validated
from backend.verdict.confidence import Circumstances, certainty, confidence
from backend.verdict.contract import Guards, status_of, truthfulness
from backend.verdict.explain import explain
from backend.verdict.quality import evidence_quality
from backend.verdict.rgba import rgba
from backend.verdict.temporal import too_many, window

MAX_WEIGHED = 20
"""The maximum `top_k`. Every verdict weighs up to this many passages and so does not depend on `top_k`."""
MIN_SHOWN = 3
"""The smallest number of shown passages that leaves room for both stances and for a second source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchedPassages:
    """New passages from a search, with the names of the engine and the tier that found them."""

    engine: str
    tier: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """The result of the loop: every judged passage, and the new passages for the knowledge base.

    `ranking` orders the evidence that is shown. `stood` means that an earlier verdict on this part was firm. `cached`
    means that the knowledge base sufficed without a search. `as_of` is the date that the claim's "now" refers to, or
    None for today.
    """

    part: AtomicClaim
    evidence: tuple[Evidence, ...]
    found: tuple[SearchedPassages, ...]
    searched: bool
    mode: Mode = Mode.MAIN
    stood: bool = False
    cached: bool = False
    as_of: date | None = None
    ranking: RankProfile = RankProfile.CLAIMLIGHT


def mean_logit(evidence: Sequence[Evidence]) -> float:
    """Return the mean relevance of the best five passages that may count, as a logit, or -9 if there are none."""
    logits = [logit(e.relevance) for e in ranked(evidence, 5) if countable(e)]
    return sum(logits) / len(logits) if logits else -9.0


def weighed(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence that a verdict would be based on. The decision to stop the search uses the same evidence."""
    return arranged(_deduplicated(evidence), MAX_WEIGHED)


def _with_valid_quotes(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence without the items whose quote does not occur in the item's passage."""
    return tuple(e for e in evidence if not e.quote or e.quote in e.passage.text)


def siding(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return all relevant evidence that supports or refutes the claim, without copies.

    The number is not limited, so no passage displaces another.
    """
    return _supporting_or_refuting(_deduplicated(evidence))


def _supporting_or_refuting(pool: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return tuple(e for e in admitted(pool) if e.stance is not Stance.NEUTRAL)


def _deduplicated(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return without_copies(without_read_snippets(scored(_with_valid_quotes(evidence))))


def _trust_question(gathered: Gathered, today: date | None) -> Question:
    """Return the question for the trust assessment. Deep mode uses the gates of confidence mode (decision 0016)."""
    mode = TrustMode.CONFIDENCE if gathered.mode is Mode.DEEP else TrustMode.NORMAL
    return Question(claim=gathered.part.text, mode=mode, today=today)


def conclude(
    gathered: Gathered,
    *,
    policy: Policy,
    top_k: int,
    page_tier: SourceTier | None = None,
    today: date | None = None,
    provisional: bool = False,
) -> AtomicVerdict:
    """Return the verdict of `policy` on one atomic claim. `top_k` (1..20) affects only how many passages are shown.

    `page_tier` is the tier of the page that contains the claim. If `today` is given, outdated evidence for a claim
    about the present serves only as context, and an earlier `gathered.as_of` replaces `today`. For a `provisional`
    verdict, the function does not determine which sources the verdict depends on.
    """
    if today and gathered.as_of:
        today = min(today, gathered.as_of)
    when = window(gathered.part.text, today, gathered.part.time_frame) if today else None
    history = timeline(gathered.evidence, gathered.part.time_frame, when, today)
    pool = _deduplicated(history.evidence)
    sides, verdict_evidence = _supporting_or_refuting(pool), arranged(pool, MAX_WEIGHED)
    shown = presented(verdict_evidence, max(MIN_SHOWN, top_k), gathered.ranking)
    question = _trust_question(gathered, today)
    outcome = validated(policy.label(sides), shown)
    trust = with_gate(settled(assess(question, sides, pool), decided=outcome.firm, stood=gathered.stood), outcome)
    counted = [e for e in sides if countable(e)]
    believed = policy.decision(sides).belief
    verdict_grounds = grounds(gathered.part, sides, policy.label, searched=gathered.searched, tried=not provisional)
    explanation = explain(outcome, shown, verdict_grounds)
    verdict = AtomicVerdict(
        claim=gathered.part,
        label=outcome,
        confidence=0.0,
        truthfulness_percent=50.0,
        evidence_quality_percent=evidence_quality(gathered.part.text, counted, trust.diversity),
        reasoning=explanation.text,
        evidence=marked(question, shown),
        belief=believed,
        trust=replace(trust, completed_from_cache=gathered.cached and outcome.firm),
        data_source=_data_source(verdict_evidence, outcome),
        used_web_search=gathered.searched,
        status=status_of(outcome, believed.probability, strong=trust.coverage >= 1),
        rgba=rgba(gathered.part.text, counted, believed, page_tier, outcome),
        explanation=explanation,
        leaning=None if outcome.firm else policy.leaning(sides, shown),
    )
    probability_right = policy.right(outcome, sides)
    return with_history(
        _with_scores(verdict, verdict_evidence, probability_right, outdated=too_many(counted, when)), history
    )


def _with_scores(
    verdict: AtomicVerdict, verdict_evidence: Sequence[Evidence], probability_right: float, *, outdated: bool
) -> AtomicVerdict:
    """Return the verdict with its truthfulness and confidence.

    `probability_right` is the probability that a True or False label is right.
    """
    claim, opposed = verdict.claim.text, objection(verdict.belief.consensus)
    counted = [e for e in verdict_evidence if countable(e)]
    supporting = [e.quote for e in counted if e.stance is Stance.SUPPORTS]
    unqualified = absolute(claim) and not any(as_absolute(claim, quote) for quote in supporting)
    guards = Guards(
        probability=verdict.belief.probability,
        diversity=verdict.trust.diversity,
        objections=(opposed,),
        unqualified=unqualified,
    )
    truth = truthfulness((verdict.status,), verdict.label, guards)
    around = Circumstances(
        probability=probability_right, comparative=comparative(claim), outdated=outdated, opposed=opposed
    )
    certainty_score = certainty(truth, verdict.belief.probability, verdict.trust.diversity)
    confidence_score = confidence(verdict.label, verdict_evidence, verdict.trust, certainty_score, around)
    return replace(verdict, truthfulness_percent=truth, confidence=confidence_score)


def _data_source(verdict_evidence: Sequence[Evidence], outcome: Label) -> DataSource:
    origins = {e.candidate.origin is Origin.KNOWLEDGE for e in verdict_evidence if e.decisive or not outcome.firm}
    if not origins:
        return DataSource.NONE
    if origins == {True}:
        return DataSource.KNOWLEDGE_BASE
    return DataSource.WEB if origins == {False} else DataSource.MIXED
