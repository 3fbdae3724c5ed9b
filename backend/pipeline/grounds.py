"""Determines which sources a verdict depends on, by recomputing the verdict without each source in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.domain.article import SUMMARIES
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Evidence, Stance
from backend.domain.text import numbers
from backend.domain.verdict import Label
from backend.trust.sufficiency import countable
from backend.verdict.grounds import Grounds

Outcome = Callable[[Sequence[Evidence]], Label]


def grounds(
    part: AtomicClaim, verdict_evidence: Sequence[Evidence], label_of: Outcome, *, searched: bool, tried: bool = True
) -> Grounds:
    """Return the grounds for a verdict. The grounds do not affect the verdict.

    `verdict_evidence` is the evidence that the verdict is based on, and `label_of` computes the label of a verdict from
    its evidence. If `tried` is false, the verdict is not recomputed without each source, because doing so takes several
    times as long as the verdict itself.
    """
    counting = [e for e in verdict_evidence if countable(e)]
    supporting, refuting = (_domains_with(counting, stance) for stance in (Stance.SUPPORTS, Stance.REFUTES))
    return Grounds(
        supporting=supporting,
        refuting=refuting,
        leads=sum(e.stance is not Stance.NEUTRAL and not countable(e) for e in verdict_evidence),
        searched=searched,
        authoritative=any(e.rating.authoritative for e in counting),
        lacks_value=_lacks_value(part.text, verdict_evidence),
        newest=_newest_date(part, counting),
        summarised=all(e.passage.kind in SUMMARIES for e in counting),
        pillars=_pillars((*supporting, *refuting), verdict_evidence, label_of) if tried else (),
        tried=tried,
    )


def _domains_with(counting: Sequence[Evidence], stance: Stance) -> tuple[str, ...]:
    return tuple(dict.fromkeys(e.rating.domain for e in counting if e.stance is stance))


def _lacks_value(claim: str, verdict_evidence: Sequence[Evidence]) -> bool:
    """Return whether the claim contains a number but none of the supporting or refuting passages does."""
    siding = [e for e in verdict_evidence if e.stance is not Stance.NEUTRAL]
    return bool(numbers(claim)) and bool(siding) and not any(numbers(e.quote or e.passage.text) for e in siding)


def _newest_date(part: AtomicClaim, counting: Sequence[Evidence]) -> str:
    return max((e.passage.published for e in counting), default="") if part.time_sensitive else ""


def _pillars(domains: Sequence[str], verdict_evidence: Sequence[Evidence], label_of: Outcome) -> tuple[str, ...]:
    """Return the domains whose removal would change the verdict."""
    label = label_of(verdict_evidence)
    return tuple(
        domain
        for domain in dict.fromkeys(domains)
        if label_of([e for e in verdict_evidence if e.rating.domain != domain]) is not label
    )
