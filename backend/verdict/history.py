"""Describes the earlier evidence that no longer applies to the present."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from backend.domain.evidence import Evidence
from backend.domain.explanation import Past, PastKind
from backend.domain.months import MONTHS
from backend.domain.verdict import Leaning, LeaningLabel


def when_published(published: str) -> str:
    """Return a phrase such as "on 25 January 2023", "in January 2023" or "in 2023", as precise as the date."""
    year, month, day = (*published[:10].split("-"), "", "")[:3]
    month_name = MONTHS[int(month) - 1].capitalize() if month else ""
    return " ".join(part for part in ("on" if day else "in", day.lstrip("0"), month_name, year) if part)


def was_true_clause(item: Evidence, shown: Sequence[Evidence]) -> str:
    """Return a clause such as "It was true on 25 January 2023 (bbc.com [2])"."""
    return f"It was true {when_published(item.passage.published)} ({_citation_of(item, shown)})"


def was_false_clause(item: Evidence, shown: Sequence[Evidence]) -> str:
    """Return a clause such as "A source said otherwise on 25 January 2023 (bbc.com [2])"."""
    return f"A source said otherwise {when_published(item.passage.published)} ({_citation_of(item, shown)})"


def past(kind: PastKind, item: Evidence) -> Past:
    """Return an earlier statement as data, for clients that write their own sentences."""
    return Past(kind=kind, published=item.passage.published, domain=item.rating.domain)


def changed_since_clause(item: Evidence, shown: Sequence[Evidence]) -> str:
    """Return a clause such as "it seems to have changed since: bbc.com [2] contradicts it on 25 January 2023"."""
    when = when_published(item.passage.published)
    return f"it seems to have changed since: {_citation_of(item, shown)} contradicts it {when}"


RECENT = "a recent source that states or denies it"
UNKNOWN_SINCE = "no source is recent enough to tell whether it still is"


def still_true(published: date, today: date, age_limit: int) -> Leaning | None:
    """Return the leaning that old support still justifies today, or None if its probability is at most one half.

    The half-life of the probability is twice the age limit.
    """
    probability = 0.5 ** ((today - published).days / (2 * age_limit))
    return Leaning(label=LeaningLabel.PROBABLY_TRUE, probability=round(probability, 2)) if probability > 0.5 else None


STILL_FALSE, LASTS = 0.75, 5
"""Probability that a statement is still false if only an outdated source refutes it, and for how many age limits.

A state changes sooner or later, but seldom into the one that was denied. Estimated from six web claims (seen; decision 50).
"""


def still_false(published: date, today: date, age_limit: int) -> Leaning | None:
    """Return the leaning that an old refutation still justifies today, or None if it is older than `LASTS` age limits."""
    if (today - published).days > LASTS * age_limit:
        return None
    return Leaning(label=LeaningLabel.PROBABLY_FALSE, probability=STILL_FALSE)


def _citation_of(item: Evidence, shown: Sequence[Evidence]) -> str:
    place = next((n for n, other in enumerate(shown, 1) if other.passage.id == item.passage.id), 0)
    return f"{item.rating.domain} [{place}]" if place else item.rating.domain
