"""Compares the dates of evidence with the time that a claim is about (docs/design.md#time)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from backend.domain.evidence import OUTDATED, PAST, Evidence, Stance
from backend.domain.months import MONTH_PATTERN, MONTHS
from backend.domain.present import Span, present_span
from backend.domain.time_frame import TimeFrame
from backend.verdict.settings import VERDICT, TemporalSettings


class Timing(StrEnum):
    """The relation of a source's date to the claim's time."""

    IN_WINDOW = "in_window"
    OUTDATED = "outdated"
    UNKNOWN = "unknown_date"


@dataclass(frozen=True, slots=True)
class Window:
    """The time that a claim is about. Evidence published before `start` does not cover this time.

    `present` means that the claim is about the present. `expires` means that earlier evidence does not count at all.
    """

    start: date
    present: bool
    expires: bool = True


_REST_OF_YEAR = {4: "-12-31", 7: "-28"}
_DATED = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? )?(?P<month>{MONTH_PATTERN})(?: (?P<day2>\d{{1,2}})(?:st|nd|rd|th)?)?,?"
    r" (?P<year>(?:1[5-9]|20)\d\d)\b"
    r"|\b(?:in|since|of|year|during|by) (?P<only>(?:1[5-9]|20)\d\d)\b|\b(?P<iso>\d{4}-\d\d-\d\d)\b",
    re.I,
)


def window(claim: str, today: date, frame: TimeFrame | None = None) -> Window | None:
    """Return the time that a claim names or implies, or None. A date takes precedence over a word such as "today".

    If the time-frame model has read the claim, "now" and "still" do not make evidence expire, because they do not tell
    whether the claim can change ("The stew still has some alcohol"). What "still" is has lasted; what "now" is may have
    begun within the year.
    """
    if match := _DATED.search(claim):
        start = _period_start(match)
        return None if start is None else Window(start, present=False)
    span = present_span(claim)
    if span is None or (frame and span is Span.STILL):
        return None
    if span is Span.THIS_YEAR:
        return Window(date(today.year, 1, 1), present=True)
    return Window(today - timedelta(days=_span_days(span)), present=True, expires=not (frame and span is Span.NOW))


def _span_days(span: Span, settings: TemporalSettings = VERDICT.temporal) -> int:
    return {
        Span.DAY: settings.day + 1,
        Span.WEEK: settings.week,
        Span.MONTH: settings.month,
        Span.RECENT: settings.recent,
        Span.NOW: settings.year,
        Span.STILL: settings.year,
    }[span]


def _period_start(match: re.Match[str]) -> date | None:
    """Return the first day of the named period, or None for a date that does not exist."""
    try:
        if match["iso"]:
            return date.fromisoformat(match["iso"])
        if match["only"]:
            return date(int(match["only"]), 1, 1)
        day = int(match["day"] or match["day2"] or 1)
        return date(int(match["year"]), MONTHS.index(match["month"].lower()) + 1, day)
    except ValueError:
        return None


def timing(item: Evidence, when: Window) -> Timing:
    """Compare the passage's own date with the window. A missing date is UNKNOWN, not OUTDATED."""
    day = published_on(item)
    if day is None:
        return Timing.UNKNOWN
    return Timing.OUTDATED if day < when.start else Timing.IN_WINDOW


def published_on(item: Evidence) -> date | None:
    """Return the last day that a passage's date covers, or None for an unknown date.

    A date may consist of only a month or a year.
    """
    published = item.passage.published
    try:
        return date.fromisoformat(published[:10] + _REST_OF_YEAR.get(len(published), ""))
    except ValueError:
        return None


def current(evidence: Iterable[Evidence], when: Window | None) -> tuple[Evidence, ...]:
    """Return the evidence. For a claim about the present, outdated items become context without a stance or quote."""
    if when is None or not when.present or not when.expires:
        return tuple(evidence)
    return tuple(as_context(e) if e.decisive and timing(e, when) is Timing.OUTDATED else e for e in evidence)


def as_context(item: Evidence) -> Evidence:
    """Return the passage as neutral context, which is shown but not weighed."""
    sides = {Stance.SUPPORTS: {PAST: 1.0}, Stance.REFUTES: {PAST: -1.0}}
    signals = {**item.signals, OUTDATED: 1.0, **sides.get(item.stance, {})}
    return replace(item, stance=Stance.NEUTRAL, quote="", signals=signals)


def too_many(evidence: Iterable[Evidence], when: Window | None) -> bool:
    """Return whether more than half of the dated decisive passages are outdated.

    A single outdated passage among many does not cast doubt on the rest.
    """
    if when is None or not when.expires:
        return False
    timings = [timing(e, when) for e in evidence if e.decisive]
    dated = [t for t in timings if t is not Timing.UNKNOWN]
    return bool(dated) and dated.count(Timing.OUTDATED) > VERDICT.temporal.too_many * len(dated)
