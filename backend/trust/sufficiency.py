"""Decides whether the search may be skipped or stop, and whether a verdict may be firm (docs/design.md#sufficiency, S17)."""

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
    """`firm`: a firm verdict may be given. `stop`: no further search is needed. `reason` is one sentence for the trace."""

    firm: bool
    stop: bool
    reason: str


COUNTS = 0.7
"""Probability from which a refutation by a passage of a page counts: two statements that differ need not exclude each other."""
ALONE = 0.8
"""Probability from which such a refutation decides alone, if its source is authoritative (figures: decision 35)."""
_OF_PAGES = frozenset({PassageKind.ARTICLE, PassageKind.HANDOUT, PassageKind.RECORD})


def strength(item: Evidence) -> float:
    """How nearly one passage decides by itself, 0..1: the probability of its side; 0 for what may not count."""
    return _side(item) if countable(item) else 0.0


def _side(item: Evidence) -> float:
    return max(item.scores.supports, item.scores.refutes)


def _sure(item: Evidence, least: float) -> bool:
    """Whether its side is sure enough; only refutations by pages need more than the verifier's own threshold."""
    mild = item.stance is not Stance.REFUTES or item.passage.kind not in _OF_PAGES
    return mild or _side(item) >= least


def countable(item: Evidence) -> bool:
    """Whether a passage counts towards a firm verdict: it clearly takes a side with a quote, was read in full, and is not in quarantine.

    Passages read from a page in this very run count; snippets and uncited rows recalled from the knowledge base are leads.
    """
    if not item.decisive or item.weak or item.passage.kind is PassageKind.SNIPPET or not _sure(item, COUNTS):
        return False
    return not item.candidate.unconfirmed


def side_weights(evidence: Sequence[Evidence]) -> tuple[float, float]:
    """(support, refutation): per domain its strongest margin x relevance x credibility, summed.

    A source speaks with one voice: where its passages differ, the stronger side counts, and neither when both weigh the same.
    Copies are gone by now.
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
    """Whether both sides have evidence, and the weaker side is not negligible."""
    weaker, stronger = sorted(side_weights(evidence))
    return weaker > 0 and weaker >= TRUST.minority * stronger


def stronger(evidence: Sequence[Evidence]) -> Stance:
    """The side that weighs more; NEUTRAL when they weigh the same."""
    supports, refutes = side_weights(evidence)
    if supports == refutes:
        return Stance.NEUTRAL
    return Stance.SUPPORTS if supports > refutes else Stance.REFUTES


def independent(evidence: Sequence[Evidence], stance: Stance) -> bool:
    """One authoritative source, or two registrable domains, on this side (S17).

    Records and ratings count, but their sentences are composed from data, so that a verbatim quote must
    support them. The rating of a fact-checker in the registry decides alone, because the registry trusts it to rate claims.
    """
    side = [e for e in evidence if countable(e) and e.stance is stance]
    if all(e.passage.kind in COMPOSED and not professional(e) for e in side):
        return False
    alone = any(e.rating.authoritative and _sure(e, ALONE) for e in side)
    return alone or len({e.rating.domain for e in side}) >= 2


def professional(item: Evidence) -> bool:
    """A review on the page of a fact-checker that may decide alone."""
    checker = item.rating.type is SourceType.FACT_CHECKER and item.rating.authoritative
    return checker and item.passage.kind is PassageKind.REVIEW


def deciding_side(evidence: Sequence[Evidence]) -> tuple[Stance, bool]:
    """The side that decides, and whether it is contested: two independent sides of comparable weight, then NEUTRAL."""
    supports, refutes = (independent(evidence, side) for side in (Stance.SUPPORTS, Stance.REFUTES))
    if supports and refutes and conflicting(evidence):
        return Stance.NEUTRAL, True
    if supports != refutes:
        return (Stance.SUPPORTS if supports else Stance.REFUTES), False
    return stronger(evidence), False


def firm(evidence: Sequence[Evidence]) -> bool:
    """Whether at least one side has independent, countable evidence."""
    return independent(evidence, Stance.SUPPORTS) or independent(evidence, Stance.REFUTES)


def may_stop(trust: TrustReport, evidence: Sequence[Evidence], mean_logit: float) -> Sufficiency:
    """Whether the search may stop: the trust gates pass, the evidence is one-sided and relevant enough. Otherwise gives the reason.

    `trust` is the report on this `evidence`, `mean_logit` the mean relevance of what counts.
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
    """Whether the knowledge base may answer alone: as for a hop, plus the precheck's gates, and freshness for the present."""
    hop = may_stop(trust, evidence, mean_logit)
    if not hop.stop:
        return hop
    check = precheck(trust, known(evidence))
    if check.allowed and time_sensitive and not any(countable(e) and _fresh(e, now) for e in evidence):
        check = Precheck(allowed=False, reason="The claim is about the present and what is known is older.")
    return hop if check.allowed else Sufficiency(firm=hop.firm, stop=False, reason=check.reason)


def known(evidence: Sequence[Evidence]) -> Known:
    """How much of this takes a side, but for weak ones, and how much of that may count."""
    siding = [e for e in evidence if e.decisive and not e.weak]
    return Known(siding=len(siding), countable=sum(map(countable, siding)))


def _fresh(item: Evidence, now: datetime) -> bool:
    try:
        when = datetime.fromisoformat(item.passage.retrieved)
    except ValueError:
        return False
    return now - when.replace(tzinfo=when.tzinfo or UTC) <= timedelta(hours=TRUST.precheck.fresh_hours)
