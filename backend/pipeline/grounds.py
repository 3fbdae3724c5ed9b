"""What a verdict rests on and what would change it: worked out by judging the same evidence with one source less or more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from backend.domain.article import SUMMARIES, PassageKind
from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Evidence, Origin, Stance, StanceScores
from backend.domain.text import numbers
from backend.domain.trust import SourceTier
from backend.domain.verdict import Label
from backend.trust.sufficiency import countable
from backend.verdict.grounds import Grounds, Shift

MAX_MORE = 3
"""Further sources that are imagined on a side; what would take more is not told."""
_STRENGTH = 0.9
"""Probability and credibility of an imagined source: a clear statement of a good one."""

Outcome = Callable[[Sequence[Evidence]], Label]


def grounds(
    part: AtomicClaim, basis: Sequence[Evidence], outcome: Outcome, *, searched: bool, tried: bool = True
) -> Grounds:
    """`basis` is what the verdict was made from, `outcome` how; neither the imagined sources nor the gaps enter the verdict.

    Not `tried`, nothing is judged again with one source less or more, which costs a multiple of the verdict itself.
    """
    counting = [e for e in basis if countable(e)]
    supporting, refuting = (_domains(counting, stance) for stance in (Stance.SUPPORTS, Stance.REFUTES))
    return Grounds(
        supporting=supporting,
        refuting=refuting,
        leads=sum(e.stance is not Stance.NEUTRAL and not countable(e) for e in basis),
        searched=searched,
        authoritative=any(e.rating.authoritative for e in counting),
        lacks_value=_lacks_value(part.text, basis),
        newest=_newest(part, counting),
        summarised=all(e.passage.kind in SUMMARIES for e in counting),
        pillars=_pillars((*supporting, *refuting), basis, outcome) if tried else (),
        shifts=_shifts(counting, basis, outcome) if tried else (),
        tried=tried,
    )


def _domains(counting: Sequence[Evidence], stance: Stance) -> tuple[str, ...]:
    return tuple(dict.fromkeys(e.rating.domain for e in counting if e.stance is stance))


def _lacks_value(claim: str, basis: Sequence[Evidence]) -> bool:
    """The claim names a number, and whatever takes a side speaks of none at all."""
    siding = [e for e in basis if e.stance is not Stance.NEUTRAL]
    return bool(numbers(claim)) and bool(siding) and not any(numbers(e.quote or e.passage.text) for e in siding)


def _newest(part: AtomicClaim, counting: Sequence[Evidence]) -> str:
    return max((e.passage.published for e in counting), default="") if part.time_sensitive else ""


def _pillars(domains: Sequence[str], basis: Sequence[Evidence], outcome: Outcome) -> tuple[tuple[str, Label], ...]:
    """Domains whose silence would change the verdict, with what it would be."""
    label = outcome(basis)
    found = [(domain, outcome([e for e in basis if e.rating.domain != domain])) for domain in dict.fromkeys(domains)]
    return tuple((domain, other) for domain, other in found if other is not label)


def _shifts(counting: Sequence[Evidence], basis: Sequence[Evidence], outcome: Outcome) -> tuple[Shift, ...]:
    """The fewest further authoritative sources on either side that would change a firm verdict."""
    label = outcome(basis)
    if not label.firm or not counting:
        return ()
    found = (_shift(stance, label, counting[0], basis, outcome) for stance in (Stance.REFUTES, Stance.SUPPORTS))
    return tuple(shift for shift in found if shift)


def _shift(stance: Stance, label: Label, model: Evidence, basis: Sequence[Evidence], outcome: Outcome) -> Shift | None:
    imagined = [_imagined(stance, model, n) for n in range(MAX_MORE)]
    for more in range(1, MAX_MORE + 1):
        other = outcome([*basis, *imagined[:more]])
        if other is not label:
            return Shift(stance=stance, more=more, label=other)
    return None


def _imagined(stance: Stance, model: Evidence, n: int) -> Evidence:
    """An authoritative source that says so clearly; it is judged, never shown."""
    rest = (1 - _STRENGTH) / 2
    pro, con = (_STRENGTH, rest) if stance is Stance.SUPPORTS else (rest, _STRENGTH)
    domain = f"source-{n}.invalid"
    passage = replace(
        model.passage, id=domain, source=f"https://{domain}/", domain=domain, kind=PassageKind.ARTICLE, published=""
    )
    rating = replace(model.rating, domain=domain, tier=SourceTier.A, credibility=_STRENGTH, lead_only=False)
    return replace(
        model,
        candidate=replace(model.candidate, passage=passage, rating=rating, origin=Origin.WEB, quarantined=False),
        stance=stance,
        scores=StanceScores(supports=pro, refutes=con, neutral=rest),
        relevance=_STRENGTH,
    )
