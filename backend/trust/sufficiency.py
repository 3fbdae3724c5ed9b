"""Decides whether to skip or stop the search, and whether a verdict may be firm (docs/design.md#sufficiency, S17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import fsum

from backend.domain.article import COMPOSED, PassageKind
from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import SourceType, TrustReport
from backend.trust.precheck import Known, Precheck, precheck
from backend.trust.settings import TRUST


@dataclass(frozen=True, slots=True, kw_only=True)
class Sufficiency:
    """The decision on sufficiency. `firm` means that a firm verdict may be given.

    `stop` means that no further search is needed. `reason` is one sentence for the trace.
    """

    firm: bool
    stop: bool
    reason: str


COUNTS = 0.7
"""Minimum probability at which a refutation on a page counts. Statements that differ need not exclude each other."""
ALONE = 0.8
"""Minimum probability at which a refutation on an authoritative page decides alone (measured in decision 35)."""
_PAGE_KINDS = frozenset({PassageKind.ARTICLE, PassageKind.HANDOUT, PassageKind.RECORD})


def strength(item: Evidence) -> float:
    """Return the probability of the passage's stance, 0..1, or 0 for a passage that may not count."""
    return _stance_probability(item) if countable(item) else 0.0


def _stance_probability(item: Evidence) -> float:
    return max(item.scores.supports, item.scores.refutes)


def _is_certain(item: Evidence, least: float) -> bool:
    """Return whether the stance is certain enough.

    Only a refutation on a page needs more than the verifier's own threshold.
    """
    exempt = item.stance is not Stance.REFUTES or item.passage.kind not in _PAGE_KINDS
    return exempt or _stance_probability(item) >= least


def countable(item: Evidence) -> bool:
    """Return whether a passage counts towards a firm verdict: it has a clear stance and a quote, and is not only a lead.

    Passages read from a page in this run count. Snippets, and passages recalled from quarantine, are only leads.
    """
    if not item.decisive or item.weak or item.passage.kind is PassageKind.SNIPPET or not _is_certain(item, COUNTS):
        return False
    return not item.candidate.unconfirmed


def side_weights(evidence: Sequence[Evidence]) -> tuple[float, float]:
    """Return the weights of support and refutation: sums over domains of the greatest margin x relevance x credibility.

    Each source counts only for its stronger stance, or for neither if both weigh the same. Copies must already be
    removed.
    """
    voices: dict[str, dict[Stance, float]] = {}
    for item in evidence:
        if countable(item):
            margin = abs(item.scores.supports - item.scores.refutes)
            voice = voices.setdefault(item.rating.domain, {Stance.SUPPORTS: 0.0, Stance.REFUTES: 0.0})
            voice[item.stance] = max(voice[item.stance], margin * item.relevance * item.rating.credibility)
    pairs = [(voice[Stance.SUPPORTS], voice[Stance.REFUTES]) for voice in voices.values()]
    return fsum(pro for pro, con in pairs if pro > con), fsum(con for pro, con in pairs if con > pro)


def conflicting(evidence: Sequence[Evidence]) -> bool:
    """Return whether there is evidence for both stances and the weaker stance is not negligible."""
    weaker, stronger = sorted(side_weights(evidence))
    return weaker > 0 and weaker >= TRUST.minority * stronger


def stronger(evidence: Sequence[Evidence]) -> Stance:
    """Return the stance with the greater weight, or NEUTRAL if both weigh the same."""
    supports, refutes = side_weights(evidence)
    if supports == refutes:
        return Stance.NEUTRAL
    return Stance.SUPPORTS if supports > refutes else Stance.REFUTES


def independent(evidence: Sequence[Evidence], stance: Stance) -> bool:
    """Return whether one authoritative source, or two registrable domains, have this stance (S17).

    Records and ratings count, but their sentences are composed from data, so a verbatim quote must support them. A
    rating by a fact-checker in the registry decides alone, because the registry trusts the fact-checker to rate claims.
    """
    side = [e for e in evidence if countable(e) and e.stance is stance]
    if all(e.passage.kind in COMPOSED and not professional(e) for e in side):
        return False
    alone = any(e.rating.authoritative and _is_certain(e, ALONE) for e in side)
    return alone or len({e.rating.domain for e in side}) >= 2


def professional(item: Evidence) -> bool:
    """Return whether the item is a review on the page of a fact-checker that may decide alone."""
    checker = item.rating.type is SourceType.FACT_CHECKER and item.rating.authoritative
    return checker and item.passage.kind is PassageKind.REVIEW


def deciding_side(evidence: Sequence[Evidence]) -> tuple[Stance, bool]:
    """Return the deciding stance, and whether it is contested.

    The stance is NEUTRAL if both stances have independent sources and comparable weight.
    """
    supports, refutes = (independent(evidence, side) for side in (Stance.SUPPORTS, Stance.REFUTES))
    if supports and refutes and conflicting(evidence):
        return Stance.NEUTRAL, True
    if supports != refutes:
        return (Stance.SUPPORTS if supports else Stance.REFUTES), False
    return stronger(evidence), False


def firm(evidence: Sequence[Evidence]) -> bool:
    """Return whether at least one stance has independent, countable evidence."""
    return independent(evidence, Stance.SUPPORTS) or independent(evidence, Stance.REFUTES)


def may_stop(trust: TrustReport, evidence: Sequence[Evidence], mean_logit: float) -> Sufficiency:
    """Return whether the search may stop: a trust gate was passed, nothing conflicts, and the evidence is relevant enough.

    `trust` is the report on this `evidence`. `mean_logit` is the mean relevance of the evidence that counts, as a logit.
    """
    if not trust.threshold_met:
        return Sufficiency(firm=False, stop=False, reason=trust.reason)
    if conflicting(evidence):
        return Sufficiency(firm=True, stop=False, reason="Sources disagree, so more are looked at.")
    if mean_logit < TRUST.precheck.mean_logit:
        return Sufficiency(firm=True, stop=False, reason="What was found is only loosely relevant.")
    return Sufficiency(firm=True, stop=True, reason=trust.reason)


def may_answer_alone(
    trust: TrustReport, evidence: Sequence[Evidence], mean_logit: float, *, time_sensitive: bool, now: datetime
) -> Sufficiency:
    """Return whether the knowledge base may answer without a search.

    The conditions are `may_stop`, the gates of the precheck and, for a claim about the present, recent evidence.
    """
    decision = may_stop(trust, evidence, mean_logit)
    if not decision.stop:
        return decision
    check = precheck(trust, known(evidence))
    if check.allowed and time_sensitive and not any(countable(e) and _is_fresh(e, now) for e in evidence):
        check = Precheck(allowed=False, reason="The claim is about the present and what is known is older.")
    return decision if check.allowed else Sufficiency(firm=decision.firm, stop=False, reason=check.reason)


def known(evidence: Sequence[Evidence]) -> Known:
    """Count the supporting and refuting passages, except weak ones, and how many of them may count."""
    siding = [e for e in evidence if e.decisive and not e.weak]
    return Known(siding=len(siding), countable=sum(map(countable, siding)))


def _is_fresh(item: Evidence, now: datetime) -> bool:
    try:
        when = datetime.fromisoformat(item.passage.retrieved)
    except ValueError:
        return False
    return now - when.replace(tzinfo=when.tzinfo or UTC) <= timedelta(hours=TRUST.precheck.fresh_hours)
