"""Separates current from past evidence on claims about the present.

Evidence is past if it is too old or if later evidence replaces it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from backend.domain.article import PassageKind
from backend.domain.evidence import PAST, Evidence, Stance
from backend.domain.explanation import Lack, LackKind, Past, PastKind, VerdictExplanation
from backend.domain.time_frame import Change, TimeFrame
from backend.domain.trust import SourceType
from backend.domain.verdict import AtomicVerdict, Label, Leaning, LeaningLabel
from backend.trust.sufficiency import ALONE, countable, strength
from backend.verdict.history import (
    RECENT,
    UNKNOWN_SINCE,
    changed_since_clause,
    past,
    still_false,
    still_true,
    was_false_clause,
    was_true_clause,
)
from backend.verdict.settings import VERDICT, TemporalSettings
from backend.verdict.temporal import Window, as_context, current, published_on

DOUBTS, CONCERNS = 0.2, 0.4
"""Minimum probabilities of a refutation, and of either stance, in a passage that reports the end of a state ("…, succeeding X").

The judge scores passages that only repeat the claim at .04 to .13 (50 passages), and passages that report the end of
the state at .20 or more (29 of 30).
"""
EVEN = 0.5
OPPOSITE = {Stance.SUPPORTS: Stance.REFUTES, Stance.REFUTES: Stance.SUPPORTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """The evidence on a claim, separated into current and past evidence.

    `evidence` may be weighed, and contains past evidence only as context. `past` is the past evidence as judged, latest
    first. `age_limit` is the maximum age of evidence in days, or 0 if age does not matter. `start` is the first day of
    the time that the claim names, such as "since 2024" or "this week", or `date.min` if it names none.
    """

    evidence: tuple[Evidence, ...]
    past: tuple[Evidence, ...] = ()
    today: date = date.max
    age_limit: int = 0
    start: date = date.min

    def latest(self, stance: Stance) -> Evidence | None:
        """Return the latest past passage with this stance, preferably one that may count."""
        side = [item for item in self.past if item.stance is stance]
        return next((item for item in side if countable(item)), side[0] if side else None)


def timeline(
    evidence: Iterable[Evidence], frame: TimeFrame | None, when: Window | None, today: date | None
) -> Timeline:
    """Separate the past evidence on a claim with this time frame and window from the current evidence.

    If `today` is None, no evidence counts as past.
    """
    items = tuple(evidence)
    current_evidence = current(items, when)
    if today is None or frame is None or not frame.is_now:
        return Timeline(evidence=current_evidence)
    limit = age_limit(frame.change)
    reports = _reports_of_end(items)
    past_ids = _past_ids(items, today - timedelta(days=limit)) | _ended_support_ids(items, reports)
    past_ids |= {
        item.passage.id for item, now in zip(items, current_evidence, strict=True) if item.decisive and not now.decisive
    }
    past_evidence = [item for item in items if item.passage.id in past_ids and item.decisive]
    context_ids = past_ids | {item.passage.id for item in reports if item.stance is Stance.SUPPORTS}
    return Timeline(
        evidence=tuple(
            as_context(item)
            if item.passage.id in past_ids
            else _as_report(item)
            if item.passage.id in context_ids
            else item
            for item in items
        ),
        past=tuple(
            sorted(past_evidence, key=lambda item: (_reference_date(item) or date.min, item.passage.id), reverse=True)
        ),
        today=today,
        age_limit=limit,
        start=when.start if when else date.min,
    )


def _as_report(item: Evidence) -> Evidence:
    """Return a report of the end of a state as context, without the signal PAST: it is not about an earlier time."""
    context = as_context(item)
    return replace(context, signals={name: value for name, value in context.signals.items() if name != PAST})


_NOTHING_RECENT = (Lack(kind=LackKind.RECENT),)
_LASTING = frozenset({SourceType.REFERENCE, SourceType.FACT_CHECKER})


def age_limit(change: Change, settings: TemporalSettings = VERDICT.temporal) -> int:
    """Return the age in days beyond which evidence for a state no longer shows that the state persists."""
    return settings.fast if change is Change.FAST else settings.slow


def _past_ids(items: Sequence[Evidence], oldest: date) -> set[str]:
    """Return the ids of past evidence: passages that are too old or replaced by a later passage with the opposite stance."""
    siding = [item for item in items if item.decisive]
    old = {item.passage.id for item in siding if (day := _reference_date(item)) and day < oldest}
    live = [item for item in siding if item.passage.id not in old]
    if not any(item.stance is Stance.SUPPORTS and countable(item) for item in live):
        old -= _final_refutation_ids(siding)
    candidates = [item for item in siding if item.passage.id not in old]
    return old | {item.passage.id for item in candidates if any(_replaces(other, item) for other in candidates)}


def _reports_of_end(items: Sequence[Evidence]) -> list[Evidence]:
    """Return the passages that doubt the claim and are later than all clear support.

    Such a passage may mention the end of a state, for instance by naming the previous holder of an office.
    """
    clear = [item for item in items if item.decisive and item.stance is Stance.SUPPORTS and not _doubts_claim(item)]
    days = [day for item in clear if (day := _reference_date(item))]
    return [item for item in items if days and _doubts_claim(item) and _is_later(_reference_date(item), max(days))]


def _ended_support_ids(items: Sequence[Evidence], reports: Sequence[Evidence]) -> set[str]:
    """Return the ids of dated supporting passages that the `reports` make obsolete.

    A passage from an authoritative source becomes obsolete only if the source of a report is authoritative too.
    """
    return {
        item.passage.id
        for item in items
        if item.decisive and item.stance is Stance.SUPPORTS and _reference_date(item) and not _doubts_claim(item)
        if any(other.rating.authoritative or not item.rating.authoritative for other in reports)
    }


def _doubts_claim(item: Evidence) -> bool:
    return not item.rating.lead_only and item.scores.refutes >= DOUBTS and item.relevance >= CONCERNS


def _final_refutation_ids(siding: Sequence[Evidence]) -> set[str]:
    """Return the ids of refutations that are later than all dated support.

    These refutations do not expire, because the end of a state is reported once and the state seldom returns.
    """
    supports = [
        day
        for item in siding
        if item.stance is Stance.SUPPORTS and not item.candidate.unconfirmed and item.rating.credible
        if (day := _reference_date(item))
    ]
    return {
        item.passage.id
        for item in siding
        if item.stance is Stance.REFUTES
        and supports
        and countable(item)
        and _is_later(_reference_date(item), max(supports))
    }


def _replaces(later: Evidence, earlier: Evidence) -> bool:
    """Return whether `later` shows that the state has changed since `earlier`.

    `later` must have the opposite stance, be certain, and have a source that is at least as authoritative.
    """
    day = _reference_date(earlier)
    return (
        later.stance is OPPOSITE.get(earlier.stance)
        and day is not None
        and _is_later(_reference_date(later), day)
        and strength(later) >= ALONE
        and (later.rating.authoritative or not earlier.rating.authoritative)
    )


def _is_later(day: date | None, than: date, settings: TemporalSettings = VERDICT.temporal) -> bool:
    return day is not None and (day - than).days >= settings.apart


def _reference_date(item: Evidence) -> date | None:
    """Return the date from which the age of a passage is measured.

    The date is None for built-in facts, which are kept up to date; for reference works, which carry the date of their
    first version; and for fact-checkers, because the claims that they rate recur for years.
    """
    ageless = item.passage.kind is PassageKind.SEED or item.rating.type in _LASTING
    return None if ageless else published_on(item)


def with_history(verdict: AtomicVerdict, history: Timeline) -> AtomicVerdict:
    """Return the verdict with a note on past evidence.

    An undecided verdict gets a leaning if the past evidence still applies.
    """
    support, refutation = (history.latest(side) for side in (Stance.SUPPORTS, Stance.REFUTES))
    shown = verdict.evidence
    if verdict.label is Label.TRUE:
        return (
            _with_past_note(verdict, f"{was_false_clause(refutation, shown)}.", _past_refutation(refutation))
            if refutation
            else verdict
        )
    if verdict.label.firm:
        return (
            _with_past_note(verdict, f"{was_true_clause(support, shown)}.", _past_support(support))
            if support
            else verdict
        )
    if support:
        return _with_past_evidence(verdict, support, history)
    return _with_past_refutation(verdict, refutation, history) if refutation else verdict


def _with_past_refutation(verdict: AtomicVerdict, refutation: Evidence, history: Timeline) -> AtomicVerdict:
    """Add a past refutation to an undecided verdict, which leans false unless a source currently supports the claim."""
    clear = next((item for item in history.past if item.stance is Stance.REFUTES and _is_clear(item)), None)
    day = published_on(clear) if clear else None
    support = any(item.stance is Stance.SUPPORTS and not item.candidate.unconfirmed for item in history.evidence)
    if day and day >= history.start and not support:
        leaning = verdict.leaning or still_false(day, history.today, history.age_limit)
        verdict = replace(verdict, leaning=leaning)
    cited = clear or refutation
    return _with_past_note(verdict, f"{was_false_clause(cited, verdict.evidence)}.", _past_refutation(cited))


def _is_clear(item: Evidence) -> bool:
    """Return whether a past refutation was read on its page and is not weak.

    Unlike in `countable`, its probability may be below .7, because it only leads to a leaning.
    """
    return item.passage.kind is not PassageKind.SNIPPET and not item.candidate.unconfirmed and not item.weak


def _with_past_evidence(verdict: AtomicVerdict, support: Evidence, history: Timeline) -> AtomicVerdict:
    """Add past evidence to an undecided verdict. Current evidence has priority over past evidence."""
    shown, day = verdict.evidence, published_on(support)
    sides = {e.stance for e in shown if e.decisive}
    later = [e for e in shown if day and _is_later(_reference_date(e), day) and _doubts_claim(e)]
    was_true_text, contradiction = was_true_clause(support, shown), _unreplaced_refutation(support, history)
    if later and Stance.SUPPORTS not in sides:
        against = max(later, key=lambda item: item.scores.refutes)
        share = against.scores.refutes / (against.scores.refutes + against.scores.supports)
        changed = Leaning(label=LeaningLabel.PROBABLY_FALSE, probability=round(share, 2)) if share > EVEN else None
        since = past(PastKind.CHANGED, against)
        return _explained_by_past(
            replace(verdict, leaning=changed),
            f"{was_true_text}; {changed_since_clause(against, shown)}.",
            _past_support(support),
            since,
        )
    if contradiction is None and Stance.REFUTES not in sides and day and countable(support):
        leaning = verdict.leaning or still_true(day, history.today, history.age_limit)
        verdict = replace(verdict, leaning=leaning)
    if sides:
        return _with_past_note(verdict, f"{was_true_text}.", _past_support(support))
    sentence_end = f". {was_false_clause(contradiction, shown)}" if contradiction else f"; {UNKNOWN_SINCE}"
    before = (_past_support(support), *([_past_refutation(contradiction)] if contradiction else []))
    return _explained_by_past(verdict, f"{was_true_text}{sentence_end}.", *before)


def _past_support(item: Evidence) -> Past:
    return past(PastKind.WAS_TRUE, item)


def _past_refutation(item: Evidence) -> Past:
    return past(PastKind.WAS_FALSE, item)


def _unreplaced_refutation(support: Evidence, history: Timeline) -> Evidence | None:
    """Return a past refutation that this support does not replace, or None. The refutation contradicts the support."""
    day = published_on(support)
    refutations = (item for item in history.past if item.stance is Stance.REFUTES and countable(item))
    return next((item for item in refutations if not _is_later(day, published_on(item) or date.max)), None)


def _explained_by_past(verdict: AtomicVerdict, found: str, *before: Past) -> AtomicVerdict:
    explanation = verdict.explanation or VerdictExplanation(found="")
    explanation = replace(explanation, found=found, missing=(RECENT,), past=before, lacks=_NOTHING_RECENT)
    return replace(verdict, explanation=explanation, reasoning=explanation.text)


def _with_past_note(verdict: AtomicVerdict, sentence: str, before: Past) -> AtomicVerdict:
    explanation = verdict.explanation or VerdictExplanation(found="")
    explanation = replace(explanation, found=f"{explanation.found} {sentence}".strip(), past=(before,))
    return replace(verdict, explanation=explanation, reasoning=explanation.text)
