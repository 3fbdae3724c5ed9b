"""Prepares the data for a chart of each source's weight for or against the claim."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from backend.domain.verdict import Label
from backend.messages.messages import Messages
from backend.view.evidence import Json
from backend.view.text import clean

_MAX_SOURCES = 8
"""Maximum number of sources in a chart. The sources with the greatest weights are shown."""
_MAX_LOG_ODDS = 2.0
"""Log-odds that the longest bar represents: the maximum weight of one source (docs/design.md#belief)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceWeight:
    """One source in a chart. `share` is -1 (against) to 1 (for), and `words` states the odds given only this source."""

    publisher: str
    share: float
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightChart:
    """The chart of the claim, or of the part that `about` names. `sum` is "" unless the verdict is firm."""

    about: str
    sources: tuple[SourceWeight, ...]
    sum: str


def weights(result: Json, m: Messages) -> tuple[WeightChart, ...]:
    """Return one chart for the claim, or one for each of its parts. Charts without sources are left out."""
    graded = result["sub_results"] or [result]
    charts = (_chart(one, clean(one["claim"]) if result["sub_results"] else "", m) for one in graded)
    return tuple(chart for chart in charts if chart.sources)


def _chart(graded: Json, about: str, m: Messages) -> WeightChart:
    belief = graded.get("belief") or {}
    weighted = [voice for voice in belief.get("voices", ()) if voice["log_odds"]]
    weighted.sort(key=lambda voice: (-abs(voice["log_odds"]), voice["domain"]))
    likely = m.text("card_chart_sum", m.percent(belief["probability"])) if weighted else ""
    return WeightChart(
        about=about,
        sources=tuple(_source_weight(voice, m) for voice in weighted[:_MAX_SOURCES]),
        sum=likely if Label(graded["verdict"]).firm else "",
    )


def _source_weight(voice: Json, m: Messages) -> SourceWeight:
    odds = exp(abs(voice["log_odds"]))
    side = "for" if voice["log_odds"] > 0 else "against"
    return SourceWeight(
        publisher=clean(voice.get("publisher") or voice["domain"]),
        share=round(max(-1.0, min(1.0, voice["log_odds"] / _MAX_LOG_ODDS)), 3),
        words=m.text(f"card_odds_{side}", m.number(odds, digits=0 if odds >= 10 else 1)),
    )
