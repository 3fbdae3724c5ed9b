"""Why this verdict, as the web page shows it: charts, trace, figures, timings. `static/js/trace.js` does the same in the browser."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from backend.api import wire
from backend.domain.evidence import WEAK
from backend.view.text import clean

WIDTH, ROW, TOP, AXIS, REACH = 360, 26, 26, 246, 78
"""Dimensions of the chart: its width, the height of a row and of the header, the position of the axis, the longest bar."""
MAX_BARS = 8
"""Sources drawn, those with the greatest weight; the rest are only counted."""
_FULL = 2.0
"""Log-odds of the longest bar: the greatest weight of one source (docs/design.md#belief)."""
_NAME = 20
_CLEAR = 0.6
"""Probability from which the reader would expect a side to count."""

_STAGES = {
    "intake": "Claim", "classify": "Kind of claim", "decompose": "Parts", "recall": "Knowledge base", "search": "Search",
    "acquire": "Reading", "rank": "Ranking", "stance": "Judging", "sufficiency": "Enough?", "verdict": "Verdict",
    "learn": "Remembering",
}  # fmt: skip
_FIGURES = (
    ("coverage", "Covered by evidence"), ("diversity", "Different sources"), ("agreement", "Sources agree"),
    ("trust_post", "Trust in the evidence"),
)  # fmt: skip
_STATES = {
    "confirmed": "Confirmed", "provisional": "Provisional", "revoked": "An earlier verdict is withdrawn",
    "evidence_insufficiency": "Not enough to go on",
}  # fmt: skip
_COVERS = {
    "STRONGLY_VALID": "Clearly supported", "VALID": "Supported, but contested", "PARTIALLY_VALID": "Partly supported",
    "PARTIALLY_INVALID": "Partly refuted", "INVALID": "Refuted", "UNKNOWN": "Open",
}  # fmt: skip


def percent(value: float) -> str:
    """A value of 0..100 as a percentage, halves rounded up."""
    return f"{math.floor(value + 0.5)}%"


def charts(result: wire.Json) -> list[dict[str, Any]]:
    """One chart for the claim, or one for each of its parts; none if no source takes a side."""
    parts = result["sub_results"]
    if not parts:
        drawn = [_chart("Evidence for and against", result["belief"], "chart-0")]
    else:
        drawn = [
            _chart(f"“{clean(part['claim'])}”", part.get("belief") or {}, f"chart-{place}")
            for place, part in enumerate(parts)
        ]
    return [chart for chart in drawn if chart["bars"]]


def _chart(title: str, belief: wire.Json, name: str) -> dict[str, Any]:
    voices = sorted(belief.get("voices", ()), key=lambda voice: (-abs(voice["log_odds"]), voice["domain"]))
    heard = [voice for voice in voices if voice["log_odds"]]
    bars = [_bar(voice, place) for place, voice in enumerate(heard[:MAX_BARS])]
    return {
        "id": name,
        "title": title,
        "words": _chart_words(heard),
        "height": TOP + ROW * len(bars) + 4,
        "bars": bars,
        "more": _more(len(heard) - len(bars)),
    }


def _bar(voice: wire.Json, place: int) -> dict[str, Any]:
    """One bar, to the right for support and to the left for refutation; publishers' names have a column of their own."""
    weight = _tenth(abs(voice["log_odds"]))
    width = _tenth(REACH * min(1.0, abs(voice["log_odds"]) / _FULL))
    pro = voice["log_odds"] > 0
    return {
        "side": "for" if pro else "against",
        "name": _short(_publisher(voice)),
        "weight": f"{weight:.1f}",
        "x": AXIS if pro else _tenth(AXIS - width),
        "y": TOP + ROW * place,
        "width": width,
        "weight_x": _tenth(AXIS + width + 6) if pro else _tenth(AXIS - width - 6),
    }


def _chart_words(heard: list[wire.Json]) -> str:
    """The chart in words, for screen readers."""
    sides = {
        "For it": [voice for voice in heard if voice["log_odds"] > 0],
        "Against it": [voice for voice in heard if voice["log_odds"] < 0],
    }
    said = []
    for side, voices in sides.items():
        named = ", ".join(f"{_publisher(v)} {_tenth(abs(v['log_odds'])):.1f}" for v in voices)
        said.append(f"{side}: {named or 'no source'}.")
    return f"{' '.join(said)} A clear statement of a good source weighs 2.0."


def _more(count: int) -> str:
    return (
        ""
        if count <= 0
        else "One weaker source is not drawn."
        if count == 1
        else f"{count} weaker sources are not drawn."
    )


def _publisher(voice: wire.Json) -> str:
    """The publisher's name if known; answers from earlier versions have domains only."""
    return clean(voice.get("publisher") or voice["domain"])


def _short(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def _tenth(value: float) -> float:
    """Rounded to tenths, halves up, as in the browser."""
    return math.floor(value * 10 + 0.5) / 10


def steps(result: wire.Json) -> list[dict[str, str]]:
    """The trace: for each step its stage, the part of the claim, what it found, and when."""
    places = {part["id"]: place for place, part in enumerate(result["sub_results"], 1)}
    return [
        {
            "stage": _stage(step["stage"]),
            "part": f"Part {places[step['part']]}" if step["part"] in places else "",
            "message": clean(step["message"]),
            "time": seconds(step["elapsed_ms"]),
        }
        for step in result["trace"]
    ]


def _stage(name: str) -> str:
    return _STAGES.get(name) or name[:1].upper() + name[1:]


def seconds(milliseconds: float) -> str:
    """Such as "1.2 s"."""
    return f"{_tenth(milliseconds / 1000):.1f} s"


def spent(result: wire.Json) -> str:
    """Time spent per stage, the longest first; "" if unknown."""
    timings = {stage: ms for stage, ms in result["timings_ms"].items() if stage != "total"}
    longest = sorted(timings.items(), key=lambda item: (-item[1], item[0]))
    said = ", ".join(f"{_stage(stage).lower()} {_tenth(ms):.1f} ms" for stage, ms in longest)
    return f"Time spent: {said}." if said else ""


def gauges(result: wire.Json) -> list[dict[str, str]]:
    """The figures behind the verdict, each with its name."""
    found = [{"name": "Belief that it is true", "value": percent(100 * result["belief"]["probability"])}]
    trust = result["trust"]
    if trust:
        found += [{"name": words, "value": percent(100 * trust[name])} for name, words in _FIGURES]
        # Answers from earlier versions, kept in the history, have neither state nor segments.
        found += [{"name": "Trust", "value": _STATES[trust["state"]]}] if "state" in trust else []
        found.append({"name": "Gate", "value": clean(trust["reason"])})
        found += _segments(trust.get("segments", ()))
    return found


def _segments(segments: Sequence[wire.Json]) -> list[dict[str, str]]:
    """The coverage of each segment of the claim, if there are several."""
    shown = segments if len(segments) > 1 else ()
    return [{"name": f"“{clean(s['text'])}”", "value": _COVERS[s["status"]]} for s in shown]


def judged(item: wire.Json) -> str:
    """Why one passage takes its side."""
    scores, signals = item["scores"], item["signals"]
    said = [
        f"Supports {percent(100 * scores['supports'])}, contradicts {percent(100 * scores['refutes'])}, "
        f"neither {percent(100 * scores['neutral'])}."
    ]
    if "topicality" in signals:
        said.append(f"About the claim: {percent(100 * signals['topicality'])}.")
    said += [words for name, words in _SIGNS if signals.get(name)]
    if item["graph_path"]:
        said.append(f"Found through the knowledge graph: {clean(item['graph_path'])}.")
    if item["stance"] == "neutral" and max(scores["supports"], scores["refutes"]) >= _CLEAR:
        said.append("The two sides are too close to each other to take one.")
    if "passes" in signals:
        agree = signals["passes"] > 0
        said.append("The second reading agrees." if agree else "The second reading disagrees, so it counts less.")
    return " ".join(said)


_SIGNS = (
    ("llm", "The language model decided, with a quote that stands in the passage."),
    (WEAK, "It takes its side only weakly, so no firm answer rests on it."),
)
